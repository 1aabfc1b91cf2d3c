"""A circle as one file: what it holds, and how it is read when others may have written it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar, cast

from companion.circles.facts import EveningFacts, HandFacts
from companion.core.entries.parsing import MOST, parse_moment
from companion.core.errors import Refused
from companion.core.names import is_name, is_visible

FORMAT = 1
# So many colours there are, and so many symbols.
AVATAR_CHOICES = 10

# How long the name of a circle, of a game or of a pot may be.
LONGEST = 60

MOST_CENTS = 10**12

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FilePerson:
    """Somebody of a circle; without a ``name``: somebody who was erased."""

    name: str | None
    colour: int
    symbol: int
    hidden: bool


@dataclass(frozen=True, slots=True)
class FileEvening:
    """An evening by its ``key``: with its ``record``, else with what is known of its hands.

    ``seats`` are the people by the names at its table, as places in the list of people.
    """

    key: str
    game: str
    day: str
    seats: Mapping[str, int]
    started_at: datetime | None
    record: object
    facts: EveningFacts | None
    hands: Sequence[tuple[HandFacts, int | None]]


@dataclass(frozen=True, slots=True)
class FilePosting:
    """What an evening brought somebody, in cents; evening and person are places in their lists."""

    evening: int
    person: int
    cents: int
    created_at: datetime
    amends: bool


@dataclass(frozen=True, slots=True)
class FilePayment:
    """A payment; ``postings_before`` is how many lines of the book came before it."""

    payer: int
    payee: int
    cents: int
    created_at: datetime
    undone_at: datetime | None
    evening: int | None
    postings_before: int


@dataclass(frozen=True, slots=True)
class CircleFile:
    """A circle with all that belongs to it, but for its addresses."""

    key: str
    name: str
    scale: str
    shows_findings: bool
    currency: str | None
    people: Sequence[FilePerson]
    chip_values: Sequence[tuple[str, int]]
    evenings: Sequence[FileEvening]
    postings: Sequence[FilePosting]
    payments: Sequence[FilePayment]


def is_circle_file(data: object) -> bool:
    """Return whether this is meant to be a circle, not a record."""
    return isinstance(data, dict) and "circle" in data


def parse_circle_file(data: object) -> CircleFile:
    """Read a circle. Raises Refused (`bad-record`) where it is none."""
    try:
        return _circle(_Fields(data))
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        raise Refused("bad-record", "This is not a circle saved by this app.") from None


class _Fields:
    """An object of the file; whatever is asked of it that it does not have raises ValueError."""

    def __init__(self, data: object) -> None:
        _must(isinstance(data, dict))
        self.data = cast(dict[str, Any], data)

    def text(self, name: str, most: int = LONGEST) -> str:
        found = self.data[name]
        _must(isinstance(found, str) and 0 < len(found) <= most and all(map(is_visible, found)))
        return str(found)

    def number(self, name: str, low: int, high: int) -> int:
        return _number(self.data[name], low, high)

    def truth(self, name: str) -> bool:
        _must(isinstance(self.data[name], bool))
        return bool(self.data[name])

    def maybe(self, name: str, read: Callable[[str], T]) -> T | None:
        """Read what may be null."""
        return None if self.data.get(name) is None else read(name)

    def list(self, name: str, read: Callable[["_Fields"], T]) -> list[T]:
        found = self.data[name]
        _must(isinstance(found, list))
        return [read(_Fields(one)) for one in found]

    def moment(self, name: str) -> datetime:
        moment = parse_moment(self.text(name))
        _must(moment is not None)
        return cast(datetime, moment)

    def day(self, name: str) -> str:
        return date.fromisoformat(self.text(name, 10)).isoformat()

    def numbers(self, name: str, low: int, high: int) -> dict[str, int]:
        """Read a number for each name."""
        found = self.data[name]
        _must(isinstance(found, dict))
        return {key: _number(value, low, high) for key, value in found.items()}


def _must(holds: bool) -> None:
    if not holds:
        raise ValueError


def _number(value: object, low: int, high: int) -> int:
    _must(type(value) is int)
    number = cast(int, value)
    _must(low <= number <= high)
    return number


def _circle(it: _Fields) -> CircleFile:
    _must(it.data["format"] == FORMAT)
    people = it.list("people", _person)
    evenings = it.list("evenings", lambda one: _evening(one, len(people)))
    bookings = it.list("book", lambda one: _booking(one, len(evenings), len(people)))
    _must(len({one.key for one in evenings}) == len(evenings))
    some = len(evenings), len(people), len(bookings)
    return CircleFile(
        key=it.text("circle", 30),  # a prefix of two letters is stored before it
        name=it.text("name", 60),
        scale=it.text("scale", 16),
        shows_findings=it.truth("shows_findings"),
        currency=it.maybe("currency", lambda name: it.text(name, 3)),
        people=people,
        chip_values=it.list("worths", _worth),
        evenings=evenings,
        postings=bookings,
        payments=it.list("payments", lambda one: _payment(one, *some)),
    )


def _person(it: _Fields) -> FilePerson:
    name = it.maybe("name", it.text)
    _must(name is None or is_name(name))
    looks = it.number("colour", 0, AVATAR_CHOICES - 1), it.number("symbol", 0, AVATAR_CHOICES - 1)
    return FilePerson(name, *looks, it.truth("hidden"))


def _worth(it: _Fields) -> tuple[str, int]:
    since = "" if it.data["since"] == "" else it.day("since")
    return since, it.number("cents", 0, MOST_CENTS)


def _booking(it: _Fields, evenings: int, people: int) -> FilePosting:
    return FilePosting(
        it.number("evening", 0, evenings - 1),
        it.number("person", 0, people - 1),
        it.number("cents", -MOST_CENTS, MOST_CENTS),
        it.moment("made"),
        it.truth("amends"),
    )


def _payment(it: _Fields, evenings: int, people: int, bookings: int) -> FilePayment:
    payer, payee = (it.number(one, 0, people - 1) for one in ("payer", "payee"))
    _must(payer != payee)
    return FilePayment(
        payer,
        payee,
        it.number("cents", 1, MOST_CENTS),
        it.moment("made"),
        it.maybe("undone", it.moment),
        it.maybe("evening", lambda name: it.number(name, 0, evenings - 1)),
        it.number("booked", 0, bookings),
    )


def _evening(it: _Fields, people: int) -> FileEvening:
    seats = it.numbers("seats", 0, people - 1)
    _must(all(map(is_name, seats)) and len(set(seats.values())) == len(seats))
    record = it.data.get("record")
    facts = None if record is not None else _facts(_Fields(it.data["facts"]), seats)
    hands = [] if facts is None else it.list("hands", lambda one: _hand(one, seats))
    _must(len({hand["hand"] for hand, _ in hands}) == len(hands))
    return FileEvening(
        it.text("key", 32),
        it.text("game", 40),
        it.day("day"),
        seats,
        it.maybe("began", it.moment),
        record,
        facts,
        hands,
    )


def _facts(it: _Fields, seats: Mapping[str, int]) -> EveningFacts:
    lines = it.list("lines", lambda one: _line(one, seats))
    _must(len({tuple(line) for line in lines}) <= 1)
    return {
        "hands": it.number("hands", 0, MOST),
        "over": it.truth("over"),
        "lines": lines,
        "standing": _of_players(it, "standing", seats),
    }


def _line(it: _Fields, seats: Mapping[str, int]) -> dict[str, Any]:
    """Read a line of the tally: a player, a place, and numbers under any names."""
    numbers = {key: _number(of, -MOST, MOST) for key, of in it.data.items() if key != "player"}
    _must(numbers.get("place", 0) > 0)
    return {"player": _player(it.data["player"], seats), **numbers}


def _hand(it: _Fields, seats: Mapping[str, int]) -> tuple[HandFacts, int | None]:
    standing = _of_players(it, "standing", seats)
    hand: HandFacts = {
        "hand": it.number("hand", 1, MOST),
        "dealer": _player(it.data["dealer"], seats),
        "order": _players(it.data["order"], standing),
        "winners": _players(it.data["winners"], seats),
        "standing": standing,
        "found": _of_players(it, "found", seats),
        "feats": [_feat(feat, seats) for feat in it.data["feats"]],
        "dealt": it.number("dealt", 0, MOST),
        "ended": it.number("ended", 0, MOST),
    }
    return hand, it.maybe("seconds", lambda name: it.number(name, 0, MOST))


def _feat(feat: Sequence[Any], seats: Mapping[str, int]) -> tuple[str, str | None, int, str]:
    kind, player, number, pot = feat
    _must(isinstance(kind, str) and isinstance(pot, str) and len(kind + pot) <= LONGEST)
    name = None if player is None else _player(player, seats)
    return kind, name, _number(number, -MOST, MOST), pot


def _of_players(it: _Fields, name: str, seats: Mapping[str, int]) -> dict[str, int]:
    numbers = it.numbers(name, -MOST, MOST)
    _must(numbers.keys() <= seats.keys())
    return numbers


def _players(names: object, seats: Mapping[str, int]) -> list[str]:
    _must(isinstance(names, list))
    return [_player(name, seats) for name in cast(list[object], names)]


def _player(name: object, seats: Mapping[str, int]) -> str:
    _must(isinstance(name, str) and name in seats)
    return str(name)
