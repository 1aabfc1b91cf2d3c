"""House rules: a frozen dataclass a family, each option declared with how it is read and asked."""

from collections.abc import Hashable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache
from types import EllipsisType
from typing import ClassVar, Generic, Literal, cast

from typing_extensions import TypeVar, dataclass_transform

from companion.core.accounts import Pot
from companion.core.entries.reading import MOST, Read, as_each, as_one_of
from companion.core.errors import Unfit
from companion.core.sentences import Fact, Sentence, say
from companion.core.words import OneOf, Series, told

V = TypeVar("V", default=object)
T = TypeVar("T", bound=str)

Ante = int | Mapping[str, int]
"""A number of chips for all pots, or one by pot."""

Words = tuple[tuple[V, Sentence], ...]
"""Values that an option may have, each with its words."""


def by_pot(chips: Mapping[str, int]) -> Series:
    """Tell how many chips go into which pot: ``2 into A♠, 4 into the kitty``."""
    into = say("{chips} into {pot}")
    return Series(into.about(chips=n, pot=Pot(pot)) for pot, n in chips.items())


@dataclass(frozen=True, slots=True)
class Option(Generic[V]):
    """A house rule: its name in the record, how its value is read, and its words for players.

    ``read`` turns a JSON value into what the rules use and raises Unfit for another.
    ``choices`` lists the values that a table may pick from, with words; without them a value is
    a whole number, or where ``is_board`` the pots of a board, or where ``in_turn`` a list of
    numbers. ``empty`` says what no value means, ``by`` names the option for each part of which
    there may be a number of its own.
    """

    label: Sentence
    read: Read[V]
    choices: Words[V] = ()
    empty: Sentence | None = None
    is_board: bool = False
    in_turn: bool = False
    by: str = ""
    name: str = ""

    def words(self, value: object) -> Fact:
        """Say a value as players do."""
        if value is None:
            return self.empty or ""
        if isinstance(value, Mapping):
            return told(by_pot(value))
        if self.in_turn and isinstance(value, tuple):
            return " ".join(map(str, value))
        return next((words for choice, words in self.choices if choice == value), str(value))


class Options:
    """The house rules of a table, all of them. Every family has a frozen dataclass of its own."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def ranked_by(self) -> str:
        """What ranks players at the end, as `a_ranking` declares it."""
        return "result"


H = TypeVar("H", bound=Options)


def _field(option: Option[V], default: V | EllipsisType = ...) -> V:
    metadata = {"option": option}
    made: V = (
        field(metadata=metadata) if default is ... else field(metadata=metadata, default=default)
    )
    return made


def a_board(label: Sentence, read: Read[tuple[str, ...]]) -> tuple[str, ...]:
    """Declare the board of a table."""
    return _field(Option(label, read, is_board=True))


def count_of(label: Sentence, *, default: int | EllipsisType = ...) -> int:
    """Declare a whole number that is not negative, of chips mostly."""
    return _field(Option(label, _as_whole(0)), default)


def a_number_or_none(
    label: Sentence, empty: Sentence, wanted: Sentence, *, default: int | None
) -> int | None:
    """Declare a whole number above 0, or none, which means what ``empty`` says."""

    def read(value: object) -> int | None:
        if value is not None and (type(value) is not int or not 1 <= value <= MOST):
            raise Unfit(wanted)
        return value

    return _field(Option(label, read, empty=empty), default)


def a_number_or_each(label: Sentence, by: str, *, default: int) -> Ante:
    """Declare a whole number that is not negative, or one for each part of the option ``by``."""
    whole = _as_whole(0)

    def read(value: object) -> Ante:
        return as_each(whole)(value) if isinstance(value, dict) else whole(value)

    return _field(Option(label, read, by=by), default)


def choice_of(label: Sentence, words: Words[T], *, default: T | EllipsisType = ...) -> T:
    """Declare one of some texts."""
    return _field(Option(label, as_one_of(value for value, _ in words), words), default)


def a_choice_or_none(
    label: Sentence, words: Words[T], empty: Sentence, *, default: None
) -> T | None:
    """Declare one of some texts; where it is not given that means what ``empty`` says."""
    read = as_one_of(value for value, _ in words)
    option: Option[T | None] = Option(label, read, words, empty=empty)
    return _field(option, default)


Ranking = Literal["result", "chips"]
"""What ranks players: chips less those that they began with or bought, or all their chips."""


def a_ranking(*, default: Ranking) -> Ranking:
    """Declare what ranks players at the end."""
    words: Words[Ranking] = (
        ("result", say("who has won most, counted against the chips at the start")),
        ("chips", say("who has most chips, bought ones too")),
    )
    return choice_of(say("The winner is"), words, default=default)


def numbers_in_turn(
    label: Sentence, least: int, most: int, longest: int, *, default: tuple[int, ...]
) -> tuple[int, ...]:
    """Declare a list of whole numbers, one for each hand in turn."""
    whole = _as_whole(least, most)
    wanted = say(
        "1 to {longest} whole numbers from {least} to {most}",
        longest=longest,
        least=least,
        most=most,
    )

    def read(value: object) -> tuple[int, ...]:
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= longest:
            raise Unfit(wanted)
        return tuple(map(whole, value))

    return _field(Option(label, read, in_turn=True), default)


def a_small_number(label: Sentence, words: Words[int], *, default: int | EllipsisType = ...) -> int:
    """Declare one of a few whole numbers."""
    numbers = [number for number, _ in words]
    whole = _as_whole(numbers[0], numbers[-1])

    def read(value: object) -> int:
        number = whole(value)
        if number not in numbers:
            raise Unfit(say("one of {values}", values=OneOf(map(str, numbers))))
        return number

    return _field(Option(label, read, words), default)


def a_switch(
    label: Sentence, on: str, off: str, words: Words[bool], *, default: bool | EllipsisType = ...
) -> bool:
    """Declare a yes or no, which a record may also write as true or false."""
    return _field(Option(label, _as_switch(on, off), words), default)


def true_or_false(label: Sentence, words: Words[bool], *, default: bool) -> bool:
    """Declare what a record writes as true or false alone."""
    return _field(Option(label, _as_truth, words), default)


def _as_whole(least: int, most: int = MOST) -> Read[int]:
    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise Unfit(say("a whole number from {least} to {most}", least=least, most=most))
        return value

    return read


def _as_truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise Unfit(say("{on} or {off}", on="true", off="false"))
    return value


def _as_switch(on: str, off: str) -> Read[bool]:
    def read(value: object) -> bool:
        if isinstance(value, bool):
            return value
        if not isinstance(value, str) or value not in (on, off):
            raise Unfit(say("{on} or {off}", on=on, off=off))
        return value == on

    return read


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(
        a_board,
        count_of,
        a_number_or_none,
        a_number_or_each,
        choice_of,
        a_choice_or_none,
        a_ranking,
        numbers_in_turn,
        a_small_number,
        a_switch,
        true_or_false,
    ),
)
def options(cls: type[H]) -> type[H]:
    """Make a class the frozen house rules of a family."""
    return cast(type[H], dataclass(frozen=True, slots=True, kw_only=True)(cls))


def options_of(kind: type[Options]) -> tuple[Option, ...]:
    """List the options of a family in their order."""
    return _declared(cast(Hashable, kind))


@cache
def _declared(kind: type[Options]) -> tuple[Option, ...]:
    return tuple(replace(f.metadata["option"], name=f.name) for f in fields(kind))


def values_of(chosen: Options) -> Mapping[str, object]:
    """Give the values of options by name."""
    return {option.name: getattr(chosen, option.name) for option in options_of(type(chosen))}
