"""What to do with the cards at each step, for a first evening."""

from collections.abc import Mapping

from companion.core.sentences import Sentence, say
from companion.games.stops.state import StopsTable

HINTS = {
    "deal": say("Deal one pile more than there are players: the extra one is the dummy."),
    "dummy": say(
        "The dealer may swap hands with the dummy unseen, or sell it to the highest bidder."
    ),
    "auction": say("Every bid is higher than the last. Who passes is out of the auction."),
    "lead": say(
        "Tap the card that was led. If the same player goes on, hold it and slide to the last."
    ),
    "follow": say("Tap the player who laid the card. If nobody answers, nobody has it."),
    "chips-only": say("The cards are yours to watch; here only the pots are won."),
}
HELD_ONLY = say("Everybody shows the cards still held; fewer than five count too.")
ALL_CARDS = say("Everybody takes played and held cards together and picks five of them.")


def hints(table: StopsTable) -> Mapping[str, Sentence]:
    """Give the hint of each kind of question; that of poker goes by which cards count."""
    return {**HINTS, "poker": HELD_ONLY if table.rules.poker_held_only else ALL_CARDS}
