"""What the rules pages of the stops family take from the rules."""

from collections.abc import Mapping

from companion.games.stops import finish, penalties
from companion.games.stops.board import make_board
from companion.games.stops.options import StopsOptions
from companion.games.stops.words import RULES
from companion.web.games.stops.board import pot_faces


def facts(options: StopsOptions) -> Mapping[str, object]:
    """Give the board, the titles of rules, what a wrong lead costs, and how cards count."""
    board = make_board(options.board)
    return {
        "board": board,
        "faces": pot_faces(board.pots),
        "titles": RULES,
        "fine": penalties.FINE,
        "court": finish.COURT_PIPS,
        "ace": finish.ACE_PIPS,
    }
