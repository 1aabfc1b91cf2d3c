"""A dealer with a real deck: plays evenings of the stops family with hidden cards, by the rules.

Nothing here uses the engine's rules: the dealer knows all cards and plays as the rule sheet says,
or cheats as told. The truth is kept here: who broke a rule when, whose chips are where, and
what an onlooker has seen, from which the tests work out what a referee can prove.
"""

from collections.abc import Iterator

from companion.core.cards import PACK, RANK
from companion.core.poker import best_hand_strength, lowest_hand_strength
from tests.simulated.play import Play
from tests.simulated.seats import FAMILY, NAMES
from tests.simulated.seen import Event, Hand

__all__ = ["FAMILY", "NAMES", "Dealer", "Event", "Hand", "dealt", "dealt_evenings"]


class Dealer(Play):
    """Plays an evening, hand by hand, and tells it as a record."""

    miscounts = 0.1

    def play_hand(self, chips_only: bool = False) -> Hand:
        """Play one hand from the deal to the last award."""
        if self.hands:
            self.dealer = self.clockwise(self.dealer)[0]
        self.hand = Hand(self.options, self.players, deal=len(self.log))
        self.hands.append(self.hand)
        self.deal()
        self.settle_dummy()
        self.chips_after = self.rng.randint(0, 30) if chips_only else None
        self.play_cards()
        self.finish()
        self.hand.last = len(self.log) - 1
        return self.hand

    def deal(self) -> None:
        extra, antes = self.options["dealer_extra"], self.options["ante"]
        for pot in self.pots:
            ante = antes if isinstance(antes, int) else antes[pot]
            twice = extra == "all pots" or (extra == "jackpot" and pot in ("kitty", "jackpot"))
            for player in self.players:
                self.pay(player, pot, ante)
            self.pay(self.dealer, pot, ante * twice)
        pack = self.rng.sample(PACK, 52)
        order = self.clockwise(self.dealer)
        first = self.options["dummy_dealt"] == "first"
        piles = ["dummy", *order] if first else [*order, "dummy"]
        cards: dict[str, set[str]] = {pile: set() for pile in piles}
        for place, card in enumerate(pack):
            cards[piles[place % len(piles)]].add(card)
        miscounted = self.rng.random() < self.miscounts
        if miscounted:
            source, target = self.piles_miscounted(order)
            card = min(cards[source])
            cards[source].remove(card)
            cards[target].add(card)
        self.dead = cards.pop("dummy")
        self.held = {player: cards[player] for player in self.players}
        counts = {player: len(held) for player, held in self.held.items()}
        piled = {"piles": {**counts, "dummy": len(self.dead)}} if miscounted else {}
        self.enter("deal", **piled)

    def piles_miscounted(self, order: list[str]) -> tuple[str, str]:
        """Draw whose pile has a card less than it should have, and whose one more."""
        source, target = self.rng.sample(order, 2)
        return source, target

    def barred(self, player: str) -> bool:
        """Whether the rules forbid a player to swap or bid."""
        held = self.held[player]
        money = held & self.hand.barring or any(whole <= held for whole in self.hand.wholes)
        return bool(self.options["money_card_bars"] and money)

    def settle_dummy(self) -> None:
        way = self.rng.choice(("swap", "auction", "auction", "sell", "keep"))
        lawful = not self.barred(self.dealer) or self.breaks()
        if way == "swap" and lawful:
            if self.barred(self.dealer):
                self.hand.offences.add(("illegal-swap", self.dealer, len(self.log)))
            self.enter("swap")
            self.take_dummy(self.dealer)
        elif way == "auction":
            self.auction()
        elif way == "sell":
            self.sell()
        else:
            self.enter("keep")
        self.count()

    def take_dummy(self, player: str) -> None:
        self.held[player], self.dead = self.dead, self.held[player]
        self.hand.taken = True

    def may_bid(self, player: str) -> bool:
        return not self.barred(player) or (self.cheat > 0 and self.rng.random() < 0.5)

    def auction(self) -> None:
        bids: dict[str, int] = {}
        high, passed = None, set()
        turn = self.clockwise(self.dealer)[:-1]
        while waiting := [p for p in turn if p not in passed and p != high]:
            player = waiting[0]
            price = bids[high] if high else 0
            if price < 9 and self.rng.random() < 0.4 and self.may_bid(player):
                bids[player], high = price + self.rng.randint(1, 3), player
                number = self.enter("bid", player=player, chips=bids[player])
                self.note_bid(player, number)
            else:
                self.enter("pass", player=player)
                passed.add(player)
            at = turn.index(player) + 1
            turn = turn[at:] + turn[:at]
        if high:
            self.buy(high, bids[high])

    def note_bid(self, player: str, number: int) -> None:
        if player not in [e.player for e in self.hand.events]:
            self.hand.events.append(Event("bid", number, player, frozenset()))
            if self.barred(player):
                self.hand.offences.add(("illegal-bid", player, number))

    def sell(self) -> None:
        buyers = [p for p in self.players if p != self.dealer and self.may_bid(p)]
        if not buyers:
            self.enter("keep")
            return
        buyer, price = self.rng.choice(buyers), self.rng.randint(1, 9)
        self.enter("sell", player=buyer, chips=price)
        self.buy(buyer, price)

    def buy(self, buyer: str, price: int) -> None:
        if self.options["dummy_price"] == "kitty":
            self.pay(buyer, "kitty" if "kitty" in self.pots else "jackpot", price)
        else:
            self.purses[buyer] -= price
            self.purses[self.dealer] += price
        if self.barred(buyer):
            self.hand.offences.add(("illegal-purchase", buyer, len(self.log) - 1))
        self.take_dummy(buyer)
        self.hand.buyer = buyer

    def finish(self) -> None:
        """Show cards, count a blocked hand, award what waits."""
        if self.blocked:
            self.show(0.3)
            self.totals()
        self.show(0.4)
        for pot in ("poker", "loser"):
            if self.pots.get(pot):
                self.award(pot)
        self.show(0.3)

    def show(self, often: float) -> None:
        for player, held in self.held.items():
            if player not in self.hand.shows and self.rng.random() < often:
                number = self.enter("show", player=player, cards=sorted(held))
                self.hand.shows[player] = number
                for card in sorted(held):
                    self.see(player, card, number)
                self.count()

    def totals(self) -> None:
        points = {p: sum(self.pips(c) for c in held) for p, held in self.held.items()}
        self.enter("totals", points=points)
        lowest = [p for p in self.players if points[p] == min(points.values())]
        for pot in ("kitty", "jackpot"):
            self.share(pot, lowest)

    @staticmethod
    def pips(card: str) -> int:
        return 11 if RANK[card] == 12 else min(RANK[card] + 2, 10)

    def award(self, pot: str) -> None:
        judged = self.judge(pot) if self.rng.random() < 0.5 else None
        if judged:
            self.enter("award", pot=pot)
            self.share(pot, judged)
        else:
            winners = self.rng.sample(self.players, self.rng.randint(0, 2))
            self.enter("award", pot=pot, players=winners)
            self.share(pot, winners)

    def judge(self, pot: str) -> list[str]:
        """Find who wins by the cards that an onlooker knows."""
        classic = pot == "poker" and self.game == "michigan-rummy-classic"
        held_only = (self.options["poker_cards"] or ("held" if classic else "all")) == "held"
        hands = {}
        for player, held in self.held.items():
            cards = sorted(held) + ([] if held_only else self.played_by(player))
            if cards and (player in self.hand.shows or not held):
                hands[player] = (
                    lowest_hand_strength(cards) if pot == "loser" else best_hand_strength(cards)
                )
        top = (min if pot == "loser" else max)(hands.values(), default=())
        return [player for player, hand in hands.items() if hand == top]

    def played_by(self, player: str) -> list[str]:
        return [
            next(iter(e.cards))
            for e in self.hand.events
            if e.kind == "seen" and e.player == player and self.log[e.entry]["do"] != "show"
        ]


def dealt(seed: int, hands: int, cheat: float = 0.0, game: str | None = None) -> Dealer:
    """Play an evening of so many hands, or until its last hand was announced."""
    dealer = Dealer(seed, cheat, game)
    for _ in range(hands):
        dealer.play_hand(chips_only=dealer.rng.random() < 0.1)
        if dealer.announced or len(dealer.hands) == dealer.options["rounds"]:
            break
    return dealer


def dealt_evenings(seed: int, hands: int, cheat: float = 0.0) -> Iterator[Dealer]:
    """Play evenings of five hands until so many hands have been played."""
    played = 0
    while played < hands:
        seed += 1
        dealer = dealt(seed, min(5, hands - played), cheat)
        played += len(dealer.hands)
        yield dealer
