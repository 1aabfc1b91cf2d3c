"""What to do with the cards at each step, for a first evening."""

from companion.core.sentences import say

HINTS = {
    "between-hands": say("Deal the cards, then turn up the next one: its suit is trump."),
    "bids": say(
        "Say how many tricks you will take. The bids may not add up to the number of tricks."
    ),
    "tricks": say(
        "Follow suit if you can. The highest trump wins, or else the highest of the suit led."
    ),
}
