"""Every word of a tally that is not a name: on the screen, on paper and in a spreadsheet alike.

A tally keeps facts: the game's slug, numbers, and keys. What is said of them is said here.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from companion.core.accounts import Account
from companion.core.called import HANDS, HandTerms
from companion.core.game import PURSES
from companion.core.sentences import EntryNumber, Sentence, say
from companion.core.words import NameList, format_signed, localize
from companion.games import all_games
from companion.language import current_language
from companion.tally.summary import Correction, Proof, Tally, TallyIOU

PLACES, NOTES = say("Places"), say("IOUs to settle")
CORRECTIONS, PROOF = say("Corrections by counting"), say("Proof")
NO_IOUS = say("None: nobody owes anybody anything.")
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


def column_titles(tally: Tally) -> Mapping[str, Sentence]:
    """Name the columns of a game's tally besides player and place."""
    game = all_games().get(tally["game"])
    return PURSES if game is None else game.columns


def hand_terms_of(tally: Tally) -> HandTerms:
    """Give a game's words for its hands."""
    game = all_games().get(tally["game"])
    return HANDS if game is None else game.hand_terms


def game_name(tally: Tally) -> str:
    """Name the game of a tally; one that is no longer played here by its slug."""
    game = all_games().get(tally["game"])
    return str(tally["game"] if game is None else game.name)


def format_day(moment: date) -> str:
    """Write a day: ``4 July 2026``."""
    return current_language().day(moment)


def stage_sentence(tally: Tally) -> Sentence:
    """Say how far the evening is: ``final tally after 12 hands``."""
    hands = len(tally["hands"])
    words = hand_terms_of(tally)
    return (words.final_tally if tally["over"] else words.tally_so_far).with_facts(n=hands)


def winner_sentence_of(tally: Tally) -> Sentence | None:
    """Say who won the evening; None while it goes on."""
    first = [line["player"] for line in tally["lines"] if line["place"] == 1]
    return first_place_sentence(first) if tally["over"] else None


def first_place_sentence(first: Collection[str]) -> Sentence:
    """Say who is in the first place."""
    names = NameList(first)
    if len(first) == 1:
        return say("{names} won", names=names)
    return say("{names} share first place", names=names)


def chart_title_sentence(tally: Tally) -> Sentence:
    """Say what the chart shows."""
    game = all_games().get(tally["game"])
    return hand_terms_of(tally).chart_titles["chips" if game is None else game.unit]


def chart_text(tally: Tally) -> str:
    """Tell the chart to who cannot see it."""
    return course_text(tally["chart"])


def course_text(course: Mapping[str, Sequence[int]]) -> str:
    """Tell the lines of a chart to who cannot see them."""
    lines = (
        f"{localize(player)}: {', '.join(map(format_signed, results))}."
        for player, results in course.items()
    )
    return " ".join(lines)


def iou_sentence(note: TallyIOU) -> Sentence:
    """Say who owes whom."""
    return say("{player} owes {other}", player=note["from"], other=Account(note["to"]))


def correction_sentence(tally: Tally, correction: Correction) -> Sentence:
    """Say what a count put right."""
    return hand_terms_of(tally).with_count.with_facts(
        hand=correction["hand"],
        account=Account(correction["of"]),
        chips=format_signed(correction["chips"]),
    )


def entry_number_sentence(number: int) -> Sentence:
    """Name an entry of the log."""
    return say("entry {number}", number=EntryNumber(number))


def chips_in_sentence(proof: Proof) -> Sentence:
    """Say what was bought and put right."""
    bought, more = proof["bought"], proof["corrections"]
    if not more:
        return say("Chips in: {bought} bought = {all}.", bought=bought, all=bought)
    return say(
        "Chips in: {bought} bought {more} corrected = {all}.",
        bought=bought,
        more=format_signed(more),
        all=bought + more,
    )


def chips_out_sentence(proof: Proof) -> Sentence:
    """Say where the chips are."""
    purses, pots = proof["purses"], proof["pots"]
    return say(
        "Chips out: {purses} in purses + {pots} in pots = {all}.",
        purses=purses,
        pots=pots,
        all=purses + pots,
    )
