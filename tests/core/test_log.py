"""Undo, redo and amend are entries like any other, which change the active ones."""

import pytest

from companion.core import work_limit
from companion.core.errors import Refused
from companion.core.log.record import MOST_ENTRIES
from companion.core.log.replay import load_checked_log, load_stored_log
from tests.core.table import Evening, evening
from tests.notation import entry

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
    assert len(table.log.raw_entries) == 5
    assert [line.number for line in table.log.active_entries] == [0]


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


# several changes at once

RUN = "deal; keep; Ann 3C; Bob 4C; Cal 5C; stop; Cal JD; Ann QD"
# Dee, not Cal, ended the run and led the jack, which pays 4.
SEAT = "amend 4: Dee 5C & 6: Dee JD"


def test_a_wrong_seat_and_the_lead_that_follows_are_put_right_at_once() -> None:
    right = evening().play("deal; keep; Ann 3C; Bob 4C; Dee 5C; stop; Dee JD; Ann QD")
    table = evening().play(RUN).refuses("amend 4: Dee 5C", "amend-breaks")
    assert table.play(SEAT).result == right.result


def test_one_undo_takes_all_changes_back_and_one_redo_puts_them_back() -> None:
    table = evening().play(RUN)
    before = table.result
    after = table.play(SEAT).result
    assert table.play("undo").result == before
    assert table.play("redo").result == after


def test_several_changes_are_made_together_or_not_at_all() -> None:
    table = evening().play(RUN)
    for what, code in [
        ("amend 4: Dee 5C & 6: Dee 5C", "already-played"),
        ("amend 4: Dee 5C & 6: Cal JD", "not-your-turn"),
        ("amend 4: Dee 5C & 7: Bob QD", "amend-breaks"),
        ("amend 4: Zed 5C & 6: Dee 5C", "unknown-player"),
        ("amend 4: Dee 5C & 6: Zed JD", "unknown-player"),
        ("amend 4: nothing & 6: Dee JD", "not-your-turn"),
        ("amend 4: Dee 5C & 6: Dee JD & 7: Bob KD", "not-next-card"),
    ]:
        table.refuses(what, code)


def test_entries_may_go_together() -> None:
    table = evening().play(RUN).play("amend 6: nothing & 7: nothing")
    assert table.lead == "Cal DH"
    table.play("Cal 2D; amend 3: nothing & 4: Bob 4C & 9: Bob 2D")
    assert (table.left("Bob"), table.next) == (8, "3D")


@pytest.mark.parametrize(
    "also",
    [
        None,
        [],
        {},
        [None],
        [{"entry": 5}],
        [{"with": None}],
        [{"entry": 5, "with": None, "x": 1}],
        [{"entry": "5", "with": None}],
        [{"entry": True, "with": None}],
        [{"entry": -1, "with": None}],
        [{"entry": 3, "with": None}],
        [{"entry": 4, "with": None}],
        [{"entry": 7, "with": None}, {"entry": 6, "with": None}],
        [{"entry": 6, "with": None}, {"entry": 6, "with": None}],
        [{"entry": 6, "with": {"do": "undo"}}],
        [{"entry": 6, "with": {"do": "redo"}}],
        [{"entry": 6, "with": {"do": "amend", "entry": 1, "with": None}}],
        [{"entry": 6, "with": {"do": "insert", "before": 1, "entry": {"do": "deal"}}}],
        [{"entry": 6, "with": {"do": "fly"}}],
        [{"entry": 99, "with": {"do": "fly"}}],
    ],
)
def test_further_changes_that_are_none_are_a_bad_entry(also: object) -> None:
    dee = {"do": "play", "player": "Dee", "card": "5C"}
    wrong = {"do": "amend", "entry": 4, "with": dee, "also": also}
    evening().play(RUN).refuses(wrong, "bad-entry")


def test_every_entry_that_changes_must_be_in_force() -> None:
    table = evening().play(f"{RUN}; undo").refuses("amend 4: Dee 5C & 7: nothing", "wrong-phase")
    table.refuses("amend 4: Dee 5C & 8: nothing", "wrong-phase")
    table.refuses("amend 4: Dee 5C & 99: nothing", "wrong-phase")


def test_a_change_that_leaves_everything_as_it_was_is_no_fault() -> None:
    table = evening().play(RUN)
    before = table.result
    assert table.play("amend 4: Cal 5C").result == before
    assert table.play("amend 3: Bob 4C & 6: Cal JD").result == before
    assert table.play("insert 4: Ann buys in 1 & 4: Cal 5C").chips("Ann") == 93


def test_an_entry_that_is_named_and_stays_is_told_its_own_fault() -> None:
    evening().play(RUN).refuses("amend 4: Dee 5C & 6: Cal JD", "not-your-turn")
    evening().play(RUN).refuses("insert 4: Cal 5C & 4: Cal 5C", "not-next-card")
    evening().play(RUN).refuses("insert 4: Cal 5C", "amend-breaks")


def test_changes_are_made_by_place_where_an_entry_was_put_in() -> None:
    table = evening().play(f"{RUN}; insert 6: Ann buys in 5; amend 4: Dee 5C & 6: Dee JD")
    assert table.play("amend 6: Dee QH & 7: nothing & 8: Ann buys in 7").chips("Ann") == 99
    assert table.play("undo").chips("Dee") == 96


def test_an_entry_may_take_the_place_of_one_that_goes() -> None:
    table = evening().play("deal; keep; Ann 3C; stop; Ann 2D").play("insert 4: Ann 4D & 4: nothing")
    assert (table.next, table.left("Ann")) == ("5D", 9)
    assert table.play("undo").next == "3D"
    assert [line.number for line in table.play("redo").log.active_entries] == [0, 1, 2, 3, 5]


def test_the_further_changes_of_an_insert_are_named_in_their_order() -> None:
    also = [{"entry": 5, "with": None}]
    skip = {"do": "insert", "before": 6, "entry": {"do": "skip", "player": "Cal"}, "also": also}
    evening().play(RUN).refuses(skip, "bad-entry")


def test_findings_stand_by_the_place_of_their_entries_in_force() -> None:
    table = evening("boodle").play("deal; keep; Ann AC; Ann 4D; stop; insert 3: Ann AS; Ann KS 2D")
    assert table.findings == ["Ann led-not-lowest 5-6 open", "Ann led-not-lowest 3-6 open"]


# opening a stored log


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


# what a log costs


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
        pytest.raises(work_limit.WorkLimitExceeded, match="too much"),
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


def test_an_entry_that_changes_many_weighs_as_many() -> None:
    table = evening().play("Ann buys in 1; " * 50)
    before = table.log.weight
    change = {"with": {"do": "buy-in", "player": "Bob", "chips": 2}}
    also = [{"entry": number, **change} for number in range(1, 40)]
    table.log.enter({"do": "amend", "entry": 0, **change, "also": also})
    assert table.log.weight - before >= 20


def test_what_a_log_keeps_grows_with_its_entries_alone() -> None:
    table = evening().play("Ann buys in 1; " * 400)
    before = table.log.weight
    table.play("undo; redo; amend 0: Ann buys in 5; undo; " * 25)
    assert table.log.weight - before <= 100
    assert before < 400 * 2


def test_a_log_takes_no_more_entries_than_a_record() -> None:
    log, _ = load_stored_log(evening().log.setup, [entry("Ann buys in 1")] * MOST_ENTRIES)
    with pytest.raises(Refused, match="full"):
        log.enter(entry("undo"))


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
    while table.log.active_entries:
        states[len(table.log.active_entries)] = table.result
        table.play("undo")
    assert len(states) == 270
    for lines in sorted(states):
        assert table.play("redo").result == states[lines]


def test_an_amend_deep_in_a_long_log_is_like_playing_it_so() -> None:
    table = long_evening(30).play("amend 8: Ann out Bob 5 Cal 1 Dee 1")
    log = [*table.record["log"], *table.log.raw_entries[:-1]]
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
