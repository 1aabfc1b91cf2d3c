"""Michigan Rummy, the classic board: nine compartments, a poker pool, penalties."""

from companion.core.sentences import say
from companion.games.stops.board import HEARTS_BOARD
from companion.games.stops.game import stops_game
from companion.games.stops.options import StopsOptions, StopsRules

BOARD = ("AH", "KC", "QD", "JS", "10H", "QKH", "7-8-9", "poker", "jackpot")

GAME = stops_game(
    "michigan-rummy-classic",
    say("Michigan Rummy (classic)"),
    say("Nine compartments with a poker pool for the cards still held, and penalties."),
    players=(3, 8),
    order=3,
    deals_first=say("Everybody draws a card: the highest deals first."),
    options=StopsOptions(
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
    rules=StopsRules(
        terms={"pot": "compartment", "pots": "compartments"},
        presets={"Classic": BOARD, "Hearts": HEARTS_BOARD},
        ask_board=True,
        poker_held_only=True,
        piled=True,
    ),
)
