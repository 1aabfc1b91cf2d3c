"""Every word of a tally that is not a name: on the screen, on paper and in a spreadsheet alike.

A tally keeps facts: the game's slug, numbers, and keys. What is said of them is said here.
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any
from unicodedata import bidirectional

from companion.core.words import account_name, listed
from companion.games import games

PLACES, NOTES, HANDS = "Places", "Notes to settle", "Hand by hand"
CORRECTIONS, PROOF = "Corrections by counting", "Proof"
NO_NOTES = "None: nobody owes anybody."
NOBODY, ALL_HANDS, PAGE = "nobody", "All", "page"
PLACE, PLAYER = "Place", "Player"
HAND, DEALER, WON_BY = "Hand", "Dealer", "Won by"

COLUMNS = {
    "result": "Result",
    "score": "Points",
    "chips": "Chips",
    "cups": "In cups",
    "owes": "Owes",
    "owed": "Is owed",
    "bought": "Bought",
}
"""The columns of tally lines besides player and place."""


_ISOLATES = "\N{LEFT-TO-RIGHT ISOLATE}\N{RIGHT-TO-LEFT ISOLATE}\N{FIRST STRONG ISOLATE}"
_STEADY = frozenset({"L", "EN", "ES", "ET", "CS", "NSM", "WS", "ON", "BN"})
"""The classes of letters and signs that turn nothing; a sign newer than Python has none."""


def numeral(number: int) -> str:
    """Write a number with its thousands apart: ``1,234``, ``−5``."""
    return f"{number:,}".replace("-", "−")


def signed(number: int) -> str:
    """Write a gain or a loss: ``+4``, ``−1,234``, ``0``."""
    return f"+{number:,}" if number > 0 else numeral(number)


def game_name(tally: Mapping[str, Any]) -> str:
    """Name the game of a tally; one that is no longer played here by its slug."""
    game = games().get(tally["game"])
    return tally["game"] if game is None else game.name


def unit(tally: Mapping[str, Any]) -> str:
    """Say what the game counts: chips or points."""
    game = games().get(tally["game"])
    return "chips" if game is None else game.unit


def day(moment: date) -> str:
    """Write a day: ``4 July 2026``."""
    return f"{moment.day} {moment:%B %Y}"


def stage(tally: Mapping[str, Any]) -> str:
    """Say how far the evening is: ``final tally after 12 hands``."""
    hands = len(tally["hands"])
    kind = "final" if tally["over"] else "running"
    return f"{kind} tally after {numeral(hands)} hand{'' if hands == 1 else 's'}"


def won(tally: Mapping[str, Any]) -> str:
    """Say who won the evening; nothing while it goes on."""
    first = [line["player"] for line in tally["lines"] if line["place"] == 1]
    return winners(first) if tally["over"] else ""


def winners(first: Collection[str]) -> str:
    """Say who is in the first place."""
    names = listed(map(isolated, first))
    return f"{names} won" if len(first) == 1 else f"{names} share the first place"


def isolated(name: str) -> str:
    """Keep a name that is not, or may not be, read from the left from turning the words round it.

    What it opens is closed as well.
    """
    if {bidirectional(letter) for letter in name} <= _STEADY:
        return name
    opened = sum(name.count(mark) for mark in _ISOLATES)
    return f"\N{FIRST STRONG ISOLATE}{name}" + "\N{POP DIRECTIONAL ISOLATE}" * (opened + 1)


def account(name: str) -> str:
    """Name a player, a pot or the bank, whatever its direction."""
    return isolated(account_name(name))


def chart_title(tally: Mapping[str, Any]) -> str:
    """Say what the chart shows."""
    return f"Result after each hand, in {unit(tally)}"


def chart_words(tally: Mapping[str, Any]) -> str:
    """Tell the chart to who cannot see it."""
    lines = (
        f"{isolated(player)}: {', '.join(map(signed, results))}."
        for player, results in tally["chart"].items()
    )
    return " ".join(lines)


def note(note: Mapping[str, Any]) -> str:
    """Say who owes whom."""
    return f"{account(note['from'])} owes {account(note['to'])}"


def correction(correction: Mapping[str, Any]) -> str:
    """Say what a count put right."""
    counted = f"{account(correction['of'])} {signed(correction['chips'])}"
    return f"Counted in hand {numeral(correction['hand'])}: {counted}"


def entry(number: int) -> str:
    """Name an entry of the log."""
    return f"entry {number}"


def chips_in(proof: Mapping[str, int]) -> str:
    """Say what was bought and put right."""
    bought, more = proof["bought"], proof["corrections"]
    corrected = f" {signed(more)} corrected" if more else ""
    return f"Chips in: {numeral(bought)} bought{corrected} = {numeral(bought + more)}."


def chips_out(proof: Mapping[str, int]) -> str:
    """Say where the chips are."""
    purses, pots = proof["purses"], proof["pots"]
    there = f"{numeral(purses)} in purses + {numeral(pots)} in pots"
    return f"Chips out: {there} = {numeral(purses + pots)}."
