"""The file of a circle: its format, and a parser that checks files from anyone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, datetime
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from companion.circles.facts import EveningFacts, HandFacts
from companion.core.accounts import is_legible, is_name
from companion.core.entries.parsing import MAX_NUMBER, parse_moment
from companion.core.errors import Refused

FORMAT = 1
# The number of colours, and that of symbols.
AVATAR_CHOICES = 10

# The most characters in the name of a circle, of a game or of a pot.
MAX_NAME_LENGTH = 60

MAX_CENTS = 10**12
# The most cents of a payment, and of the value of a chip.
MAX_PAYMENT = 10**8
# The longest hand in seconds: as many as the column holds.
MAX_SECONDS = 2**31 - 1

Parser = Callable[[Any], Any]


def _require(is_valid: bool) -> None:
    if not is_valid:
        raise ValueError


def _require_that(is_valid: Callable[[Any], bool]) -> Parser:
    """Return a parser of the values for which `is_valid` is true."""

    def parse(value: object) -> object:
        _require(is_valid(value))
        return value

    return parse


def _between(low: int, high: int) -> Parser:
    return _require_that(lambda number: low <= number <= high)


def _legible_text(max_length: int) -> Parser:
    return _require_that(lambda text: is_legible(text, max_length))


def _parse_day(text: str) -> str:
    return date.fromisoformat(text).isoformat()


def _parse_moment(text: object) -> datetime:
    moment = parse_moment(text)
    if moment is None:
        raise ValueError(text)
    return moment


Choice = Annotated[int, _between(0, AVATAR_CHOICES - 1)]


@dataclass(frozen=True, slots=True)
class FilePerson:
    """A person of a circle; `name` is None for a person who was erased."""

    name: Annotated[str, _require_that(is_name)] | None
    colour: Choice
    symbol: Choice
    hidden: bool


@dataclass(frozen=True, slots=True)
class FileChipValue:
    """The value of a chip, in cents, from the day `since` on ("": from the beginning)."""

    since: Annotated[str, lambda text: text and _parse_day(text)]
    cents: Annotated[int, _between(0, MAX_PAYMENT)]


class FileHand(HandFacts):
    """The facts of a hand, and its duration in seconds, if known."""

    seconds: int | None


@dataclass(frozen=True, slots=True)
class FileEvening:
    """An evening: with the `record` of its table, or with its facts and those of its hands.

    `seats` has the people by their names at the table, as indexes in the list of people.
    """

    key: Annotated[str, _legible_text(32)]
    game: Annotated[str, _legible_text(40)]
    day: Annotated[str, _parse_day]
    seats: dict[str, int]
    started_at: datetime | None = field(metadata={"key": "began"})
    record: object
    facts: EveningFacts | None
    hands: list[FileHand] | None

    def __post_init__(self) -> None:
        """Raise ValueError for an unknown player or an impossible number."""
        _require(all(map(is_name, self.seats)))
        _require(len({*self.seats.values()}) == len(self.seats))
        hands = self.hands or []
        _require(len({hand["hand"] for hand in hands}) == len(hands))
        if self.record is None:
            _require(self.facts is not None and self.hands is not None)
        if self.facts is not None:
            _check_facts(self.facts, self.seats)
        for hand in hands:
            _check_hand(hand, self.seats)


def _check_facts(facts: EveningFacts, seats: Mapping[str, int]) -> None:
    lines = [dict(line) for line in facts["lines"]]
    _require({line.pop("player") for line in lines} <= seats.keys())
    _require(all(line["place"] > 0 for line in lines) and len({*map(tuple, lines)}) <= 1)
    _check_numbers(facts["hands"], low=0)
    _check_numbers(*facts["standing"].values(), *(n for line in lines for n in line.values()))
    _require(facts["standing"].keys() <= seats.keys())


def _check_hand(hand: FileHand, seats: Mapping[str, int]) -> None:
    feats = hand["feats"]
    players = [hand["dealer"], *hand["winners"], *hand["standing"], *hand["found"]]
    players += [player for _, player, _, _ in feats if player is not None]
    _require(seats.keys() >= {*players} and hand["standing"].keys() >= {*hand["order"]})
    _require(all(len(kind + pot) <= MAX_NAME_LENGTH for kind, _, _, pot in feats))
    _check_numbers(hand["hand"], low=1)
    _check_numbers(hand["dealt"], hand["ended"], low=0)
    _require(0 <= (hand["seconds"] or 0) <= MAX_SECONDS)
    _check_numbers(*hand["standing"].values(), *hand["found"].values())
    _check_numbers(*(number for _, _, number, _ in feats))


def _check_numbers(*numbers: int, low: int = -MAX_NUMBER) -> None:
    _require(all(type(number) is int and low <= number <= MAX_NUMBER for number in numbers))


@dataclass(frozen=True, slots=True)
class FilePosting:
    """A person's result of an evening in cents; `amends` for a correction of an earlier one."""

    evening: int
    person: int
    cents: Annotated[int, _between(-MAX_CENTS, MAX_CENTS)]
    created_at: datetime = field(metadata={"key": "made"})
    amends: bool


@dataclass(frozen=True, slots=True)
class FilePayment:
    """A payment in cents; `postings_before` is the number of postings stored before it."""

    payer: int
    payee: int
    cents: Annotated[int, _between(1, MAX_CENTS)]
    created_at: datetime = field(metadata={"key": "made"})
    undone_at: datetime | None = field(metadata={"key": "undone"})
    evening: int | None
    postings_before: int = field(metadata={"key": "booked"})


@dataclass(frozen=True, slots=True)
class CircleFile:
    """A circle with all that belongs to it, except its addresses."""

    format: Annotated[int, _between(FORMAT, FORMAT)]
    # a prefix of two letters is stored before it
    key: Annotated[str, _legible_text(30)] = field(metadata={"key": "circle"})
    name: Annotated[str, _legible_text(MAX_NAME_LENGTH)]
    scale: Annotated[str, _legible_text(16)]
    shows_findings: bool
    currency: Annotated[str, _legible_text(3)] | None
    people: list[FilePerson]
    chip_values: list[FileChipValue] = field(metadata={"key": "worths"})
    evenings: list[FileEvening]
    postings: list[FilePosting] = field(metadata={"key": "book"})
    payments: list[FilePayment]

    def __post_init__(self) -> None:
        """Raise ValueError for a second one of a key, or an index that is not in its list."""
        people, evenings = range(len(self.people)), range(len(self.evenings))
        _require(len({evening.key for evening in self.evenings}) == len(evenings))
        _require(len({value.since for value in self.chip_values}) == len(self.chip_values))
        for evening in self.evenings:
            _require(all(person in people for person in evening.seats.values()))
        for posting in self.postings:
            _require(posting.evening in evenings and posting.person in people)
        for one in self.payments:
            _require(one.payer in people and one.payee in people and one.payer != one.payee)
            _require(one.evening is None or one.evening in evenings)
            _require(0 <= one.postings_before <= len(self.postings))


def is_circle_file(data: object) -> bool:
    """Return whether the JSON of a file is meant as a circle, not as a record."""
    return isinstance(data, dict) and "circle" in data


def parse_circle_file(data: object) -> CircleFile:
    """Parse the JSON of a circle. Raises Refused (`bad-record`)."""
    try:
        circle_file: CircleFile = _parser_of(CircleFile)(data)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Refused("bad-record", "This is not a circle saved with Companion.") from None
    return circle_file


@cache
def _parser_of(kind: Any) -> Parser:
    """Return a parser of JSON for a type. The parser raises ValueError for other JSON."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        parse, check = _parser_of(parts[0]), parts[1]
        return lambda value: check(parse(value))
    if origin in (Union, UnionType):  # with None
        parse = _parser_of(parts[0])
        return lambda value: None if value is None else parse(value)
    if origin is list:
        parse = _parser_of(parts[0])
        return lambda value: [parse(one) for one in _instance(list, value)]
    if origin is dict:
        parse = _parser_of(parts[1])
        return lambda value: {key: parse(one) for key, one in _instance(dict, value).items()}
    if origin is tuple:
        return partial(_parse_tuple, [_parser_of(part) for part in parts])
    if is_dataclass(kind) or is_typeddict(kind):
        return partial(_parse_object, kind, _object_parsers(kind))
    if kind is datetime:
        return _parse_moment
    return partial(_instance, object if kind is Any else kind)


def _object_parsers(kind: Any) -> Mapping[str, tuple[str, Parser]]:
    """Return for each field its key in the file and its parser."""
    hints = get_type_hints(kind, include_extras=True)
    keys = {}
    if is_dataclass(kind):
        keys = {field.name: field.metadata.get("key", field.name) for field in fields(kind)}
    return {name: (keys.get(name, name), _parser_of(hint)) for name, hint in hints.items()}


def _parse_object(
    kind: Callable[..., Any], parsers: Mapping[str, tuple[str, Parser]], value: object
) -> Any:
    """Parse a JSON object; a missing key is None."""
    data = _instance(dict, value)
    return kind(**{name: parse(data.get(key)) for name, (key, parse) in parsers.items()})


def _parse_tuple(parsers: Sequence[Parser], value: object) -> tuple[Any, ...]:
    pairs = zip(parsers, _instance(list, value), strict=True)
    return tuple(parse(one) for parse, one in pairs)


def _instance(kind: type, value: Any) -> Any:
    _require(kind is object or type(value) is kind)
    return value
