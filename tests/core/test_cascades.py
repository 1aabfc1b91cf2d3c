"""A repair carried on: what else changes where another's turn it was, as one entry."""

import pytest

from companion.core.log.change import Change, cascade_change, preview_change
from tests.core.table import Evening, evening
from tests.notation import entry

RUN = "deal; keep; Ann 3C; Bob 4C; Cal 5C; stop"


def carried(table: Evening, change: str) -> Change:
    return cascade_change(table.log, entry(change))


def check(table: Evening, change: str, whole: str) -> None:
    """Prove that a change takes just these, and that all of them together stand."""
    found = carried(table, change)
    assert (found.refusal, found.raw) == (None, entry(whole))
    assert table.refuses(change, "amend-breaks").play(whole).log.raw_entries[-1] == found.raw


def test_the_lead_that_follows_a_wrong_seat_is_anothers_too() -> None:
    table = evening().play(f"{RUN}; Cal JD; Ann QD")
    check(table, "amend 4: Dee 5C", "amend 4: Dee 5C & 6: Dee JD")
    assert (table.chips("Dee"), table.chips("Cal"), table.next) == (96, 92, "KD")


def test_a_skip_that_follows_is_anothers_and_so_is_the_lead_to_his_left() -> None:
    table = evening().play(f"{RUN}; Cal skips; Dee JD")
    check(table, "amend 4: Dee 5C", "amend 4: Dee 5C & 6: Dee skips & 7: Ann JD")


def test_it_goes_on_over_stops_that_come_by_themselves() -> None:
    table = evening().play("deal; keep; Ann QC; Bob KC; Cal AC; Cal KD AD; Cal 2C; Dee 3C")
    check(table, "amend 4: Dee AC", "amend 4: Dee AC & 5: Dee KD AD & 6: Dee 2C")


def test_a_lead_of_several_cards_in_a_row_stays_one_entry() -> None:
    table = evening().play(f"{RUN}; Cal JD QD KD; Ann AD")
    check(table, "amend 4: Dee 5C", "amend 4: Dee 5C & 6: Dee JD QD KD")


def test_who_went_on_with_a_wrong_card_played_what_was_next() -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; Cal 5C 6C; stop")
    check(table, "amend 2: Ann 3S", "amend 2: Ann 3S & 3: Bob 4S & 4: Cal 5S 6S")
    check(table, "amend 2: Ann 7C", "amend 2: Ann 7C & 3: Bob 8C & 4: Cal 9C 10C")


def test_what_goes_on_with_a_wrong_card_must_fit_the_pack() -> None:
    found = carried(evening().play("deal; keep; Ann 3C; Bob 4C 5C"), "amend 2: Ann QC")
    assert found.refusal is None
    found = carried(evening().play("deal; keep; Ann 3C; Bob 4C 5C 6C"), "amend 2: Ann QC")
    assert found.refusal is not None
    assert (found.refusal.code, found.failing_entry) == ("amend-breaks", 3)


AUCTION = "deal; Ann bids 1; Bob passes; Cal bids 3; Ann bids 4; Cal passes"


def test_bids_and_passes_go_on_in_turn() -> None:
    table = evening().play(AUCTION)
    check(table, "amend 2: Bob bids 2", "amend 2: Bob bids 2 & 5: Bob passes")


def test_an_auction_that_would_not_be_over_is_named_by_what_came_after() -> None:
    found = carried(evening().play(f"{AUCTION}; Ann 2C"), "amend 2: Bob bids 2")
    assert found.refusal is not None
    assert (found.failing_entry, found.also) == (6, ((5, entry("Bob passes")),))


def test_what_cannot_be_carried_on_is_named() -> None:
    table = evening().play(f"{RUN}; Cal JD; Ann QD; stop; Ann 2S")
    found = carried(table, "amend 4: Dee 5C & 7: Bob QD")
    assert (found.refusal, found.failing_entry) == (None, None)
    found = carried(table, "amend 7: Ann 2D")
    assert found.refusal is not None
    assert (found.refusal.code, found.failing_entry) == ("not-next-card", None)
    found = carried(evening().play("deal; keep; Ann QC; Bob KC AC 2D"), "amend 2: Ann JC")
    assert found.refusal is not None
    assert (found.refusal.code, found.failing_entry, found.also) == ("amend-breaks", 3, ())


def test_an_entry_that_would_be_anothers_and_cannot_be_is_named() -> None:
    few = "deal Ann 12 Bob 12 Cal 12 Dee 1 dummy 15; keep"
    table = evening().play(f"{few}; Ann 3C; Bob 4C; Cal 5C; stop; Cal JD")
    found = carried(table, "amend 4: Dee 5C")
    assert found.refusal is not None
    assert found.failing_entry == 5


def test_a_skip_put_in_takes_the_lead_with_it() -> None:
    table = evening().play(f"{RUN}; Cal JD; Ann QD")
    whole = "insert 6: Cal skips & 6: Dee JD"
    assert carried(table, "insert 6: Cal skips").raw == entry(whole)
    assert table.play(whole).chips("Dee") == 96


def test_an_insert_carries_on_beyond_the_entry_after_it() -> None:
    table = evening().play(f"{RUN}; Cal skips; Dee JD")
    also = [{"entry": 7, "with": entry("Ann JD")}]
    whole = entry("insert 6: Cal skips & 6: Dee skips") | {"also": also}
    assert carried(table, "insert 6: Cal skips").raw == whole
    table.log.enter(whole)
    assert [line.number for line in table.log.active_entries][-3:] == [8, 6, 7]


def test_an_inserted_entry_with_a_higher_number_may_be_carried_on_to_and_from() -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; stop; Bob JD; Ann QD; insert 4: Bob 5C")
    check(table, "amend 7: Dee 5C", "amend 5: Dee JD & 7: Dee 5C")


def test_changes_that_were_asked_for_stay_among_those_that_follow() -> None:
    table = evening().play(f"{RUN}; Cal JD; Ann QD")
    found = carried(table, "amend 4: Dee 5C & 7: Bob QD")
    assert found.raw == entry("amend 4: Dee 5C & 6: Dee JD & 7: Bob QD")


@pytest.mark.parametrize("change", ["amend 6: Dee JD", "amend 4: Zed 5C", "amend 99: Dee 5C"])
def test_a_change_that_is_refused_itself_takes_nothing_with_it(change: str) -> None:
    found = carried(evening().play(f"{RUN}; Cal JD"), change)
    assert found.refusal is not None
    assert (found.failing_entry, found.also) == (None, ())


def test_the_preview_shows_what_all_changes_together_do() -> None:
    table = evening().play(f"{RUN}; Cal JD; Ann QD")
    shown = preview_change(table.log, entry("amend 4: Dee 5C"))
    assert shown.raw == entry("amend 4: Dee 5C & 6: Dee JD")
    assert [(change.account, change.delta) for change in shown.chips] == [("Cal", -4), ("Dee", 4)]
    assert len(table.log.raw_entries) == 8
