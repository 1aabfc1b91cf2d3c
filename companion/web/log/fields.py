"""The form of any entry: one field for each of its keys, and the entry back from what was typed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.core.cards import JOKER, PACK, RANK
from companion.core.entry import keys_of
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.keys import Kind
from companion.core.ledger import POT
from companion.core.reading import NAME_LENGTH
from companion.core.words import account_name, pot_name
from companion.web.parts.pack import TileRow, picture

Fields = MultiDict[str, str]

LABELS = {
    "player": "Who?",
    "left_of": "To whose left?",
    "out": "Who went out?",
    "players": "Who won it?",
    "from": "From whom?",
    "to": "To whom?",
    "of": "What was counted?",
    "pot": "Which pot?",
    "as": "What does it stand for?",
    "cards": "Which cards?",
    "chips": "How many chips?",
    "tricks": "How many tricks?",
    "finding": "Which finding?",
    "left": "Cards left",
    "points": "Points",
    "took": "Tricks taken",
    "piles": "Cards in the piles, where they were counted",
}
NOBODY = "-"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form. ``kind``: one, many, number, card, cards, each, hands or text.

    ``value`` is what is filled in: a text, texts, or texts by player; ``rows`` the picture of
    the pack. ``none`` is what leaving the choice open means, where that may be.
    """

    name: str
    key: str
    kind: str
    value: Any
    choices: tuple[tuple[str, str], ...] = ()
    rows: tuple[TileRow, ...] = ()
    none: str = ""

    @property
    def label(self) -> str:
        """Ask for it in words."""
        if self.key == "cards":
            return {"card": "Which card?", "number": "How many cards?"}.get(
                self.kind, "Which cards?"
            )
        return LABELS[self.key]


def kind_of(do: str, key: str) -> str:
    """Say what sort of field a key of an entry needs."""
    if key == "cards":
        return {"recount": "number", "score": "hands"}.get(do, "cards")
    if key in ("chips", "tricks"):
        return "number"
    if key in ("left", "points", "took", "piles"):
        return "each"
    if do == "join" and key == "player":
        return "text"
    return "many" if key == "players" else "one"


def fields_of(
    table: Table, raw: dict[str, Any], prefix: str = "", several: bool = False
) -> list[Field]:
    """Make the fields of an entry at a table, filled with the entry as far as it is known.

    A play has one card to tap, or ``several``.
    """
    do = raw["do"]
    return [
        _field(table, do, key, _value(raw, key), prefix, raw, several)
        for key, declared in keys_of(table.setup.game.entries[do].kind).items()
        if declared.kind is not Kind.ENTRY
        and not (do == "score" and key == "cards" and "cards" not in raw)
        and not (do == "score" and key == "points" and "cards" in raw)
    ]


def _value(raw: dict[str, Any], key: str) -> Any:
    if key == "cards" and "card" in raw:
        return [raw["card"]]
    return raw.get(key)


def _field(
    table: Table,
    do: str,
    key: str,
    value: Any,
    prefix: str,
    raw: dict[str, Any],
    several: bool,
) -> Field:
    kind = kind_of(do, key)
    name = prefix + key
    if kind == "cards":
        one = do == "play" and not several and len(value or []) < 2
        rows = picture(value or [], jokers=int("JK" in table.cards))
        return Field(name, key, "card" if one else kind, value or [], rows=rows)
    if kind in ("each", "hands"):
        typed = {who: _typed(item) for who, item in (value or {}).items()}
        whose = _choices(table, "piles" if key == "piles" else "player")
        return Field(name, key, kind, typed, whose)
    none = {"players": "Judge by the cards", "out": "Nobody"}.get(key, "")
    choices = _with(_choices(table, key), value) if kind in ("one", "many") else ()
    shown = NOBODY if value is None and key in raw and none else value
    return Field(name, key, kind, shown, choices, none=none)


def _typed(item: Any) -> str:
    return " ".join(item) if isinstance(item, list) else str(item)


def _choices(table: Table, key: str) -> tuple[tuple[str, str], ...]:
    pots = tuple((pot, pot_name(pot)) for pot in table.pots)
    people = tuple((player, player) for player in table.present)
    accounts = tuple((POT + pot, name) for pot, name in pots)
    found = table.setup.game.findings(table)
    chosen: dict[str, Callable[[], tuple[tuple[str, str], ...]]] = {
        "pot": lambda: pots,
        "as": lambda: pots,
        "from": lambda: people + accounts,
        "of": lambda: people + accounts,
        "to": lambda: tuple((player, player) for player in table.seats) + accounts,
        "finding": lambda: tuple((str(at), str(one.words)) for at, one in enumerate(found)),
        "piles": lambda: (*people, ("dummy", "The dummy")),
    }
    return chosen.get(key, lambda: people)()


def _with(choices: tuple[tuple[str, str], ...], value: Any) -> tuple[tuple[str, str], ...]:
    """Offer what the entry names too, though it may be gone from the table."""
    named: Iterable[Any] = value if isinstance(value, list) else [value]
    known = [choice for choice, _ in choices]
    extra = [str(name) for name in named if name is not None and str(name) not in known]
    return choices + tuple((name, account_name(name)) for name in extra)


def entry_of(table: Table, raw: dict[str, Any], fields: Fields, prefix: str = "") -> dict[str, Any]:
    """Read the entry that a form gives; ``raw`` is the one it was filled with.

    Raises Refused (`bad-entry`) for what cannot be read.
    """
    made: dict[str, Any] = {"do": raw["do"]}
    needed = keys_of(table.setup.game.entries[raw["do"]].kind)
    for field in fields_of(table, raw, prefix):
        value = _READERS[field.kind](field, fields)
        if value is not None or (needed[field.key].needed and field.none):
            made[field.key] = value
    return _as_recorded(made, raw)


def _as_recorded(made: dict[str, Any], raw: dict[str, Any]) -> dict[str, Any]:
    """Write a play of one card as such, and cards in the order in which they were recorded."""
    cards, before = made.get("cards"), _value(raw, "cards")
    if isinstance(cards, list):
        made["cards"] = (
            before if sorted(before or []) == sorted(cards) else _in_order(cards, before)
        )
        if made["do"] == "play" and len(cards) == 1:
            made = {"do": "play", "player": made.get("player"), "card": made["cards"][0]}
    return {key: value for key, value in made.items() if value is not None or key == "out"}


def _in_order(cards: list[str], before: list[str] | None) -> list[str]:
    """Put a run into its order: suits as they came before, ranks upwards."""
    suits = list(dict.fromkeys([card[-1] for card in before or []] + [card[-1] for card in PACK]))
    suits.append(JOKER[-1])
    return sorted(cards, key=lambda card: (suits.index(card[-1]), RANK.get(card, 0)))


def _one(field: Field, fields: Fields) -> Any:
    chosen = fields.get(field.name)
    if chosen is None or chosen == NOBODY:
        return None
    return _whole(chosen) if field.key == "finding" else chosen


def _many(field: Field, fields: Fields) -> list[str] | None:
    chosen = fields.getlist(field.name)
    return None if NOBODY in chosen else chosen


def _cards(field: Field, fields: Fields) -> list[str]:
    known = {tile.card for row in field.rows for tile in row.tiles}
    return [card for card in fields.getlist(field.name) if card in known]


def _number(field: Field, fields: Fields) -> int | None:
    ways = (f"{field.name}-typed", field.name, f"{field.name}-was")
    typed = next((text for way in ways if (text := fields.get(way, "").strip())), "")
    return _whole(typed) if typed else None


def _each(field: Field, fields: Fields) -> dict[str, int] | None:
    typed = {who: fields.get(f"{field.name}:{who}", "").strip() for who, _ in field.choices}
    numbers = {who: _whole(text) for who, text in typed.items() if text}
    return numbers or (None if field.key == "piles" else {})


def _hands(field: Field, fields: Fields) -> dict[str, list[str]]:
    typed = {who: fields.get(f"{field.name}:{who}", "") for who, _ in field.choices}
    hands = {who: text.upper().split() for who, text in typed.items() if text.strip()}
    for card in (card for cards in hands.values() for card in cards):
        if card not in (*PACK, JOKER):
            raise Refused("unknown-card", f"There is no card {card[:NAME_LENGTH]}.")
    return hands


def _text(field: Field, fields: Fields) -> str | None:
    return " ".join(fields.get(field.name, "").split()) or None


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refused("bad-entry", f"“{text[:40]}” is no whole number.") from None


_READERS: dict[str, Callable[[Field, Fields], Any]] = {
    "one": _one,
    "many": _many,
    "card": _cards,
    "cards": _cards,
    "number": _number,
    "each": _each,
    "hands": _hands,
    "text": _text,
}
