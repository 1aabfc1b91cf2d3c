"""How entries are read from JSON: keys, kinds of values, and names.

What is checked here needs no rule: keys and values (`bad-entry`), then names
(`unknown-player`, `unknown-card`, `unknown-pot`).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Protocol, TypeVar, cast

from companion.core.errors import Refused
from companion.core.ledger import POT

MOST = 1_000_000
"""The largest number of chips, points or cards that an entry may name."""

NAME_LENGTH = 40


def is_name(text: str) -> bool:
    """Say whether a player may be called so: 1 to 40 whole characters, and not like a pot."""
    whole = text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)
    return whole and 1 <= len(text) <= NAME_LENGTH and not text.startswith(POT)


class Names(Protocol):
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


Entry = Any
"""One of the dataclasses below."""


# kinds of values: each gives what an entry keeps, or raises ValueError saying what it should be


def as_text(value: object) -> str:
    """Take a text."""
    if not isinstance(value, str):
        raise ValueError("a name")
    return value


def as_name(value: object) -> str:
    """Take a name for a player."""
    if not isinstance(value, str) or not is_name(value):
        raise ValueError(f"a name of 1 to {NAME_LENGTH} characters")
    return value


def as_number(value: object) -> int:
    """Take a whole number that is not negative."""
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(f"a whole number from 0 to {MOST}")
    return value


def as_amount(value: object) -> int:
    """Take a whole number above 0."""
    if type(value) is not int or not 1 <= value <= MOST:
        raise ValueError(f"a whole number from 1 to {MOST}")
    return value


def as_texts(value: object) -> tuple[str, ...]:
    """Take a list of texts."""
    if not isinstance(value, list) or len(value) > 120:
        raise ValueError("a list")
    return tuple(as_text(item) for item in value)


def as_cards(value: object) -> tuple[str, ...]:
    """Take a list of at least one card."""
    cards = as_texts(value)
    if not cards:
        raise ValueError("a list of at least one card")
    return cards


def as_one_card(value: object) -> tuple[str, ...]:
    """Take one card as a list of one."""
    return (as_text(value),)


def as_each(kind: "Callable[[object], Any]") -> "Callable[[object], dict[str, Any]]":
    """Take an object by player, its values read by ``kind``."""

    def read(value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError("an object by player")
        return {as_text(name): kind(item) for name, item in value.items()}

    return read


def as_or_none(kind: "Callable[[object], Any]") -> "Callable[[object], Any]":
    """Take null, or what ``kind`` takes."""
    return lambda value: None if value is None else kind(value)


def as_written(value: object) -> object:
    """Take anything as it is."""
    return value


# names that must be known


def check_player(player: str, names: Names) -> None:
    """Check that a player is at the table. Raises Refused (`unknown-player`)."""
    if player not in names.present:
        raise Refused("unknown-player", f"Nobody called {player} is at this table.")


def check_players(names: Names, value: Any) -> None:
    """Refuse (`unknown-player`) unless all are at the table."""
    for player in (value,) if isinstance(value, str) else value or ():
        check_player(player, names)


def check_cards(names: Names, value: Any) -> None:
    """Refuse (`unknown-card`) unless all are in the pack."""
    for card in value:
        if card not in names.cards:
            raise Refused("unknown-card", f"There is no card {card} in this pack.")


def check_hands(names: Names, value: Any) -> None:
    """Check the players of hands, and their cards."""
    check_players(names, value)
    for cards in (value or {}).values():
        check_cards(names, cards)


def check_pot(names: Names, value: str) -> None:
    """Refuse (`unknown-pot`) unless it is on the board."""
    if value not in names.pots:
        raise Refused("unknown-pot", f"There is no pot {value} on this board.")


def check_account(names: Names, value: str) -> None:
    """Check a player, or a pot as ``pot:ID``."""
    if value.startswith(POT):
        check_pot(names, value.removeprefix(POT))
    else:
        check_players(names, value)


_CHECK_ORDER = (check_players, check_cards, check_hands, check_account, check_pot)


def a_key(
    read: Callable[[object], Any],
    check: Callable[[Names, Any], None] | None = None,
    key: str | None = None,
    also: dict[str, Callable[[object], Any]] | None = None,
    **more: Any,
) -> Any:
    """Declare a key: how it is read, whose names it holds, and other ways to write it."""
    return field(metadata={"read": read, "check": check, "key": key, "also": also or {}}, **more)


def a_player() -> Any:
    """Declare a player at the table."""
    return a_key(as_text, check_players)


def an_account(key: str) -> Any:
    """Declare a player, or a pot as ``pot:ID``, under a key of the record."""
    return a_key(as_text, check_account, key)


def a_pot() -> Any:
    """Declare a pot on the board."""
    return a_key(as_text, check_pot)


_SHAPES: dict[type, tuple[Any, ...]] = {}

E = TypeVar("E", bound=type)


def entry(cls: E) -> E:
    """Make a class a frozen entry and note how its keys are read."""
    made = cast(E, dataclass(frozen=True, slots=True)(cls))
    readers: dict[str, tuple[str, Any]] = {}
    for f in fields(made):
        ways = {f.metadata["key"] or f.name: f.metadata["read"], **f.metadata["also"]}
        readers |= {key: (f.name, way) for key, way in ways.items()}
    needed = [f.name for f in fields(made) if f.default is MISSING]
    checks = sorted(
        ((f.metadata["check"], f.name) for f in fields(made) if f.metadata["check"]),
        key=lambda row: _CHECK_ORDER.index(row[0]),
    )
    _SHAPES[made] = (readers, needed, checks)
    return made


def read(raw: object, kinds: Mapping[str, type]) -> Entry:
    """Read an entry from JSON by the kinds that a game takes.

    Raises Refused (`bad-entry`) for an unknown entry, a missing or extra key, a wrong value.
    """
    if not isinstance(raw, dict):
        raise Refused("bad-entry", "An entry is an object that says what to do.")
    do = raw.get("do")
    kind = kinds.get(do) if isinstance(do, str) else None
    if kind is None:
        raise Refused("bad-entry", f"This game has no entry “{shown(do)}”.")
    readers, needed, _ = _SHAPES[kind]
    values: dict[str, Any] = {}
    for key, value in raw.items():
        if key != "do":
            name, reader = readers.get(key) or _extra(do, key)
            if name in values:
                _extra(do, key)
            try:
                values[name] = reader(value)
            except ValueError as wrong:
                raise _bad_value(do, key, value, wrong) from None
    for name in needed:
        if name not in values:
            raise _missing(do, name, readers)
    return kind(**values)


def check_names(made: Entry, names: Names) -> None:
    """Check that all players, cards and pots of an entry are at this table.

    Raises Refused (`unknown-player`, `unknown-card`, `unknown-pot`).
    """
    for check, name in _SHAPES[type(made)][2]:
        check(names, getattr(made, name))


def keys_of(kind: type) -> dict[str, bool]:
    """Name the keys of an entry besides ``do``, and say whether each must be there."""
    return {f.metadata["key"] or f.name: f.default is MISSING for f in fields(kind)}


def shown(value: object) -> str:
    """Write a JSON value for a message: no longer than a name, and no deeper than its surface."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    text = str(value)
    return text if len(text) <= NAME_LENGTH else text[:NAME_LENGTH] + "…"


def _extra(do: object, key: object) -> Any:
    raise Refused("bad-entry", f"“{do}” has no “{shown(key)}”.")


def _missing(do: object, name: str, readers: Mapping[str, tuple[str, Any]]) -> Refused:
    key = next(key for key, (target, _) in readers.items() if target == name)
    return Refused("bad-entry", f"“{do}” needs “{key}”.")


def _bad_value(do: object, key: str, value: object, wrong: ValueError) -> Refused:
    return Refused("bad-entry", f"“{key}” of “{do}” must be {wrong}, not “{shown(value)}”.")
