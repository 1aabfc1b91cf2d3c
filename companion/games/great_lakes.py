"""Great Lakes: cups for ace-2, a 6 led, and four cards dumped; a kitty for the loser."""

from companion.core.cards import OTHER_COLOUR, RANK, SUIT
from companion.core.game import BoardChoices
from companion.core.poker import lowest_hand_strength
from companion.core.sentences import say
from companion.games.stops.board import NamedPot, register_pots
from companion.games.stops.game import STOPS_ROUNDS, StopsGame
from companion.games.stops.options import StopsOptions

BOARD = ("KD", "QS", "JH", "ace-2", "full-house", "straight", "6-lead", "loser", "jackpot")

TWO, SIX = RANK["2C"], RANK["6C"]


def _is_two_after_ace(card: str, _: str | None, two: bool) -> bool:
    return two and RANK[card] == TWO


def _is_six_of_other_colour(card: str, after: str | None, _: bool) -> bool:
    return RANK[card] == SIX and after is not None and SUIT[card] in OTHER_COLOUR[after]


# The dumps, full house and straight, are in `stops.dumps`.
register_pots(
    NamedPot(
        "loser",
        say("loser"),
        say("the loser’s kitty"),
        question=say("Who has the worst poker hand?"),
        strength=lowest_hand_strength,
        best=min,
    ),
    NamedPot("ace-2", say("ace-2"), say("the ace-2 cup"), wins_by_lead=_is_two_after_ace),
    NamedPot("full-house", say("full house"), say("the full-house cup")),
    NamedPot("straight", say("straight"), say("the straight cup")),
    NamedPot("6-lead", say("6-lead"), say("the 6-lead cup"), wins_by_lead=_is_six_of_other_colour),
)

GAME = StopsGame(
    slug="great-lakes",
    name=say("Great Lakes"),
    tagline=say("Special cups: ace-2, 6-lead, full house, straight, and the loser’s kitty."),
    min_players=3,
    max_players=8,
    order=5,
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
        per_card=0,
        penalties=False,
        leftovers="divide",
        rounds=5,
    ),
    terms={"pot": "cup", "pots": "cups"},
    boards=BoardChoices({"Great Lakes": BOARD}),
)
