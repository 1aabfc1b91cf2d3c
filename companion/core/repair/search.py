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
from companion.core.log.log import Log, check_and_apply
from companion.core.log.timeline import LogLine, is_edit
from companion.core.repair import candidates
from companion.core.repair.candidates import OtherSetup, other_dealers, other_setups
from companion.core.repair.evidence import Evidence
from companion.core.review import Mistap
from companion.core.work_limit import WorkLimitExceeded, work_limit

# How likely each mistap is, as logarithms: see `python -m tests.soak.learning FOLDER`.
WEIGHTS: Mapping[str, float] = json.loads(
    files(__package__).joinpath("weights.json").read_text("utf-8")
)


# The number of entries replayed in a search; what was found until then is returned.
WORK_LIMIT = 5_000

# How many later entries may get another player, or another card, with one repair.
MAX_ADAPTED = {"turns": 3, "carries": 10}

# The code that refuses cards that do not go on with the run on the table.
NOT_NEXT = "not-next-card"

# Codes that refuse an entry for the cards on the table, whichever player it names.
CARD_CODES = ("already-played", NOT_NEXT, "wrong-suit")

# The hands within which wrong seats and house rules are noticed, unless hands are not followed.
MAX_HANDS_FOR_SETUPS = 2

Features = dict[str, float]
Lines = Iterable[LogLine]
# How many entries have another player ("turns") or another card ("carries") along with a repair.
Counts = Mapping[str, int]


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
            copy = log.copy()
            copy.enter(self.raw)
            return copy
        new_log = Log(self.setup.setup)
        new_log.enter_all(log.raw_entries)
        return new_log


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
        with work_limit(WORK_LIMIT, inf):
            repair_search.repairs.extend(search.run())
    except WorkLimitExceeded:
        repair_search.is_partial = True
    return repair_search


class Attempt(NamedTuple):
    """A mistap to try; `merit` is its likelihood per entry to replay, as a logarithm."""

    place: int
    line: LogLine
    before: Table
    mistap: Mistap
    merit: float


class _Search:
    def __init__(self, log: Log, evidence: Evidence, soon: Collection[int]) -> None:
        self.log = log
        self.evidence = evidence
        self.soon = soon
        self.game = log.setup.game
        self.amounts = evidence.amounts(log.table)
        self.signature = evidence.signature(log.table)
        self.refused_entry = entry = evidence.refused_entry
        self.holders = self.game.review.doubtful_holders(log.table, entry) if entry else ()
        self.numbers = sorted(line.number for line in log.lines)
        self.next_number = len(log.raw_entries)
        self.undone_entries = _undone_entries(log)
        self.searches_setups = self.game.review.whole_game or log.table.hand <= MAX_HANDS_FOR_SETUPS
        self.impossible_plays: set[tuple[object, ...]] = set()
        self.known_findings = {f.identity for f in self.game.review.findings(log.table)}
        if evidence.finding:
            self.known_findings.discard(evidence.finding.identity)

    def run(self) -> Iterator[Repair]:
        """Yield repairs: of what comes last first, of a hand in the order of their merit."""
        has_answer, table = False, self.log.table
        yield from self.search_end()
        whole_game, is_over = self.game.review.whole_game, table.phase == "over"
        hands = table.hand if self.amounts or whole_game else 2
        parts = [(True, self.search_hand(0)), (False, self.search_setups())]
        if self.searches_setups:
            parts = [(True, self.search_setups()), (True, self.search_hand(0))]
        is_anywhere = whole_game or bool(self.amounts and is_over)
        parts += [(is_anywhere, self.search_hand(hands_back)) for hands_back in range(1, hands)]
        for is_needed, part in parts:
            for repair in part if is_needed or not has_answer else ():
                has_answer = True
                yield repair

    def search_end(self) -> Iterator[Repair]:
        """Yield repairs that add a missing entry at the end of the log."""
        table = self.log.table
        finder = self.mistap_finder(table)
        entry = self.refused_entry if self.signature == NOT_NEXT else None
        alternatives = candidates.late_alternatives(table, finder, entry) if finder else ()
        undo_mistaps = candidates.undo_mistaps(table, {}, self.undone_entries.get(None, ()))
        # what is lacking for an ante is offered by the prompt
        amounts = () if self.refused_entry else self.amounts
        undone = candidates.late_mistaps(undo_mistaps, 2)
        for mistap in chain(candidates.late_entries(table, amounts), alternatives, undone):
            line = LogLine(self.next_number, mistap.replacements[0], self.game.kinds)
            repair = self.try_lines(line, mistap, mistap.replacements[0], table, [line])
            if repair is not None:
                yield repair

    def mistap_finder(self, table: Table) -> candidates.ListMistaps | None:
        """Return the function that yields the mistaps of a game, or None if it has none."""
        return self.game.review.mistaps(table) if self.game.review.mistaps else None

    def search_hand(self, hands_back: int) -> Iterator[Repair]:
        """Yield the repairs of the entries in the hand `hands_back` hands back."""
        attempts = sorted(self.list_attempts(*self.hand_bounds(hands_back)), key=lambda a: -a.merit)
        yield from filter(None, map(self.try_attempt, attempts))

    def list_attempts(self, first: int, end: int) -> Iterator[Attempt]:
        """Yield an attempt for each possible mistap of the entries from `first` to `end` − 1."""
        lines = self.log.lines
        finder = self.mistap_finder(self.log.table_after(end))
        before = self.log.table_after(first)
        for place, (line, after) in enumerate(self.log.tables(first), first):
            for mistap in self.list_mistaps(before, place, finder) if place < end else ():
                if self.may_help(line.raw, mistap):
                    merit = weigh(self.prior(line, mistap)) - log1p(len(lines) - place)
                    yield Attempt(place, line, before, mistap, merit)
            before = after

    def may_help(self, raw: Raw, mistap: Mistap) -> bool:
        """Return whether undoing a mistap may change the refused cards, or who holds how many.

        A play may change that if it names one of `holders`, as entered or as meant; any other
        entry may change the plays after it.
        """
        if self.signature in CARD_CODES:
            return [_do_and_cards(raw)] != [_do_and_cards(other) for other in mistap.replacements]
        if not self.holders or raw.keys().isdisjoint(("card", "cards")):
            return True
        return any(one.get("player") in self.holders for one in (raw, *mistap.replacements))

    def hand_bounds(self, hands_back: int) -> tuple[int, int]:
        """Return the first place of the hand `hands_back` hands back, and the place after it."""
        lines = self.log.lines
        deals = [place for place, line in enumerate(lines) if line.entry.do == Deal.do]
        if len(deals) <= hands_back:
            return 0, 0 if hands_back else len(lines)
        end = self.hand_bounds(hands_back - 1)[0] if hands_back else len(lines)
        return self.end_of_hand(deals[-hands_back - 2]) if len(deals) > hands_back + 1 else 0, end

    def end_of_hand(self, deal: int) -> int:
        """Return the place after the last entry of the hand dealt at place `deal`."""
        tables = enumerate(self.log.tables(deal), deal + 1)
        return next(end for end, (_, table) in tables if not table.in_hand)

    def list_mistaps(
        self, before: Table, place: int, finder: candidates.ListMistaps | None
    ) -> Iterator[Mistap]:
        """Yield the possible mistaps of the entry at `place`."""
        lines = self.log.lines
        number, raw, entry = lines[place].number, lines[place].raw, lines[place].entry
        yield candidates.removal_mistap(entry, raw, lines[place - 1].raw if place else {})
        next_raw = lines[place + 1].raw if place + 1 < len(lines) else {}
        yield from candidates.exchange_mistaps(raw, next_raw)
        yield from candidates.undo_mistaps(before, raw, self.undone_entries.get(number, ()))
        yield from candidates.common_mistaps(before, entry, raw, self.amounts)
        if finder is None:
            yield from candidates.alternative_answers(before, entry, raw)
        else:
            yield from finder(before, entry)

    def try_attempt(self, attempt: Attempt) -> Repair | None:
        """Return the repair that undoes a mistap, or None; the log is replayed without it."""
        mistap, before = attempt.mistap, attempt.before
        line, *rest = self.log.lines[attempt.place :]
        if _plays_in(line, mistap) in self.impossible_plays:
            return None
        raw = _edit(line, mistap)
        if mistap.then is not None:
            rest[0] = rest[0].with_raw(mistap.then)
            raw = add_to_change(raw, rest[0].number, mistap.then) or raw
        lines = chain(self.replacement_lines(line, mistap), rest)
        return self.try_lines(line, mistap, raw, before, lines)

    def try_lines(
        self, line: LogLine, mistap: Mistap, raw: Raw, before: Table, lines: Lines
    ) -> Repair | None:
        """Return the repair if all lines are possible, and nothing is wrong any more."""
        replay, adaptations = Replay(before), Counter[str]()
        try:
            for changed_line in lines:
                if changed_line.entry.do == Deal.do and self._finds_more(replay.table):
                    return None
                new_raw = replay.apply(changed_line)
                if new_raw is not None:
                    is_same_player = new_raw.get("player") == changed_line.raw.get("player")
                    kind = "carries" if is_same_player else "turns"
                    adaptations[kind] += 1
                    longer = add_to_change(raw, changed_line.number, new_raw)
                    if longer is None or adaptations[kind] > MAX_ADAPTED[kind]:
                        return None
                    raw = longer
            return self.judge(line, mistap, raw, replay.table, adaptations)
        except Refused as error:
            plays = _plays_in(line, mistap)
            if plays and error.code in CARD_CODES and not adaptations["turns"]:
                self.impossible_plays.add(plays)
            return None

    def judge(
        self, line: LogLine, mistap: Mistap, raw: Raw, table: Table, adaptations: Counts
    ) -> Repair | None:
        """Return the repair if nothing is wrong any more at the table that it leads to."""
        after = self.evidence.table_if_resolved(table, self.signature)
        if after is None or self._finds_more(after):
            return None
        features = self.features(line, mistap, after)
        for name, number in adaptations.items():
            features |= {name: log1p(number), f"{name} | {mistap.kind}": log1p(number)}
        difference = self.evidence.differs(table)
        features |= {difference: 1.0} if difference else {}
        outcome = repr({**self.game.result(after), "findings": None})
        return Repair(line.number, mistap, raw, outcome, features)

    def prior(self, line: LogLine, mistap: Mistap) -> Features:
        """Return what makes a repair likely before it is tried."""
        lines = self.log.lines
        ago = log1p(len(self.numbers) - bisect_right(self.numbers, line.number))
        last = float(bool(lines) and line.number == lines[-1].number)
        near = float(mistap.is_neighbour)
        return {
            mistap.kind: 1.0,
            f"{mistap.kind} | {self.signature}": 1.0,
            "late": float(mistap.is_late),
            "last": last,
            f"last | {self.signature}": last,
            "ago": ago,
            f"ago | {mistap.kind}": ago,
            "near": near,
            f"near | {mistap.kind}": near,
            "soon": float(line.number in self.soon and not mistap.replacements),
        }

    def features(self, line: LogLine, mistap: Mistap, after: Table) -> Features:
        """Return what makes a repair likely."""
        features = self.prior(line, mistap) | {
            "still": float(len(self.game.review.findings(after))),
            "deals": self.game.review.log_likelihood(after),
            "spills": float(min(self.evidence.count_side_effects(self.log.table, after), 5)),
        }
        return {name: value for name, value in features.items() if value}

    def search_setups(self) -> Iterator[Repair]:
        """Yield repairs of the set-up; those of rules and seats only if they would show so late."""
        list_setups = other_setups if self.searches_setups else other_dealers
        deals = (line for line in self.log.lines if line.entry.do == Deal.do)
        deal = next(deals, LogLine(self.next_number, {"do": Deal.do}, self.game.kinds))
        others = list_setups(self.log.setup)
        yield from filter(None, (self.try_setup(deal, other) for other in others))

    def try_setup(self, deal: LogLine, other: OtherSetup) -> Repair | None:
        """Return the repair if the unchanged log replays with another set-up, or None."""
        table = self.game.new_table(other.setup)
        try:
            for line in self.log.lines:
                if line.entry.do == Deal.do and self._finds_more(table):
                    return None
                check_and_apply(table, line.entry, line.number)
            repair = self.judge(deal, other.mistap, {}, table, {})
            if repair is None:
                return None
            repair = replace(repair, setup=other, outcome=f"{other.keys} {repair.outcome}")
            repair.apply_to(self.log)  # undone entries, too, must have been possible
        except Refused:
            return None
        return repair

    def replacement_lines(self, line: LogLine, mistap: Mistap) -> Sequence[LogLine]:
        if len(mistap.replacements) < 2:
            return [LogLine(line.number, raw, self.game.kinds) for raw in mistap.replacements]
        return [LogLine(self.next_number, mistap.replacements[0], self.game.kinds), line]

    def _finds_more(self, table: Table) -> bool:
        return any(f.identity not in self.known_findings for f in self.game.review.findings(table))


def _undone_entries(log: Log) -> dict[int | None, list[Raw]]:
    """Return the entries that were undone, by the number of the line after them."""
    after: dict[int | None, list[Raw]] = defaultdict(list)
    for number, undo in log.undone_by.items():
        follows = next((line.number for line in log.lines if line.number > undo), None)
        if not is_edit(log.raw_entries[number]):
            after[follows].append(log.raw_entries[number])
    return after


def _plays_in(line: LogLine, mistap: Mistap) -> tuple[object, ...]:
    """Return what a mistap says of the cards played, by any player; () if nothing."""
    plays = [str(_do_and_cards(raw)) for raw in mistap.replacements if raw["do"] == "play"]
    return (line.number, mistap.kind, *plays) if plays else ()


def _do_and_cards(raw: Raw) -> tuple[object, object]:
    return raw["do"], raw.get("cards", [raw.get("card")])


def _edit(line: LogLine, mistap: Mistap) -> Raw:
    if len(mistap.replacements) == 2:
        return {"do": "insert", "before": line.number, "entry": mistap.replacements[0]}
    new = mistap.replacements[0] if mistap.replacements else None
    return {"do": "amend", "entry": line.number, "with": new}
