"""A scorer who taps what happens at a table, and once taps something else."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.core.cards import beside
from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.record import read_setup
from companion.core.looking_back import Found
from companion.games import games
from tests.simulated.dealer import Dealer

Raw = dict[str, Any]

SLIPS = (
    "wrong-seat",
    "wrong-card",
    "no-stop",
    "no-follow",
    "no-skip",
    "skipped",
    "miscounted",
)


PLAYED = ("swap", "bid", "pass", "sell", "keep", "play", "stop", "skip", "dump")
"""After a slip one of these must follow: else the screen still asks, and nothing has slipped."""


@dataclass
class Scored:
    """What a scorer tapped: the log, and beside it one of what really happened.

    ``slipped`` is the number of the entry tapped wrong; ``refused`` the last tap, if it was
    refused; ``found`` what was found. Without either nobody has noticed anything yet.
    """

    kind: str
    record: dict[str, Any]
    log: Log
    truth: Log
    slipped: int | None = None
    refused: Raw | None = None
    found: list[Found] = field(default_factory=list)


def one_by_one(log: list[Raw]) -> Iterator[Raw]:
    """Give the entries with every card of its own."""
    for raw in log:
        if raw["do"] == "play" and "cards" in raw:
            yield from ({"do": "play", "player": raw["player"], "card": c} for c in raw["cards"])
        else:
            yield raw


class Scorer:
    """Taps a hand; at a place drawn by chance one entry of a kind is tapped wrong."""

    def __init__(self, dealer: Dealer, kind: str, rng: random.Random) -> None:
        self.rng = rng
        self.kind = kind
        self.events = [*one_by_one(dealer.log), {"do": "end"}]
        setup = read_setup({**dealer.record, "log": []}, games())
        self.scored = Scored(kind, dealer.record, Log(setup), Log(setup))
        self.place = self.draw_place()

    def draw_place(self) -> int | None:
        """Draw where the slip is made: one of all places where it can be."""
        truth = Log(self.scored.log.setup)
        places = []
        for place, (raw, then) in enumerate(zip(self.events, self.events[1:], strict=False)):
            if self.slip_of(truth, raw) and (self.kind != "skipped" or then["do"] in PLAYED):
                places.append(place)
            self._enter(truth, raw)
        return self.rng.choice(places) if places else None

    def _enter(self, log: Log, raw: Raw) -> bool:
        try:
            log.enter(raw)
        except Refused:
            return False
        return True

    def score(self) -> Scored:
        """Tap until something is refused or found, or the evening ends."""
        scored = self.scored
        for place, raw in enumerate(self.events):
            taps = [raw]
            if place == self.place:
                slips = [one for one in self.slip_of(scored.truth, raw) if self._takes(one)]
                if not slips:
                    return scored
                taps = self.rng.choice(slips)
                scored.slipped = len(scored.log.raw)
            scored.truth.enter(raw)
            for tap in taps:
                asked = self.as_asked(scored.log, tap)
                if not self._enter(scored.log, asked):
                    scored.refused = tap
                    return scored
            scored.found = list(scored.log.setup.game.findings(scored.log.table))
            if scored.found:
                return scored
        return scored

    def as_asked(self, log: Log, raw: Raw) -> Raw:
        """Tap a lead or a skip as the screen asks for it: whoever it takes for the leader."""
        table: Any = log.table
        if raw["do"] in ("play", "skip") and table.phase == "play" and table.live.lead:
            return {**raw, "player": table.live.lead.player}
        return raw

    def slip_of(self, log: Log, raw: Raw) -> list[list[Raw]]:
        """What may be tapped wrong instead of what happens now."""
        if raw["do"] not in ("deal", "play", "skip", "stop"):
            return []
        table: Any = log.table
        made: list[list[Raw]] = getattr(self, self.kind.replace("-", "_"))(table, table.live, raw)
        return made

    def _takes(self, taps: list[Raw]) -> bool:
        """Whether the screen lets all of them be tapped."""
        twin = self.scored.log.copy()
        return all(self._enter(twin, self.as_asked(twin, tap)) for tap in taps)

    def wrong_seat(self, _: Any, hand: Any, raw: Raw) -> list[list[Raw]]:
        if raw["do"] != "play" or hand.lead:
            return []
        return [[{**raw, "player": p}] for p in hand.left if p != raw["player"]]

    def wrong_card(self, _: Any, hand: Any, raw: Raw) -> list[list[Raw]]:
        if raw["do"] != "play" or not hand.lead:
            return []
        near = (card for card in beside(raw["card"]) if card not in hand.played)
        return [[{**raw, "card": card}] for card in near]

    def no_stop(self, _: Any, hand: Any, raw: Raw) -> list[list[Raw]]:
        return [[{"do": "stop"}]] if raw["do"] == "play" and not hand.lead else []

    def no_follow(self, _: Any, hand: Any, raw: Raw) -> list[list[Raw]]:
        if raw["do"] != "stop":
            return []
        return [[{"do": "play", "player": p, "card": hand.next}] for p in hand.left]

    def no_skip(self, _: Any, hand: Any, raw: Raw) -> list[list[Raw]]:
        if raw["do"] not in ("play", "skip") or not hand.lead or hand.lead.free:
            return []
        return [[{"do": "skip", "player": raw["player"]}, raw]]

    def skipped(self, _: Any, __: Any, raw: Raw) -> list[list[Raw]]:
        return [[]] if raw["do"] == "skip" else []

    def miscounted(self, _: Any, __: Any, raw: Raw) -> list[list[Raw]]:
        return [[{"do": "deal"}]] if raw["do"] == "deal" and "piles" in raw else []


class OnePileMiscounted(Dealer):
    """Deals one player a card more or less than are due; the dummy makes up for it."""

    miscounts = 1.0

    def piles_miscounted(self, order: list[str]) -> tuple[str, str]:
        piles = ["dummy", self.rng.choice(order)]
        self.rng.shuffle(piles)
        return piles[0], piles[1]


def scored(seed: int, kind: str, cheat: float = 0.0) -> Scored:
    """Play a hand by this seed, and tap it with one slip of a kind."""
    made = OnePileMiscounted if kind == "miscounted" else Dealer
    dealer = made(seed, cheat)
    dealer.play_hand()
    return Scorer(dealer, kind, random.Random(seed)).score()
