"""What the rules pages of the stops family take from the rules."""

from collections.abc import Mapping

from companion.core.accounts import pot_name
from companion.core.options import chips_per_pot
from companion.games.stops import finish, penalties
from companion.games.stops.board import combination_cards, make_board
from companion.games.stops.options import StopsOptions
from companion.games.stops.words import RULE_NAMES
from companion.web.games.stops.board import pot_faces


def facts(options: StopsOptions) -> Mapping[str, object]:
    """Give the board and its antes, the titles of rules, a wrong lead's cost, how cards count."""
    board = make_board(options.board)
    antes = {pot: options.ante_of(pot) for pot in board.pots}
    cards = [card for pot in board.pots for run in combination_cards(pot) for card in run]
    return {
        "board": board,
        "faces": pot_faces(board.pots),
        "antes": antes,
        "ante_words": chips_per_pot(antes),
        "extra": sum(antes[pot] for pot in board.out),
        "price_pot": pot_name(board.priced) if board.out else "",
        "shared": any(card in board.singles or cards.count(card) > 1 for card in cards),
        "titles": RULE_NAMES,
        "fine": penalties.FINE,
        "court": finish.COURT_PIPS,
        "ace": finish.ACE_PIPS,
    }
