"""The fields of entries: what each holds, its parser, its check and its label."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from types import EllipsisType
from typing import Generic, Never

from typing_extensions import TypeVar

from companion.core.entries.parsing import (
    Checker,
    Parser,
    check_account,
    check_cards,
    check_hands,
    check_player,
    check_players,
    check_pot,
    choice_parser,
    optional_parser,
    parse_anything,
    parse_cards,
    parse_further_changes,
    parse_integer,
    parse_name,
    parse_natural_number,
    parse_positive_number,
    parse_text,
    parse_texts,
    per_player_parser,
)
from companion.core.sentences import Sentence, say

V = TypeVar("V", default=object)
D = TypeVar("D", default=Never)


class FieldKind(Enum):
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


# Values that may be picked, each with its words.
Choices = tuple[tuple[str, Sentence], ...]


@dataclass(frozen=True, slots=True)
class EntryField(Generic[V]):
    """A field of an entry."""

    kind: FieldKind
    label: Sentence
    read: Parser[V]
    check: Checker[V] | None = None
    # its name in the record ("": that of the attribute), and the name of a single card
    name: str = ""
    singular_name: str = ""
    # the values of a choice, or what is counted besides players
    choices: Choices = ()
    # what None means
    none_label: Sentence | None = None
    is_required: bool = True


# Declarations: each returns a dataclass field, typed as the value that the field will hold.


def _field(key: EntryField[V], default: D | EllipsisType = ...) -> V | D:
    metadata = {"key": key}
    value: V | D = (
        field(metadata=metadata) if default is ... else field(metadata=metadata, default=default)
    )
    return value


WHO = say("Who?")
WHICH_POT = say("Which pot?")
WHICH_CARDS = say("Which cards?")
HOW_MANY_CHIPS = say("How many chips?")
WHICH_FINDING = say("Which mistake?")
WHICH_ENTRY = say("Which entry?")


def player_field(label: Sentence = WHO) -> str:
    """Declare a player at the table."""
    return _field(EntryField(FieldKind.PLAYER, label, parse_text, check_player))


def optional_player_field(label: Sentence, none: Sentence) -> str | None:
    """Declare a player at the table, or null, which means what `none` says."""
    read = optional_parser(parse_text)
    return _field(EntryField(FieldKind.PLAYER, label, read, check_players, none_label=none))


def dealer_field(label: Sentence, none: Sentence, *, default: None) -> str | None:
    """Declare the dealer, to be checked by the handler; left out, it means what `none` says."""
    return _field(EntryField(FieldKind.PLAYER, label, parse_text, none_label=none), default=default)


def optional_players_field(
    label: Sentence, none: Sentence, *, default: None
) -> tuple[str, ...] | None:
    """Declare a list of players at the table; left out, it means what `none` says."""
    key = EntryField(FieldKind.PLAYERS, label, parse_texts, check_players, none_label=none)
    return _field(key, default=default)


def new_player_field(label: Sentence = WHO) -> str:
    """Declare the name of a new player."""
    return _field(EntryField(FieldKind.NEWCOMER, label, parse_name))


def any_player_field(label: Sentence = WHO) -> str:
    """Declare a player who may have left, or must have: the handler checks that."""
    return _field(EntryField(FieldKind.ANYBODY, label, parse_text))


def account_field(name: str, label: Sentence) -> str:
    """Declare a player at the table, or a pot (`pot:ID`)."""
    return _field(EntryField(FieldKind.ACCOUNT, label, parse_text, check_account, name))


def any_account_field(name: str, label: Sentence) -> str:
    """Declare a pot, or a player who may have left."""
    return _field(EntryField(FieldKind.ANY_ACCOUNT, label, parse_text, name=name))


def pot_field(label: Sentence = WHICH_POT) -> str:
    """Declare a pot on the board."""
    return _field(EntryField(FieldKind.POT, label, parse_text, check_pot))


def positive_number_field(label: Sentence = HOW_MANY_CHIPS) -> int:
    """Declare a whole number from 1."""
    return _field(EntryField(FieldKind.NUMBER, label, parse_positive_number))


def number_field(label: Sentence = HOW_MANY_CHIPS) -> int:
    """Declare a whole number from 0."""
    return _field(EntryField(FieldKind.NUMBER, label, parse_natural_number))


def count_field(label: Sentence) -> int:
    """Declare a count, whose limits the handler checks."""
    return _field(EntryField(FieldKind.COUNT, label, parse_integer))


def optional_count_field(label: Sentence, none: Sentence) -> int | None:
    """Declare a count, or null, which means what `none` says."""
    return _field(
        EntryField(FieldKind.COUNT, label, optional_parser(parse_integer), none_label=none)
    )


def counts_by_player_field(
    label: Sentence,
    check: Checker[dict[str, int]] | None = None,
    besides: Choices = (),
    *,
    default: D | EllipsisType = ...,
) -> dict[str, int] | D:
    """Declare a count for each player, and for each of `besides`."""
    key = EntryField(
        FieldKind.NUMBERS, label, per_player_parser(parse_integer), check, choices=besides
    )
    return _field(key, default)


def cards_field(
    label: Sentence = WHICH_CARDS, read: Callable[[object], tuple[str, ...]] = parse_texts
) -> tuple[str, ...]:
    """Declare cards of the pack."""
    return _field(EntryField(FieldKind.CARDS, label, read, check_cards))


def run_field(label: Sentence = WHICH_CARDS) -> tuple[str, ...]:
    """Declare one or more cards in order; a single one may be written as `card`."""
    key = EntryField(
        FieldKind.CARDS_IN_A_ROW, label, parse_cards, check_cards, singular_name="card"
    )
    return _field(key)


def cards_by_player_field(
    label: Sentence, *, default: D | EllipsisType = ...
) -> dict[str, tuple[str, ...]] | D:
    """Declare cards for each player."""
    return _field(
        EntryField(FieldKind.HANDS, label, per_player_parser(parse_texts), check_hands), default
    )


def choice_field(
    label: Sentence,
    choices: Choices,
    name: str = "",
    check: Checker[str] | None = None,
    *,
    default: D | EllipsisType = ...,
) -> str | D:
    """Declare a choice from texts."""
    read = choice_parser(value for value, _ in choices)
    return _field(EntryField(FieldKind.CHOICE, label, read, check, name, choices=choices), default)


def finding_field() -> int:
    """Declare a finding of the hand, by its place in the list."""
    return _field(EntryField(FieldKind.FINDING, WHICH_FINDING, parse_natural_number))


def entry_number_field(name: str, *, default: D | EllipsisType = ...) -> int | D:
    """Declare the number of an entry of the log."""
    return _field(
        EntryField(FieldKind.ENTRY, WHICH_ENTRY, parse_natural_number, name=name), default
    )


def further_changes_field(
    name: str, *, default: tuple[tuple[int, object], ...]
) -> tuple[tuple[int, object], ...]:
    """Declare further changes of an edit: each the number of an entry, and its replacement."""
    return _field(
        EntryField(FieldKind.ENTRY, WHICH_ENTRY, parse_further_changes, name=name), default
    )


def entry_field(name: str, *, default: object = ...) -> object:
    """Declare an entry as JSON, or null."""
    return _field(EntryField(FieldKind.ENTRY, WHICH_ENTRY, parse_anything, name=name), default)
