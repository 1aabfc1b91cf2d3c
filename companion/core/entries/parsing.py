"""Parsers from JSON to the values of entries, and checks of the names in them."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import NoReturn, Protocol

from typing_extensions import TypeVar

from companion.core.accounts import NAME_LENGTH, NAME_RULE, is_name, is_visible
from companion.core.errors import InvalidValue, Refused
from companion.core.ledger import POT
from companion.core.sentences import Fact, say, say_plural
from companion.core.words import OneOf

# How deep lists and objects may be nested; a record needs six levels.
MAX_DEPTH = 24

# Numbers are cut off after this many digits: int() takes quadratic time for long ones.
MAX_DIGITS = 18

# Surrogates, which may be unpaired, as characters or as escapes.
_SURROGATE = re.compile("\\\\u[dD][89a-fA-F]|[\ud800-\udfff]")


# Yielded for a record that cannot be parsed; no game accepts it.
NO_RECORD = object()


class InvalidJson(InvalidValue):
    """A text that is not JSON."""


class UnstorableJson(InvalidJson):
    """JSON that cannot be stored or shown unchanged."""


def parse_json(text: str | bytes) -> object:
    """Return one JSON value, of a text with or without a byte order mark. Raises InvalidJson.

    Also rejected are duplicate names in an object, NaN and infinities, unpaired surrogates, and
    values nested deeper than `MAX_DEPTH`.
    """
    value = _parse(text)
    if isinstance(text, bytes) or _SURROGATE.search(text):
        _refuse_surrogates(value)
    return value


def parse_records(data: bytes) -> Iterator[tuple[int, object]]:
    """Yield one JSON value, or one for each line, with the number of its first line, from 1.

    A value that cannot be stored, and a line that is not JSON, is yielded as `NO_RECORD`. Raises
    InvalidJson if nothing is JSON. Unpaired surrogates are left for `parse_setup` to reject.
    """
    try:
        yield 1, _parse(data)
    except UnstorableJson:
        yield 1, NO_RECORD
    except InvalidJson:
        yield from _lines(data)


def _lines(data: bytes) -> list[tuple[int, object]]:
    lines = enumerate(data.split(b"\n"), 1)
    values = [(number, _line(line)) for number, line in lines if line.strip()]
    if all(value is NO_RECORD for _, value in values):
        raise InvalidJson(say("The text cannot be read as JSON.")) from None
    return values


def _line(line: bytes) -> object:
    try:
        return _parse(line)
    except InvalidJson:
        return NO_RECORD


def _parse(text: str | bytes) -> object:
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value = _DECODER.decode(text.removeprefix("\ufeff"))
    except UnstorableJson:
        raise
    except UnicodeDecodeError:
        raise InvalidJson(say("The text is not encoded in UTF-8.")) from None
    except (ValueError, RecursionError):
        raise InvalidJson(say("The text cannot be read as JSON.")) from None
    _refuse_deep(value)
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise UnstorableJson(say("The same key appears twice in one JSON object."))
    return entries


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise UnstorableJson(say("The text contains a number that is too large."))
    return number


def _no_number(word: str) -> NoReturn:
    raise InvalidJson(say("{word} is not a number in JSON.", word=word))


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_int=lambda digits: int(digits[:MAX_DIGITS]),
    parse_float=_finite,
    parse_constant=_no_number,
)


def _refuse_deep(value: object) -> None:
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(MAX_DEPTH):
        if not level:
            return
        inside = (part.values() if isinstance(part, dict) else part for part in level)
        level = [item for items in inside for item in items if isinstance(item, (dict, list))]
    if level:
        raise UnstorableJson(
            say("The text is nested more than {most} levels deep.", most=MAX_DEPTH)
        )


def _refuse_surrogates(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UnstorableJson(say("The text contains an invalid character.")) from None


V = TypeVar("V", default=object)
T = TypeVar("T", bound=str | int)

# The largest number of chips, points or cards that an entry may name.
MAX_NUMBER = 1_000_000
MAX_LIST_LENGTH = 120
# The years in which an evening may have been played.
FIRST_YEAR, LAST_YEAR = 1900, 2200

_HUGE = 10**9


def parse_moment(text: object) -> datetime | None:
    """Return an ISO time in UTC; None if it is invalid, or not in the years of evenings."""
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    # not every time zone can show the first and last day of all
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


class KnownNames(Protocol):
    """The names that entries of a table may refer to."""

    @property
    def present(self) -> Collection[str]:
        """The players at the table."""

    @property
    def cards(self) -> Collection[str]:
        """The cards of the pack."""

    @property
    def pots(self) -> Collection[str]:
        """The pots on the board."""


# Returns the value for JSON. Raises InvalidValue, which says what it should be.
Parser = Callable[[object], V]

# Raises Refused for a name that is not at the table.
Checker = Callable[[KnownNames, V], None]


# values


def parse_text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidValue(say("a name"))
    return value


def parse_name(value: object) -> str:
    if not isinstance(value, str) or not is_name(value):
        raise InvalidValue(say("a name with {rule}", rule=NAME_RULE))
    return value


def parse_integer(value: object) -> int:
    """Return any whole number, cut off beyond a billion; the handler checks its limits."""
    if type(value) is not int:
        raise InvalidValue(say("a whole number"))
    return max(-_HUGE, min(value, _HUGE))


def whole_number_parser(least: int, most: int = MAX_NUMBER) -> Parser[int]:
    """Return a parser of whole numbers from `least` to `most`."""

    def parse(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise InvalidValue(say("a whole number from {least} to {most}", least=least, most=most))
        return value

    return parse


parse_natural_number = whole_number_parser(0)
parse_positive_number = whole_number_parser(1)


def parse_texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise InvalidValue(say("a list"))
    if len(value) > MAX_LIST_LENGTH:
        raise InvalidValue(say("a list of at most {most} items", most=MAX_LIST_LENGTH))
    return tuple(parse_text(item) for item in value)


def parse_cards(value: object) -> tuple[str, ...]:
    """Return a list of at least one card as a tuple. Raises InvalidValue."""
    cards = parse_texts(value)
    if not cards:
        raise InvalidValue(say("a list of at least one card"))
    return cards


def per_player_parser(parser: Parser[V]) -> Parser[dict[str, V]]:
    """Return a parser of an object with player names as keys; `parser` parses the values."""

    def parse(value: object) -> dict[str, V]:
        if not isinstance(value, dict):
            raise InvalidValue(say("a JSON object with a value for each player"))
        return {parse_text(name): parser(item) for name, item in value.items()}

    return parse


def optional_parser(parser: Parser[V]) -> Parser[V | None]:
    """Return a parser that accepts null besides what `parser` accepts."""
    return lambda value: None if value is None else parser(value)


def choice_parser(values: Iterable[T]) -> Parser[T]:
    """Return a parser that accepts any of the texts or whole numbers `values`."""
    choices = tuple(values)

    def parse(value: object) -> T:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        raise InvalidValue(say("{values}", values=OneOf(map(str, choices))))

    return parse


def parse_further_changes(value: object) -> tuple[tuple[int, object], ...]:
    """Return pairs of an entry's number and the JSON that replaces it (None: nothing)."""
    if not isinstance(value, list) or not value:
        raise InvalidValue(say("a list of further changes"))
    return tuple(map(_as_change, value))


def _as_change(value: object) -> tuple[int, object]:
    if not isinstance(value, dict) or value.keys() != {"entry", "with"}:
        raise InvalidValue(say("a list of JSON objects, each with an entry and its replacement"))
    return parse_natural_number(value["entry"]), value["with"]


# references


def check_player(names: KnownNames, player: str) -> None:
    """Raise Refused (`unknown-player`) unless a player is at the table."""
    if player not in names.present:
        raise Refused(
            "unknown-player", "Nobody named {player} is at this table.", player=quote_input(player)
        )


def check_players(names: KnownNames, players: Iterable[str]) -> None:
    """Raise Refused (`unknown-player`) unless all players are at the table."""
    for player in players:
        check_player(names, player)


def check_cards(names: KnownNames, value: Iterable[str]) -> None:
    """Raise Refused (`unknown-card`) unless all cards are in the pack."""
    for card in value:
        if card not in names.cards:
            raise Refused(
                "unknown-card", "There is no card {card} in this deck.", card=quote_input(card)
            )


def check_hands(names: KnownNames, hands: Mapping[str, Iterable[str]]) -> None:
    """Raise Refused (`unknown-player`, `unknown-card`) for a player or card not at this table."""
    check_players(names, hands)
    for cards in hands.values():
        check_cards(names, cards)


def check_pot(names: KnownNames, value: str) -> None:
    """Raise Refused (`unknown-pot`) unless a pot is on the board."""
    if value not in names.pots:
        raise Refused("unknown-pot", "There is no pot {pot} on this board.", pot=quote_input(value))


def check_account(names: KnownNames, value: str) -> None:
    """Raise Refused (`unknown-player`, `unknown-pot`) unless it is a player or `pot:ID` here."""
    if value.startswith(POT):
        check_pot(names, value.removeprefix(POT))
    else:
        check_player(names, value)


def quote_input(value: object) -> Fact:
    """Return a JSON value as error messages quote it: short, visible, lists not spelt out."""
    if isinstance(value, list):
        return say_plural("a list of {n} item", "a list of {n} items", n=len(value))
    if isinstance(value, dict):
        return say("a JSON object")
    if isinstance(value, int) and abs(value) > _HUGE:
        return say("a huge number")
    text = value if isinstance(value, str) else json.dumps(value)
    if len(text) > NAME_LENGTH:
        text = text[:NAME_LENGTH] + "…"
    return "".join(letter if is_visible(letter) else "�" for letter in text)
