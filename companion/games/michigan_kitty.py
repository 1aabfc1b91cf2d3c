"""Michigan Kitty: eight saucers, seven for money cards and the kitty."""

from companion.core.game import NamedVariant
from companion.core.sentences import say
from companion.games.stops.board import HEARTS_BOARD
from companion.games.stops.game import stops_game
from companion.games.stops.options import StopsOptions, StopsRules

BOARD = ("AS", "QC", "KH", "10H", "JD", "QKD", "8-9-10", "kitty")

GAME = stops_game(
    "michigan-kitty",
    say("Michigan Kitty"),
    say("Eight saucers: seven to win by cards, and the kitty for going out."),
    players=(2, 10),
    order=1,
    variants=(
        NamedVariant(
            "michigan-rummy",
            say("Michigan Rummy"),
            say("Michigan Kitty under its other name."),
        ),
    ),
    options=StopsOptions(
        board=BOARD,
        dealer_extra="none",
        dummy_dealt="first",
        dealer_may_keep=False,
        money_card_bars=True,
        first_lead="lowest-card",
        next_lead="other-colour",
        no_lead="last-player",
        combination_by="one-player",
        per_card=1,
        penalties=False,
        leftovers="last-winner",
    ),
    rules=StopsRules(
        terms={"pot": "saucer", "pots": "saucers"},
        presets={"Michigan Kitty": BOARD, "Hearts": HEARTS_BOARD},
    ),
)
