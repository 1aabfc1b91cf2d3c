"""Money cards and combinations (*A hand*, 7)."""

import pytest

from companion.games.stops.game import HIGHLIGHTS
from companion.games.stops.state import StopsTable
from tests.core.table import evening, play_case, read_cases

# After the antes everybody has 92 chips, and 4 lie in every pot of the kitty's board.
WON = """
playing a money card wins its pot
    michigan-kitty: Ann JC; Bob QC => Ann 92, Bob 96, pot:QC 0
a lead counts as a play
    michigan-kitty: Ann QC => Ann 96
every other card wins nothing
    michigan-kitty: Ann QS; Bob KS; stop; Bob 4H; Cal 5H 6H 7H => Ann 92, Bob 92, Cal 92, Dee 92
a won pot grows again with the next ante
    michigan-kitty: Ann QC; chips-only; Ann out Bob 1 Cal 1 Dee 1; deal => pot:QC 4, pot:AS 8
one player with the whole combination wins it
    michigan-kitty: Ann QD; Ann KD => Ann 96, pot:QKD 0
a combination of two players wins nothing
    michigan-kitty: Ann QD; Bob KD => Bob 92, pot:QKD 4
a combination counts after other cards of the run
    michigan-kitty: Ann 10D; Bob JD; Cal QD KD => Cal 96
a combination must be played in one run
    michigan-kitty: Ann QD; stop; Ann 2C; Bob 3C; stop; Bob 2D; stop; Bob 5S; Ann 6S; stop; Ann KD
    => pot:QKD 4
by the last card a combination still needs all its cards in the run
    michigan-rummy-tournament: Ann KH => pot:QKH 4
a run of three of any suit wins its pot
    michigan-kitty: Ann 7C 8C 9C 10C => Ann 96, pot:8-9-10 0; undo; Ann 7D 8D 9D 10D => Ann 96;
    undo; Ann 7S 8S 9S 10S => Ann 96
a run of three by two players wins nothing in the kitty game
    michigan-kitty: Ann 8S; Bob 9S; Ann 10S => pot:8-9-10 4
in a tournament the ten of a run wins, whoever played the rest
    michigan-rummy-tournament: Ann 8S; Bob 9S; Dee 10S => pot:8-9-10 0
one card can win two pots
    michigan-kitty: Ann 8H 9H 10H => Ann 100, pot:10H 0, pot:8-9-10 0
a pot won again in the same hand pays nothing
    michigan-kitty: Ann 8S 9S 10S; stop; Ann 8D 9D 10D => Ann 96, pot:8-9-10 0
a pot won again in the same hand pays what was put in meanwhile
    michigan-kitty: Ann 8S 9S 10S; count pot:8-9-10 7; stop; Ann 8D; stop; Ann 2C; stop; Ann 3H;
    stop; Ann 8C 9C 10C => Ann 103
boodle has four money cards
    boodle: Ann AH; Ann KC; stop; Ann QD; stop; Ann JS
    => Ann 116, pot:AH 0, pot:KC 0, pot:QD 0, pot:JS 0
by the last card a combination goes to who plays it
    michigan-rummy-tournament: Ann QH; Cal KH => Ann 91, Cal 95, pot:QKH 0
a board of the table's own pays for what it names
    michigan-kitty, board=2C 3-4-5-6 10JS: Ann 2C; Bob 3C 4C 5C 6C; stop; Bob 2H; stop
    => Ann 101, Bob 101, Cal 97, Dee 97; Bob 10S; Bob JS => Bob 105
"""


@pytest.mark.parametrize("case", read_cases(WON))
def test_money_cards_and_combinations_win_their_pots(case: str) -> None:
    play_case(case.replace(": ", ": deal; keep; ", 1))


def test_pots_and_the_longest_sequence_of_a_hand_are_its_highlights() -> None:
    table = evening().play("deal; last-hand; keep; Ann JC; Bob QC; stop; Bob 4D 5D 6D; chips-only")
    seen = table.play("Cal collects AS; Cal out Ann 1 Bob 1 Dee 1").log.table
    assert isinstance(seen, StopsTable)
    highlights = [(h.kind, h.player, h.number, h.pot) for h in HIGHLIGHTS.collect(seen)]
    # the pots that were left over are not won by a card, nor by going out
    assert highlights == [
        ("pot", "Bob", 4, "QC"),
        ("pot", "Cal", 4, "AS"),
        ("pot", "Cal", 4, "kitty"),
        ("kitty", "Cal", 4, "kitty"),
        ("run", None, 3, ""),
    ]
