"""What to do with the cards at each step, for a first evening."""

from collections.abc import Mapping

from companion.core.sentences import Sentence, say
from companion.games.stops.state import StopsTable
from companion.web.parts.screen import GlossaryWord

HINTS = {
    "deal": say(
        "Deal one pile more than there are players: the extra one is the dummy. "
        "The dealer may swap hands with it unseen, or sell it to the highest bidder."
    ),
    "auction": say("Every bid is higher than the last. Whoever passes is out."),
    "lead": say("Tap the card led. If its player goes on, hold and slide to the last."),
    "opening": say("Whoever holds the lowest card of that suit plays it and says so."),
    "follow": say("Tap the player who played the card. If nobody answers, nobody has it."),
    "chips-only": say(
        "Keep an eye on the cards yourselves; here you only enter who wins which pot."
    ),
}
KITTY = GlossaryWord(
    say("Kitty"),
    say("The kitty is the pot for going out: it goes to whoever plays their last card first."),
    ("AH",),
)
ANTE = GlossaryWord(
    say("Ante"),
    say("The ante is what everybody puts into the pots before the cards are dealt."),
    ("AS", "QC", "KH"),
)
WORDS = {
    "deal": (
        ANTE,
        GlossaryWord(
            say("Dummy"),
            say(
                "The dummy is an extra hand that nobody plays: its cards are missing from the runs."
            ),
            ("7", "8", "9"),
        ),
    ),
    "lead": (
        GlossaryWord(
            say("Lead"),
            say("To lead is to play the first card of a run; the next higher of its suit follows."),
            ("4D", "5D", "6D"),
        ),
    ),
    "follow": (
        GlossaryWord(
            say("Stop"),
            say("A run stops when nobody can play the next card: whoever played last leads again."),
            ("9D", "10D"),
        ),
    ),
}
HELD_ONLY = say("Everybody shows the cards still held; fewer than five count too.")
ALL_CARDS = say("Everybody takes played and held cards together and picks five of them.")


def stops_hints(table: StopsTable) -> Mapping[str, Sentence]:
    """Give the hint of each kind of question; that of poker goes by which cards count."""
    waiting = table.current_hand.end.pots_to_judge if table.hand_state else ()
    pot = next(iter(waiting), "poker")
    return {**HINTS, "poker": ALL_CARDS if table.counts_played(pot) else HELD_ONLY}


def stops_glossary(table: StopsTable) -> Mapping[str, tuple[GlossaryWord, ...]]:
    """Give the words that a hint explains; the kitty where there is one."""
    kitty = (KITTY,) if "kitty" in table.board.out else ()
    return {**WORDS, "deal": (*WORDS["deal"], *kitty)}
