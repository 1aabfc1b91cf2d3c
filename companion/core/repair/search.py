"""The search for repairs: every possible mistap of the hand is tried on the log, by replay."""

import json
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import chain
from math import inf, log1p
from typing import NamedTuple

from companion.core.entries.schema import Raw
from companion.core.entries.standard import Deal
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.change import Replay, add_to_change
from companion.core.log.history import Undos
from companion.core.log.log import Log, check_and_apply
from companion.core.log.timeline import ActiveEntry, is_edit
from companion.core.repair import candidates
from companion.core.repair.candidates import OtherSetup, other_dealers, other_setups
from companion.core.repair.evidence import Evidence
from companion.core.review import Mistap
from companion.core.work_limit import WorkLimitExceeded, work_limit

# How likely each mistap is, as logarithms: see `python -m tests.soak.learning FOLDER`.
WEIGHTS: Mapping[str, float] = json.loads(
    files(__package__).joinpath("weights.json").read_text("utf-8")
)


# The most entries replayed in a search; what was found until then is returned.
MOST_WORK = 5_000

# The most later entries that may get another player, or another card, with one repair.
MOST_CARRIED = {"turns": 3, "carries": 10}

# The code that refuses cards that do not go on with the run on the table.
NOT_NEXT = "not-next-card"

# Codes that refuse an entry for the cards on the table, whichever player it names.
BY_CARDS = ("already-played", NOT_NEXT, "wrong-suit")

# The hands within which wrong seats and house rules are noticed, unless hands are not followed.
MOST_HANDS_SET_UP = 2

Features = dict[str, float]


def weigh(features: Features) -> float:
    """Return the logarithm of how likely a repair with these features is, up to a constant."""
    return sum(WEIGHTS.get(name, 0.0) * value for name, value in features.items())


@dataclass(frozen=True, slots=True)
class Repair:
    """A change of the log, as one entry `raw`, after which nothing is wrong.

    `number` is the entry that was tapped wrong, `outcome` identifies the resulting table,
    and `features` are what makes the repair likely. `setup` is the right set-up, if that was wrong
    and no entry.
    """

    number: int
    mistap: Mistap
    raw: Raw
    outcome: str
    features: Features
    setup: OtherSetup | None = None

    @property
    def weight(self) -> float:
        """The likelihood among other repairs, as a logarithm."""
        return weigh(self.features)

    def apply_to(self, log: Log) -> Log:
        """Return a log with the repair. Raises Refused."""
        if self.setup is None:
            twin = log.copy()
            twin.enter(self.raw)
            return twin
        anew = Log(self.setup.setup)
        anew.enter_all(log.raw_entries)
        return anew


@dataclass(slots=True)
class RepairSearch:
    """The repairs that were found; `is_partial` if the search ended early, at its work limit."""

    repairs: list[Repair] = field(default_factory=list)
    is_partial: bool = False


def search_repairs(log: Log, evidence: Evidence, soon: Collection[int] = ()) -> RepairSearch:
    """Return the repairs after which `evidence` is gone, in the latest hand that has any.

    `soon` are the entries made within a second after the one before. `log` is not changed.
    """
    repair_search = RepairSearch()
    search = _Search(log, evidence, soon)
    try:
        with work_limit(MOST_WORK, inf):
            repair_search.repairs.extend(search.run())
    except WorkLimitExceeded:
        repair_search.is_partial = True
    return repair_search


class Attempt(NamedTuple):
    """A mistap to try; `merit` is its likelihood per entry to replay, as a logarithm."""

    place: int
    line: ActiveEntry
    before: Table
    slip: Mistap
    merit: float


class _Search:
    def __init__(self, log: Log, evidence: Evidence, soon: Collection[int]) -> None:
        self.log = log
        self.evidence = evidence
        self.soon = soon
        self.game = log.setup.game
        self.amounts = evidence.amounts(log.table)
        self.sign = evidence.signature(log.table)
        self.refused_entry = entry = evidence.refused_entry
        self.holders = self.game.review.doubtful_holders(log.table, entry) if entry else ()
        self.numbers = sorted(line.number for line in log.active_entries)
        known = {f.identity for f in self.game.review.findings(log.table)}
        self.undone = _taken_back(log)
        self.tries_setups = self.game.review.whole_game or log.table.hand <= MOST_HANDS_SET_UP
        self.impossible: set[tuple[object, ...]] = set()
        self.allowed = known - ({evidence.finding.identity} if evidence.finding else set())

    def run(self) -> Iterator[Repair]:
        """Yield repairs: of what comes last first, of a hand in the order of their merit."""
        has_answer, table = False, self.log.table
        yield from self.late()
        whole_game, is_over = self.game.review.whole_game, table.phase == "over"
        hands = table.hand if self.amounts or whole_game else 2
        parts = [(True, self.in_hand(0)), (False, self.set_up_otherwise())]
        if self.tries_setups:
            parts = [(True, self.set_up_otherwise()), (True, self.in_hand(0))]
        is_anywhere = whole_game or bool(self.amounts and is_over)
        parts += [(is_anywhere, self.in_hand(back)) for back in range(1, hands)]
        for is_needed, part in parts:
            for repair in part if is_needed or not has_answer else ():
                has_answer = True
                yield repair

    def late(self) -> Iterator[Repair]:
        """Yield repairs that add a missing entry at the end of the log."""
        table, number = self.log.table, len(self.log.raw_entries)
        slips = self._slips(table)
        entry = self.refused_entry if self.sign == NOT_NEXT else None
        alternatives = candidates.late_alternatives(table, slips, entry) if slips else ()
        undone = candidates.late_undone(table, self.undone.get(None, ()))
        # what is lacking for an ante is offered by the prompt
        counted = () if self.refused_entry else self.amounts
        for slip in chain(candidates.late_entries(table, counted), alternatives, undone):
            line = ActiveEntry(number, slip.replacements[0], self.game.kinds)
            repair = self.explained(line, slip, slip.replacements[0], table, [line])
            if repair is not None:
                yield repair

    def _slips(self, table: Table) -> candidates.ListMistaps | None:
        """Return the function that yields the mistaps of a game, or None if it has none."""
        look = self.game.review.mistaps
        return look(table) if look else None

    def in_hand(self, back: int) -> Iterator[Repair]:
        """Yield the repairs of the entries in the hand that is `back` hands back."""
        attempts = sorted(self.attempts(*self.stretch(back)), key=lambda one: -one.merit)
        yield from filter(None, map(self.tried, attempts))

    def attempts(self, first: int, end: int) -> Iterator[Attempt]:
        """Yield an attempt for each possible mistap of the entries from `first` to `end` − 1."""
        lines = self.log.active_entries
        slips = self._slips(self.log.table_after(end))
        before = self.log.table_after(first)
        for place, (line, after) in enumerate(self.log.tables(first), first):
            for slip in self.slips_of(before, place, slips) if place < end else ():
                if self.may_help(line.raw, slip):
                    merit = weigh(self.prior(line, slip)) - log1p(len(lines) - place)
                    yield Attempt(place, line, before, slip, merit)
            before = after

    def may_help(self, raw: Raw, slip: Mistap) -> bool:
        """Return whether undoing a mistap may change the refused cards, or who holds how many.

        A play may change that if it names one of `holders`, as entered or as meant; any other
        entry may change the plays after it.
        """
        if self.sign in BY_CARDS:
            return _touches_cards(raw, slip)
        if not self.holders or raw.keys().isdisjoint(("card", "cards")):
            return True
        return any(one.get("player") in self.holders for one in (raw, *slip.replacements))

    def stretch(self, back: int) -> tuple[int, int]:
        """Return the first place of the hand that is `back` hands back, and the place after it."""
        deals = [
            place for place, line in enumerate(self.log.active_entries) if line.entry.do == Deal.do
        ]
        if len(deals) <= back:
            return 0, 0 if back else len(self.log.active_entries)
        end = len(self.log.active_entries) if back == 0 else self.stretch(back - 1)[0]
        return self.after_hand(deals[-back - 2]) if len(deals) > back + 1 else 0, end

    def after_hand(self, deal: int) -> int:
        """Return the place after the last entry of the hand dealt at place `deal`."""
        for place, (line, table) in enumerate(self.log.tables(deal), deal):
            if line.entry.do != Deal.do and not table.in_hand:
                return place + 1
        return deal

    def slips_of(
        self, before: Table, place: int, slips: candidates.ListMistaps | None
    ) -> Iterator[Mistap]:
        """Yield the possible mistaps of the entry at `place`."""
        line = self.log.active_entries[place]
        entry = line.entry
        lines = self.log.active_entries
        yield candidates.removal(entry, line.raw, lines[place - 1].raw if place else {})
        yield from candidates.exchanged(
            line.raw, lines[place + 1].raw if lines[place + 1 :] else {}
        )
        yield from candidates.undone(before, line.raw, self.undone.get(line.number, ()))
        yield from candidates.common_mistaps(before, entry, line.raw, self.amounts)
        if slips is None:
            yield from candidates.alternative_answers(before, entry, line.raw)
        else:
            yield from slips(before, entry)

    def tried(self, attempt: Attempt) -> Repair | None:
        """Return the repair that undoes a mistap, or None; the log is replayed without it."""
        slip, before = attempt.slip, attempt.before
        line, *rest = self.log.active_entries[attempt.place :]
        if _cards(line, slip) in self.impossible:
            return None
        raw = _edit(line, slip)
        if slip.then is not None:
            rest[0] = rest[0].with_raw(slip.then)
            raw = add_to_change(raw, rest[0].number, slip.then) or raw
        return self.explained(line, slip, raw, before, chain(self._stead(line, slip), rest))

    def explained(
        self, line: ActiveEntry, slip: Mistap, raw: Raw, before: Table, lines: Iterable[ActiveEntry]
    ) -> Repair | None:
        """Return the repair if all lines are possible, and nothing is wrong any more."""
        replay, carries = Replay(before), Counter[str]()
        try:
            for changed_line in lines:
                if changed_line.entry.do == Deal.do and self._finds_more(replay.table):
                    return None
                carried = replay.apply(changed_line)
                if carried is not None:
                    how = _how_carried(changed_line, carried)
                    carries[how] += 1
                    more = add_to_change(raw, changed_line.number, carried) if raw else None
                    if more is None or carries[how] > MOST_CARRIED[how]:
                        return None
                    raw = more
            return self.judged(line, slip, raw, replay.table, carries)
        except Refused as error:
            cards = _cards(line, slip)
            if cards and error.code in BY_CARDS and not carries["turns"]:
                self.impossible.add(cards)
            return None

    def judged(
        self, line: ActiveEntry, slip: Mistap, raw: Raw, table: Table, carries: Mapping[str, int]
    ) -> Repair | None:
        """Return the repair if nothing is wrong any more at the table that it leads to."""
        after = self.evidence.table_if_resolved(table, self.sign)
        if after is None or self._finds_more(after):
            return None
        features = self.features(line, slip, after)
        for name, number in carries.items():
            features |= {name: log1p(number), f"{name} | {slip.kind}": log1p(number)}
        text = self.evidence.differs(table)
        features |= {text: 1.0} if text else {}
        return Repair(line.number, slip, raw, self._outcome(after), features)

    def prior(self, line: ActiveEntry, slip: Mistap) -> Features:
        """Return what makes a repair likely before it is tried."""
        lines = self.log.active_entries
        ago = log1p(len(self.numbers) - bisect_right(self.numbers, line.number))
        last = float(bool(lines) and line.number == lines[-1].number)
        near = float(slip.is_neighbour)
        return {
            slip.kind: 1.0,
            f"{slip.kind} | {self.sign}": 1.0,
            "late": float(slip.is_late),
            "last": last,
            f"last | {self.sign}": last,
            "ago": ago,
            f"ago | {slip.kind}": ago,
            "near": near,
            f"near | {slip.kind}": near,
            "soon": float(line.number in self.soon and not slip.replacements),
        }

    def features(self, line: ActiveEntry, slip: Mistap, after: Table) -> Features:
        """Return what makes a repair likely."""
        features = self.prior(line, slip) | {
            "still": float(len(self.game.review.findings(after))),
            "deals": self.game.review.log_likelihood(after),
            "spills": float(min(self.evidence.count_side_effects(self.log.table, after), 5)),
        }
        return {name: value for name, value in features.items() if value}

    def set_up_otherwise(self) -> Iterator[Repair]:
        """Yield repairs of the set-up; those of rules and seats only if they would show so late."""
        setup = self.log.setup
        ways = other_setups if self.tries_setups else other_dealers
        deal = next(
            (line for line in self.log.active_entries if line.entry.do == Deal.do), self._next()
        )
        for other in ways(setup):
            repair = self.judged_setup(deal, other)
            if repair is not None:
                yield replace(repair, setup=other, outcome=f"{other.keys} {repair.outcome}")

    def judged_setup(self, deal: ActiveEntry, other: OtherSetup) -> Repair | None:
        """Return the repair if the unchanged log replays with another set-up, or None."""
        table = self.game.new_table(other.setup)
        try:
            for line in self.log.active_entries:
                if line.entry.do == Deal.do and self._finds_more(table):
                    return None
                check_and_apply(table, line.entry, line.number)
            return self.judged(deal, other.slip, {}, table, {})
        except Refused:
            return None

    def _next(self) -> ActiveEntry:
        return ActiveEntry(len(self.log.raw_entries), {"do": Deal.do}, self.game.kinds)

    def _stead(self, line: ActiveEntry, slip: Mistap) -> Sequence[ActiveEntry]:
        if len(slip.replacements) < 2:
            return [ActiveEntry(line.number, raw, self.game.kinds) for raw in slip.replacements]
        return [ActiveEntry(len(self.log.raw_entries), slip.replacements[0], self.game.kinds), line]

    def _outcome(self, table: Table) -> str:
        return repr({**self.game.result(table), "findings": None})

    def _finds_more(self, table: Table) -> bool:
        return any(f.identity not in self.allowed for f in self.game.review.findings(table))


def _taken_back(log: Log) -> dict[int | None, list[Raw]]:
    """Return the entries that were undone, by the number of the active entry after them."""
    after: dict[int | None, list[Raw]] = defaultdict(list)
    for number, back in Undos(log).undone_by.items():
        follows = next((line.number for line in log.active_entries if line.number > back), None)
        if not is_edit(log.raw_entries[number]):
            after[follows].append(log.raw_entries[number])
    return after


def _cards(line: ActiveEntry, slip: Mistap) -> tuple[object, ...]:
    """Return what a mistap says of the cards played, by any player; () if nothing."""
    plays = [str(_do_and_cards(raw)) for raw in slip.replacements if raw["do"] == "play"]
    return (line.number, slip.kind, *plays) if plays else ()


def _touches_cards(raw: Raw, slip: Mistap) -> bool:
    """Return whether a mistap changed the cards on the table, and not only who played them."""
    return [_do_and_cards(raw)] != [_do_and_cards(other) for other in slip.replacements]


def _do_and_cards(raw: Raw) -> tuple[object, object]:
    return raw["do"], raw.get("cards", [raw.get("card")])


def _how_carried(line: ActiveEntry, carried: Raw) -> str:
    return "carries" if carried.get("player") == line.raw.get("player") else "turns"


def _edit(line: ActiveEntry, slip: Mistap) -> Raw:
    if len(slip.replacements) == 2:
        return {"do": "insert", "before": line.number, "entry": slip.replacements[0]}
    new = slip.replacements[0] if slip.replacements else None
    return {"do": "amend", "entry": line.number, "with": new}
