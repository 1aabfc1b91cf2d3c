"""The house rules of the family: their values, and their words for players."""

from collections.abc import Callable
from typing import Any

from companion.core.game import Option
from companion.core.reading import MOST
from companion.games.stops.board import read_board


def choice(*values: str) -> Callable[[Any], str]:
    """Read one of some words. The reader raises ValueError for anything else."""

    def read(value: Any) -> str:
        if value not in values or not isinstance(value, str):
            raise ValueError("one of " + ", ".join(values))
        return value

    return read


def switch(on: str, off: str) -> Callable[[Any], bool]:
    """Read a yes or no, also written as true or false. The reader raises ValueError else."""

    def read(value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if value not in (on, off):
            raise ValueError(f"{on} or {off}")
        return bool(value == on)

    return read


def chips(value: Any) -> int:
    """Read a number of chips. Raises ValueError unless it is whole and not negative."""
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(f"a whole number from 0 to {MOST}")
    return value


def rounds(value: Any) -> int | None:
    """Read a number of hands, or none. Raises ValueError."""
    if value is not None and (type(value) is not int or not 1 <= value <= MOST):
        raise ValueError("a whole number of hands, or none")
    return value


YES_NO = ((True, "yes"), (False, "no"))

OPTIONS = (
    Option("board", read_board, "Board", is_board=True),
    Option("ante", chips, "Ante into each pot, in chips"),
    Option(
        "dealer_extra",
        choice("none", "all pots", "jackpot"),
        "The dealer antes once more into",
        (("none", "no pot"), ("all pots", "every pot"), ("jackpot", "the jackpot or kitty")),
    ),
    Option(
        "dummy_dealt",
        choice("first", "last"),
        "The dummy is dealt",
        (("first", "first"), ("last", "last")),
    ),
    Option(
        "dummy_use",
        choice("swap-or-sell"),
        "The dealer may swap for the dummy, or sell it",
        (("swap-or-sell", "swap or sell"),),
    ),
    Option(
        "dealer_may_keep",
        switch("yes", "no"),
        "The dealer may keep his cards and sell nothing",
        YES_NO,
    ),
    Option(
        "money_card_bars",
        switch("yes", "no"),
        "Who holds a money card may neither swap nor bid",
        YES_NO,
    ),
    Option(
        "first_lead",
        choice("lowest-card", "lowest-of-suit"),
        "The first lead of a hand",
        (
            ("lowest-card", "the lowest card of all"),
            ("lowest-of-suit", "any suit, the lowest of it"),
        ),
    ),
    Option(
        "next_lead",
        choice("other-colour", "other-suit"),
        "After a stop lead",
        (("other-colour", "the other colour"), ("other-suit", "another suit")),
    ),
    Option(
        "no_lead",
        choice("last-player", "blocked"),
        "When nobody can lead",
        (
            ("last-player", "the last player leads what was barred"),
            ("blocked", "the hand is blocked"),
        ),
    ),
    Option(
        "combination_by",
        choice("one-player", "last-card"),
        "A combination is won by",
        (
            ("one-player", "one player with all its cards"),
            ("last-card", "whoever plays its last card"),
        ),
    ),
    Option("per_card", chips, "Chips to the winner for each card left"),
    Option(
        "penalties",
        switch("on", "off"),
        "Penalties for wrong leads and cards held back",
        ((True, "on"), (False, "off")),
    ),
    Option(
        "leftovers",
        choice("last-winner", "divide"),
        "What is left at the end",
        (("last-winner", "goes to the winner of the last hand"), ("divide", "is divided")),
    ),
    Option("rounds", rounds, "Hands to play", empty="as many as you like"),
)
