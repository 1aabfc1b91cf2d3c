"""House rules, which the code calls options: their classes, and how each option is declared."""

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields, replace
from types import EllipsisType
from typing import ClassVar, Generic, Literal, cast

from typing_extensions import TypeVar, dataclass_transform

from companion.core.accounts import chips_per_pot
from companion.core.entries.fields import declare_field
from companion.core.entries.parsing import (
    MAX_NUMBER,
    Parser,
    choice_parser,
    parse_natural_number,
)
from companion.core.errors import InvalidValue
from companion.core.sentences import Fact, Sentence, say
from companion.core.words import localize

V = TypeVar("V", default=object)
T = TypeVar("T", bound=str | int)

# Values that an option may have, each with its words.
ChoiceLabels = tuple[tuple[V, Sentence], ...]


@dataclass(frozen=True, slots=True)
class Option(Generic[V]):
    """A house rule: its name in the record, its parser, and its words for players."""

    label: Sentence
    # returns the value that the rules use, or raises InvalidValue
    parse: Parser[V]
    # all possible values with their words (empty: any that `parse` accepts)
    choices: ChoiceLabels[V] = ()
    # what None means
    empty: Sentence | None = None
    # the value is a tuple of pots, or a list of numbers for the hands in turn
    is_board: bool = False
    in_turn: bool = False
    # the option that lists the parts for which there may be a number each
    by: str = ""
    name: str = ""

    def words(self, value: object) -> Fact:
        """Return a value of this option in words."""
        if value is None:
            return self.empty or ""
        if isinstance(value, Mapping):
            return localize(chips_per_pot(value))
        if self.in_turn and isinstance(value, tuple):
            return " ".join(map(str, value))
        return next((words for choice, words in self.choices if choice == value), str(value))


class Options:
    """The house rules of a table. Every family of games has a frozen dataclass of its own."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    # the options in the order of their fields
    definitions: ClassVar[tuple[Option, ...]]

    @property
    def ranked_by(self) -> str:
        """What ranks players at the end: "result" or "chips" (see `ranking_option`)."""
        return "result"


H = TypeVar("H", bound=Options)


def declare_option(option: Option[V], *, default: V | EllipsisType = ...) -> V:
    """Declare an option of a kind that only one game has."""
    return declare_field({"option": option}, default)


def number_option(label: Sentence, *, default: int | EllipsisType = ...) -> int:
    """Declare a whole number from 0."""
    return declare_option(Option(label, parse_natural_number), default=default)


def optional_number_option(
    label: Sentence, empty: Sentence, sentence: Sentence, *, default: int | None
) -> int | None:
    """Declare a whole number from 1 or None; `empty` describes None, `sentence` valid values."""

    def parse(value: object) -> int | None:
        if value is not None and (type(value) is not int or not 1 <= value <= MAX_NUMBER):
            raise InvalidValue(sentence)
        return value

    return declare_option(Option(label, parse, empty=empty), default=default)


def choice_option(label: Sentence, words: ChoiceLabels[T], *, default: T | EllipsisType = ...) -> T:
    """Declare a choice among the values in `words`."""
    return declare_option(
        Option(label, choice_parser(value for value, _ in words), words), default=default
    )


def optional_choice_option(
    label: Sentence, words: ChoiceLabels[T], empty: Sentence, *, default: None
) -> T | None:
    """Declare a choice among the values in `words`, or None, which `empty` describes."""
    parse = choice_parser(value for value, _ in words)
    option: Option[T | None] = Option(label, parse, words, empty=empty)
    return declare_option(option, default=default)


# What ranks players: chips less those that they began with or bought, or all their chips.
Ranking = Literal["result", "chips"]


def ranking_option(*, default: Ranking) -> Ranking:
    """Declare which number ranks players at the end."""
    words: ChoiceLabels[Ranking] = (
        ("result", say("the player who has gained the most chips since the start")),
        ("chips", say("the player with the most chips, including chips bought")),
    )
    return choice_option(say("The winner is"), words, default=default)


def switch_option(
    label: Sentence,
    words: ChoiceLabels[bool],
    texts: tuple[str, str] | None = None,
    *,
    default: bool | EllipsisType = ...,
) -> bool:
    """Declare a yes or no; a record has true or false, or one of `texts`, the first for yes."""
    on, off = texts or ("true", "false")

    def parse(value: object) -> bool:
        if isinstance(value, bool):
            return value
        if texts is None or value not in texts:
            raise InvalidValue(say("{on} or {off}", on=on, off=off))
        return value == on

    return declare_option(Option(label, parse, words), default=default)


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(
        declare_option,
        number_option,
        optional_number_option,
        choice_option,
        optional_choice_option,
        ranking_option,
        switch_option,
    ),
)
def options_class(cls: type[H]) -> type[H]:
    """Decorate a class of house rules: it becomes a frozen dataclass with keyword arguments."""
    kind = cast(type[H], dataclass(frozen=True, slots=True, kw_only=True)(cls))
    kind.definitions = tuple(replace(f.metadata["option"], name=f.name) for f in fields(kind))
    return kind


def option_values(options: Options) -> Mapping[str, object]:
    """Return the values of options by name."""
    return {option.name: getattr(options, option.name) for option in options.definitions}
