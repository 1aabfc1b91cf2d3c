"""The special cups of Great Lakes: ace-2, 6-lead, and the dumps."""

from collections.abc import Iterable

import pytest

from companion.core.sentences import say
from companion.games.stops import board
from companion.games.stops.board import NamedPot
from tests.core.table import evening, play_case, read_cases

SHORT = {
    # Everybody has 91 chips after the antes, the dealer Dee 90; every cup 4, the jackpot 5.
    "KEPT": "deal; keep",
    # Everybody has four cards, so that many may skip.
    "FEW": "deal Ann 4 Bob 4 Cal 4 Dee 4 dummy 36; keep",
    # With the 8 of spades a full house.
    "BOB_DUMPS": "Bob dumps 9S 9D 9H 8D for full-house",
}

ACE_2 = """
a two of any suit led after an ace wins ace-2
    KEPT; Ann KC AC; Ann 2C => Ann 95, pot:ace-2 0, next 3C; undo; Ann 2D => Ann 95, next 3D;
    undo; Ann 2H => Ann 95, next 3H; undo; Ann 2S => Ann 95, next 3S
the ace may be a follow
    KEPT; Ann KC; Bob AC; Bob 2S => Bob 95
the ace may be a lead
    KEPT; Ann AC; Ann 2S => Ann 95
after an ace other cards keep to the other colour
    KEPT; Ann AC => lead Ann DH; not Ann 3C (wrong-suit); not Ann 3S (wrong-suit);
    Ann 3D => pot:ace-2 4
only who played the ace leads a two of any suit
    KEPT; Ann AC; Ann skips; not Bob 2S (wrong-suit); Bob 2D => pot:ace-2 4
who skips after an ace and plays any two later has skipped falsely
    FEW; Ann AC; Ann skips; Bob 3D; stop; Bob skips; Cal skips; Dee skips; Ann 2S
    => Ann false-skip 3-9 open
only the player of the ace denies black twos by a skip
    FEW; Ann AC; Ann skips; Bob skips; Cal 3D; chips-only; Cal out Ann 1 Bob 1 Dee 1;
    Bob shows 2C => no findings; Ann shows 2S => Ann false-skip 3-9 open
the first lead wins nothing
    KEPT; Ann 2C => pot:ace-2 4
a two after another stop wins nothing
    KEPT; Ann KC; stop; Ann 2D => pot:ace-2 4
without the cup on the board a two keeps to the other colour
    board=KD jackpot: KEPT; Ann AC; not Ann 2S (wrong-suit); Ann 2D => next 3D
in the fallback the player of the ace may still lead a two
    no_lead=last-player: FEW; Ann AC; Ann skips; Bob skips; Cal skips; Dee skips => lead Ann CS;
    Ann 2S => pot:ace-2 0, Ann false-skip 3-7 open
"""

SIX_LEAD = """
a six of the opposite colour led wins 6-lead
    KEPT; Ann 2C; Bob 3C; stop; Bob 6D => Bob 95, pot:6-lead 0
a lead that was skipped to its player counts
    KEPT; Ann 2C; stop; Ann skips; Bob skips; Cal 6H => Cal 95
the first lead of a hand wins no 6-lead
    KEPT; Ann 6D => pot:6-lead 4
a six that follows wins nothing
    KEPT; Ann 2C; stop; Ann 5D 6D => pot:6-lead 4
a six of the same colour wins nothing
    next_lead=other-suit: KEPT; Ann 2C; stop; Ann 6S => pot:6-lead 4;
    stop; Ann 6H => pot:6-lead 0
a six of the same colour wins nothing in the fallback
    no_lead=last-player: KEPT; Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips; Ann 6S
    => pot:6-lead 4
after a wrong lead no special cup pays
    penalties=on: KEPT; Ann 4C; stop; Ann 9D; stop; Ann 3C; enforce 0; Ann 6D
    => pot:6-lead 4
a wrong lead does not win the cup itself, and what it won goes back
    penalties=on: KEPT; Ann 4C; stop; Ann 6D => pot:6-lead 0; stop; Ann 4S; stop; Ann 3D;
    enforce 0 => pot:6-lead 4
the cup pays what is in it when won again
    KEPT; Ann 2C; stop; Ann 6D; stop; Ann 6S => Ann 95, pot:6-lead 0
"""

DUMPS = """
a full house with the opponent's card is dumped
    KEPT; Ann 8S; BOB_DUMPS => Bob 95, pot:full-house 0, left Bob 7
a full house may also have three of the opponent's rank
    KEPT; Ann 8S; Bob dumps 9S 9D 8H 8D for full-house => Bob 95
a straight up from the opponent's card is dumped
    KEPT; Ann 8S; Bob dumps 9S 10D JH QC for straight => Bob 95, pot:straight 0
a straight round the opponent's card is dumped
    KEPT; Ann 8S; Bob dumps 9S 10D 7H JH for straight => Bob 95, pot:straight 0
a straight down from the opponent's card is dumped
    KEPT; Ann 8S; Bob dumps 9S 7H 6D 5D for straight => Bob 95, pot:straight 0
who dumped leads any suit and need not skip
    KEPT; Ann 8S; BOB_DUMPS => lead Bob CDHS; not Bob skips (wrong-phase);
    not Cal 2C (not-your-turn); Bob 3S => next 4S
he leads his lowest of the suit
    KEPT; Ann 8S; BOB_DUMPS; Bob 5C; stop; Bob 3D; Ann 4D; Ann 5D; stop; Ann 3C; Bob 4C
    => Bob led-not-lowest 4-11 open
all dumped cards count as played
    KEPT; Ann 8S; BOB_DUMPS; Bob 7D => lead Bob CS; Bob 10C; stop; not Bob 9H (already-played)
a money card in a dump is collected if it is the next card
    KEPT; Ann JS; Bob dumps QS QD QC JD for full-house => Bob 99, pot:QS 0, pot:full-house 0
a money card in a dump is not collected if it is another
    KEPT; Ann 10S; Bob dumps JS JH JD 10D for full-house => Bob 95, pot:JH 4
the next card in a dump can complete a combination
    board=8-9-10 full-house, combination_by=last-card: KEPT; Ann 8S; Bob 9S;
    Cal dumps 10S 10D 9H 9D for full-house => pot:8-9-10 0, Cal 106
after a dump a two wins no ace-2
    KEPT; Ann KS; Bob dumps AS AD AH KC for full-house; Bob 2D => pot:ace-2 4
a six after a dump is compared with the run that it ended
    KEPT; Ann 8S; BOB_DUMPS; Bob 6D => pot:6-lead 0
a six of the colour of the run that a dump ended wins nothing
    KEPT; Ann 8S; BOB_DUMPS; Bob 6C => pot:6-lead 4
the referee sees every card of a dump
    KEPT; Ann 8D; stop; Ann 8S; Bob dumps 9S 9D 9H 8H for full-house => Bob withheld 3-5 open
going out by a dump wins the cup and the jackpot
    deal Ann 20 Bob 4 Cal 9 Dee 9 dummy 10; keep; Ann 8S; BOB_DUMPS
    => Bob 100, pot:jackpot 0, phase poker
the ace is high only in a straight
    KEPT; Ann 2S; not Bob dumps 3S 4D 5H AC for straight (bad-dump)
the ace is high in a straight
    KEPT; Ann 10S; Bob dumps JS QD KH AC for straight => pot:straight 0
cards are dumped only on a live run
    not BOB_DUMPS (wrong-phase); KEPT; not BOB_DUMPS (wrong-phase); Ann 8S; stop;
    not BOB_DUMPS (wrong-phase)
who holds fewer than four cards cannot dump
    deal Ann 20 Bob 3 Cal 9 Dee 9 dummy 11; keep; Ann 8S; not BOB_DUMPS (no-cards-left)
a board without the cup knows no dump
    board=straight: KEPT; Ann 8S; not BOB_DUMPS (unknown-pot)
"""


@pytest.mark.parametrize(
    "case", [case for table in (ACE_2, SIX_LEAD, DUMPS) for case in read_cases(table, **SHORT)]
)
def test_special_cups_are_won(case: str) -> None:
    play_case(case, game="great-lakes")


@pytest.mark.parametrize(
    ("dump", "code"),
    [
        ("Bob dumps 9S 9D 9H for full-house", "bad-entry"),
        ("Bob dumps 9S 9D 9H 8D 8C for full-house", "bad-entry"),
        ("Bob dumps 9S 9D 9H 8D for jackpot", "bad-entry"),
        ("Bob dumps 9S 9D 9H 8D for whatever", "bad-entry"),
        ("Bob dumps 9S 9D 9H 8X for full-house", "unknown-card"),
        ("Zed dumps 9S 9D 9H 8D for full-house", "unknown-player"),
        ("Bob dumps 9S 9D 9H 8S for full-house", "already-played"),
        ("Ann dumps 9S 9D 9H 8D for full-house", "bad-dump"),
        ("Bob dumps 9C 9D 9H 8D for full-house", "bad-dump"),
        ("Bob dumps 9S 9D 9H 7D for full-house", "bad-dump"),
        ("Bob dumps 9S 9D 9H 9C for full-house", "bad-dump"),
        ("Bob dumps 9S 9D 9H 8D for straight", "bad-dump"),
        ("Bob dumps 9S 10D JH KC for straight", "bad-dump"),
        ("Bob dumps 9S 10D JH 9D for straight", "bad-dump"),
        ("Bob dumps 9S 9S 9H 8D for full-house", "bad-dump"),
    ],
)
def test_four_cards_that_are_no_dump_are_refused(dump: str, code: str) -> None:
    evening("great-lakes").play("deal; keep; Ann 8S").refuses(dump, code)


def test_a_game_registers_a_pot_with_what_awards_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clubs, tens = say("most clubs"), say("a 10 led")
    for pot in ("clubs", "tens"):  # taken away again after the test
        monkeypatch.setitem(board.NAMED_POTS, pot, board.NAMED_POTS["poker"])
    board.register_pots(
        NamedPot("clubs", clubs, clubs, question=say("Who?"), strength=count_clubs),
        NamedPot("tens", tens, tens, wins_by_lead=lambda card, *_: card[:-1] == "10"),
    )
    table = evening("great-lakes", board="clubs tens", dealer_extra="none", next_lead="any")
    table.play("deal Ann 3 Bob 3 Cal 3 Dee 3 dummy 40; keep; Ann 2C; stop; Ann 10S; stop; Ann QC")
    assert (table.chips("Ann"), table.pot("tens")) == (102, 0)
    table.play("Bob shows 2H 3H 4C; Cal shows 5C 6C 7C; Dee shows AC KC KD; award clubs")
    assert table.chips("Cal") == 102


def count_clubs(cards: Iterable[str]) -> tuple[int, ...]:
    return (sum(card.endswith("C") for card in cards),)


def test_a_skip_that_cannot_be_is_refused_with_the_reason() -> None:
    table = evening("great-lakes").play("deal; keep; Ann 8S")
    table.refuses("Bob skips", "wrong-phase", "A sequence is in progress, so nobody can skip.")
    table.play(SHORT["BOB_DUMPS"])
    table.refuses("Bob skips", "wrong-phase", "because any suit may be led.")
