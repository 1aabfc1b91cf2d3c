"""The entries of a table record: one frozen dataclass each, read from JSON and checked.

What is checked here needs no rule: keys, kinds of values (`bad-entry`) and names
(`unknown-player`, `unknown-card`, `unknown-pot`), in that order.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Protocol, TypeVar, cast

from .errors import Refused
from .ledger import POT

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


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("a name")
    return value


def _name(value: object) -> str:
    if not isinstance(value, str) or not is_name(value):
        raise ValueError(f"a name of 1 to {NAME_LENGTH} characters")
    return value


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(f"a whole number from 0 to {MOST}")
    return value


def _amount(value: object) -> int:
    if type(value) is not int or not 1 <= value <= MOST:
        raise ValueError(f"a whole number from 1 to {MOST}")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > 120:
        raise ValueError("a list")
    return tuple(_text(item) for item in value)


def _cards(value: object) -> tuple[str, ...]:
    cards = _texts(value)
    if not cards:
        raise ValueError("a list of at least one card")
    return cards


def _one_card(value: object) -> tuple[str, ...]:
    return (_text(value),)


def _each(kind: "Callable[[object], Any]") -> "Callable[[object], dict[str, Any]]":
    def read(value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError("an object by player")
        return {_text(name): kind(item) for name, item in value.items()}

    return read


def _or_none(kind: "Callable[[object], Any]") -> "Callable[[object], Any]":
    return lambda value: None if value is None else kind(value)


def _raw(value: object) -> object:
    return value


# names that must be known


def check_player(player: str, names: Names) -> None:
    """Check that a player is at the table. Raises Refused (`unknown-player`)."""
    if player not in names.present:
        raise Refused("unknown-player", f"Nobody called {player} is at this table.")


def _check_players(names: Names, value: Any) -> None:
    for player in (value,) if isinstance(value, str) else value or ():
        check_player(player, names)


def _check_cards(names: Names, value: Any) -> None:
    for card in value:
        if card not in names.cards:
            raise Refused("unknown-card", f"There is no card {card} in this pack.")


def _check_hands(names: Names, value: Any) -> None:
    _check_players(names, value)
    for cards in (value or {}).values():
        _check_cards(names, cards)


def _check_pot(names: Names, value: str) -> None:
    if value not in names.pots:
        raise Refused("unknown-pot", f"There is no pot {value} on this board.")


def _check_account(names: Names, value: str) -> None:
    if value.startswith(POT):
        _check_pot(names, value.removeprefix(POT))
    else:
        _check_players(names, value)


_CHECK_ORDER = (_check_players, _check_cards, _check_hands, _check_account, _check_pot)


def _key(
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
    return _key(_text, _check_players)


def an_account(key: str) -> Any:
    """Declare a player, or a pot as ``pot:ID``, under a key of the record."""
    return _key(_text, _check_account, key)


def a_pot() -> Any:
    """Declare a pot on the board."""
    return _key(_text, _check_pot)


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


# entries of every game


@entry
class Deal:
    """Start the next hand; ``piles`` overrides the count of the cards."""

    do: ClassVar[str] = "deal"
    piles: dict[str, int] | None = _key(_each(_number), default=None)


@entry
class PlainDeal:
    """Start the next hand of a game without counted piles."""

    do: ClassVar[str] = "deal"


@entry
class Borrow:
    """A player borrows chips from a player or a pot."""

    do: ClassVar[str] = "borrow"
    player: str = a_player()
    source: str = an_account("from")
    chips: int = _key(_amount)

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) a loan from oneself."""
        if self.player == self.source:
            raise Refused("bad-entry", f"{self.player} cannot borrow from himself.")


@entry
class Repay:
    """A player redeems notes that a player or a pot holds; leavers may, too."""

    do: ClassVar[str] = "repay"
    player: str = _key(_text)
    target: str = _key(_text, key="to")
    chips: int = _key(_amount)

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) paying oneself."""
        if self.player == self.target:
            raise Refused("bad-entry", f"{self.player} cannot repay himself.")


@entry
class BuyIn:
    """A player brings new chips."""

    do: ClassVar[str] = "buy-in"
    player: str = a_player()
    chips: int = _key(_amount)


@entry
class Count:
    """Real chips were counted in a purse or a pot."""

    do: ClassVar[str] = "count"
    account: str = an_account("of")
    chips: int = _key(_number)


@entry
class Join:
    """A new player sits down to the left of another."""

    do: ClassVar[str] = "join"
    player: str = _key(_name)
    left_of: str = _key(_text)
    chips: int = _key(_number)


@entry
class Leave:
    """A player leaves between hands; he stays in the tally."""

    do: ClassVar[str] = "leave"
    player: str = a_player()


@entry
class Misdeal:
    """The hand in progress is as if it had not been dealt."""

    do: ClassVar[str] = "misdeal"


@entry
class Award:
    """The table says who won a pot; None: it is judged from what was shown."""

    do: ClassVar[str] = "award"
    pot: str = a_pot()
    players: tuple[str, ...] | None = _key(_texts, _check_players, default=None)

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) a winner who is named twice."""
        for place, player in enumerate(self.players or ()):
            if player in (self.players or ())[:place]:
                raise Refused("bad-entry", f"{player} is named twice among the winners.")


@entry
class Show:
    """Cards that a player holds at the end of a hand."""

    do: ClassVar[str] = "show"
    player: str = a_player()
    cards: tuple[str, ...] = _key(_texts, _check_cards)


@entry
class Undo:
    """Take back the last entry still in force."""

    do: ClassVar[str] = "undo"


@entry
class Redo:
    """Put the last entry taken back in force again."""

    do: ClassVar[str] = "redo"


@entry
class Amend:
    """Entry ``number`` becomes ``replacement``, or goes if None."""

    do: ClassVar[str] = "amend"
    number: int = _key(_number, key="entry")
    replacement: object = _key(_raw, key="with")


@entry
class Insert:
    """A forgotten entry goes in before entry ``number``, which may become another with that.

    The number of the entry put in is the insert's.
    """

    do: ClassVar[str] = "insert"
    number: int = _key(_number, key="before")
    inserted: object = _key(_raw, key="entry")
    replacement: object = _key(_raw, key="with", default=None)


@entry
class End:
    """The evening is over."""

    do: ClassVar[str] = "end"


# entries of the stops family


@entry
class LastHand:
    """Announce the last hand."""

    do: ClassVar[str] = "last-hand"


@entry
class Swap:
    """The dealer takes the dummy."""

    do: ClassVar[str] = "swap"


@entry
class Bid:
    """A bid for the dummy, in chips."""

    do: ClassVar[str] = "bid"
    player: str = a_player()
    chips: int = _key(_number)


@entry
class Pass:
    """A player bids no more."""

    do: ClassVar[str] = "pass"
    player: str = a_player()


@entry
class Sell:
    """The auction's result alone."""

    do: ClassVar[str] = "sell"
    player: str = a_player()
    chips: int = _key(_amount)


@entry
class Keep:
    """No sale."""

    do: ClassVar[str] = "keep"


@entry
class Play:
    """A lead or a follow; several cards in a row by one player are one entry."""

    do: ClassVar[str] = "play"
    player: str = a_player()
    cards: tuple[str, ...] = _key(_cards, _check_cards, also={"card": _one_card})


@entry
class Stop:
    """Nobody can play the next card."""

    do: ClassVar[str] = "stop"


@entry
class Skip:
    """A player has the lead and no card that he may lead."""

    do: ClassVar[str] = "skip"
    player: str = a_player()


def _dump(value: object) -> str:
    if value not in ("full-house", "straight"):
        raise ValueError("full-house or straight")
    return str(value)


def _four_cards(value: object) -> tuple[str, ...]:
    cards = _texts(value)
    if len(cards) != 4:
        raise ValueError("a list of four cards")
    return cards


@entry
class Dump:
    """Four cards put down on an opponent's card."""

    do: ClassVar[str] = "dump"
    player: str = a_player()
    cards: tuple[str, ...] = _key(_four_cards, _check_cards)
    pot: str = _key(_dump, _check_pot)


@entry
class Recount:
    """A player holds so many cards now."""

    do: ClassVar[str] = "recount"
    player: str = a_player()
    cards: int = _key(_number)


@entry
class ChipsOnly:
    """From here to the end of the hand cards are not recorded."""

    do: ClassVar[str] = "chips-only"


@entry
class Collect:
    """A player won a pot (chips only)."""

    do: ClassVar[str] = "collect"
    player: str = a_player()
    pot: str = a_pot()


@entry
class Out:
    """A player went out; cards left of every other player (chips only)."""

    do: ClassVar[str] = "out"
    player: str = a_player()
    left: dict[str, int] = _key(_each(_number))


@entry
class Totals:
    """Every player's card total after a blocked hand."""

    do: ClassVar[str] = "totals"
    points: dict[str, int] = _key(_each(_number))


@entry
class Enforce:
    """The table enforces a finding of the hand, by its place in the list."""

    do: ClassVar[str] = "enforce"
    finding: int = _key(_number)


@entry
class Waive:
    """The table waives a finding of the hand, by its place in the list."""

    do: ClassVar[str] = "waive"
    finding: int = _key(_number)


# entries of the other games


@entry
class Reveal:
    """Five cards that a player reveals; ``claim`` names the cup where more than one is possible."""

    do: ClassVar[str] = "show"
    player: str = a_player()
    cards: tuple[str, ...] = _key(_texts, _check_cards)
    claim: str | None = _key(_text, key="as", default=None)


@entry
class Next:
    """The reveal is over."""

    do: ClassVar[str] = "next"


@entry
class BidTricks:
    """A bid of tricks."""

    do: ClassVar[str] = "bid"
    player: str = a_player()
    tricks: int = _key(_number)


@entry
class Tricks:
    """The tricks that everybody took."""

    do: ClassVar[str] = "tricks"
    took: dict[str, int] = _key(_each(_number), _check_players)


@entry
class Score:
    """Who went out (None: blocked), and what the others score, in points or by their cards."""

    do: ClassVar[str] = "score"
    out: str | None = _key(_or_none(_text), _check_players)
    points: dict[str, int] | None = _key(_each(_number), _check_players, default=None)
    cards: dict[str, tuple[str, ...]] | None = _key(_each(_texts), _check_hands, default=None)

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) a score by both points and cards, or by neither."""
        if (self.points is None) == (self.cards is None):
            raise Refused("bad-entry", "A score gives either the points or the cards.")
