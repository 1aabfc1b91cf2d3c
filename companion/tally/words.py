"""Every word of a tally that is not a name: on the screen, on paper and in a spreadsheet alike.

A tally keeps facts: the game's slug, numbers, and keys. What is said of them is said here.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from companion.core.accounts import Account
from companion.core.called import HANDS, Called
from companion.core.game import PURSES
from companion.core.sentences import EntryNumber, Sentence, say
from companion.core.words import NameList, signed, told
from companion.games import games
from companion.language import spoken
from companion.tally.summary import Correction, Note, Proof, Tally

PLACES, NOTES = say("Places"), say("IOUs to settle")
CORRECTIONS, PROOF = say("Corrections by counting"), say("Proof")
NO_NOTES = say("None: nobody owes anybody anything.")
NOBODY, ALL_HANDS, PAGE = say("nobody"), say("All"), say("page")
PLACE, PLAYER = say("Place"), say("Player")
DEALER = say("Dealer")
OWES, TO, CHIPS = say("Owes"), say("To"), say("Chips")
COUNTED, CORRECTION, ENTRY = say("Counted"), say("Correction"), say("Entry")

PROOF_COLUMNS = (
    say("Chips in"),
    say("Bought"),
    say("Corrections"),
    say("Chips out"),
    say("In purses"),
    say("In pots"),
)
PLAYED_WITH = say("Played with Companion")


def columns(tally: Tally) -> Mapping[str, Sentence]:
    """Name the columns of a game's tally besides player and place."""
    game = games().get(tally["game"])
    return PURSES if game is None else game.columns


def called(tally: Tally) -> Called:
    """Give a game's words for its hands."""
    game = games().get(tally["game"])
    return HANDS if game is None else game.called


def game_name(tally: Tally) -> str:
    """Name the game of a tally; one that is no longer played here by its slug."""
    game = games().get(tally["game"])
    return str(tally["game"] if game is None else game.name)


def day(moment: date) -> str:
    """Write a day: ``4 July 2026``."""
    return spoken().day(moment)


def stage(tally: Tally) -> Sentence:
    """Say how far the evening is: ``final tally after 12 hands``."""
    hands = len(tally["hands"])
    words = called(tally)
    return (words.final if tally["over"] else words.running).about(n=hands)


def evening_won(tally: Tally) -> Sentence | None:
    """Say who won the evening; None while it goes on."""
    first = [line["player"] for line in tally["lines"] if line["place"] == 1]
    return first_place(first) if tally["over"] else None


def first_place(first: Collection[str]) -> Sentence:
    """Say who is in the first place."""
    names = NameList(first)
    if len(first) == 1:
        return say("{names} won", names=names)
    return say("{names} share first place", names=names)


def chart_title(tally: Tally) -> Sentence:
    """Say what the chart shows."""
    game = games().get(tally["game"])
    return called(tally).charted["chips" if game is None else game.unit]


def chart_words(tally: Tally) -> str:
    """Tell the chart to who cannot see it."""
    return course_words(tally["chart"])


def course_words(course: Mapping[str, Sequence[int]]) -> str:
    """Tell the lines of a chart to who cannot see them."""
    lines = (
        f"{told(player)}: {', '.join(map(signed, results))}." for player, results in course.items()
    )
    return " ".join(lines)


def owing(note: Note) -> Sentence:
    """Say who owes whom."""
    return say("{player} owes {other}", player=note["from"], other=Account(note["to"]))


def correction(tally: Tally, correction: Correction) -> Sentence:
    """Say what a count put right."""
    return called(tally).counted.about(
        hand=correction["hand"],
        account=Account(correction["of"]),
        chips=signed(correction["chips"]),
    )


def entry_named(number: int) -> Sentence:
    """Name an entry of the log."""
    return say("entry {number}", number=EntryNumber(number))


def chips_in(proof: Proof) -> Sentence:
    """Say what was bought and put right."""
    bought, more = proof["bought"], proof["corrections"]
    if not more:
        return say("Chips in: {bought} bought = {all}.", bought=bought, all=bought)
    return say(
        "Chips in: {bought} bought {more} corrected = {all}.",
        bought=bought,
        more=signed(more),
        all=bought + more,
    )


def chips_out(proof: Proof) -> Sentence:
    """Say where the chips are."""
    purses, pots = proof["purses"], proof["pots"]
    return say(
        "Chips out: {purses} in purses + {pots} in pots = {all}.",
        purses=purses,
        pots=pots,
        all=purses + pots,
    )
