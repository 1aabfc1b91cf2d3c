"""Great Lakes: cups for ace-2, a 6 led, and four cards dumped; a kitty for the loser."""

from companion.core.sentences import say
from companion.games.stops.board import GREAT_LAKES_BOARD
from companion.games.stops.game import stops_game
from companion.games.stops.options import StopsOptions, StopsRules

GAME = stops_game(
    "great-lakes",
    say("Great Lakes"),
    say("Special cups: ace-2, 6-lead, full house, straight, and the loser’s kitty."),
    players=(3, 8),
    order=5,
    deals_first=say("The youngest deals first."),
    options=StopsOptions(
        board=GREAT_LAKES_BOARD,
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
    rules=StopsRules(presets={"Great Lakes": GREAT_LAKES_BOARD}),
)
