"""The play of a hand with hidden cards: leads, follows, stops, skips, dumps, going out."""

from collections import Counter
from itertools import combinations

from companion.core.cards import PACK, RANK, SUIT, SUITS
from tests.simulated.seats import Seats
from tests.simulated.seen import Event, Hand, Lead, above, colour, combination, may_lead


class Play(Seats):
    """Plays the cards of a hand, by the rules or not; ``held`` is what everybody holds."""

    hand: Hand
    held: dict[str, set[str]]
    dead: set[str]
    chips_after: int | None

    def play_cards(self) -> None:
        self.played: set[str] = set()
        self.run: list[tuple[str, str]] = []
        self.collected = set()
        self.out: str | None = None
        self.blocked = self.stuck = False
        self.announce()
        lead = self.first_lead()
        while lead is not None and not self.over:
            lead = self.one_run(lead)
        if self.stuck and not self.over:
            self.go_on_in_chips()

    def first_lead(self) -> Lead | None:
        """Return the first lead; None: a suit must begin of which nobody holds a card."""
        by = self.options["first_leader"]
        if by in ("left", "dealer"):
            return Lead(self.dealer if by == "dealer" else self.clockwise(self.dealer)[0], SUITS)
        suit = by[0].upper()
        cards = {c: p for p, held in self.held.items() for c in held if SUIT[c] == suit}
        self.stuck = not cards
        if not cards:
            return None
        low = min(cards, key=RANK.__getitem__)
        wrong = self.breaks()
        return Lead(cards[self.rng.choice(sorted(cards)) if wrong else low], suit)

    @property
    def opens(self) -> str:
        """The suit whose lowest card leads first; "" in most games."""
        return {"diamond": "D", "club": "C"}.get(self.options["first_leader"], "")

    @property
    def is_last(self) -> bool:
        """Whether whoever goes out in this hand takes all."""
        agreed = self.agreed_last is not None and len(self.hands) >= self.agreed_last
        return self.announced or agreed

    @property
    def over(self) -> bool:
        return self.out is not None or self.blocked

    def announce(self) -> None:
        if not self.announced and not self.is_last and self.rng.random() < 0.05:
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
        """Skip until a player leads; return whether one did."""
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
        opens = self.opens if not self.played else ""
        first = not self.played and not opens and self.options["first_lead"] == "lowest-card"
        any_card = self.options["lead_card"] == "any" and not opens
        lowest = [c for c in cards if any_card or not self.lower(player, c, first)]
        wrong = [c for c in cards if c not in lowest]
        card = self.rng.choice(wrong) if wrong and self.breaks() else self.rng.choice(lowest)
        self.run = []
        number = self.put_down(player, card)
        if not any_card:
            self.claim_lowest(player, card, number, first)
        self.win_cups(card, lead)
        self.check_out(player)

    def claim_lowest(self, player: str, card: str, number: int, first: bool) -> None:
        """Note what a lead says of lower cards; who opens says it of everybody."""
        opens = self.opens if len(self.played) == 1 else ""
        rule = "first-lead-not-lowest" if first else "led-not-lowest"
        if self.lower(player, card, first):
            self.hand.offences.add((rule, player, number))
        below = {c for c in PACK if RANK[c] < RANK[card] and (first or SUIT[c] == SUIT[card])}
        self.hand.events.append(Event(rule, number, player, frozenset(below)))
        for other in self.players if opens else ():
            if other != player:
                self.hand.events.append(Event("withheld", number, other, frozenset(below)))
                if below & self.held[other]:
                    self.hand.offences.add(("withheld", other, number))

    def lower(self, player: str, card: str, first: bool) -> list[str]:
        """Cards that should have been led rather than this one."""
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
        if self.options["next_lead"] == "any":
            return SUITS
        if self.options["next_lead"] == "other-suit":
            return SUITS.replace(suit, "")
        return "".join(s for s in SUITS if colour(s) != colour(suit))

    def follow_on(self) -> Lead | None:
        """Play the run on until it stops."""
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
        free = self.options["next_lead"] == "any"
        return Lead(player, self.allowed(SUIT[card]), free, SUIT[card], two)

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
        if self.is_last and self.options["leftovers"] == "last-winner":
            for pot in self.pots:
                if pot not in ("poker", "loser"):
                    self.collect(player, pot)

    def count(self) -> None:
        """Note how many cards an onlooker counts in every pile after this entry."""
        if not self.hand.chips_only:
            left = {player: len(held) for player, held in self.held.items()}
            self.hand.counts[len(self.log) - 1] = left, len(self.dead)

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
