"""The types of the fields of entries: what a field holds, its words, its parser and its check."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import EllipsisType
from typing import Annotated, Any, Generic

from typing_extensions import TypeVar

from companion.core.accounts import Account, Pot
from companion.core.entries.parsing import (
    Checker,
    Parser,
    check_account,
    check_cards,
    check_hands,
    check_player,
    check_players,
    check_pot,
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
from companion.core.sentences import EntryNumber, Fact, Sentence, say
from companion.core.words import Cards, Chips, player_series

V = TypeVar("V", default=object)
D = TypeVar("D")


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
    kind: FieldKind
    label: Sentence
    parse: Parser[V]
    check: Checker[V] | None = None
    # returns the value as a fact of the entry's sentence
    fact: Callable[[Any], Fact] = lambda value: value
    # its name in the record ("": that of the attribute), and the name of a single card
    name: str = ""
    singular_name: str = ""
    # the values of a choice, or what is counted besides players
    choices: Choices = ()
    # what None means
    none_label: Sentence | None = None
    is_required: bool = True


def declare_field(metadata: Mapping[str, object], default: D | EllipsisType) -> D:
    """Return `dataclasses.field`, typed as the value that the field will hold."""
    value: D = (
        field(metadata=metadata) if default is ... else field(metadata=metadata, default=default)
    )
    return value


def entry_field(
    label: Sentence | None = None,
    *,
    name: str = "",
    none: Sentence | None = None,
    choices: Choices = (),
    parse: Parser | None = None,
    check: Checker[Any] | None = None,
    fact: Callable[[Any], Fact] | None = None,
    default: D | EllipsisType = ...,
) -> D:
    """Return the dataclass field of an entry; the arguments replace those of its type.

    Without a default a field `X | None` accepts null; with the default None it may only be left
    out. `none` says what None means.
    """
    changes: Mapping[str, object] = {
        "label": label,
        "name": name,
        "none_label": none,
        "choices": choices,
        "parse": parse,
        "check": check,
        "fact": fact,
    }
    return declare_field({key: value for key, value in changes.items() if value}, default)


WHO = say("Who?")
WHICH_POT = say("Which pot?")
WHICH_CARDS = say("Which cards?")
HOW_MANY_CHIPS = say("How many chips?")
WHICH_ENTRY = say("Which entry?")

Player = Annotated[str, EntryField(FieldKind.PLAYER, WHO, parse_text, check_player)]
# A player whom the handler checks, after other things.
Dealer = Annotated[str, EntryField(FieldKind.PLAYER, WHO, parse_text)]
Players = Annotated[tuple[str, ...], EntryField(FieldKind.PLAYERS, WHO, parse_texts, check_players)]
NewPlayer = Annotated[str, EntryField(FieldKind.NEWCOMER, WHO, parse_name)]
# A player who may have left, or must have: the handler checks that.
AnyPlayer = Annotated[str, EntryField(FieldKind.ANYBODY, WHO, parse_text)]
# A player, or a pot as `pot:ID`.
PlayerOrPot = Annotated[
    str, EntryField(FieldKind.ACCOUNT, WHO, parse_text, check_account, fact=Account)
]
AnyPlayerOrPot = Annotated[str, EntryField(FieldKind.ANY_ACCOUNT, WHO, parse_text, fact=Account)]
PotName = Annotated[str, EntryField(FieldKind.POT, WHICH_POT, parse_text, check_pot, fact=Pot)]
# From 1, and from 0.
Amount = Annotated[
    int, EntryField(FieldKind.NUMBER, HOW_MANY_CHIPS, parse_positive_number, fact=Chips)
]
AmountOrZero = Annotated[
    int, EntryField(FieldKind.NUMBER, HOW_MANY_CHIPS, parse_natural_number, fact=Chips)
]
# A number whose limits the handler checks.
SmallNumber = Annotated[int, EntryField(FieldKind.COUNT, HOW_MANY_CHIPS, parse_integer)]
NumberByPlayer = Annotated[
    dict[str, int],
    EntryField(
        FieldKind.NUMBERS, HOW_MANY_CHIPS, per_player_parser(parse_integer), fact=player_series
    ),
]
CardList = Annotated[
    tuple[str, ...], EntryField(FieldKind.CARDS, WHICH_CARDS, parse_texts, check_cards, fact=Cards)
]
# At least one card; a single one may be written as `card`.
CardRun = Annotated[
    tuple[str, ...],
    EntryField(
        FieldKind.CARDS_IN_A_ROW,
        WHICH_CARDS,
        parse_cards,
        check_cards,
        fact=Cards,
        singular_name="card",
    ),
]
CardsByPlayer = Annotated[
    dict[str, tuple[str, ...]],
    EntryField(FieldKind.HANDS, WHICH_CARDS, per_player_parser(parse_texts), check_hands),
]
# One of the `choices` of the field.
Choice = Annotated[str, EntryField(FieldKind.CHOICE, WHICH_POT, parse_text)]
# The place of a finding in the list of the hand.
FindingPlace = Annotated[
    int,
    EntryField(
        FieldKind.FINDING, say("Which mistake?"), parse_natural_number, fact=lambda place: place + 1
    ),
]
NumberOfEntry = Annotated[
    int, EntryField(FieldKind.ENTRY, WHICH_ENTRY, parse_natural_number, fact=EntryNumber)
]
# The JSON of an entry, or null.
EntryJson = Annotated[object, EntryField(FieldKind.ENTRY, WHICH_ENTRY, lambda value: value)]
# Numbers of entries, each with the JSON that replaces it.
FurtherChanges = Annotated[
    tuple[tuple[int, object], ...],
    EntryField(FieldKind.ENTRY, WHICH_ENTRY, parse_further_changes),
]
