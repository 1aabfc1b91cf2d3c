"""A repair carried on: what else changes where another's turn it was, as one entry."""

import pytest

from companion.core.log.change import Change, cascade_change
from tests.core.table import Evening, evening, read_cases
from tests.notation import entry

RUN = "deal; keep; Ann 3C; Bob 4C; Cal 5C; stop"
AUCTION = "deal; Ann bids 1; Bob passes; Cal bids 3; Ann bids 4; Cal passes"


def carried(table: Evening, change: str) -> Change:
    return cascade_change(table.log, entry(change))


# What was played, a change, and the change that takes with it what follows.
CARRIED = """
the lead that follows a wrong seat is another's too
    RUN; Cal JD; Ann QD | amend 4: Dee 5C | amend 4: Dee 5C & 6: Dee JD
a skip that follows is another's, and so is the lead to his left
    RUN; Cal skips; Dee JD | amend 4: Dee 5C | amend 4: Dee 5C & 6: Dee skips & 7: Ann JD
it goes on over stops that come by themselves
    deal; keep; Ann QC; Bob KC; Cal AC; Cal KD AD; Cal 2C; Dee 3C | amend 4: Dee AC
    | amend 4: Dee AC & 5: Dee KD AD & 6: Dee 2C
a lead of several cards in a row stays one entry
    RUN; Cal JD QD KD; Ann AD | amend 4: Dee 5C | amend 4: Dee 5C & 6: Dee JD QD KD
who went on with a wrong card played what was next
    deal; keep; Ann 3C; Bob 4C; Cal 5C 6C; stop | amend 2: Ann 3S
    | amend 2: Ann 3S & 3: Bob 4S & 4: Cal 5S 6S
who went on with a wrong card of the suit played what was next in it
    deal; keep; Ann 3C; Bob 4C; Cal 5C 6C; stop | amend 2: Ann 7C
    | amend 2: Ann 7C & 3: Bob 8C & 4: Cal 9C 10C
bids and passes go on in turn
    AUCTION | amend 2: Bob bids 2 | amend 2: Bob bids 2 & 5: Bob passes
a skip put in takes the lead with it
    RUN; Cal JD; Ann QD | insert 6: Cal skips | insert 6: Cal skips & 6: Dee JD
an insert carries on beyond the entry after it
    RUN; Cal skips; Dee JD | insert 6: Cal skips
    | insert 6: Cal skips & 6: Dee skips & 7: Ann JD
an inserted entry with a higher number may be carried on to and from
    deal; keep; Ann 3C; Bob 4C; stop; Bob JD; Ann QD; insert 4: Bob 5C | amend 7: Dee 5C
    | amend 5: Dee JD & 7: Dee 5C
"""


@pytest.mark.parametrize("case", read_cases(CARRIED, RUN=RUN, AUCTION=AUCTION))
def test_a_change_takes_with_it_just_what_follows(case: str) -> None:
    played, change, whole = map(str.strip, case.split("|"))
    table = evening().play(played)
    found = carried(table, change)
    assert (found.refusal, found.raw) == (None, entry(whole))
    assert table.refuses(change, "amend-breaks").play(whole).log.raw_entries[-1] == found.raw


def test_what_goes_on_with_a_wrong_card_must_fit_the_pack() -> None:
    found = carried(evening().play("deal; keep; Ann 3C; Bob 4C 5C"), "amend 2: Ann QC")
    assert found.refusal is None
    found = carried(evening().play("deal; keep; Ann 3C; Bob 4C 5C 6C"), "amend 2: Ann QC")
    assert found.refusal is not None
    assert (found.refusal.code, found.failing_entry) == ("amend-breaks", 3)


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


def test_what_is_carried_on_beyond_an_insert_stands_after_it() -> None:
    whole = "insert 6: Cal skips & 6: Dee skips & 7: Ann JD"
    table = evening().play(f"{RUN}; Cal skips; Dee JD; {whole}")
    assert [line.number for line in table.log.lines][-3:] == [8, 6, 7]


def test_changes_that_were_asked_for_stay_among_those_that_follow() -> None:
    table = evening().play(f"{RUN}; Cal JD; Ann QD")
    found = carried(table, "amend 4: Dee 5C & 7: Bob QD")
    assert found.raw == entry("amend 4: Dee 5C & 6: Dee JD & 7: Bob QD")


@pytest.mark.parametrize("change", ["amend 6: Dee JD", "amend 4: Zed 5C", "amend 99: Dee 5C"])
def test_a_change_that_is_refused_itself_takes_nothing_with_it(change: str) -> None:
    found = carried(evening().play(f"{RUN}; Cal JD"), change)
    assert found.refusal is not None
    assert (found.failing_entry, found.also) == (None, ())
