"""An evening that is entered as it happens, but for one slip, until somebody notices."""

import random
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.core.repair.candidates import other_rules
from companion.core.repair.evidence import Evidence
from companion.core.repair.search import Repair, search_repairs
from companion.core.review import Finding
from companion.games import all_games
from tests.simulated.evenings import evening
from tests.simulated.kinds import DEALER, KINDS, RULE, SEATS, WON, Moment, Raw, Taps

# No tap is wrong in these, but what the evening was set up with.
SET_UP = (DEALER, SEATS, RULE)

# Slips of those who tap who plays, and do not look at which card.
BY_SEAT = ("one-missed", "one-too-many")

# So many places are tried for a slip before it is given up in an evening.
PLACES = 4


def find_repairs(log: Log, evidence: Evidence, soon: Collection[int] = ()) -> list[Repair]:
    """The repairs that a search finds, whether it came to its end or not."""
    return search_repairs(log, evidence, soon).repairs


@dataclass
class Mistaken:
    """What was tapped: the log, and beside it one of what really happened.

    ``taps`` were made instead of an entry; ``refused`` is the last tap, if it was refused;
    ``found`` what was found. Where neither shows, ``counted`` says that a count at the end of the
    hand would, and both logs stand there. ``second`` is another slip, by its place; ``at`` the
    place of the first; ``waiting`` is what happens after all that was tapped.
    """

    game: str
    kind: str
    record: dict[str, Any]
    log: Log
    truth: Log
    taps: Taps | None = None
    slipped: int = 0
    refused: Raw | None = None
    found: list[Finding] = field(default_factory=list)
    counted: bool = False
    at: int = -1
    second: tuple[int, Taps] | None = None
    waiting: list[Raw] = field(default_factory=list)

    @property
    def soon(self) -> frozenset[int]:
        """The entries that came within a second after another: the second of a double tap."""
        twice = self.taps is not None and len(self.taps) > 1 and "twice" in self.kind
        return frozenset([self.slipped + 1] if twice else [])

    @property
    def shows(self) -> bool:
        """Whether somebody notices while playing on."""
        return self.refused is not None or bool(self.found)

    @property
    def late(self) -> bool:
        """Whether the log is right, and only the latest event is not entered yet."""
        if self.kind in SET_UP:
            return False
        right = [line.raw for line in self.truth.lines[: len(self.log.lines)]]
        return self.refused is not None and right == [line.raw for line in self.log.lines]

    @property
    def nothing_wrong(self) -> bool:
        """Whether a tap too many was refused, and nothing is to be put right."""
        return self.late and len(self.truth.lines) - len(self.log.lines) < 2


def _accepts(log: Log, raws: Taps) -> bool:
    twin = log.copy()
    try:
        for raw in raws:
            twin.enter(raw)
    except Refused:
        return False
    return True


# What of a result lies on the table, to be counted.
COUNTABLE = ("chips", "pots", "left", "cups", "scores")


def _result(log: Log) -> dict[str, object]:
    result = log.setup.game.result(log.table)
    return {key: result[key] for key in COUNTABLE if key in result}


def mistaken(game: str, kind: str, seed: int) -> Mistaken:
    """Play an evening by a seed, and make one slip of a kind in it, if it can be made."""
    rng = random.Random(f"{game} {kind} {seed}")
    record = evening(game, rng)
    made = _clean(game, kind, record)
    events = [*record["log"], {"do": "end"}]
    if kind in BY_SEAT:
        events = [one for raw in events for one in _card_by_card(raw)]
    if kind in SET_UP:
        made.record = _set_up_wrong(record, kind, rng)
        made.log, made.taps = Log(parse_setup(made.record, all_games())), []
        return _go_on(made, events[:-1], -1)
    if kind == WON:
        return _ended_wrong(made, events[:-1], rng)
    for place, taps in _drawn(made, events, rng):
        made.taps = taps
        return _go_on(made, events[:-1], place)
    return made


def mistaken_twice(game: str, kinds: tuple[str, str], seed: int) -> list[Mistaken]:
    """Make two slips in one hand, before either shows; give both, and each as if it were alone."""
    rng = random.Random(f"{game} {kinds} {seed}")
    record = evening(game, rng)
    events = [*record["log"], {"do": "end"}]
    drawn = [[*_drawn(_clean(game, kind, record), events, rng)][:2] for kind in kinds]
    pairs = [(one, other) for one in drawn[0] for other in drawn[1] if one[0] != other[0]]
    for (place, taps), (also, more) in pairs:
        if _hand_of(events, place) == _hand_of(events, also):
            slips = [(place, taps), (also, more)]
            both, first, other = (_clean(game, kind, record) for kind in ("both", *kinds))
            both.second = slips[1]
            for made, (at, some) in zip((both, first, other), (slips[0], *slips), strict=True):
                made.taps, made.at = some, at
                _go_on(made, events[:-1], at)
            if len(events) - len(both.waiting) - 2 > max(place, also):
                return [both, first, other]
    return []


def _clean(game: str, kind: str, record: Raw) -> Mistaken:
    setup = parse_setup({**record, "log": []}, all_games())
    return Mistaken(game, kind, record, Log(setup), Log(setup))


def _hand_of(events: list[Raw], place: int) -> int:
    return sum(raw["do"] == "deal" for raw in events[: place + 1])


def go_on_with(made: Mistaken, log: Log) -> Mistaken:
    """Go on from a log in which a slip was put right, with what was refused and all after it."""
    later = replace(
        made, log=log, truth=made.truth.copy(), taps=[], refused=None, found=[], second=None
    )
    if made.refused is not None:
        try:
            later.log.enter(made.refused)
        except Refused:
            later.refused = made.refused
            return later
    later.found = list(log.setup.game.review.findings(log.table))
    return later if later.found else _go_on(later, made.waiting, -1)


def _set_up_wrong(record: Raw, kind: str, rng: random.Random) -> Raw:
    """An evening before its first entry, with a set-up that differs from the true one."""
    players = list(record["players"])
    if kind == DEALER:
        others = [player for player in players if player != record["dealer"]]
        return {**record, "log": [], "dealer": rng.choice(others)}
    if kind == SEATS:
        one, other = rng.sample(range(len(players)), 2)
        players[one], players[other] = players[other], players[one]
        return {**record, "log": [], "players": players}
    ways = [*other_rules(parse_setup({**record, "log": []}, all_games()))]
    options: Raw = rng.choice(ways).keys["options"] if ways else {}
    return {**record, "log": [], "options": {**record.get("options", {}), **options}}


def _ended_wrong(made: Mistaken, events: list[Raw], rng: random.Random) -> Mistaken:
    """End the evening with its last hand, or without one, and the other way in truth."""
    ends: Taps = [{"do": "end"}, {"do": "end", "to": "winner"}]
    rng.shuffle(ends)
    made.log.enter_all(events)
    made.truth.enter_all(events)
    if all(_accepts(made.log, [end]) for end in ends):
        made.taps, made.slipped = ends[:1], len(made.log.raw_entries)
        made.log.enter(ends[0])
        made.truth.enter(ends[1])
        made.counted = _differs(made)
    return made


def _drawn(made: Mistaken, events: list[Raw], rng: random.Random) -> Any:
    """Draw where the slip is made, and what is tapped there."""
    maker = KINDS[made.game][made.kind]
    log, found = made.truth.copy(), []
    for place, (raw, then) in enumerate(pairwise(events)):
        moment = Moment(log, raw, then, rng)
        try:
            taps = [some for some in maker(moment) if some != [raw]]
        except Refused:
            taps = []
        if taps:
            found.append((place, log.copy(), taps))
        log.enter(raw)
    rng.shuffle(found)
    for place, before, taps in found[:PLACES]:
        fitting = [some for some in taps if _accepts(before, some[:1])]
        if fitting:
            yield place, rng.choice(fitting)


def _go_on(made: Mistaken, events: list[Raw], place: int) -> Mistaken:
    """Tap on until something is refused or found, or the evening ends."""
    for at, raw in enumerate(events):
        if at > place and raw["do"] == "deal" and _differs(made):
            made.counted, stood = True, (made.log.copy(), made.truth.copy())
            return _or_later(made, events[at:], stood)
        taps = (made.taps or []) if at == place else [_as_tapped(made, raw, at - place)]
        if made.second is not None and at == made.second[0]:
            taps = made.second[1]
        made.waiting = events[at + 1 :]
        if _noticed(made, raw, taps, at == place):
            return made
    made.counted = _differs(made)
    return made


def _card_by_card(raw: Raw) -> Taps:
    if raw["do"] != "play" or "cards" not in raw:
        return [raw]
    return [{"do": "play", "player": raw["player"], "card": card} for card in raw["cards"]]


def _as_tapped(made: Mistaken, raw: Raw, since: int) -> Raw:
    """What is tapped for what happens so many entries after a slip."""
    if made.kind == "neighbours-exchanged" and since == 1:
        return {**raw, "player": made.truth.lines[-1].raw["player"]}
    if made.kind not in BY_SEAT or since < 1 or raw["do"] != "play":
        return raw
    hand, true = made.log.table.current_hand, made.truth.table.current_hand
    if hand.lead is not None or true.lead is not None or hand.next_card is None:
        return raw
    return {**raw, "card": hand.next_card}


def _differs(made: Mistaken) -> bool:
    return made.truth.table.hand > 0 and _result(made.log) != _result(made.truth)


def _or_later(made: Mistaken, events: list[Raw], stood: tuple[Log, Log]) -> Mistaken:
    """Play on until somebody notices, at the latest when chips are counted after the hand."""
    for raw in events:
        if _noticed(made, raw, [raw], slips=False):
            made.counted = False
            return made
    made.log, made.truth = stood
    return made


def _noticed(made: Mistaken, raw: Raw, taps: Taps, slips: bool) -> bool:
    if slips:
        made.slipped = len(made.log.raw_entries)
    made.truth.enter(raw)
    for tap in taps:
        try:
            made.log.enter(tap)
        except Refused:
            made.refused = tap
            return True
    made.found = list(made.log.setup.game.review.findings(made.log.table))
    return bool(made.found)
