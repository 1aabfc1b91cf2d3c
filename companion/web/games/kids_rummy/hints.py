"""What to do with the cards at each step, for a first evening."""

from collections.abc import Mapping

from companion.core.cards import JOKER
from companion.core.sentences import say
from companion.games.kids_rummy.game import RummyTable
from companion.web.parts.screen import GlossaryWord

HINTS = {
    "between-hands": say(
        "Deal the cards. The rest is the stock: turn its top card over beside it."
    ),
    "play": say(
        "Draw a card. Then you may lay down three or four of one rank, and add cards to sets "
        "on the table. Discard one card face up."
    ),
}
STOCK = GlossaryWord(
    say("Stock"),
    say("The stock is the pile that lies face down, from which everybody draws."),
    ("9H",),
)
SET = GlossaryWord(say("Set"), say("A set is three or four cards of one rank."), ("8C", "8D", "8S"))
DISCARD = GlossaryWord(
    say("Discard"),
    say("To discard is to lay one card face up beside the stock: it ends your turn."),
    ("QH",),
)
JOKERS = GlossaryWord(
    say("Joker"), say("A joker stands for any card of a set."), ("5C", "5D", JOKER)
)


def rummy_glossary(table: RummyTable) -> Mapping[str, tuple[GlossaryWord, ...]]:
    """Give the words that a hint explains; the joker where there is one."""
    jokers = (JOKERS,) if table.options.jokers else ()
    return {"between-hands": (STOCK,), "play": (SET, DISCARD, *jokers)}
