"""What to do with the cards at each step, for a first evening."""

from companion.core.sentences import say
from companion.web.parts.screen import GlossaryWord

HINTS = {
    "between-hands": say("Shuffle all cards and deal them out; some players may get one more."),
    "reveal": say(
        "Lay five cards face down; then all show at once. A hand stands for one cup only."
    ),
    "final": say("Shuffle all cards and play five-card draw. The best hand takes the jackpot."),
}
STRAIGHT = GlossaryWord(
    say("Straight"),
    say("A straight is five ranks in a row, of any suits."),
    ("5C", "6H", "7S", "8S", "9D"),
)
FLUSH = GlossaryWord(
    say("Flush"), say("A flush is five cards of one suit."), ("2H", "5H", "8H", "JH", "KH")
)
FULL_HOUSE = GlossaryWord(
    say("Full house"),
    say("A full house is three cards of one rank and two of another."),
    ("9C", "9H", "9S", "4D", "4S"),
)
FIVE_CARD_DRAW = GlossaryWord(
    say("Five-card draw"),
    say("In five-card draw everybody gets five cards, and may exchange some of them once."),
    ("AS", "AD", "KC", "7H", "2S"),
)
WORDS = {"reveal": (STRAIGHT, FLUSH, FULL_HOUSE), "final": (FIVE_CARD_DRAW,)}
