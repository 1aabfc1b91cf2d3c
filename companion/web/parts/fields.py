"""The form of any entry: one field for each of its keys, and the entry back from what was typed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.accounts import account_name, pot_name
from companion.core.cards import JOKER, PACK, RANK
from companion.core.entries.entry import Raw, keys_of
from companion.core.entries.keys import Key, Kind
from companion.core.entries.reading import shown
from companion.core.errors import Refused, Unfit
from companion.core.game import Table
from companion.core.ledger import POT
from companion.core.sentences import say
from companion.core.words import card_typed, typed_card
from companion.web.parts.forms import Fields, no_number, read_number
from companion.web.parts.pack import TileRow, picture

NOBODY = "-"
ABSENT = object()
"""What a field gives that says nothing."""


FORMS = {
    **dict.fromkeys((Kind.PLAYER, Kind.ANYBODY, Kind.POT, Kind.ACCOUNT, Kind.ANY_ACCOUNT), "one"),
    **dict.fromkeys((Kind.CHOICE, Kind.FINDING), "one"),
    Kind.PLAYERS: "many",
    Kind.NEWCOMER: "text",
    Kind.CARDS: "cards",
    Kind.CARDS_IN_A_ROW: "cards",
    Kind.NUMBER: "number",
    Kind.COUNT: "count",
    Kind.NUMBERS: "each",
    Kind.HANDS: "hands",
}
"""How each kind of key is filled in; an entry within an entry is not."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form for a key.

    ``form``: one, many, number, count, card, cards, each, hands, text. ``value`` is what is
    filled in: a text, texts, or texts by player; ``rows`` the picture of the pack.
    """

    name: str
    key: Key
    form: str
    value: object
    choices: tuple[tuple[str, str], ...] = ()
    rows: tuple[TileRow, ...] = ()

    @property
    def label(self) -> str:
        """Ask for it in words."""
        return str(say("Which card?") if self.form == "card" else self.key.label)

    @property
    def none(self) -> str:
        """Say what leaving the choice open means; "": it may not be."""
        return str(self.key.none or "")


def fields_of(table: Table, raw: Raw, prefix: str = "", several: bool = False) -> list[Field]:
    """Make the fields of an entry at a table, filled with the entry as far as it is known.

    Of cards in a row there is one to tap, or ``several``.
    """
    fields = _all_fields(table, raw, prefix, several)
    by_cards = any(field.form == "hands" and field.key.name in raw for field in fields)
    return [field for field in fields if not _is_other_way(field.key, by_cards)]


def _all_fields(table: Table, raw: Raw, prefix: str, several: bool = False) -> list[Field]:
    """Make the fields of all keys of an entry, also where one of them stands for another."""
    keys = keys_of(table.setup.game.entries[raw["do"]].kind)
    return [_field(table, key, raw, prefix, several) for key in keys.values() if key.kind in FORMS]


def _is_other_way(key: Key, by_cards: bool) -> bool:
    """Say whether a key is the way to count that an entry does not use: cards, or numbers."""
    unused = Kind.NUMBERS if by_cards else Kind.HANDS
    return key.kind is unused and not key.needed


def _value(raw: Raw, key: Key) -> Any:
    return [raw[key.one]] if key.one in raw else raw.get(key.name)


def _field(table: Table, key: Key, raw: Raw, prefix: str, several: bool) -> Field:
    form, name, value = FORMS[key.kind], prefix + key.name, _value(raw, key)
    if form == "cards":
        one = key.kind is Kind.CARDS_IN_A_ROW and not several and len(value or []) < 2
        rows = picture(value or [], jokers=int(JOKER in table.cards))
        return Field(name, key, "card" if one else form, value or [], rows=rows)
    if form in ("each", "hands"):
        typed = {who: _typed(item) for who, item in (value or {}).items()}
        return Field(name, key, form, typed, _choices(table, key))
    choices = _with(_choices(table, key), value) if form in ("one", "many") else ()
    shown = NOBODY if value is None and key.name in raw and key.none else value
    return Field(name, key, form, shown, choices)


def _typed(item: object) -> str:
    return " ".join(map(typed_card, item)) if isinstance(item, list) else str(item)


def _choices(table: Table, key: Key) -> tuple[tuple[str, str], ...]:
    pots = tuple((pot, pot_name(pot)) for pot in table.pots)
    accounts = tuple((POT + pot, name) for pot, name in pots)
    people, ever = ([(name, name) for name in names] for names in (table.present, table.seats))
    besides = [(value, str(words)) for value, words in key.choices]
    chosen: dict[Kind, Callable[[], Iterable[tuple[str, str]]]] = {
        Kind.POT: lambda: pots,
        Kind.ACCOUNT: lambda: (*people, *accounts),
        Kind.ANYBODY: lambda: ever,
        Kind.ANY_ACCOUNT: lambda: (*ever, *accounts),
        Kind.FINDING: lambda: _findings(table),
        Kind.CHOICE: lambda: besides,
    }
    return tuple(chosen.get(key.kind, lambda: (*people, *besides))())


def _findings(table: Table) -> list[tuple[str, str]]:
    found = table.setup.game.looks_back.findings(table)
    return [(str(at), str(one.words)) for at, one in enumerate(found)]


def _with(choices: tuple[tuple[str, str], ...], value: object) -> tuple[tuple[str, str], ...]:
    """Offer what the entry names too, though it may be gone from the table."""
    named: Iterable[object] = value if isinstance(value, list) else [value]
    known = [choice for choice, _ in choices]
    extra = [str(name) for name in named if name is not None and str(name) not in known]
    return choices + tuple((name, account_name(name)) for name in extra)


def entry_of(table: Table, raw: Raw, fields: Fields, prefix: str = "") -> Raw:
    """Read the entry that a form gives; ``raw`` is the one it was filled with.

    Raises Refused (`bad-entry`) for what cannot be read.
    """
    made: dict[str, object] = {"do": raw["do"]}
    for field in _all_fields(table, raw, prefix):
        if field.form in ("card", "cards"):
            made |= _as_recorded(field, _cards(field, fields), _value(raw, field.key))
        elif (value := _READERS[field.form](field, fields)) is not ABSENT:
            made[field.key.name] = value
    return made


def _as_recorded(field: Field, cards: list[str], before: list[str] | None) -> dict[str, object]:
    """Write cards in the order in which they were recorded, one alone as such where that is so."""
    same = sorted(before or []) == sorted(cards)
    ordered = before or [] if same else _in_order(cards, before)
    alone = field.key.one if len(ordered) == 1 else ""
    return {alone: ordered[0]} if alone else {field.key.name: ordered}


def _in_order(cards: list[str], before: list[str] | None) -> list[str]:
    """Put a run into its order: suits as they came before, ranks upwards."""
    suits = list(dict.fromkeys([card[-1] for card in before or []] + [card[-1] for card in PACK]))
    suits.append(JOKER[-1])
    return sorted(cards, key=lambda card: (suits.index(card[-1]), RANK.get(card, 0)))


def _one(field: Field, fields: Fields) -> object:
    chosen = fields.get(field.name)
    if chosen is None or (chosen == NOBODY and not field.key.needed):
        return ABSENT
    if chosen == NOBODY:
        return None
    return _whole(chosen) if field.key.kind is Kind.FINDING else chosen


def _many(field: Field, fields: Fields) -> object:
    """Read all that are chosen; an empty text stands for nobody."""
    chosen = fields.getlist(field.name)
    return ABSENT if NOBODY in chosen else [name for name in chosen if name]


def _cards(field: Field, fields: Fields) -> list[str]:
    known = {tile.card for row in field.rows for tile in row.tiles}
    return [card for card in fields.getlist(field.name) if card in known]


def _number(field: Field, fields: Fields) -> object:
    """Read a number: tapped, typed, chosen, or as it was."""
    ways = (field.name, *(f"{field.name}-{way}" for way in ("typed", "chosen", "was")))
    text = next((text for way in ways if (text := fields.get(way, "").strip())), "")
    number = None if text == NOBODY else _whole(text)
    return ABSENT if number is None and text != NOBODY else number


def _each(field: Field, fields: Fields) -> object:
    typed = {who: _whole(fields.get(f"{field.name}:{who}", "")) for who, _ in field.choices}
    numbers = {who: number for who, number in typed.items() if number is not None}
    return numbers if numbers or field.key.needed else ABSENT


def _hands(field: Field, fields: Fields) -> object:
    """Read everybody's cards: typed in one field, or tapped, one by one."""
    typed = {who: " ".join(fields.getlist(f"{field.name}:{who}")) for who, _ in field.choices}
    hands = {who: [*map(card_typed, text.split())] for who, text in typed.items() if text.strip()}
    for card in (card for cards in hands.values() for card in cards):
        if card not in (*PACK, JOKER):
            raise Refused("unknown-card", "There is no card {card}.", card=shown(card))
    return hands if hands or field.key.needed else ABSENT


def _text(field: Field, fields: Fields) -> object:
    return " ".join(fields.get(field.name, "").split()) or ABSENT


def _whole(text: str) -> int | None:
    try:
        return read_number(text)
    except Unfit:
        raise Refused("bad-entry", "{why}", why=no_number(text)) from None


_READERS: dict[str, Callable[[Field, Fields], object]] = {
    "one": _one,
    "many": _many,
    "number": _number,
    "count": _number,
    "each": _each,
    "hands": _hands,
    "text": _text,
}
