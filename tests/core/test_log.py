"""Undo, redo and amend are entries like any other, which change the active ones."""

from typing import Any

import pytest

from companion.core import work_limit
from companion.core.errors import Refused
from companion.core.log.record import MAX_ENTRIES
from companion.core.log.replay import load_checked_log, load_stored_log
from tests.core.table import Evening, evening, play_case, read_cases
from tests.notation import entry

# Dee, not Cal, ended the run of SEVERAL and led the jack, which pays 4: so says SEAT.
SHORT = {
    "HAND": "deal; swap; Ann 2C; Bob 3C; stop; Bob 9H; Cal 10H",
    "RUN": "deal; keep; Ann 3C; Bob 4C; Cal 5C; stop; Cal JD; Ann QD",
    "SEAT": "amend 4: Dee 5C & 6: Dee JD",
    "CHIPS": "keep; chips-only; Ann collects AS; Ann out Bob 1 Cal 1 Dee 1",
}
RUN, SEAT = SHORT["RUN"], SHORT["SEAT"]

# What is played, and by what else the table would stand so.
SAME = """
undo takes back the last entry
    deal; swap; Ann 2C; Bob 3C; undo => deal; swap; Ann 2C
undoing twice goes back two
    deal; swap; Ann 2C; undo; undo => deal
redo puts back what was taken back
    HAND; undo; undo; undo; redo; redo; redo => HAND
an amended entry is as if it had been so from the start
    deal; swap; Ann 2C; Bob 3C; Cal 4C; amend 4: Dee 4C; stop
    => deal; swap; Ann 2C; Bob 3C; Dee 4C; stop
undo takes an amend back
    HAND; amend 6: Dee 10H; undo => HAND
redo puts an amend back
    HAND; amend 6: Dee 10H; undo; redo => HAND; amend 6: Dee 10H
before an amend there are the entries to undo
    HAND; amend 6: Dee 10H; undo; undo => HAND; undo
a wrong seat and the lead that follows are put right at once
    RUN; SEAT => deal; keep; Ann 3C; Bob 4C; Dee 5C; stop; Dee JD; Ann QD
one undo takes all changes back
    RUN; SEAT; undo => RUN
one redo puts all changes back
    RUN; SEAT; undo; redo => RUN; SEAT
a change that leaves everything as it was is no fault
    RUN; amend 4: Cal 5C; amend 3: Bob 4C & 6: Cal JD => RUN
"""


@pytest.mark.parametrize("case", read_cases(SAME, **SHORT))
def test_edits_give_the_table_that_would_have_been_played(case: str) -> None:
    edited, _, played = case.partition("=>")
    assert evening().play(edited).result == evening().play(played).result


CASES = """
there is nothing to redo beyond what was taken back
    HAND; undo; redo; not redo (nothing-to-redo)
there is nothing to undo before the first entry nor beyond it
    not undo (nothing-to-undo); deal; undo; not undo (nothing-to-undo)
another entry empties what could be redone
    deal; swap; undo; keep; not redo (nothing-to-redo); undo; redo; not redo (nothing-to-redo)
a refused entry does not empty what could be redone
    deal; swap; undo; not deal (wrong-phase); not fly (bad-entry);
    not amend 7: nothing (wrong-phase); redo => phase play
a refused change of an entry does not empty it either
    HAND; undo; not amend 2: Ann 5C (amend-breaks); not amend 5: Bob 9S (wrong-suit);
    not insert 2: deal & 2: nothing (wrong-phase); redo; not redo (nothing-to-redo) => Cal 96
findings carry the numbers of the log
    boodle: deal; keep; Ann 9D; undo; Ann 5C; stop; Ann 2D; undo; Ann 2D; stop; Ann 3C
    => Ann led-not-lowest 4-10 open
an entry may go
    Ann buys in 5; deal; amend 0: nothing => Ann 92
an amended entry keeps its number
    boodle: deal; keep; Ann 4C; stop; Ann 2D; stop; amend 2: Ann 5C; Ann 3C
    => Ann led-not-lowest 2-7 open
an amend changes what was won
    HAND => Cal 96, Dee 92; amend 6: Dee 10H => Cal 92, Dee 96
an amended entry may be amended again
    HAND; amend 6: Dee 10H; amend 6: Bob 10H => Bob 96; undo => Dee 96
an amend empties what could be redone
    deal; swap; Ann 2C; undo; amend 1: keep; not redo (nothing-to-redo)
an amend that a later entry cannot stand is refused
    HAND; not amend 2: Ann 5C (amend-breaks); not amend 0: nothing (amend-breaks);
    not amend 4: nothing (amend-breaks)
what is wrong with the amended entry itself is told
    HAND; not amend 6: Bob 9H (not-next-card); not amend 6: Zed 10H (unknown-player);
    not amend 3: Cal 4D (not-next-card); not amend 2: Bob 2C (not-your-turn);
    not amend 1: deal (wrong-phase)
undo, redo and amend cannot be put in by an amend
    HAND; not amend 1: undo (bad-entry); not amend 1: redo (bad-entry);
    not amend 1: amend 0: nothing (bad-entry)
only entries in force are amended
    deal; swap; undo; keep; amend 3: swap; not amend 1: swap (wrong-phase);
    not amend 2: swap (wrong-phase); not amend 4: swap (wrong-phase);
    not amend 5: swap (wrong-phase); not amend 99: swap (wrong-phase); amend 3: nothing;
    not amend 3: swap (wrong-phase)
amending money of an old hand changes every later one
    deal; CHIPS; deal; CHIPS => Ann 106; amend 3: Bob collects AS => Ann 102, Bob 86
an amend may change who is at the table
    Eve joins left of Dee with 50; deal; keep; Eve 2C; Ann 3C;
    not amend 0: Fay joins left of Dee with 50 (amend-breaks);
    amend 0: Eve joins left of Dee with 60 => Eve 52
a wrong seat cannot be put right without the lead that follows
    RUN; not amend 4: Dee 5C (amend-breaks)
several changes are made together or not at all
    RUN; not amend 4: Dee 5C & 6: Dee 5C (already-played);
    not amend 4: Dee 5C & 6: Cal JD (not-your-turn);
    not amend 4: Dee 5C & 7: Bob QD (amend-breaks);
    not amend 4: Zed 5C & 6: Dee 5C (unknown-player);
    not amend 4: Dee 5C & 6: Zed JD (unknown-player);
    not amend 4: nothing & 6: Dee JD (not-your-turn);
    not amend 4: Dee 5C & 6: Dee JD & 7: Bob KD (not-next-card)
entries may go together
    RUN; amend 6: nothing & 7: nothing => lead Cal DH;
    Cal 2D; amend 3: nothing & 4: Bob 4C & 9: Bob 2D => left Bob 8, next 3D
every entry that changes must be in force
    RUN; undo; not amend 4: Dee 5C & 7: nothing (wrong-phase);
    not amend 4: Dee 5C & 8: nothing (wrong-phase); not amend 4: Dee 5C & 99: nothing (wrong-phase)
an entry may be put in before one that stays as it was
    RUN; insert 4: Ann buys in 1 & 4: Cal 5C => Ann 93
an entry that is named and stays is told its own fault
    RUN; not insert 4: Cal 5C & 4: Cal 5C (not-next-card); not insert 4: Cal 5C (amend-breaks)
changes are made by place where an entry was put in
    RUN; insert 6: Ann buys in 5; amend 4: Dee 5C & 6: Dee JD;
    amend 6: Dee QH & 7: nothing & 8: Ann buys in 7 => Ann 99; undo => Dee 96
an entry may take the place of one that goes
    deal; keep; Ann 3C; stop; Ann 2D; insert 4: Ann 4D & 4: nothing => next 5D, left Ann 9;
    undo => next 3D
findings stand by the place of their entries in force
    boodle: deal; keep; Ann AC; Ann 4D; stop; insert 3: Ann AS; Ann KS 2D
    => Ann led-not-lowest 5-6 open, Ann led-not-lowest 3-6 open
"""


@pytest.mark.parametrize("case", read_cases(CASES, **SHORT))
def test_entries_are_undone_redone_and_amended(case: str) -> None:
    play_case(case)


def test_an_entry_that_took_the_place_of_another_has_a_number_of_its_own() -> None:
    table = evening().play("deal; keep; Ann 3C; stop; Ann 2D; insert 4: Ann 4D & 4: nothing")
    table.play("undo; redo")
    assert [line.number for line in table.log.lines] == [0, 1, 2, 3, 5]


def test_undo_goes_back_through_amends_and_entries_alike() -> None:
    table = evening().play("deal; swap; Ann 2C; amend 2: Ann 2D; Bob 3D; amend 4: Cal 3D")
    states = []
    for _ in range(6):
        states.append(table.result)
        table.play("undo")
    for state in reversed(states):
        assert table.play("redo").result == state


@pytest.mark.parametrize(
    "what",
    [
        {"do": "amend", "entry": 1, "with": {"do": "play", "player": "Ann"}},
        {"do": "amend", "entry": 1, "with": {"do": "fly"}},
        {"do": "amend", "entry": 99, "with": {"do": "fly"}},
        {"do": "amend", "entry": 1, "with": 7},
        {"do": "amend", "entry": 1},
        {"do": "amend", "with": None},
        {"do": "amend", "entry": -1, "with": None},
        {"do": "amend", "entry": "1", "with": None},
    ],
)
def test_an_amend_that_is_none_is_a_bad_entry(what: object) -> None:
    table = evening().play(f"{SHORT['HAND']}; undo").refuses(what, "bad-entry")
    assert table.play("redo").chips("Cal") == 96


NOTHING: dict[str, Any] = {"with": None}
EDITS = [
    *({"do": "undo"}, {"do": "redo"}, {"do": "amend", "entry": 1, **NOTHING}, {"do": "fly"}),
    {"do": "insert", "before": 1, "entry": {"do": "deal"}},
]
# Further changes: no list, no changes, entries that cannot be, and an order that is none.
ALSO: list[Any] = [
    *(None, [], {}, [None], [{"entry": 5}], [NOTHING], [{"entry": 5, **NOTHING, "x": 1}]),
    *([{"entry": entry, **NOTHING}] for entry in ("5", True, -1, 3, 4)),
    *([{"entry": 6, "with": raw}] for raw in EDITS),
    *([{"entry": entry, **NOTHING}, {"entry": 6, **NOTHING}] for entry in (6, 7)),
    [{"entry": 99, "with": {"do": "fly"}}],
]


@pytest.mark.parametrize("also", ALSO)
def test_further_changes_that_are_none_are_a_bad_entry(also: object) -> None:
    dee = {"do": "play", "player": "Dee", "card": "5C"}
    wrong = {"do": "amend", "entry": 4, "with": dee, "also": also}
    evening().play(RUN).refuses(wrong, "bad-entry")


def test_the_further_changes_of_an_insert_are_named_in_their_order() -> None:
    also = [{"entry": 5, "with": None}]
    skip = {"do": "insert", "before": 6, "entry": {"do": "skip", "player": "Cal"}, "also": also}
    evening().play(RUN).refuses(skip, "bad-entry")


def test_a_stored_log_opens_as_it_was() -> None:
    table = evening().play(f"{RUN}; {SEAT}; undo; redo; undo; amend 7: Bob QD; undo; redo; undo")
    log, wrong = load_stored_log(table.log.setup, table.log.raw_entries)
    assert wrong is None
    assert log.setup.game.result(log.table) == table.result
    assert (log.raw_entries, log.hands) == (table.log.raw_entries, table.log.hands)
    log.enter(entry("undo"))
    assert log.setup.game.result(log.table) == table.play("undo").result


def test_what_was_undone_is_not_judged_when_a_log_opens() -> None:
    bad = {"do": "fly"}
    raws = [entry("deal"), bad, entry("undo"), entry("swap"), entry("Zed 2C"), entry("undo")]
    log, wrong = load_stored_log(evening().log.setup, raws)
    assert (wrong, log.table.phase, len(log.raw_entries)) == (None, "play", 6)


@pytest.mark.parametrize(
    ("text", "stands", "code"),
    [
        ("Zed 2C", 8, "unknown-player"),
        ("stop; stop; deal", 9, "wrong-phase"),
        ("amend 4: Dee 5C", 8, "amend-breaks"),
        ("amend 4: Dee 5C; deal; undo", 8, "amend-breaks"),
        ("amend 99: Dee 5C", 8, "wrong-phase"),
        ("redo", 8, "nothing-to-redo"),
        ("undo; redo; redo", 10, "nothing-to-redo"),
    ],
)
def test_a_log_that_no_longer_replays_stands_up_to_the_entry_that_does_not(
    text: str, stands: int, code: str
) -> None:
    table = evening().play(RUN)
    raws = [*table.log.raw_entries, *(entry(part) for part in text.split(";"))]
    log, wrong = load_stored_log(table.log.setup, raws)
    assert wrong is not None
    assert (len(log.raw_entries), wrong.entry, wrong.code) == (stands, stands, code)
    assert log.raw_entries == raws[:stands]


def test_a_stored_log_opens_in_the_time_of_its_entries_not_of_its_history() -> None:
    undone = [entry("insert 0: Ann buys in 5"), entry("undo")]
    raws = [entry("Ann buys in 1")] * 300 + undone * 100 + [entry("amend 0: Ann buys in 2")]
    with work_limit.work_limit(entries=300, seconds=60):
        log, wrong = load_stored_log(evening().log.setup, raws)
    assert (wrong, log.table.ledger.chips["Ann"]) == (None, 401)


def test_entries_made_elsewhere_are_followed_without_judging_them_again() -> None:
    table = evening().play(RUN)
    log, _ = load_stored_log(table.log.setup, table.log.raw_entries)
    table.play(f"{SEAT}; undo; redo; Ann KD; undo")
    with work_limit.work_limit(entries=5, seconds=60):
        log.append_accepted(table.log.raw_entries[8:])
    assert log.setup.game.result(log.table) == table.result


def test_undo_and_redo_judge_nothing() -> None:
    table = evening().play("Ann buys in 1; " * 50).play("amend 0: Ann buys in 5")
    with work_limit.work_limit(entries=0, seconds=60):
        for _ in range(100):
            table.log.enter(entry("undo"))
            table.log.enter(entry("redo"))
    assert table.chips("Ann") == 154


class CountedName(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        CountedName.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_an_imported_record_of_many_joins_is_checked_in_the_time_of_its_entries() -> None:
    names = [CountedName(f"Guest {number}") for number in range(200)]
    joins = [{"do": "join", "player": name, "left_of": "Ann", "chips": 1} for name in names]
    bought = [{"do": "buy-in", "player": name, "chips": 1} for name in names]
    undone = [raw for made in (*joins, *bought) for raw in (made, {"do": "undo"})]
    load_checked_log(evening().log.setup, undone, entries=0, seconds=60)
    assert CountedName.compared < 10 * len(undone)


def test_work_beyond_the_budget_is_given_up_and_changes_nothing() -> None:
    table = evening().play("Ann buys in 1; " * 50)
    before = table.result
    with (
        work_limit.work_limit(entries=20, seconds=60),
        pytest.raises(work_limit.WorkLimitExceeded, match="too many"),
    ):
        table.log.enter(entry("amend 0: Ann buys in 5"))
    assert (table.result, len(table.log.raw_entries)) == (before, 50)
    with (
        work_limit.work_limit(entries=10**6, seconds=0),
        pytest.raises(work_limit.WorkLimitExceeded),
    ):
        table.play("amend 0: Ann buys in 5; " * 10)


def test_who_has_used_up_the_budget_has_nothing_left() -> None:
    with work_limit.work_limit(entries=65, seconds=0):
        for _ in range(3):
            with pytest.raises(work_limit.WorkLimitExceeded):
                work_limit.count_replayed_entry()


def test_a_budget_inside_a_budget_takes_from_the_outer_one() -> None:
    with work_limit.work_limit(entries=3, seconds=60):
        for _ in range(3):
            with work_limit.work_limit(entries=1, seconds=60):
                work_limit.count_replayed_entry()
        with (
            work_limit.work_limit(entries=1, seconds=60),
            pytest.raises(work_limit.WorkLimitExceeded),
        ):
            work_limit.count_replayed_entry()


def test_a_budget_inside_a_budget_ends_with_the_outer_one() -> None:
    with (
        work_limit.work_limit(entries=99, seconds=0),
        work_limit.work_limit(entries=99, seconds=60),
    ):
        for _ in range(2):
            with pytest.raises(work_limit.WorkLimitExceeded):
                work_limit.count_replayed_entry()


def test_what_a_log_keeps_grows_with_its_entries_alone() -> None:
    table = evening().play("Ann buys in 1; " * 400)
    before = table.log.weight
    table.play("undo; redo; amend 0: Ann buys in 5; undo; " * 25)
    assert table.log.weight - before <= 100
    assert before < 400 * 2


def test_a_log_takes_no_more_entries_than_a_record() -> None:
    log, _ = load_stored_log(evening().log.setup, [entry("Ann buys in 1")] * MAX_ENTRIES)
    with pytest.raises(Refused, match="full"):
        log.enter(entry("undo"))


def long_evening(hands: int) -> Evening:
    table = evening(ante=0)
    for _ in range(hands):
        lead = table.log.table.left_of(table.log.table.next_dealer())
        left = table.log.table.left_of(lead)
        table.play(f"deal; keep; {lead} 2C; stop; {lead} skips; {left} 4D; stop")
        table.play("chips-only; Ann out Bob 1 Cal 1 Dee 1")
    return table


def test_an_amend_deep_in_a_long_log_is_like_playing_it_so() -> None:
    table = long_evening(30).play("amend 8: Ann out Bob 5 Cal 1 Dee 1")
    log = [*table.record["log"], *table.log.raw_entries[:-1]]
    log[8] = entry("Ann out Bob 5 Cal 1 Dee 1")
    fresh = Evening(table.record)
    for raw in log:
        fresh.enter(raw)
    assert table.result == fresh.result
    assert table.chips("Bob") == 100 - 30 - 4
