"""Boodle, also called Michigan or Newmarket: four money cards in the middle."""

from companion.core.game import BoardChoices, NamedVariant, cousin
from companion.core.sentences import say
from companion.games.stops.board import HEARTS_BOARD
from companion.games.stops.game import StopsGame
from companion.games.stops.options import StopsOptions

BOARD = ("AH", "KC", "QD", "JS")

GAME = StopsGame(
    slug="boodle",
    name=say("Boodle"),
    tagline=say("Four boodles in the middle. After a stop, lead another suit."),
    min_players=3,
    max_players=8,
    order=2,
    sheet_words=say("A boodle is a card from another deck, laid in the middle, with chips on it."),
    variants=(
        NamedVariant(
            "newmarket",
            say("Newmarket"),
            say(
                "Four winning cards, called horses, and a kitty. The player with the lowest ♦ "
                "leads first, and any suit may be led after a stop."
            ),
            {
                "board": [*BOARD, "kitty"],
                "dealer_extra": "none",
                "dummy_price": "kitty",
                "first_leader": "diamond",
                "next_lead": "any",
                "penalties": "off",
            },
        ),
        NamedVariant(
            "michigan",
            say("Michigan"),
            say("Another name for Boodle: after a stop, lead another suit."),
            names=("Chicago", "Saratoga"),
        ),
        NamedVariant(
            "stops",
            say("Stops"),
            say("Like Boodle, but any suit may be led after a stop, even the same one."),
            {"next_lead": "any"},
        ),
        cousin("pope-joan", say("Pope Joan"), "Matrimony", lead_card="any", next_lead="any"),
        cousin(
            "nain-jaune",
            say("Nain Jaune"),
            "Yellow Dwarf",
            "Lindor",
            board=["10D", "JC", "QS", "KH", "7D"],
            ante={"10D": 1, "JC": 2, "QS": 3, "KH": 4, "7D": 5},
            dealer_extra="none",
            lead_card="any",
            next_lead="any",
            penalties="off",
        ),
    ),
    defaults=StopsOptions(
        board=BOARD,
        dealer_extra="all pots",
        dummy_dealt="first",
        dealer_may_keep=True,
        money_card_bars=False,
        first_lead="lowest-of-suit",
        next_lead="other-suit",
        no_lead="last-player",
        per_card=1,
        penalties=True,
        leftovers="divide",
    ),
    terms={
        "money cards along the way": "boodle cards (the same cards, in your hand) along the way",
        "into every pot": "onto every boodle",
        "into the pots": "onto the boodles",
        "in its pot": "on its boodle",
        "in their pot": "on their boodle",
        "in that pot": "on that boodle",
        "in the pots": "on the boodles",
        "the pots keep what is in them": "the boodles keep what is on them",
        "pot": "boodle",
        "pots": "boodles",
        "money": "boodle",
        "dummy": "extra hand",
    },
    boards=BoardChoices({"Boodle": BOARD, "Hearts": HEARTS_BOARD}),
)
