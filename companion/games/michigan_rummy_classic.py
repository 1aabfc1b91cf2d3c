"""Michigan Rummy, the classic board: nine compartments, a poker pool, penalties."""

from companion.core.game import BoardChoices
from companion.core.sentences import say
from companion.games.stops.board import HEARTS_BOARD
from companion.games.stops.game import StopsGame
from companion.games.stops.options import StopsOptions

BOARD = ("AH", "KC", "QD", "JS", "10H", "QKH", "7-8-9", "poker", "jackpot")

GAME = StopsGame(
    slug="michigan-rummy-classic",
    name=say("Michigan Rummy (classic)"),
    tagline=say(
        "Nine compartments, one of them for the best poker hand made from cards left in hand. "
        "Mistakes cost chips."
    ),
    min_players=3,
    max_players=8,
    order=3,
    deals_first=say("Everybody draws a card. The highest card deals first. In a tie, draw again."),
    defaults=StopsOptions(
        board=BOARD,
        dealer_extra="all pots",
        dummy_dealt="last",
        dealer_may_keep=True,
        money_card_bars=True,
        first_lead="lowest-of-suit",
        next_lead="other-colour",
        no_lead="last-player",
        combination_by="one-player",
        per_card=1,
        penalties=True,
        leftovers="divide",
    ),
    terms={"pot": "compartment", "pots": "compartments"},
    boards=BoardChoices({"Classic": BOARD, "Hearts": HEARTS_BOARD}, has_printed_boards=True),
    poker_held_only=True,
    piled=True,
)
