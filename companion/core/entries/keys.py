"""What the keys of entries are: what each holds, how it is read and checked, how it is asked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from types import EllipsisType
from typing import Generic, Never

from typing_extensions import TypeVar

from companion.core.entries.reading import (
    Check,
    Read,
    as_amount,
    as_cards,
    as_changes,
    as_counted,
    as_each,
    as_name,
    as_number,
    as_one_of,
    as_or_none,
    as_text,
    as_texts,
    as_written,
    check_account,
    check_cards,
    check_hands,
    check_player,
    check_players,
    check_pot,
)
from companion.core.sentences import Sentence, say

V = TypeVar("V", default=object)
D = TypeVar("D", default=Never)


class Kind(Enum):
    """What a key holds."""

    PLAYER = "a player at the table"
    PLAYERS = "players at the table"
    NEWCOMER = "the name of somebody new"
    ANYBODY = "a player who is or was at the table"
    POT = "a pot"
    ACCOUNT = "a player at the table, or a pot"
    ANY_ACCOUNT = "a player who is or was at the table, or a pot"
    CARDS = "cards"
    CARDS_IN_A_ROW = "one card, or several in their order"
    NUMBER = "a whole number"
    COUNT = "a small whole number"
    NUMBERS = "a whole number for each player"
    HANDS = "cards for each player"
    CHOICE = "one of the choices"
    FINDING = "the place of a finding of the hand"
    ENTRY = "an entry, or its number"


Choices = tuple[tuple[str, Sentence], ...]
"""Values that may be picked, each with its words."""


@dataclass(frozen=True, slots=True)
class Key(Generic[V]):
    """A key of an entry. ``label`` asks for it; ``none`` says what leaving it open means.

    ``name`` is what the record calls it (none: as the entry does), ``one`` what it calls a single
    card that is written without a list. ``choices`` are what may be picked besides what its kind
    allows: all values of a choice, or who else is counted. ``needed``: it must be there.
    """

    kind: Kind
    label: Sentence
    read: Read[V]
    check: Check[V] | None = None
    name: str = ""
    one: str = ""
    choices: Choices = ()
    none: Sentence | None = None
    needed: bool = True


# declarations, one for each sort of key; they give what a dataclass takes for the field


def _field(key: Key[V], default: D | EllipsisType = ...) -> V | D:
    metadata = {"key": key}
    made: V | D = (
        field(metadata=metadata) if default is ... else field(metadata=metadata, default=default)
    )
    return made


WHO = say("Who?")
WHICH_POT = say("Which pot?")
WHICH_CARDS = say("Which cards?")
HOW_MANY_CHIPS = say("How many chips?")
WHICH_FINDING = say("Which mistake?")
WHICH_ENTRY = say("Which entry?")


def a_player(label: Sentence = WHO) -> str:
    """Declare a player at the table."""
    return _field(Key(Kind.PLAYER, label, as_text, check_player))


def a_player_or_none(label: Sentence, none: Sentence) -> str | None:
    """Declare a player at the table, or null, which means what ``none`` says."""
    read = as_or_none(as_text)
    return _field(Key(Kind.PLAYER, label, read, check_players, none=none))


def a_dealer(label: Sentence, none: Sentence, *, default: None) -> str | None:
    """Declare who deals, whom the rules check; if it is missing, that means what ``none`` says."""
    return _field(Key(Kind.PLAYER, label, as_text, none=none), default=default)


def players_or_none(label: Sentence, none: Sentence, *, default: None) -> tuple[str, ...] | None:
    """Declare a list of players at the table; if it is missing, that means what ``none`` says."""
    key = Key(Kind.PLAYERS, label, as_texts, check_players, none=none)
    return _field(key, default=default)


def a_newcomer(label: Sentence = WHO) -> str:
    """Declare the name of somebody who sits down."""
    return _field(Key(Kind.NEWCOMER, label, as_name))


def anybody(label: Sentence = WHO) -> str:
    """Declare a player whom the rules check: who may have left, or must not."""
    return _field(Key(Kind.ANYBODY, label, as_text))


def an_account(name: str, label: Sentence) -> str:
    """Declare a player at the table or a pot (``pot:ID``), under a name of the record."""
    return _field(Key(Kind.ACCOUNT, label, as_text, check_account, name))


def any_account(name: str, label: Sentence) -> str:
    """Declare a pot or a player, who may have left, under a name of the record."""
    return _field(Key(Kind.ANY_ACCOUNT, label, as_text, name=name))


def a_pot(label: Sentence = WHICH_POT) -> str:
    """Declare a pot on the board."""
    return _field(Key(Kind.POT, label, as_text, check_pot))


def an_amount(label: Sentence = HOW_MANY_CHIPS) -> int:
    """Declare a number from 1 up."""
    return _field(Key(Kind.NUMBER, label, as_amount))


def a_number(label: Sentence = HOW_MANY_CHIPS) -> int:
    """Declare a number from 0 up."""
    return _field(Key(Kind.NUMBER, label, as_number))


def a_count(label: Sentence) -> int:
    """Declare what was counted; the rules say how much it can be."""
    return _field(Key(Kind.COUNT, label, as_counted))


def a_count_or_none(label: Sentence, none: Sentence) -> int | None:
    """Declare what was counted, or null, which means what ``none`` says."""
    return _field(Key(Kind.COUNT, label, as_or_none(as_counted), none=none))


def counts(
    label: Sentence,
    check: Check[dict[str, int]] | None = None,
    besides: Choices = (),
    *,
    default: D | EllipsisType = ...,
) -> dict[str, int] | D:
    """Declare what was counted for each player, and for what there is ``besides``."""
    key = Key(Kind.NUMBERS, label, as_each(as_counted), check, choices=besides)
    return _field(key, default)


def some_cards(
    label: Sentence = WHICH_CARDS, read: Callable[[object], tuple[str, ...]] = as_texts
) -> tuple[str, ...]:
    """Declare cards of the pack."""
    return _field(Key(Kind.CARDS, label, read, check_cards))


def cards_in_a_row(label: Sentence = WHICH_CARDS) -> tuple[str, ...]:
    """Declare cards in their order, at least one; one alone may be written as ``card``."""
    key = Key(Kind.CARDS_IN_A_ROW, label, as_cards, check_cards, one="card")
    return _field(key)


def hands(label: Sentence, *, default: D | EllipsisType = ...) -> dict[str, tuple[str, ...]] | D:
    """Declare cards for each player."""
    return _field(Key(Kind.HANDS, label, as_each(as_texts), check_hands), default)


def a_choice(
    label: Sentence,
    choices: Choices,
    name: str = "",
    check: Check[str] | None = None,
    *,
    default: D | EllipsisType = ...,
) -> str | D:
    """Declare one of some values, each with its words."""
    read = as_one_of(value for value, _ in choices)
    return _field(Key(Kind.CHOICE, label, read, check, name, choices=choices), default)


def a_finding() -> int:
    """Declare a finding of the hand, by its place in the list."""
    return _field(Key(Kind.FINDING, WHICH_FINDING, as_number))


def an_entry_number(name: str, *, default: D | EllipsisType = ...) -> int | D:
    """Declare the number of an entry of the log, under a name of the record."""
    return _field(Key(Kind.ENTRY, WHICH_ENTRY, as_number, name=name), default)


def more_changes(
    name: str, *, default: tuple[tuple[int, object], ...]
) -> tuple[tuple[int, object], ...]:
    """Declare further changes of entries, each a number and what it becomes."""
    return _field(Key(Kind.ENTRY, WHICH_ENTRY, as_changes, name=name), default)


def an_entry(name: str, *, default: object = ...) -> object:
    """Declare an entry as it is written, or null, under a name of the record."""
    return _field(Key(Kind.ENTRY, WHICH_ENTRY, as_written, name=name), default)
