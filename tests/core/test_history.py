"""What became of every entry, what a change would do, and where a wrong count comes from."""

import pytest

from companion.core import work_limit
from companion.core.log.change import Difference, Preview, preview_change
from companion.core.log.history import (
    ACTIVE,
    CHANGED,
    REMOVED,
    UNDONE,
    describe_history_entry,
    entry_effects,
    list_history,
)
from tests.core.table import Evening, evening
from tests.notation import entries, entry

HAND = "deal; swap; Ann 3C; Bob 4C; Cal 5C"
DIRTY = "deal; keep; Ann JC; Ann QC; stop; Ann 2D"


def fates(table: Evening) -> list[tuple[str, int | None]]:
    return [(happening.status, happening.by) for happening in list_history(table.log)]


def numbers(table: Evening) -> list[int]:
    return [line.number for line in table.log.lines]


def words(table: Evening) -> list[str]:
    log = table.log
    return [str(describe_history_entry(log, happening)) for happening in list_history(log)]


def preview(table: Evening, change: str) -> Preview:
    return preview_change(table.log, entry(change))


@pytest.mark.parametrize(
    ("played", "became"),
    [
        # nobody touched it
        ("Ann buys in 5; Bob buys in 5", [(ACTIVE, None), (ACTIVE, None)]),
        # taken back, and put back
        ("Ann buys in 5; Bob buys in 5; undo", [(ACTIVE, None), (UNDONE, 2), (ACTIVE, None)]),
        ("Ann buys in 5; Bob buys in 5; undo; undo", [(UNDONE, 3), (UNDONE, 2)]),
        ("Ann buys in 5; undo; redo", [(ACTIVE, None)]),
        # amended, amended again, amended away, and that taken back
        ("Ann buys in 5; amend 0: Ann buys in 7", [(CHANGED, 1)]),
        ("Ann buys in 5; amend 0: Ann buys in 7; amend 0: Ann buys in 9", [(CHANGED, 2)]),
        ("Ann buys in 5; amend 0: nothing", [(REMOVED, 1)]),
        ("Ann buys in 5; amend 0: nothing; undo", [(ACTIVE, None), (UNDONE, 2)]),
        ("Ann buys in 5; amend 0: Bob buys in 5; undo; redo", [(CHANGED, 1)]),
    ],
)
def test_what_became_of_an_entry_names_the_entry_that_did_it(
    played: str, became: list[tuple[str, int | None]]
) -> None:
    assert fates(evening().play(played))[: len(became)] == became


def test_an_undo_and_a_redo_name_the_entry_they_are_about() -> None:
    table = evening().play("Ann buys in 5; Bob buys in 5; undo; redo")
    assert [happening.about for happening in list_history(table.log)][2:] == [1, 1]


def test_an_entry_leads_to_its_line_in_force() -> None:
    table = evening().play("Ann buys in 5; Bob buys in 5")
    assert list_history(table.log)[1].line is table.log.lines[1]
    amended = list_history(table.play("amend 0: Ann buys in 7").log)[0].line
    assert amended is not None
    assert amended.raw == entry("Ann buys in 7")
    assert list_history(table.play("amend 1: nothing").log)[1].line is None


def test_an_entry_belongs_to_the_hand_in_which_it_was_made() -> None:
    table = evening().play("Ann buys in 5; deal; swap; undo; undo; Bob buys in 5; deal")
    sections = [happening.section for happening in list_history(table.log)]
    assert sections == [0, 1, 1, 1, 1, 1, 1]


def test_the_effects_are_what_the_entries_moved_as_they_stand() -> None:
    moved = entry_effects(evening().play(f"{HAND}; amend 4: Dee 5C").log, [0, 4])
    assert set(moved) == {0, 4}
    assert sum(move.chips for move in moved[0].moves) == 4 * 8
    assert moved[4].moves == ()


def test_effects_of_a_part_are_those_of_the_whole() -> None:
    log = evening().play(f"{HAND}; misdeal; " * 25).log
    whole = entry_effects(log, range(len(log.raw_entries)))
    assert len(log.raw_entries) > 100
    for number in range(0, len(log.raw_entries), 7):
        part = entry_effects(log, [number])
        assert [e.moves for e in part.values()] == [whole[n].moves for n in part]


def test_a_finding_stands_at_the_entry_that_broke_the_rule() -> None:
    log = evening().play(DIRTY).log
    found = entry_effects(log, range(len(log.raw_entries)))
    assert [number for number, effect in found.items() if effect.findings] == [2]
    [finding] = found[2].findings
    assert (finding.rule, finding.player, finding.proof) == ("first-lead-not-lowest", "Ann", 5)
    assert "2♦" in str(finding.words)


def test_every_entry_is_told_in_words() -> None:
    table = evening().play("Ann buys in 5; Bob buys in 5; amend 0: Ann buys in 1; amend 1: nothing")
    table.play("undo; redo; insert 0: Cal buys in 5 & 0: Dee buys in 5")
    assert words(table) == [
        "Ann buys 5 chips",
        "Bob buys 5 chips",
        "Entry 1 corrected to “Ann buys 1 chip”",
        "Entry 2 removed",
        "Entry 4 undone",
        "Entry 4 redone",
        "Cal buys 5 chips (inserted before entry 1, which becomes “Dee buys 5 chips”)",
    ]


def test_a_preview_shows_whose_chips_change_and_stores_nothing() -> None:
    table = evening().play("Ann buys in 5; Bob buys in 5")
    before = table.result
    shown = preview(table, "amend 0: Cal buys in 7")
    assert shown.chips == (Difference("Ann", 105, 100), Difference("Cal", 100, 107))
    assert [change.delta for change in shown.chips] == [-5, 7]
    assert shown.results == ()
    assert table.log.raw_entries == entries("Ann buys in 5; Bob buys in 5")
    assert table.result == before


def test_a_preview_of_a_change_without_effect_is_empty() -> None:
    assert preview(evening().play(HAND), "amend 3: Dee 4C") == Preview(entry("amend 3: Dee 4C"))
    table = evening().play("Ann buys in 5")
    assert preview(table, "amend 0: nothing") != Preview(entry("amend 0: nothing"))


def test_a_preview_replays_nothing_from_before_the_change() -> None:
    table = evening().play("Ann buys in 5; " * 200 + "deal; swap; Ann JC")
    with work_limit.work_limit(entries=100, seconds=60):
        shown = preview(table, "amend 202: Ann QC")
    moved = [(change.account, change.delta) for change in shown.chips]
    assert moved == [("Ann", 4), ("pot:QC", -4)]


def test_an_entry_may_go_as_another_is_put_in_before_it() -> None:
    table = evening().play("Ann buys in 5; insert 0: Bob buys in 3 & 0: nothing; undo; redo")
    assert (table.chips("Ann"), table.chips("Bob")) == (100, 103)
    assert fates(table)[0] == (REMOVED, 1)
    assert words(table)[1] == "Bob buys 3 chips (inserted before entry 1, which is removed)"


def test_every_entry_of_several_changes_is_struck_and_told() -> None:
    table = evening().play("Ann buys in 5; Bob buys in 5; Cal buys in 5")
    table.play("amend 0: Ann buys in 6 & 2: nothing")
    assert fates(table)[:3] == [(CHANGED, 3), (ACTIVE, None), (REMOVED, 3)]
    assert words(table)[3] == "Entry 1 corrected to “Ann buys 6 chips”. Entry 3 removed"


def test_an_insert_can_be_taken_back_put_back_and_amended() -> None:
    table = evening().play("Ann buys in 5; insert 0: Bob buys in 3")
    for change, chips in (("undo", 100), ("redo", 103), ("amend 1: Bob buys in 4", 104)):
        assert table.play(change).chips("Bob") == chips
    assert numbers(table.play("amend 0: nothing")) == [1]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("insert 1: undo", "bad-entry"),
        ("insert 1: nothing", "bad-entry"),
        ({"do": "insert", "entry": entry("Ann buys in 5")}, "bad-entry"),
        ("insert 9: Ann buys in 5", "wrong-phase"),
        ("insert 1: Eve buys in 5", "unknown-player"),
        ("insert 2: swap", "amend-breaks"),
        ("insert 0: stop", "wrong-phase"),
        ("insert 1: Ann buys in 5 & 1: undo", "bad-entry"),
        ("insert 1: Ann buys in 5 & 1: stop", "wrong-phase"),
    ],
)
def test_an_insert_is_refused_with_the_codes_of_an_amend(change: object, code: str) -> None:
    evening().play("Ann buys in 5; deal; swap").refuses(change, code)
