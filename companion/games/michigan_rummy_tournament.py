"""Michigan Rummy, tournament style: five rounds, the poker kitty for the best five cards."""

from companion.core.game import NamedVariant, cousin
from companion.core.sentences import say
from companion.core.words import ROUNDS
from companion.games.stops.board import HEARTS_BOARD
from companion.games.stops.game import stops_game
from companion.games.stops.options import StopsOptions, StopsRules

BOARD = ("AH", "KC", "QD", "JS", "10H", "QKH", "8-9-10", "poker", "jackpot")

TRIPOLEY: dict[str, object] = {
    "board": list(HEARTS_BOARD),
    "dealer_extra": "none",
    "money_card_bars": "no",
    "no_lead": "last-player",
    "per_card": 1,
    "rounds": None,
}

GAME = stops_game(
    "michigan-rummy-tournament",
    say("Michigan Rummy (tournament)"),
    say("Five rounds with eight cups, a jackpot, and a poker kitty for the best five cards."),
    players=(3, 8),
    order=4,
    variants=(
        NamedVariant(
            "tripoley",
            say("Tripoley"),
            say("Hearts, a sequence, a kitty and a poker hand of the best five of all your cards."),
            TRIPOLEY,
            names=("Tripoli", "Tripoley board", "Three in one"),
        ),
        NamedVariant(
            "rummoli",
            say("Rummoli"),
            say("The same board as Tripoley, and played like it."),
            TRIPOLEY,
            names=("Royal Rummy", "Rummy Royal"),
        ),
        cousin("poch", say("Poch"), "Pochen", "Poque", "Pochspiel", rounds=None),
    ),
    deals_first=say("The youngest deals first."),
    hand_terms=ROUNDS,
    options=StopsOptions(
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
    rules=StopsRules(
        terms={"pot": "cup", "pots": "cups"},
        presets={"Tournament": BOARD, "Hearts": HEARTS_BOARD},
        ask_board=True,
    ),
)
