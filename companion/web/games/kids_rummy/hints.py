"""What to do with the cards at each step, for a first evening."""

from companion.core.sentences import say

HINTS = {
    "between-hands": say(
        "Deal the cards. The rest is the stock: turn its top card over beside it."
    ),
    "play": say(
        "Draw a card, lay down three or four of one rank if you can, and lay one card open."
    ),
}
