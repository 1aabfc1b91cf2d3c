"""The set-up form: players, chips and house rules, from a record and back to one."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import chain, repeat
from types import MappingProxyType
from typing import Any, cast

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field, ValidationError

from companion.core.accounts import Pot
from companion.core.errors import InvalidValue, Refused
from companion.core.game import Game, Table
from companion.core.log.record import (
    FORMAT,
    SetupRecord,
    check_player_name,
    parse_options,
    parse_players,
    parse_starting_chips,
)
from companion.core.options import Option, option_values
from companion.core.sentences import Fact, Sentence, say
from companion.games import all_games
from companion.web.components.entry_form import FormData, not_a_number_sentence, parse_typed_number

# The most seats that are read; no game has that many.
MAX_ROWS = 20


class TextListField(Field):
    """A form field of several texts, one for each seat or pot."""

    def process_formdata(self, values: list[str]) -> None:
        self.data = [value.strip() for value in values[:MAX_ROWS]]


class NumberField(Field):
    """A form field with a whole number, typed or tapped; None if there is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Parse the number. Raises InvalidValue."""
        if not valuelist:
            return
        try:
            self.data = parse_typed_number(valuelist[0])
        except InvalidValue:
            raise InvalidValue(not_a_number_sentence(valuelist[0])) from None

    @property
    def text(self) -> str:
        """The text that was typed; if none was, the number."""
        return self.raw_data[0] if self.raw_data else str(self.data)


class RuleField(Field):
    """A form field for the house rule `option`; `default` is the game's own value."""

    def __init__(self, option: Option, default: object, **keywords: Any) -> None:
        super().__init__(default=default, **keywords)
        self.option, self.texts = option, option_texts(default)

    def process_formdata(self, values: list[str]) -> None:
        """Parse the value; if none was sent, keep the default. Raises InvalidValue."""
        if not values:
            return
        self.texts = values
        try:
            value = _parse_value(self.option, self.texts)
            is_unset = value is None and self.option.choices and self.option.empty
            self.data = None if is_unset else self.option.parse(value)
        except InvalidValue as error:
            sentence = error.reason
            board = say("The board needs {wanted}.", wanted=sentence)
            value = say("This must be {wanted}.", wanted=sentence)
            raise InvalidValue(board if self.option.is_board else value) from None

    @property
    def text(self) -> str:
        return self.texts[0] if self.texts else ""

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The choices, as (value, label, whether it is the game's own value)."""
        has_none = self.option.choices and self.option.empty
        choices = [*([(None, self.option.empty)] if has_none else []), *self.option.choices]
        return [("" if v is None else str(v), str(text), v == self.default) for v, text in choices]

    @property
    def pots(self) -> tuple[str, ...]:
        return tuple(text for text in self.texts if text)


def option_texts(value: object) -> list[str]:
    """Return the value of an option as the form sends it."""
    if isinstance(value, tuple):
        is_board = not all(isinstance(item, int) for item in value)
        return ["", *value] if is_board else [" ".join(map(str, value))]
    return ["" if value is None else str(value)]


def _parse_value(option: Option, texts: list[str]) -> object:
    if option.is_board:
        return [text for text in texts if text]
    if option.in_turn:
        return [parse_typed_number(text) for text in texts[0].replace(",", " ").split()]
    if not option.choices:
        return parse_typed_number(texts[0])
    values = {"": None} | {str(value): value for value, _ in option.choices}
    return values.get(texts[0], texts[0])


RULE_PREFIX = "rule_"
# The least number of seats in an empty set-up.
MIN_SEATS = 4

# The labels of the fields that are not house rules.
LABELS = {
    "names": say("Players"),
    "purses": say("A player’s chips"),
    "antes": say("A pot’s ante"),
    "dealer": say("First dealer"),
    "chips": say("Chips for each player"),
    "same_board": say("Board"),
}


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A row of the form: a player's name, and the chips if they differ from the others'."""

    index: int
    name: str
    purse: str
    is_dealer: bool
    error: str


class SetupForm(FlaskForm):
    """A set-up as typed; `build_form` adds the house rules of a game."""

    game: Game
    row_errors: Mapping[int, str] = MappingProxyType({})
    names = TextListField()
    purses = TextListField()
    antes = TextListField()
    dealer = NumberField(default=0)
    chips = NumberField()
    same_board = NumberField(default=0)

    def validate_names(self, field: TextListField) -> None:
        names = [name for name in field.data if name]
        # Names alone first: “two are called Ann” helps more than a wrong number of players.
        self.row_errors = {}
        for row, name in enumerate(field.data):
            if not name:
                continue
            try:
                check_player_name(name, names)
            except Refused as error:
                self.row_errors[row] = error.message
        if self.row_errors:
            raise ValidationError(next(iter(self.row_errors.values())))
        with _refusals_as_errors():
            parse_players(names, self.game)

    def validate_purses(self, _: TextListField) -> None:
        for name, text in self._named_seats():
            own = _parse_number(
                text, say("{player}’s number of chips must be {wanted}."), player=name
            )
            if own is not None:
                with _refusals_as_errors():
                    parse_starting_chips({name: own}, (name,))

    def validate_antes(self, _: TextListField) -> None:
        for pot, text in self._own_antes():
            _parse_number(text, say("The ante for {pot} must be {wanted}."), pot=Pot(pot))

    def validate_chips(self, field: NumberField) -> None:
        if field.process_errors:
            return
        if field.data is None:
            raise ValidationError(str(say("Enter how many chips each player starts with.")))
        everybody = str(say("Everybody"))
        with _refusals_as_errors():
            parse_starting_chips({everybody: field.data}, (everybody,))

    def validate_dealer(self, field: NumberField) -> None:
        if not 0 <= (field.data or 0) < len(self.names.data):
            raise ValidationError(str(say("Choose who deals first.")))
        if any(self.names.data) and not self.names.data[field.data or 0]:
            raise ValidationError(str(say("The first dealer needs a name.")))

    def validate_same_board(self, field: NumberField) -> None:
        if self.game.boards.has_printed_boards and not field.data:
            sentence = say(
                "Compare the board shown here with yours. If they match, turn on the switch. If "
                "not, change the board shown here."
            )
            raise ValidationError(str(sentence))

    def _own_antes(self) -> list[tuple[str, str]]:
        """Return every pot with a text for its own ante."""
        pots = self.board.pots if self.board else ()
        return [(pot, text) for pot, text in zip(pots, self.antes.data or [], strict=False) if text]

    def ante_typed(self, place: int) -> str:
        """Return the typed ante of the pot at `place` on the board; "" if there is none."""
        texts = self.antes.data or []
        return texts[place] if place < len(texts) else ""

    def _named_seats(self) -> list[tuple[str, str]]:
        """Return every name with the text for that player's chips."""
        return [seat for seat in seats_of(self.names.data, self.purses.data or []) if seat[0]]

    @property
    def rows(self) -> list[SeatLine]:
        seats, dealer = seats_of(self.names.data, self.purses.data or []), self.dealer.data
        return [
            SeatLine(index, name, purse, index == dealer, self.row_errors.get(index, ""))
            for index, (name, purse) in enumerate(seats)
        ]

    @property
    def rules(self) -> list[RuleField]:
        """The house rules of the game, except the board."""
        return [rule for rule in self.all_rules if not rule.option.is_board]

    @property
    def all_rules(self) -> list[RuleField]:
        return [self[RULE_PREFIX + option.name] for option in self.game.options]

    @property
    def board(self) -> RuleField | None:
        """The field of the board; None if the game has no board to change."""
        return next((rule for rule in self.all_rules if rule.option.is_board), None)

    @property
    def options(self) -> dict[str, object]:
        """The house rules that differ from the game's own, as in a record."""
        options = {r.option.name: r.data for r in self.all_rules if r.data != r.default}
        for rule in self.all_rules if self._own_antes() else ():
            if rule.option.by and isinstance(rule.data, int):
                options[rule.option.name] = self._by_pot(rule.data)
        return {k: list(v) if isinstance(v, tuple) else v for k, v in options.items()}

    def _by_pot(self, default: int) -> dict[str, int]:
        """Return the ante of every pot, the default if it has none of its own."""
        antes = dict.fromkeys(self.board.pots if self.board else (), default)
        return antes | {pot: _parse_or(text, default) for pot, text in self._own_antes()}

    @property
    def record(self) -> SetupRecord:
        """The set-up as a record without its log; the form must have been validated."""
        names = self._named_seats()
        own = {name: parse_typed_number(text) for name, text in names}
        chips = {n: self.chips.data if c is None else c for n, c in own.items()}
        is_uniform = set(chips.values()) == {self.chips.data}
        return {
            "format": FORMAT,
            "game": self.game.slug,
            "options": self.options,
            "players": [name for name, _ in names],
            "dealer": self.names.data[self.dealer.data or 0],
            "chips": self.chips.data if is_uniform else chips,
        }

    @property
    def error_list(self) -> list[tuple[str, Sentence, str]]:
        """The errors, as (name of the field, its label, message)."""
        labels = LABELS | {rule.name: rule.option.label for rule in self.all_rules}
        errors = ((name, error) for name, of_field in self.errors.items() for error in of_field)
        return [(name, labels[name], str(error)) for name, error in errors]


def seats_of(names: Iterable[str], purses: Iterable[str]) -> list[tuple[str, str]]:
    """Return every seat's name and the text for its chips; "" if none was sent."""
    return list(zip(names, chain(purses, repeat("")), strict=False))


def _parse_number(text: str, problem: Sentence, **facts: Fact) -> int | None:
    """Return a typed number, or None. Raises ValidationError with the problem if it is none."""
    try:
        return parse_typed_number(text)
    except InvalidValue as error:
        raise ValidationError(str(problem.with_facts(wanted=error.reason, **facts))) from None


def _parse_or(text: str, default: int) -> int:
    try:
        number = parse_typed_number(text)
    except InvalidValue:
        return default  # the error is reported when the form is sent
    return default if number is None else number


@contextmanager
def _refusals_as_errors() -> Iterator[None]:
    try:
        yield
    except Refused as error:
        raise ValidationError(error.message) from None


@cache
def _form_class(game_slug: str) -> type[SetupForm]:
    game = all_games()[game_slug]
    defaults = option_values(game.defaults)
    rules = {RULE_PREFIX + o.name: RuleField(o, defaults[o.name]) for o in game.options}
    return type("GameForm", (SetupForm,), {"game": game, **rules})


def build_form(game: Game, fields: FormData) -> SetupForm:
    """Return the form of a game with these fields; missing ones have the game's own values."""
    form = _form_class(game.slug)(formdata=fields)
    if form.chips.data is None and not form.chips.raw_data:
        form.chips.data = game.starting_chips
    return form


def fields_from_setup(setup: SetupRecord, game: Game) -> FormData:
    fields: FormData = MultiDict({"game": game.slug})
    players, chips = setup["players"], setup.get("chips", game.starting_chips)
    own = chips if isinstance(chips, dict) else {}
    fields.setlist("names", pad_seats(game, players))
    fields.setlist("purses", [str(own.get(player, "")) for player in players])
    fields["dealer"] = str(players.index(setup["dealer"]) if players else 0)
    fields["chips"] = str(game.starting_chips if own else chips)
    set_options(fields, game, setup.get("options", {}))
    return fields


def setup_for_next_table(setup: SetupRecord, table: Table) -> SetupRecord:
    """Return a set-up for the next table: the players still present, and the next dealer."""
    players = [*table.present] or setup["players"]
    setup_record: SetupRecord = {**setup, "players": players, "dealer": players[0]}
    if table.present:
        setup_record["dealer"] = table.next_dealer()
    if isinstance(setup.get("chips"), dict):
        setup_record["chips"] = {player: table.setup.chips.get(player, 0) for player in players}
    return setup_record


def pad_seats(game: Game, players: Iterable[str]) -> list[str]:
    """Return the names, with empty seats after them up to the least number that a game shows."""
    names = list(players)
    return names + [""] * (max(game.min_players, min(MIN_SEATS, game.max_players)) - len(names))


def set_options(fields: FormData, game: Game, options: Mapping[str, object]) -> None:
    """Store house rules in the fields; those not in `options` are the game's own."""
    values = option_values(parse_options(dict(options), game))
    for option in game.options:
        value = values[option.name]
        if isinstance(value, Mapping):
            pots = cast(tuple[str, ...], values[option.by])
            fields.setlist("antes", [str(value[pot]) for pot in pots])
            value = value[pots[0]]
        fields.setlist(RULE_PREFIX + option.name, option_texts(value))
