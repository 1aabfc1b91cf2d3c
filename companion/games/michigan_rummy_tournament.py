"""Michigan Rummy, tournament style: five rounds, the poker kitty for the best five cards."""

from companion.core.game import BoardChoices, NamedVariant, cousin
from companion.core.sentences import say
from companion.games.stops.board import HEARTS_BOARD
from companion.games.stops.game import STOPS_ROUNDS, StopsGame
from companion.games.stops.options import StopsOptions

BOARD = ("AH", "KC", "QD", "JS", "10H", "QKH", "8-9-10", "poker", "jackpot")

TRIPOLEY: dict[str, object] = {
    "board": list(HEARTS_BOARD),
    "dealer_extra": "none",
    "money_card_bars": "no",
    "no_lead": "last-player",
    "per_card": 1,
    "rounds": None,
}

GAME = StopsGame(
    slug="michigan-rummy-tournament",
    name=say("Michigan Rummy (tournament)"),
    tagline=say(
        "Five rounds with nine cups, including the jackpot and a cup for the best five-card poker "
        "hand."
    ),
    min_players=3,
    max_players=8,
    order=4,
    variants=(
        NamedVariant(
            "tripoley",
            say("Tripoley"),
            say(
                "Win chips with hearts, a sequence, or a poker hand made from all your cards, "
                "plus the kitty for going out."
            ),
            TRIPOLEY,
            names=("Tripoli", "Tripoley board", "Three in one"),
        ),
        NamedVariant(
            "rummoli",
            say("Rummoli"),
            say("The same board and the same rules as Tripoley."),
            TRIPOLEY,
            names=("Royal Rummy", "Rummy Royal"),
        ),
        cousin("poch", say("Poch"), "Pochen", "Poque", "Pochspiel", rounds=None),
    ),
    deals_first=say("The youngest player deals first."),
    hand_terms=STOPS_ROUNDS,
    defaults=StopsOptions(
        board=BOARD,
        dealer_extra="jackpot",
        dummy_dealt="last",
        dealer_may_keep=True,
        money_card_bars=True,
        first_lead="lowest-of-suit",
        next_lead="other-colour",
        no_lead="blocked",
        combination_by="last-card",
        per_card=0,
        penalties=False,
        leftovers="divide",
        rounds=5,
    ),
    terms={"pot": "cup", "pots": "cups"},
    boards=BoardChoices({"Tournament": BOARD, "Hearts": HEARTS_BOARD}, has_printed_boards=True),
)
