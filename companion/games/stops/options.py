"""The house rules of the family: their values, and their words for players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.core.options import (
    Options,
    a_board,
    a_choice,
    a_number,
    a_number_or_none,
    a_switch,
    options,
)
from companion.core.sentences import say
from companion.games.stops.board import read_board

YES_NO = ((True, say("yes")), (False, say("no")))


@options
class StopsOptions(Options):
    """The house rules of a table. What has a default here the sheets agree on."""

    board: tuple[str, ...] = a_board(say("Board"), read_board)
    ante: int = a_number(say("Ante into each pot, in chips"), default=1)
    dealer_extra: Literal["none", "all pots", "jackpot"] = a_choice(
        say("The dealer antes once more into"),
        (
            ("none", say("no pot")),
            ("all pots", say("every pot")),
            ("jackpot", say("the jackpot or kitty")),
        ),
    )
    dummy_dealt: Literal["first", "last"] = a_choice(
        say("The dummy is dealt"), (("first", say("first")), ("last", say("last")))
    )
    dummy_use: Literal["swap-or-sell"] = a_choice(
        say("The dealer may swap for the dummy, or sell it"),
        (("swap-or-sell", say("swap or sell")),),
        default="swap-or-sell",
    )
    dealer_may_keep: bool = a_switch(
        say("The dealer may keep the cards and sell nothing"), "yes", "no", YES_NO
    )
    money_card_bars: bool = a_switch(
        say("Who holds a money card may neither swap nor bid"), "yes", "no", YES_NO
    )
    first_lead: Literal["lowest-card", "lowest-of-suit"] = a_choice(
        say("The first lead of a hand"),
        (
            ("lowest-card", say("the lowest card of all")),
            ("lowest-of-suit", say("any suit, the lowest of it")),
        ),
    )
    next_lead: Literal["other-colour", "other-suit"] = a_choice(
        say("After a stop lead"),
        (("other-colour", say("the other colour")), ("other-suit", say("another suit"))),
    )
    no_lead: Literal["last-player", "blocked"] = a_choice(
        say("When nobody can lead"),
        (
            ("last-player", say("the last player leads what was barred")),
            ("blocked", say("the hand is blocked")),
        ),
    )
    combination_by: Literal["one-player", "last-card"] = a_choice(
        say("A combination is won by"),
        (
            ("one-player", say("one player with all its cards")),
            ("last-card", say("whoever plays its last card")),
        ),
        default="one-player",
    )
    per_card: int = a_number(say("Chips to the winner for each card left"))
    penalties: bool = a_switch(
        say("Penalties for wrong leads and cards held back"),
        "on",
        "off",
        ((True, say("on")), (False, say("off"))),
    )
    leftovers: Literal["last-winner", "divide"] = a_choice(
        say("What is left at the end"),
        (
            ("last-winner", say("goes to the winner of the last hand")),
            ("divide", say("is divided")),
        ),
    )
    rounds: int | None = a_number_or_none(
        say("Hands to play"),
        say("as many as you like"),
        say("a whole number of hands, or none"),
        default=None,
    )


@dataclass(frozen=True, slots=True)
class StopsRules:
    """What a game of the family has besides its options: presets and how poker is judged.

    ``presets`` are boards by name that set-up offers; ``ask_board``: they are printed on boards
    that vary, so the table is asked; ``poker_held_only``: only cards still held count.
    """

    presets: Mapping[str, tuple[str, ...]]
    ask_board: bool = False
    poker_held_only: bool = False
