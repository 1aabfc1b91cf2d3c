"""How values are read from JSON, and whose names they may be.

What is checked here needs no rule: kinds of values (`bad-entry`), then names (`unknown-player`,
`unknown-card`, `unknown-pot`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Protocol
from unicodedata import category

from typing_extensions import TypeVar

from companion.core.errors import InvalidValue, Refused
from companion.core.ledger import BANK, POT
from companion.core.sentences import Fact, say
from companion.core.words import OneOf

V = TypeVar("V", default=object)
T = TypeVar("T", bound=str)

MOST = 1_000_000
"""The largest number of chips, points or cards that an entry may name."""

NAME_LENGTH = 40
NAME_RULE = say("1 to {most} characters, all visible, with no space at an end", most=NAME_LENGTH)
LONGEST_LIST = 120
EARLIEST, LATEST = 1900, 2200
"""The years in which an evening may have been played."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that show nothing."""

_JOINERS = "\u200c\u200d"
"""The only characters of format in a name: they join letters and emoji."""

_HUGE = 10**9


def is_name(text: str) -> bool:
    """Say whether a player may be called so: 1 to 40 visible characters, and not like a pot."""
    fits = 1 <= len(text) <= NAME_LENGTH and text == text.strip()
    return fits and not text.startswith((POT, BANK)) and all(map(is_visible, text))


def is_visible(letter: str) -> bool:
    """Say whether a letter may stand in a name: it shows, or joins what shows."""
    if letter in _BLANK:
        return False
    return category(letter) not in ("Cc", "Cf", "Cs") or letter in _JOINERS


def parse_moment(text: object) -> datetime | None:
    """Return a moment of a file in UTC; None for what is none, or is far from any evening.

    Every time zone can show it: years near the edges of the calendar are left out.
    """
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    if not EARLIEST <= moment.year <= LATEST:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


class KnownNames(Protocol):
    """The names that entries of a table may use."""

    @property
    def present(self) -> Collection[str]:
        """The players at the table."""

    @property
    def cards(self) -> Collection[str]:
        """The cards of the pack."""

    @property
    def pots(self) -> Collection[str]:
        """The pots on the board."""


Parser = Callable[[object], V]
"""Gives what is kept of a JSON value. Raises Unfit, which says what it should be."""

Checker = Callable[[KnownNames, V], None]
"""Raises Refused for a name that is not at the table."""


# kinds of values


def parse_text(value: object) -> str:
    """Take a text."""
    if not isinstance(value, str):
        raise InvalidValue(say("a name"))
    return value


def parse_name(value: object) -> str:
    """Take a name for a player."""
    if not isinstance(value, str) or not is_name(value):
        raise InvalidValue(say("a name of {rule}", rule=NAME_RULE))
    return value


def parse_natural_number(value: object) -> int:
    """Take a whole number that is not negative."""
    return _whole(value, 0)


def parse_integer(value: object) -> int:
    """Take any whole number: whether it can be is for the rules to say. A huge one is cut."""
    if type(value) is not int:
        raise InvalidValue(say("a whole number"))
    return max(-_HUGE, min(value, _HUGE))


def parse_positive_number(value: object) -> int:
    """Take a whole number above 0."""
    return _whole(value, 1)


def _whole(value: object, least: int) -> int:
    if type(value) is not int or not least <= value <= MOST:
        raise InvalidValue(say("a whole number from {least} to {most}", least=least, most=MOST))
    return value


def parse_texts(value: object) -> tuple[str, ...]:
    """Take a list of texts."""
    if not isinstance(value, list) or len(value) > LONGEST_LIST:
        raise InvalidValue(say("a list"))
    return tuple(parse_text(item) for item in value)


def parse_cards(value: object) -> tuple[str, ...]:
    """Take a list of at least one card."""
    cards = parse_texts(value)
    if not cards:
        raise InvalidValue(say("a list of at least one card"))
    return cards


def parse_single_card(value: object) -> tuple[str, ...]:
    """Take one card as a list of one."""
    return (parse_text(value),)


def per_player_parser(kind: Parser[V]) -> Parser[dict[str, V]]:
    """Take an object by player, its values read by ``kind``."""

    def read(value: object) -> dict[str, V]:
        if not isinstance(value, dict):
            raise InvalidValue(say("an object by player"))
        return {parse_text(name): kind(item) for name, item in value.items()}

    return read


def optional_parser(kind: Parser[V]) -> Parser[V | None]:
    """Take null, or what ``kind`` takes."""
    return lambda value: None if value is None else kind(value)


def choice_parser(values: Iterable[T]) -> Parser[T]:
    """Take one of some texts."""
    known = {value: value for value in values}

    def read(value: object) -> T:
        if not isinstance(value, str) or value not in known:
            raise InvalidValue(say("one of {values}", values=OneOf(known)))
        return known[value]

    return read


def parse_anything(value: object) -> object:
    """Take anything as it is."""
    return value


def parse_further_changes(value: object) -> tuple[tuple[int, object], ...]:
    """Take further changes of an amend: the number of an entry, and what it becomes."""
    if not isinstance(value, list) or not value:
        raise InvalidValue(say("a list of further changes"))
    return tuple(map(_as_change, value))


def _as_change(value: object) -> tuple[int, object]:
    if not isinstance(value, dict) or value.keys() != {"entry", "with"}:
        raise InvalidValue(say("a list of objects that say which entry becomes what"))
    return parse_natural_number(value["entry"]), value["with"]


# names that must be known


def check_player(names: KnownNames, player: str) -> None:
    """Refuse (`unknown-player`) unless a player is at the table."""
    if player not in names.present:
        raise Refused(
            "unknown-player", "Nobody called {player} is at this table.", player=quote_input(player)
        )


def check_players(names: KnownNames, value: str | Iterable[str] | None) -> None:
    """Refuse (`unknown-player`) unless all are at the table."""
    for player in (value,) if isinstance(value, str) else value or ():
        check_player(names, player)


def check_cards(names: KnownNames, value: Iterable[str]) -> None:
    """Refuse (`unknown-card`) unless all are in the pack."""
    for card in value:
        if card not in names.cards:
            raise Refused(
                "unknown-card", "There is no card {card} in this pack.", card=quote_input(card)
            )


def check_hands(names: KnownNames, value: Mapping[str, Iterable[str]] | None) -> None:
    """Check the players of hands, and their cards."""
    check_players(names, value)
    for cards in (value or {}).values():
        check_cards(names, cards)


def check_pot(names: KnownNames, value: str) -> None:
    """Refuse (`unknown-pot`) unless it is on the board."""
    if value not in names.pots:
        raise Refused("unknown-pot", "There is no pot {pot} on this board.", pot=quote_input(value))


def check_account(names: KnownNames, value: str) -> None:
    """Check a player, or a pot as ``pot:ID``."""
    if value.startswith(POT):
        check_pot(names, value.removeprefix(POT))
    else:
        check_players(names, value)


CHECK_ORDER = (check_player, check_players, check_cards, check_hands, check_account, check_pot)
"""Which check goes first: players before cards before pots."""


def quote_input(value: object) -> Fact:
    """Write a JSON value for a message: short, whole, and no deeper than its surface."""
    if isinstance(value, (list, dict)):
        return say("a list") if isinstance(value, list) else say("an object")
    if isinstance(value, int) and abs(value) > _HUGE:
        return say("a huge number")
    text = str(value)
    cut = text if len(text) <= NAME_LENGTH else text[:NAME_LENGTH] + "…"
    return "".join(letter if is_visible(letter) else "�" for letter in cut)
