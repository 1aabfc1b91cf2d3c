"""The fields of a set-up: texts for each seat, and house rules."""

from typing import TYPE_CHECKING, TypedDict, Unpack

from flask_wtf import FlaskForm
from wtforms import Field
from wtforms.meta import DefaultMeta

from companion.core.errors import InvalidValue
from companion.core.options import Option
from companion.core.sentences import Sentence, say
from companion.web.parts.forms import parse_typed_number

if TYPE_CHECKING:
    from wtforms.meta import _SupportsGettextAndNgettext

MOST_ROWS = 20
"""How many seats are read at most; no game has so many."""


class TextListField(Field):
    """Typed texts under one name, one for each seat."""

    def process_formdata(self, values: list[str]) -> None:
        """Take every text, without the spaces around it."""
        self.data = [value.strip() for value in values[:MOST_ROWS]]


class FieldBinding(TypedDict, total=False):
    """What a form gives a field that it takes in."""

    name: str
    _form: FlaskForm
    _prefix: str
    _translations: "_SupportsGettextAndNgettext"
    _meta: DefaultMeta


class RuleField(Field):
    """A house rule; its option says what it may be and how it is asked for."""

    def __init__(self, option: Option, usual: object, **bound: Unpack[FieldBinding]) -> None:
        """Ask for an option; ``usual`` is the game's own value."""
        super().__init__(default=usual, **bound)
        self.option, self.usual, self.texts = option, usual, option_texts(usual)

    def process_formdata(self, values: list[str]) -> None:
        """Read the value; not on the form at all: the usual one. Raises Unfit."""
        if not values:
            return
        self.texts = values
        try:
            value = _value_of(self.option, self.texts)
            unset = value is None and self.option.choices and self.option.empty
            self.data = None if unset else self.option.read(value)
        except InvalidValue as wrong:
            wanted = wrong.reason
            board = say("The board needs {wanted}.", wanted=wanted)
            value = say("This must be {wanted}.", wanted=wanted)
            raise InvalidValue(board if self.option.is_board else value) from None

    @property
    def text(self) -> str:
        """The text of the value, as far as it is one."""
        return self.texts[0] if self.texts else ""

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """List the values to pick from: as text, in words, and whether it is the usual one."""
        named = [(v, words) for v, words in (self._unset, *self.option.choices) if words]
        return [("" if v is None else str(v), str(words), v == self.usual) for v, words in named]

    @property
    def _unset(self) -> tuple[None, Sentence | None]:
        """The choice of no value, where that means something."""
        return None, self.option.empty if self.option.choices else None

    @property
    def pots(self) -> tuple[str, ...]:
        """The pots of a board as far as they are known."""
        return tuple(text for text in self.texts if text)


def option_texts(value: object) -> list[str]:
    """Write the value of an option as the texts that the form sends for it."""
    if isinstance(value, tuple):
        is_board = not all(isinstance(one, int) for one in value)
        return ["", *value] if is_board else [" ".join(map(str, value))]
    return ["" if value is None else str(value)]


def _value_of(option: Option, texts: list[str]) -> object:
    if option.is_board:
        return [text for text in texts if text]
    if option.in_turn:
        return [parse_typed_number(text) for text in texts[0].replace(",", " ").split()]
    if not option.choices:
        return parse_typed_number(texts[0])
    values = {"": None} | {str(value): value for value, _ in option.choices}
    return values.get(texts[0], texts[0])
