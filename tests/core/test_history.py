"""What became of every entry, what a change would do, and where a wrong count comes from."""

from typing import Any

import pytest

from companion.core import work_limit
from companion.core.errors import Refused
from companion.core.log.change import Difference, Preview, preview_change
from companion.core.log.history import (
    ACTIVE,
    CHANGED,
    REMOVED,
    UNDONE,
    describe_history_entry,
    entry_effects,
    list_findings,
    list_history,
)
from companion.core.log.log import Log
from companion.core.log.replay import replay_record
from companion.games import all_games
from tests import evenings

UNDO, REDO = {"do": "undo"}, {"do": "redo"}


def table(*entries: Any, game: str = "michigan-kitty", **setup: Any) -> Log:
    record = evenings.record(game, log=[*entries])
    return replay_record({**record, **setup}, all_games())


def buy(player: str, chips: int = 5) -> dict[str, Any]:
    return {"do": "buy-in", "player": player, "chips": chips}


def play(player: str, card: str) -> dict[str, Any]:
    return {"do": "play", "player": player, "card": card}


def amend(number: int, entry: Any) -> dict[str, Any]:
    return {"do": "amend", "entry": number, "with": entry}


def insert(before: int, entry: Any) -> dict[str, Any]:
    return {"do": "insert", "before": before, "entry": entry}


def fates(log: Log) -> list[tuple[str, int | None]]:
    return [(happening.status, happening.by) for happening in list_history(log)]


def money(log: Log) -> dict[str, int]:
    return dict(log.table.ledger.chips)


HAND = ({"do": "deal"}, {"do": "swap"}, play("Ann", "3C"), play("Bob", "4C"), play("Cal", "5C"))


# history


def test_an_entry_that_nobody_touched_is_in_force() -> None:
    log = table(buy("Ann"), buy("Bob"))
    assert fates(log) == [(ACTIVE, None), (ACTIVE, None)]
    assert list_history(log)[1].line is log.active_entries[1]


def test_what_was_taken_back_stays_and_names_the_undo() -> None:
    log = table(buy("Ann"), buy("Bob"), UNDO)
    assert fates(log) == [(ACTIVE, None), (UNDONE, 2), (ACTIVE, None)]
    assert list_history(log)[2].about == 1


def test_undoing_twice_takes_back_two() -> None:
    log = table(buy("Ann"), buy("Bob"), UNDO, UNDO)
    assert fates(log)[:2] == [(UNDONE, 3), (UNDONE, 2)]


def test_a_redo_puts_an_entry_in_force_again() -> None:
    log = table(buy("Ann"), UNDO, REDO)
    assert fates(log)[0] == (ACTIVE, None)
    assert list_history(log)[2].about == 0


def test_an_amended_entry_names_what_it_became_and_by_which_entry() -> None:
    log = table(buy("Ann", 5), amend(0, buy("Ann", 7)))
    was = list_history(log)[0]
    assert (was.status, was.by) == (CHANGED, 1)
    assert was.line is not None
    assert was.line.raw == buy("Ann", 7)


def test_an_entry_amended_twice_names_the_last_amend() -> None:
    log = table(buy("Ann", 5), amend(0, buy("Ann", 7)), amend(0, buy("Ann", 9)))
    assert fates(log)[0] == (CHANGED, 2)


def test_an_entry_amended_away_is_removed() -> None:
    log = table(buy("Ann"), amend(0, None))
    assert fates(log)[0] == (REMOVED, 1)
    assert list_history(log)[0].line is None


def test_undoing_an_amend_leaves_the_entry_as_it_was() -> None:
    log = table(buy("Ann"), amend(0, None), UNDO)
    assert fates(log)[:2] == [(ACTIVE, None), (UNDONE, 2)]


def test_an_entry_belongs_to_the_hand_in_which_it_was_made() -> None:
    log = table(buy("Ann"), {"do": "deal"}, {"do": "swap"}, UNDO, UNDO, buy("Bob"), {"do": "deal"})
    assert [happening.section for happening in list_history(log)] == [0, 1, 1, 1, 1, 1, 1]


def test_the_effects_are_what_the_entries_moved_as_they_stand() -> None:
    log = table(*HAND, amend(4, play("Dee", "5C")))
    moved = entry_effects(log, [0, 4])
    assert set(moved) == {0, 4}
    assert sum(move.chips for move in moved[0].moves) == 4 * 8
    assert moved[4].moves == ()


def test_effects_of_a_part_are_those_of_the_whole() -> None:
    log = long_evening()
    whole = entry_effects(log, range(len(log.raw_entries)))
    assert len(log.raw_entries) > 100
    for number in range(0, len(log.raw_entries), 7):
        part = entry_effects(log, [number])
        assert [e.moves for e in part.values()] == [whole[n].moves for n in part]


def long_evening() -> Log:
    return table(*[*HAND, {"do": "misdeal"}] * 25)


def test_a_finding_stands_at_the_entry_that_broke_the_rule() -> None:
    log = table(*DIRTY)
    found = entry_effects(log, range(len(log.raw_entries)))
    assert [number for number, effect in found.items() if effect.findings] == [2]
    [finding] = found[2].findings
    assert (finding.rule, finding.player, finding.proof) == ("first-lead-not-lowest", "Ann", 5)
    assert "2♦" in str(finding.words)


DIRTY = (
    {"do": "deal"},
    {"do": "keep"},
    play("Ann", "JC"),
    play("Ann", "QC"),
    {"do": "stop"},
    play("Ann", "2D"),
)


def test_every_entry_is_told_in_words() -> None:
    log = table(buy("Ann"), buy("Bob"), amend(0, buy("Ann", 1)), amend(1, None), UNDO, REDO)
    log.enter({**insert(0, buy("Cal")), "with": buy("Dee")})
    assert [str(describe_history_entry(log, happening)) for happening in list_history(log)] == [
        "Ann buys 5 chips",
        "Bob buys 5 chips",
        "Entry 1 changed to: Ann buys 1 chip",
        "Entry 2 removed",
        "Entry 4 taken back",
        "Entry 4 restored",
        "Cal buys 5 chips (inserted before entry 1, which becomes: Dee buys 5 chips)",
    ]


# preview


def test_a_preview_shows_whose_chips_change_and_stores_nothing() -> None:
    log = table(buy("Ann", 5), buy("Bob", 5))
    shown = preview_change(log, amend(0, buy("Cal", 7)))
    assert shown.chips == (Difference("Ann", 105, 100), Difference("Cal", 100, 107))
    assert [change.delta for change in shown.chips] == [-5, 7]
    assert shown.results == ()
    assert log.raw_entries == [buy("Ann", 5), buy("Bob", 5)]
    assert (money(log)["Ann"], money(log)["Cal"]) == (105, 100)


def test_a_preview_names_the_later_entry_that_would_fall_and_why() -> None:
    over = {"do": "play", "player": "Bob", "cards": ["KC", "AC", "2D"]}
    log = table({"do": "deal"}, {"do": "swap"}, play("Ann", "QC"), over)
    shown = preview_change(log, amend(2, play("Ann", "JC")))
    assert shown.failing_entry == 3
    assert shown.refusal is not None
    assert shown.refusal.code == "amend-breaks"
    assert "Q♣" in shown.refusal.message


def test_a_preview_of_an_entry_that_cannot_be_says_why() -> None:
    shown = preview_change(table(*HAND), amend(4, play("Cal", "6C")))
    assert shown.failing_entry is None
    assert shown.refusal is not None
    assert shown.refusal.code == "not-next-card"


def test_a_preview_shows_the_notes_that_change() -> None:
    log = table({"do": "borrow", "player": "Ann", "from": "Bob", "chips": 4})
    shown = preview_change(
        log, amend(0, {"do": "borrow", "player": "Ann", "from": "Cal", "chips": 4})
    )
    assert shown.ious is not None
    assert [note.holder for note in shown.ious] == ["Cal"]


def test_a_preview_of_a_change_without_effect_is_empty() -> None:
    change = amend(3, play("Dee", "4C"))
    assert preview_change(table(*HAND), change) == Preview(change)
    assert preview_change(table(buy("Ann")), amend(0, None)) != Preview(amend(0, None))


def test_a_preview_shows_which_findings_come_and_go() -> None:
    log = table(*DIRTY)
    shown = preview_change(log, amend(5, play("Ann", "KD")))
    assert ([found.entry for found in shown.removed_findings], shown.added_findings) == ([2], ())
    clean = table(*DIRTY[:5], play("Ann", "KD"))
    shown = preview_change(clean, amend(5, play("Ann", "2D")))
    assert (shown.removed_findings, [found.rule for found in shown.added_findings]) == (
        (),
        ["first-lead-not-lowest"],
    )
    assert len(list_findings(log)) == 1


def test_a_preview_replays_nothing_from_before_the_change() -> None:
    log = table(*[buy("Ann")] * 200, {"do": "deal"}, {"do": "swap"}, play("Ann", "JC"))
    with work_limit.work_limit(entries=100, seconds=60):
        shown = preview_change(log, amend(202, play("Ann", "QC")))
    assert [(change.account, change.delta) for change in shown.chips] == [
        ("Ann", 4),
        ("pot:QC", -4),
    ]


# insert


def test_a_forgotten_entry_goes_in_before_another() -> None:
    log = table(*HAND, insert(4, buy("Cal", 3)))
    assert [line.number for line in log.active_entries] == [0, 1, 2, 3, 5, 4]
    assert money(log)["Cal"] == 100 - 8 + 3


def test_a_forgotten_skip_goes_in_while_the_lead_after_it_becomes_anothers() -> None:
    log = table(*HAND, {"do": "stop"}, play("Cal", "2D"), play("Ann", "3D"))
    skip = {"do": "skip", "player": "Cal"}
    assert preview_change(log, insert(6, skip)).raw == {
        **insert(6, skip),
        "with": play("Dee", "2D"),
    }
    log.enter({**insert(6, skip), "with": play("Dee", "2D")})
    assert [line.number for line in log.active_entries] == [0, 1, 2, 3, 4, 5, 8, 6, 7]
    assert fates(log)[6] == (CHANGED, 8)
    assert entry_effects(log, [8])
    log.enter(UNDO)
    assert [line.raw for line in log.active_entries][-2:] == [play("Cal", "2D"), play("Ann", "3D")]


def test_an_entry_may_go_as_another_is_put_in_before_it() -> None:
    log = table(buy("Ann", 5), {**insert(0, buy("Bob", 3)), "with": None}, UNDO, REDO)
    assert (money(log)["Ann"], money(log)["Bob"]) == (100, 103)
    assert fates(log)[0] == (REMOVED, 1)
    assert (
        str(describe_history_entry(log, list_history(log)[1]))
        == "Bob buys 3 chips (inserted before entry 1, which is removed)"
    )


def test_every_entry_of_several_changes_is_struck_and_told() -> None:
    log = table(buy("Ann", 5), buy("Bob", 5), buy("Cal", 5))
    log.enter({**amend(0, buy("Ann", 6)), "also": [{"entry": 2, "with": None}]})
    assert (fates(log)[0], fates(log)[1][0], fates(log)[2]) == (
        (CHANGED, 3),
        ACTIVE,
        (REMOVED, 3),
    )
    changed = str(describe_history_entry(log, list_history(log)[3]))
    assert changed == "Entry 1 changed to: Ann buys 6 chips. Entry 3 removed"


def test_an_insert_can_be_taken_back_put_back_and_amended() -> None:
    log = table(buy("Ann", 5), insert(0, buy("Bob", 3)))
    assert money(log)["Bob"] == 103
    log.enter(UNDO)
    assert money(log)["Bob"] == 100
    log.enter(REDO)
    assert money(log)["Bob"] == 103
    log.enter(amend(1, buy("Bob", 4)))
    assert money(log)["Bob"] == 104
    log.enter(amend(0, None))
    assert [line.number for line in log.active_entries] == [1]


def test_a_finding_against_an_inserted_entry_carries_the_number_of_the_insert() -> None:
    log = table(*DIRTY[:2], buy("Cal"), insert(2, play("Ann", "JC")), *DIRTY[3:])
    assert [(found.entry, found.proof) for found in list_findings(log).values()] == [(3, 6)]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (insert(1, UNDO), "bad-entry"),
        (insert(1, None), "bad-entry"),
        ({"do": "insert", "entry": buy("Ann")}, "bad-entry"),
        (insert(9, buy("Ann")), "wrong-phase"),
        (insert(1, buy("Eve")), "unknown-player"),
        (insert(2, {"do": "swap"}), "amend-breaks"),
        (insert(0, {"do": "stop"}), "wrong-phase"),
        ({**insert(1, buy("Ann")), "with": UNDO}, "bad-entry"),
        ({**insert(1, buy("Ann")), "with": {"do": "stop"}}, "wrong-phase"),
    ],
)
def test_an_insert_is_refused_with_the_codes_of_an_amend(entry: Any, code: str) -> None:
    log = table(buy("Ann"), {"do": "deal"}, {"do": "swap"})
    before = money(log)
    with pytest.raises(Refused) as wrong:
        log.enter(entry)
    assert (wrong.value.code, wrong.value.entry) == (code, 3)
    assert (len(log.raw_entries), money(log)) == (3, before)
