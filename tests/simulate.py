"""A dealer with a real deck: plays evenings of the stops family with hidden cards, by the rules.

Nothing here uses the engine's rules: the dealer knows all cards and plays as the rule sheet says,
or cheats as he is told. He keeps the truth: who broke a rule when, whose chips are where, and
what an onlooker has seen, from which the tests work out what a referee can prove.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from companion.core.cards import PACK, RANK, SUIT, SUITS
from companion.core.poker import best, worst
from companion.core.record import read_options
from companion.games import games

FAMILY = (
    "michigan-kitty",
    "boodle",
    "michigan-rummy-classic",
    "michigan-rummy-tournament",
    "great-lakes",
)
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
BOARDS = (
    "AH KC QD JS 10H QKH 8-9-10 poker kitty",
    "KD QS JH ace-2 full-house straight 6-lead loser jackpot",
    "2C 3C 4-5-6 QKAS full-house straight jackpot poker",
    "AS AC 9H JQKD 2-3 6-lead ace-2 kitty",
)
RICH = 100_000
"""Chips of everybody at the start: nobody is ever short, so there are no notes."""


def colour(suit: str) -> str:
    return "red" if suit in "DH" else "black"


def above(card: str) -> str | None:
    """The next higher card of the suit."""
    at = PACK.index(card)
    return None if RANK[card] == 12 else PACK[at + 1]


def combination(pot: str) -> list[list[str]]:
    """The cards that win a pot together: none, or one list, or one in each suit."""
    if "-" in pot and pot[0].isdigit():
        return [[rank + suit for rank in pot.split("-")] for suit in SUITS]
    ranks = pot[:-1].replace("10", "T")
    known = len(ranks) > 1 and pot[-1] in SUITS and set(ranks) <= set("23456789TJQKA")
    return [[rank.replace("T", "10") + pot[-1] for rank in ranks]] if known else []


@dataclass(frozen=True)
class Event:
    """Something an onlooker sees: a lead, a stop, a skip, a bid, or a card in a player's hand.

    ``cards``: what a stop or skip says is not held, what a lead says is not held, or the card.
    """

    kind: str
    entry: int
    player: str | None
    cards: frozenset[str]


@dataclass
class Hand:
    """What is known of a hand that was played.

    An onlooker knows the ``events``, the ``counts`` of cards after an entry (by player, and
    dead), who ``shows`` when, whether the dummy was ``taken`` and by which ``buyer``. Only the
    dealer knows the ``offences``: rule, player and entry.
    """

    options: dict[str, Any]
    players: tuple[str, ...]
    events: list[Event] = field(default_factory=list)
    counts: dict[int, tuple[dict[str, int], int]] = field(default_factory=dict)
    shows: dict[str, int] = field(default_factory=dict)
    taken: bool = False
    buyer: str | None = None
    chips_only: bool = False
    offences: set[tuple[str, str | None, int]] = field(default_factory=set)
    deal: int = 0
    last: int = 0

    @property
    def singles(self) -> frozenset[str]:
        return frozenset(self.options["board"]) & frozenset(PACK)

    @property
    def wholes(self) -> list[set[str]]:
        return [set(cards) for pot in self.options["board"] for cards in combination(pot)]


@dataclass(frozen=True)
class Lead:
    """Who leads, what he may lead, and the suit of the run before. ``free``: nobody may skip."""

    player: str
    suits: str
    free: bool = True
    after: str | None = None
    two: bool = False


def may_lead(lead: Lead) -> frozenset[str]:
    """All cards that may be led; after an ace a 2 of any suit may."""
    return frozenset(c for c in PACK if SUIT[c] in lead.suits or (lead.two and RANK[c] == 0))


class Dealer:
    """Plays an evening. ``cheat`` is how often a rule is broken where it can be."""

    def __init__(self, seed: int, cheat: float = 0.0, game: str | None = None) -> None:
        self.rng = random.Random(seed)
        self.cheat = cheat
        self.game = game or self.rng.choice(FAMILY)
        self.chosen = self.choose_options()
        self.options = read_options(self.chosen, games()[self.game])
        most = 6 if self.rng.random() < 0.9 else games()[self.game].most
        self.players = NAMES[: self.rng.randint(max(3, games()[self.game].fewest), most)]
        self.dealer = self.rng.choice(self.players)
        self.first_dealer = self.dealer
        self.log: list[dict[str, Any]] = []
        self.purses = dict.fromkeys(self.players, RICH)
        self.pots = dict.fromkeys(self.options["board"], 0)
        self.hands: list[Hand] = []
        self.announced = False

    @property
    def record(self) -> dict[str, Any]:
        """The evening as a record."""
        return {
            "format": 1,
            "game": self.game,
            "options": self.chosen,
            "players": list(self.players),
            "dealer": self.first_dealer,
            "chips": RICH,
            "log": self.log,
        }

    def choose_options(self) -> dict[str, Any]:
        """House rules: mostly the game's own, some of them changed, now and then the board."""
        chosen: dict[str, Any] = {"rounds": None}
        for option in games()[self.game].options:
            if option.choices and self.rng.random() < 0.25:
                chosen[option.name] = self.rng.choice(option.choices)[0]
        if self.rng.random() < 0.3:
            chosen["board"] = self.rng.choice(BOARDS).split()
        if self.rng.random() < 0.2:
            chosen |= {"ante": self.rng.randint(0, 5), "per_card": self.rng.randint(0, 3)}
        return chosen

    def clockwise(self, player: str) -> list[str]:
        """All from the left of a player; he comes last."""
        at = self.players.index(player) + 1
        return [*self.players[at:], *self.players[:at]]

    def enter(self, do: str, **keys: Any) -> int:
        """Write an entry; give its number."""
        self.log.append({"do": do, **keys})
        return len(self.log) - 1

    def pay(self, player: str, pot: str, chips: int) -> None:
        self.purses[player] -= chips
        self.pots[pot] += chips

    def breaks(self) -> bool:
        """Whether a rule is broken now, given that it can be."""
        return self.cheat > 0 and self.rng.random() < self.cheat

    # a hand

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
        extra = self.options["dealer_extra"]
        for pot in self.pots:
            twice = extra == "all pots" or (extra == "jackpot" and pot in ("kitty", "jackpot"))
            for player in self.players:
                self.pay(player, pot, self.options["ante"])
            self.pay(self.dealer, pot, self.options["ante"] * twice)
        pack = self.rng.sample(PACK, 52)
        order = self.clockwise(self.dealer)
        first = self.options["dummy_dealt"] == "first"
        piles = ["dummy", *order] if first else [*order, "dummy"]
        cards: dict[str, set[str]] = {pile: set() for pile in piles}
        for place, card in enumerate(pack):
            cards[piles[place % len(piles)]].add(card)
        miscounted = self.rng.random() < 0.1
        if miscounted:
            source, target = self.rng.sample(order, 2)
            card = min(cards[source])
            cards[source].remove(card)
            cards[target].add(card)
        self.dead = cards.pop("dummy")
        self.held = {player: cards[player] for player in self.players}
        counts = {player: len(held) for player, held in self.held.items()}
        piled = {"piles": {**counts, "dummy": len(self.dead)}} if miscounted else {}
        self.enter("deal", **piled)

    def barred(self, player: str) -> bool:
        """Whether the rules forbid him to swap or bid."""
        held = self.held[player]
        money = held & self.hand.singles or any(whole <= held for whole in self.hand.wholes)
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
        self.purses[buyer] -= price
        self.purses[self.dealer] += price
        if self.barred(buyer):
            self.hand.offences.add(("illegal-purchase", buyer, len(self.log) - 1))
        self.take_dummy(buyer)
        self.hand.buyer = buyer

    # the play

    def play_cards(self) -> None:
        self.played: set[str] = set()
        self.run: list[tuple[str, str]] = []
        self.collected: set[str] = set()
        self.out: str | None = None
        self.blocked = self.stuck = False
        self.announce()
        lead: Lead | None = Lead(self.clockwise(self.dealer)[0], SUITS)
        while lead is not None and not self.over:
            lead = self.one_run(lead)
        if self.stuck and not self.over:
            self.go_on_in_chips()

    @property
    def over(self) -> bool:
        return self.out is not None or self.blocked

    def announce(self) -> None:
        if not self.announced and self.rng.random() < 0.05:
            self.enter("last-hand")
            self.announced = True

    def one_run(self, lead: Lead) -> Lead | None:
        """Play from a lead to the stop; give the next lead, or None if there is none."""
        led = self.find_leader(lead)
        return self.follow_on() if led and not self.over and not self.tired() else None

    def tired(self) -> bool:
        """Whether the table stops recording cards now."""
        if self.chips_after is not None and len(self.played) > self.chips_after and not self.over:
            self.stuck = True
        return self.stuck

    def find_leader(self, lead: Lead) -> bool:
        """Let players skip until one leads. Say whether one did."""
        if lead.free:
            return self.lead_freely(lead)
        asked = lead
        for player in [lead.player, *self.clockwise(lead.player)[:-1]]:
            asked = Lead(player, lead.suits, False, lead.after, lead.two and player == lead.player)
            if self.leads(asked) and not self.breaks():
                self.lead(asked)
                return True
            self.skip(asked)
        if self.options["no_lead"] == "blocked":
            self.blocked = True
            return False
        suits = "".join(s for s in SUITS if s not in lead.suits)
        return self.lead_freely(Lead(lead.player, suits, True, lead.after, lead.two))

    def lead_freely(self, lead: Lead) -> bool:
        """Lead where nobody may skip; one who skipped falsely may have nothing to lead now."""
        self.stuck = not self.leads(lead)
        if not self.stuck:
            self.lead(lead)
        return not self.stuck

    def leads(self, lead: Lead) -> list[str]:
        """All cards that may be led, lowest or not."""
        return sorted(self.held[lead.player] & may_lead(lead))

    def lead(self, lead: Lead) -> None:
        player, cards = lead.player, self.leads(lead)
        first = not self.played and self.options["first_lead"] == "lowest-card"
        lowest = [c for c in cards if not self.lower(player, c, first)]
        wrong = [c for c in cards if c not in lowest]
        card = self.rng.choice(wrong) if wrong and self.breaks() else self.rng.choice(lowest)
        self.run = []
        rule = "first-lead-not-lowest" if first else "led-not-lowest"
        number = self.put_down(player, card)
        if self.lower(player, card, first):
            self.hand.offences.add((rule, player, number))
        below = {c for c in PACK if RANK[c] < RANK[card] and (first or SUIT[c] == SUIT[card])}
        self.hand.events.append(Event(rule, number, player, frozenset(below)))
        self.win_cups(card, lead)
        self.check_out(player)

    def lower(self, player: str, card: str, first: bool) -> list[str]:
        """Cards that he should have led rather than this one."""
        held = self.held[player]
        return [c for c in held if RANK[c] < RANK[card] and (first or SUIT[c] == SUIT[card])]

    def win_cups(self, card: str, lead: Lead) -> None:
        if lead.two and RANK[card] == 0:
            self.collect(lead.player, "ace-2")
        if RANK[card] == 4 and lead.after and colour(SUIT[card]) != colour(lead.after):
            self.collect(lead.player, "6-lead")

    def skip(self, lead: Lead) -> None:
        number = self.enter("skip", player=lead.player)
        if self.leads(lead):
            self.hand.offences.add(("false-skip", lead.player, number))
        self.hand.events.append(Event("false-skip", number, lead.player, may_lead(lead)))
        self.count()

    def allowed(self, suit: str) -> str:
        """The suits that may be led after a run of a suit."""
        if self.options["next_lead"] == "other-suit":
            return SUITS.replace(suit, "")
        return "".join(s for s in SUITS if colour(s) != colour(suit))

    def follow_on(self) -> Lead | None:
        """Let the run go on until it stops."""
        while not self.over:
            card, player = self.run[-1]
            following = above(card)
            if following is None or following in self.played:
                return self.next_lead(card, player)
            if self.tired():
                return None
            holder = next((p for p in self.players if following in self.held[p]), None)
            if holder is None or self.breaks():
                self.stop(following, holder)
                return self.next_lead(card, player)
            dump = self.find_dump(holder, card, player, following)
            if dump:
                return self.dump(holder, following, *dump)
            self.put_down(holder, following)
            self.check_out(holder)
        return None

    def next_lead(self, card: str, player: str) -> Lead:
        two = "ace-2" in self.pots and above(card) is None
        return Lead(player, self.allowed(SUIT[card]), False, SUIT[card], two)

    def stop(self, following: str, holder: str | None) -> None:
        number = self.enter("stop")
        if holder:
            self.hand.offences.add(("withheld", holder, number))
        self.hand.events.append(Event("withheld", number, None, frozenset([following])))
        self.count()

    def put_down(self, player: str, card: str) -> int:
        """Play a card, sometimes in one entry with those before; collect what it wins."""
        before = self.log[-1]
        joins = before["do"] == "play" and before["player"] == player
        if joins and self.rng.random() < 0.5:
            before["cards"] = [*(before.get("cards") or [before.pop("card")]), card]
        else:
            self.enter("play", player=player, card=card)
        number = len(self.log) - 1
        self.lay(player, card, number)
        self.run.append((card, player))
        self.win_money(player, card)
        self.count()
        return number

    def lay(self, player: str, card: str, number: int) -> None:
        self.held[player].remove(card)
        self.played.add(card)
        self.see(player, card, number)

    def see(self, player: str, card: str, number: int) -> None:
        self.hand.events.append(Event("seen", number, player, frozenset([card])))

    def win_money(self, player: str, card: str) -> None:
        if card in self.pots:
            self.collect(player, card)
        for pot in self.pots:
            for cards in combination(pot):
                run = self.run[-len(cards) :]
                if [c for c, _ in run] == cards:
                    by_one = len({p for _, p in run}) == 1
                    if by_one or self.options["combination_by"] == "last-card":
                        self.collect(player, pot)

    def collect(self, player: str, pot: str) -> None:
        if pot in self.pots:
            self.purses[player] += self.pots[pot]
            self.pots[pot] = 0
            self.collected.add(pot)

    def find_dump(
        self, holder: str, card: str, player: str, following: str
    ) -> tuple[list[str], str] | None:
        """Find three more cards that go down with the next one, if the player feels like it."""
        pots = [pot for pot in ("full-house", "straight") if pot in self.pots]
        if holder == player or not pots or self.rng.random() < 0.3:
            return None
        others = sorted(self.held[holder] - {following})
        near = [c for c in others if abs(RANK[c] - RANK[card]) < 5]
        for three in combinations(near, 3):
            ranks = Counter(RANK[c] for c in (card, following, *three))
            house = sorted(ranks.values()) == [2, 3]
            straight = len(ranks) == 5 and max(ranks) - min(ranks) == 4
            for pot in pots:
                if house if pot == "full-house" else straight:
                    return list(three), pot
        return None

    def dump(self, player: str, following: str, three: list[str], pot: str) -> Lead | None:
        cards = self.rng.sample([following, *three], 4)
        number = self.enter("dump", player=player, cards=cards, pot=pot)
        for card in three:
            self.lay(player, card, number)
        self.lay(player, following, number)
        self.run.append((following, player))
        self.win_money(player, following)
        self.collect(player, pot)
        self.count()
        self.check_out(player)
        return Lead(player, SUITS, True, SUIT[following])

    def check_out(self, player: str) -> None:
        if not self.held[player]:
            self.go_out(player)

    def go_out(self, player: str) -> None:
        self.out = player
        for pot in ("kitty", "jackpot"):
            self.collect(player, pot)
        for other, held in self.held.items():
            self.purses[other] -= len(held) * self.options["per_card"]
            self.purses[player] += len(held) * self.options["per_card"]
        if self.announced and self.options["leftovers"] == "last-winner":
            for pot in self.pots:
                if pot not in ("poker", "loser"):
                    self.collect(player, pot)

    def count(self) -> None:
        """Note how many cards an onlooker counts in every pile after this entry."""
        if not self.hand.chips_only:
            left = {player: len(held) for player, held in self.held.items()}
            self.hand.counts[len(self.log) - 1] = left, len(self.dead)

    # chips only, and the end

    def go_on_in_chips(self) -> None:
        self.enter("chips-only")
        self.hand.chips_only = True
        free = [p for p in self.pots if p not in ("kitty", "jackpot", "poker", "loser")]
        for pot in self.rng.sample(free, len(free) // 2):
            if pot not in self.collected:
                player = self.rng.choice(self.players)
                self.enter("collect", player=player, pot=pot)
                self.collect(player, pot)
        winner = self.rng.choice(self.players)
        self.held[winner] = set()
        left = {p: len(held) for p, held in self.held.items() if p != winner}
        self.enter("out", player=winner, left=left)
        self.go_out(winner)

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

    def share(self, pot: str, winners: list[str]) -> None:
        if pot in self.pots and winners:
            each, self.pots[pot] = divmod(self.pots[pot], len(winners))
            for winner in winners:
                self.purses[winner] += each

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
        held_only = pot == "poker" and self.game == "michigan-rummy-classic"
        hands = {}
        for player, held in self.held.items():
            cards = sorted(held) + ([] if held_only else self.played_by(player))
            if cards and (player in self.hand.shows or not held):
                hands[player] = worst(cards) if pot == "loser" else best(cards)
        top = (min if pot == "loser" else max)(hands.values(), default=())
        return [player for player, hand in hands.items() if hand == top]

    def played_by(self, player: str) -> list[str]:
        return [
            next(iter(e.cards))
            for e in self.hand.events
            if e.kind == "seen" and e.player == player and self.log[e.entry]["do"] != "show"
        ]

    def end(self) -> None:
        """End the evening and divide what is left."""
        self.enter("end")
        each, odd = divmod(sum(self.pots.values()), len(self.players))
        for place, player in enumerate(self.clockwise(self.dealer)):
            self.purses[player] += each + (place < odd)
        self.pots = dict.fromkeys(self.pots, 0)


def evening(seed: int, hands: int, cheat: float = 0.0, game: str | None = None) -> Dealer:
    """Play an evening of so many hands, or until its last hand was announced."""
    dealer = Dealer(seed, cheat, game)
    for _ in range(hands):
        dealer.play_hand(chips_only=dealer.rng.random() < 0.1)
        if dealer.announced:
            break
    return dealer


def evenings(seed: int, hands: int, cheat: float = 0.0) -> Iterator[Dealer]:
    """Play evenings of five hands until so many hands have been played."""
    played = 0
    while played < hands:
        seed += 1
        dealer = evening(seed, min(5, hands - played), cheat)
        played += len(dealer.hands)
        yield dealer
