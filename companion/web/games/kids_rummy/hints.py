"""What to do with the cards at each step, for a first evening."""

from companion.core.sentences import say

HINTS = {
    "between-hands": say(
        "Deal the cards. The rest is the stock: turn its top card over beside it."
    ),
    "play": say(
        "Draw a card. Then you may lay down three or four of one rank, and add cards to sets "
        "on the table. Discard one card face up."
    ),
}
