"""Notes: borrowed, passed on, cancelled, repaid, redeemed (*Chips*)."""

import pytest

from companion.core.accounts import transfers_sentence
from companion.core.ledger import Ledger
from tests.core.table import play_case, read_cases

# What is owed then is whole; of chips in purses and pots some are named.
NOTES = """
a loan moves chips and gives the lender a note
    Ann borrows 5 from Bob => Ann 105, Bob 95, Ann owes Bob 5
a pot may lend
    deal; Ann borrows 3 from pot:QKD => Ann 95, pot:QKD 1, Ann owes pot:QKD 3
notes to one holder are one and keep the older place
    Ann borrows 5 from Bob; Cal borrows 1 from Bob; Ann borrows 2 from Bob
    => Ann owes Bob 7, Cal owes Bob 1
who wins a pot gets its notes
    deal; keep; Bob borrows 3 from pot:QC; Ann QC => Ann 93, Bob owes Ann 3
a note that comes home is cancelled
    deal; keep; Ann borrows 3 from pot:QC; Ann QC => Ann 96
a note that changes hands keeps its age
    deal; keep; Bob borrows 3 from pot:QC; Cal borrows 1 from Dee; Ann QC
    => Bob owes Ann 3, Cal owes Dee 1
a note that changes hands merges into an older one
    deal; keep; Bob borrows 2 from Ann; Cal borrows 1 from Dee; Bob borrows 3 from pot:QC; Ann QC
    => Bob owes Ann 5, Cal owes Dee 1
a younger one merges into a note that changes hands
    deal; keep; Bob borrows 3 from pot:QC; Cal borrows 1 from Dee; Bob borrows 2 from Ann; Ann QC
    => Bob owes Ann 5, Cal owes Dee 1
a note may be repaid early and in part
    Ann borrows 5 from Bob; Ann repays 2 to Bob => Ann 103, Ann owes Bob 3
a note is gone once all is repaid
    Ann borrows 5 from Bob; Ann repays 2 to Bob; Ann repays 3 to Bob =>
a pot may be repaid
    deal; Ann borrows 3 from pot:AS; Ann repays 2 to pot:AS => pot:AS 3, Ann owes pot:AS 1
one who left may be repaid
    Ann borrows 5 from Bob; Bob leaves; Ann repays 5 to Bob => Bob 100
at the end every issuer redeems what is owed
    Ann borrows 5 from Bob; end => Ann 100, Bob 100
nobody lends more chips than he has
    deal; not Ann borrows 93 from Bob (short-of-chips);
    not Ann borrows 5 from pot:AS (short-of-chips); Ann borrows 4 from pot:AS;
    not Bob borrows 1 from pot:AS (short-of-chips) => Ann owes pot:AS 4
nobody borrows from or repays himself
    not Ann borrows 1 from Ann (bad-entry); not Ann repays 1 to Ann (bad-entry)
a loan of nothing is no entry
    not Ann borrows 0 from Bob (bad-entry); not Ann buys in 0 (bad-entry)
loans are possible in every phase of an evening
    great-lakes: Ann borrows 1 from Bob; deal; Ann borrows 1 from Bob; keep; Ann borrows 1 from Bob;
    Ann 2C; Ann borrows 1 from Bob; stop; Ann skips; Bob skips; Cal skips; Dee skips;
    Ann borrows 1 from Bob; totals Ann 20 Bob 30 Cal 60 Dee 70 => phase poker, Ann owes Bob 5;
    Ann borrows 1 from Bob => Ann owes Bob 6
no more is repaid than is owed
    Ann borrows 5 from Bob; not Ann repays 6 to Bob (bad-count);
    not Ann repays 1 to Cal (bad-count); not Bob repays 1 to Ann (bad-count)
no more is repaid than is there
    Ann borrows 5 from Bob; not Ann repays 106 to Bob (short-of-chips); count Ann 3;
    not Ann repays 4 to Bob (short-of-chips)
the notes of one who left live on
    Ann borrows 5 from Bob; Ann leaves; Ann repays 2 to Bob => Ann owes Bob 3;
    not Ann borrows 1 from Bob (unknown-player); not Cal borrows 1 from Ann (unknown-player);
    end => place 1 Ann +0, place 1 Bob +0, place 1 Cal +0, place 1 Dee +0
who was never there repays nobody
    not Zed repays 1 to Ann (unknown-player); not Ann repays 1 to Zed (unknown-player);
    not Ann repays 1 to pot:ZZ (unknown-pot)
"""
# The same with ten chips each, and one pot.
OF_TEN = """
the oldest note is redeemed first
    Ann borrows 5 from Bob; Ann borrows 5 from Cal; count Ann 6; end => Ann owes Cal 4
redemption goes on until nothing moves
    Ann borrows 4 from Bob; Bob borrows 6 from Cal; Cal borrows 9 from Dee;
    count Ann 0; count Bob 0; count Cal 9; end => Ann owes Bob 4, Bob owes Cal 6
it goes on with what came in by younger notes
    Ann borrows 4 from Bob; Cal borrows 5 from Ann; count Ann 0; end => Ann 1, Bob 10, Cal 10
it goes on round a circle of notes
    Ann borrows 4 from Bob; Bob borrows 6 from Cal; Cal borrows 9 from Ann;
    count Ann 4; count Bob 0; count Cal 0; end => Bob owes Cal 2, Cal owes Ann 5
one's own part of a divided note is cancelled
    count pot:AS 4; Ann borrows 4 from pot:AS; end => Ann 11, Bob 11, Cal 11, Dee 11
what cannot be paid stays owed and counts in the result
    Ann borrows 8 from Bob; count Ann 3; end => Ann owes Bob 5, Ann 0, Bob 5,
    place 1 Bob +0, place 1 Cal +0, place 1 Dee +0, place 4 Ann -15
notes in pots are divided one by one like the chips
    board=AS KH: count pot:AS 6; count pot:KH 6; count Bob 0; Bob borrows 5 from pot:AS;
    count Bob 0; end => Bob owes Cal 1, Bob owes Dee 1, Ann 14, Bob 0, Cal 12, Dee 11
counted chips are what there is
    deal; count Ann 3; count pot:AS 7 => Ann 3, pot:AS 7
"""


@pytest.mark.parametrize("case", read_cases(NOTES))
def test_notes_move_with_the_chips(case: str) -> None:
    play_case(case)


@pytest.mark.parametrize("case", read_cases(OF_TEN))
def test_notes_are_redeemed_at_the_end(case: str) -> None:
    play_case(case, board="AS", chips=10)


# A tournament whose only pot is for poker, with 12 chips in it.
OF_POKER = """
what two winners share splits notes too and the odd part stays
    deal; Cal borrows 5 from pot:poker; chips-only; Ann out Bob 1 Cal 1 Dee 1; award poker Ann Bob
    => pot:poker 1, Ann 100, Bob 100, Cal owes Ann 2, Cal owes Bob 2, Cal owes pot:poker 1
parts of a split note stand clockwise from the dealer's left
    deal; Cal borrows 8 from pot:poker; chips-only; Ann out Bob 1 Cal 1 Dee 1;
    award poker Ann Bob Dee
    => Cal owes Ann 2, Cal owes Bob 2, Cal owes Dee 2, Cal owes pot:poker 2;
    undo; award poker Dee Bob Ann
    => Cal owes Ann 2, Cal owes Bob 2, Cal owes Dee 2, Cal owes pot:poker 2;
    undo; award poker Bob Dee Ann
    => Cal owes Ann 2, Cal owes Bob 2, Cal owes Dee 2, Cal owes pot:poker 2
a part of a split note merges into an older note
    Cal borrows 1 from Dee; deal; Cal borrows 6 from pot:poker; chips-only; Cal borrows 1 from Bob;
    Ann out Bob 1 Cal 1 Dee 1; award poker Bob Ann Dee
    => Cal owes Dee 3, Cal owes Ann 2, Cal owes Bob 3
"""


@pytest.mark.parametrize("case", read_cases(OF_POKER))
def test_notes_are_split_between_winners(case: str) -> None:
    play_case(case, game="michigan-rummy-tournament", board="poker", ante=3, dealer_extra="none")


def test_many_ious_alone_make_no_sentence() -> None:
    ledger = Ledger(dict.fromkeys(("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus"), 0))
    for issuer in [*ledger.chips][1:]:
        ledger.pay_or_owe(issuer, "Ann", 1, "cards left")
    assert transfers_sentence(ledger.moves) is None


def test_what_is_redeemed_at_the_end_is_told_by_who_paid_whom() -> None:
    debts = (("Harriet", "Margaret", 2), ("Margaret", "Joe", 2), ("Harriet", "Elena", 6))
    ledger = Ledger({"Elena": 0, "Harriet": 10, "Joe": 0, "Margaret": 0})
    for issuer, holder, chips in debts:
        ledger.add_iou(issuer, holder, chips, "loan")
    ledger.moves.clear()
    ledger.redeem_all_ious("redeemed")
    assert str(transfers_sentence(ledger.moves)) == (
        "Margaret +2 from Harriet, Joe +2 from Margaret, Elena +6 from Harriet"
    )
