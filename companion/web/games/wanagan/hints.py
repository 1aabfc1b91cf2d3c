"""What to do with the cards at each step, for a first evening."""

from companion.core.sentences import say

HINTS = {
    "between-hands": say("Shuffle all cards and deal them out; some players may get one more."),
    "reveal": say(
        "Lay five cards face down; then all show at once. A hand stands for one cup only."
    ),
    "final": say("Shuffle all cards and play five-card draw. The best hand takes the jackpot."),
}
