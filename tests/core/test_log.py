"""Undo, redo and amend: entries like any other, which change what is in force."""

import pytest

from tests.core.table import Evening, entry, evening

HAND = "deal; swap; Ann 2C; Bob 3C; stop; Bob 9H; Cal 10H"


def test_undo_takes_back_the_last_entry() -> None:
    table = evening().play("deal; swap; Ann 2C")
    before = table.result
    assert table.play("Bob 3C; undo").result == before


def test_undoing_twice_goes_back_two() -> None:
    table = evening().play("deal")
    before = table.result
    assert table.play("swap; Ann 2C; undo; undo").result == before


def test_redo_puts_back_what_was_taken_back() -> None:
    table = evening().play(HAND)
    after = table.result
    assert table.play("undo; undo; undo; redo; redo; redo").result == after
    table.refuses("redo", "nothing-to-redo")


def test_undo_and_redo_are_entries_with_numbers() -> None:
    table = evening().play("deal; undo; redo; swap; undo")
    assert len(table.log.raw) == 5
    assert [line.number for line in table.log.lines] == [0]


def test_there_is_nothing_to_undo_before_the_first_entry_nor_beyond_it() -> None:
    table = evening().refuses("undo", "nothing-to-undo").play("deal; undo")
    table.refuses("undo", "nothing-to-undo").refuses("undo", "nothing-to-undo")


def test_another_entry_empties_what_could_be_redone() -> None:
    table = evening().play("deal; swap; undo; keep").refuses("redo", "nothing-to-redo")
    table.play("undo; redo").refuses("redo", "nothing-to-redo")


def test_a_refused_entry_does_not_empty_what_could_be_redone() -> None:
    table = evening().play("deal; swap; undo").refuses("deal", "wrong-phase")
    table.refuses({"do": "fly"}, "bad-entry").refuses("amend 7: nothing", "wrong-phase")
    assert table.play("redo").phase == "play"


def test_findings_carry_the_numbers_of_the_log() -> None:
    table = evening("boodle").play("deal; keep; Ann 9D; undo; Ann 5C; stop; Ann 2D; undo; Ann 2D")
    assert table.play("stop; Ann 3C").findings == ["Ann led-not-lowest 4-10 open"]


# amend


def test_an_amended_entry_is_as_if_it_had_been_so_from_the_start() -> None:
    right = evening().play("deal; swap; Ann 2C; Bob 3C; Dee 4C; stop")
    wrong = evening().play("deal; swap; Ann 2C; Bob 3C; Cal 4C; amend 4: Dee 4C; stop")
    assert wrong.result == right.result


def test_an_entry_may_go() -> None:
    table = evening().play("Ann buys in 5; deal; amend 0: nothing")
    assert table.chips("Ann") == 92


def test_an_amended_entry_keeps_its_number() -> None:
    table = evening("boodle").play("deal; keep; Ann 4C; stop; Ann 2D; stop; amend 2: Ann 5C")
    assert table.play("Ann 3C").findings == ["Ann led-not-lowest 2-7 open"]


def test_an_amend_is_an_entry_that_undo_takes_back_and_redo_puts_back() -> None:
    table = evening().play(HAND)
    before = table.result
    after = table.play("amend 6: Dee 10H").result
    assert after != before
    assert table.play("undo").result == before
    assert table.play("redo").result == after
    assert table.play("undo; undo").result == evening().play(HAND).play("undo").result


def test_an_amended_entry_may_be_amended_again() -> None:
    table = evening().play(f"{HAND}; amend 6: Dee 10H; amend 6: Bob 10H")
    assert table.chips("Bob") == 96
    assert table.play("undo").chips("Dee") == 96


def test_undo_goes_back_through_amends_and_entries_alike() -> None:
    table = evening().play("deal; swap; Ann 2C; amend 2: Ann 2D; Bob 3D; amend 4: Cal 3D")
    states = []
    for _ in range(6):
        states.append(table.result)
        table.play("undo")
    for state in reversed(states):
        assert table.play("redo").result == state


def test_an_amend_empties_what_could_be_redone() -> None:
    evening().play("deal; swap; Ann 2C; undo; amend 1: keep").refuses("redo", "nothing-to-redo")


def test_an_amend_that_a_later_entry_cannot_stand_is_refused() -> None:
    table = evening().play(HAND).refuses("amend 2: Ann 5C", "amend-breaks")
    table.refuses("amend 0: nothing", "amend-breaks").refuses("amend 4: nothing", "amend-breaks")


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("amend 6: Bob 9H", "not-next-card"),
        ("amend 6: Zed 10H", "unknown-player"),
        ("amend 3: Cal 4D", "not-next-card"),
        ("amend 2: Bob 2C", "not-your-turn"),
        ("amend 1: deal", "wrong-phase"),
        ({"do": "amend", "entry": 1, "with": {"do": "play", "player": "Ann"}}, "bad-entry"),
        ({"do": "amend", "entry": 1, "with": {"do": "fly"}}, "bad-entry"),
        ({"do": "amend", "entry": 1, "with": 7}, "bad-entry"),
        ({"do": "amend", "entry": 1}, "bad-entry"),
        ({"do": "amend", "with": None}, "bad-entry"),
        ({"do": "amend", "entry": -1, "with": None}, "bad-entry"),
        ({"do": "amend", "entry": "1", "with": None}, "bad-entry"),
    ],
)
def test_what_is_wrong_with_the_amended_entry_itself_is_told(what: object, code: str) -> None:
    evening().play(HAND).refuses(what, code)


def test_undo_redo_and_amend_cannot_be_put_in_by_an_amend() -> None:
    for what in ("undo", "redo", "amend 0: nothing"):
        evening().play(HAND).refuses(f"amend 1: {what}", "bad-entry")


def test_only_entries_in_force_are_amended() -> None:
    table = evening().play("deal; swap; undo; keep; amend 3: swap")
    for number in (1, 2, 4, 5, 99):
        table.refuses(f"amend {number}: swap", "wrong-phase")
    table.play("amend 3: nothing").refuses("amend 3: swap", "wrong-phase")


def test_a_bad_amend_is_bad_before_its_number_is_looked_up() -> None:
    evening().refuses({"do": "amend", "entry": 9, "with": {"do": "fly"}}, "bad-entry")


def test_amending_money_of_an_old_hand_changes_every_later_one() -> None:
    hand = "keep; chips-only; Ann collects AS; Ann out Bob 1 Cal 1 Dee 1"
    table = evening().play(f"deal; {hand}; deal; {hand}")
    assert table.chips("Ann") == 100 - 16 + 8 + 8 + 6
    table.play("amend 3: Bob collects AS")
    assert (table.chips("Ann"), table.chips("Bob")) == (102, 100 - 16 + 4 - 2)


def test_an_amend_may_change_who_is_at_the_table() -> None:
    table = evening().play("Eve joins left of Dee with 50; deal; keep; Eve 2C; Ann 3C")
    table.refuses("amend 0: Fay joins left of Dee with 50", "amend-breaks")
    table.play("amend 0: Eve joins left of Dee with 60")
    assert table.chips("Eve") == 52


# long logs: nothing depends on which tables were kept


def long_evening(hands: int) -> Evening:
    table = evening(ante=0)
    for _ in range(hands):
        lead = table.log.table.left_of(table.log.table.next_dealer())
        left = table.log.table.left_of(lead)
        table.play(f"deal; keep; {lead} 2C; stop; {lead} skips; {left} 4D; stop")
        table.play("chips-only; Ann out Bob 1 Cal 1 Dee 1")
    return table


def test_undo_goes_back_through_a_long_log_to_its_start() -> None:
    table = long_evening(30)
    states = {}
    while table.log.lines:
        states[len(table.log.lines)] = table.result
        table.play("undo")
    assert len(states) == 270
    for lines in sorted(states):
        assert table.play("redo").result == states[lines]


def test_an_amend_deep_in_a_long_log_is_like_playing_it_so() -> None:
    table = long_evening(30).play("amend 8: Ann out Bob 5 Cal 1 Dee 1")
    log = [*table.record["log"], *table.log.raw[:-1]]
    log[8] = entry("Ann out Bob 5 Cal 1 Dee 1")
    fresh = Evening(table.record)
    for raw in log:
        fresh.enter(raw)
    assert table.result == fresh.result
    assert table.chips("Bob") == 100 - 30 - 4


def test_a_refused_amend_in_a_long_log_changes_nothing() -> None:
    table = long_evening(30).refuses("amend 9: nothing", "amend-breaks")
    table.refuses("amend 0: nothing", "amend-breaks")
    assert table.play("deal; undo; undo").phase == "play"
