"""Michigan Kitty: eight saucers, seven for money cards and the kitty."""

from companion.core.game import BoardChoices, NamedVariant
from companion.core.sentences import say
from companion.games.stops.board import HEARTS_BOARD
from companion.games.stops.game import StopsGame
from companion.games.stops.options import StopsOptions

BOARD = ("AS", "QC", "KH", "10H", "JD", "QKD", "8-9-10", "kitty")

GAME = StopsGame(
    slug="michigan-kitty",
    name=say("Michigan Kitty"),
    tagline=say(
        "Eight saucers: seven you win by playing certain cards, plus the kitty for going out."
    ),
    min_players=2,
    max_players=10,
    order=1,
    sheet_words=say("The game is best with 4 to 6 players."),
    variants=(
        NamedVariant(
            "michigan-rummy",
            say("Michigan Rummy"),
            say("Another name for Michigan Kitty."),
        ),
    ),
    defaults=StopsOptions(
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
    terms={"pot": "saucer", "pots": "saucers"},
    boards=BoardChoices({"Michigan Kitty": BOARD, "Hearts": HEARTS_BOARD}),
)
