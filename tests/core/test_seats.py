"""Joining and leaving between hands, and who deals then."""

import pytest

from tests.core.table import evening, play_case, read_cases

OVER = "keep; chips-only; Ann out Bob 1 Cal 1 Dee 1"

CASES = """
a player may join between hands
    Eve joins left of Bob with 50 => Eve 50; deal => Eve 42, left Eve 9, pot:AS 5
who joins sits at the left of the player named
    Eve joins left of Dee with 50; deal; swap => lead Eve CDHS
a name that is or was there cannot join
    not Ann joins left of Bob with 5 (bad-entry); Cal leaves;
    not Cal joins left of Bob with 5 (bad-entry)
one who left is no neighbour any more
    Cal leaves; not Eve joins left of Cal with 5 (unknown-player)
nobody joins or leaves in mid-hand
    deal; not Eve joins left of Ann with 5 (wrong-phase); not Ann leaves (wrong-phase);
    swap; not Ann leaves (wrong-phase)
a full table takes nobody else
    boodle, players=A B C D E F G H: not I joins left of A with 5 (wrong-phase);
    B leaves; I joins left of A with 5; deal => left I 6
everybody may leave between hands
    boodle, players=Ann Bob Cal: Ann leaves; Bob leaves; Cal leaves; end => phase over
if the first dealer leaves the next one deals
    dealer=Bob: Bob leaves => dealer Bob; deal => dealer Cal
if the dealer to be leaves the next one deals
    deal; OVER; Ann leaves => dealer Dee; deal => dealer Bob
who joins left of the last dealer deals next
    deal; OVER; Eve joins left of Dee with 9; deal => dealer Eve
if the last dealer leaves his left neighbour still deals
    deal; OVER; Dee leaves; deal => dealer Ann
"""


@pytest.mark.parametrize("case", read_cases(CASES, OVER=OVER))
def test_players_join_and_leave(case: str) -> None:
    play_case(case)


def test_the_purses_stand_in_the_order_of_the_seats() -> None:
    table = evening().play("Eve joins left of Bob with 50; Fay joins left of Dee with 50")
    assert list(table.purses) == ["Ann", "Bob", "Eve", "Cal", "Dee", "Fay"]


@pytest.mark.parametrize("name", ["", "pot:AS", "x" * 41])
def test_a_name_that_cannot_be_does_not_join(name: str) -> None:
    join = {"do": "join", "player": name, "left_of": "Ann", "chips": 5}
    evening().refuses(join, "bad-entry")


def test_who_left_stays_in_the_tally_with_his_chips() -> None:
    table = evening().play("deal; chips-only; Ann out Bob 1 Cal 1 Dee 1; Bob leaves")
    table.refuses("Bob buys in 5", "unknown-player").refuses("Bob leaves", "unknown-player")
    table.refuses("count Bob 5", "unknown-player")
    assert "Bob" not in table.play("deal").result["left"]
    table.play("misdeal; end")
    assert "Bob" in [line["player"] for line in table.result["tally"]]
