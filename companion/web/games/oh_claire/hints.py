"""What to do with the cards at each step, for a first evening."""

from companion.core.sentences import say
from companion.web.parts.screen import GlossaryWord

HINTS = {
    "between-hands": say("Deal the cards, then turn up the next one: its suit is trump."),
    "bids": say(
        "Say how many tricks you will take. The bids may not add up to the number of tricks."
    ),
    "tricks": say(
        "Follow suit if you can. The highest trump wins, or else the highest of the suit led."
    ),
}
TRICK = GlossaryWord(
    say("Trick"),
    say("A trick is one card from each player; the best card takes them all."),
    ("5D", "9D", "KD"),
)
TRUMP = GlossaryWord(
    say("Trump"),
    say("Trump is the suit that beats the others: even its 2 beats an ace."),
    ("AD", "2S"),
)
BID = GlossaryWord(
    say("Bid"),
    say("Your bid is the number of tricks that you will take: no more, and no fewer."),
    ("AS", "KS"),
)
FOLLOW_SUIT = GlossaryWord(
    say("Follow suit"),
    say("To follow suit is to play a card of the suit that was led."),
    ("4C", "9C", "KC"),
)
WORDS = {"between-hands": (TRICK, TRUMP), "bids": (BID,), "tricks": (FOLLOW_SUIT,)}
