"""The form of an entry, with a field for each field of the entry, and its parser."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.core.accounts import NAME_LENGTH, account_text, pot_name
from companion.core.cards import JOKER, PACK, RANK
from companion.core.entries.fields import EntryField, FieldKind
from companion.core.entries.parsing import MAX_NUMBER, quote_input
from companion.core.entries.schema import Raw, entry_fields
from companion.core.errors import InvalidValue, Refused
from companion.core.game import Table
from companion.core.ledger import POT
from companion.core.prompts import EntryTemplate
from companion.core.sentences import Sentence, say
from companion.core.words import format_card_input, parse_card_input
from companion.web.components.card_picker import SheetView, TileRow, card_grid

# What was typed and tapped on a form, by the names of its fields.
FormData = MultiDict[str, str]

WHOLE_NUMBER = re.compile(r"\d+|\d{1,3}(?:[ ,'’\u00a0\u2009\u202f]\d{3})+")
A_NUMBER = say("a whole number from 0 to {most}", most=MAX_NUMBER)


def parse_typed_number(text: str) -> int | None:
    """Return a typed number, with or without separators of thousands; None for an empty text.

    Raises InvalidValue.
    """
    text = text.strip()
    if not text:
        return None
    digits = re.sub(r"\D", "", text).lstrip("0") or "0"
    if (
        not WHOLE_NUMBER.fullmatch(text)
        or len(digits) > len(str(MAX_NUMBER))
        or int(digits) > MAX_NUMBER
    ):
        raise InvalidValue(A_NUMBER)
    return int(digits)


def not_a_number_sentence(text: str) -> Sentence:
    return say("“{text}” is not {wanted}.", text=text[:NAME_LENGTH], wanted=A_NUMBER)


NOBODY = "-"
# The value of a field that was left empty.
EMPTY = object()


# The widget for each kind of field; an entry within an entry has none.
WIDGETS = {
    FieldKind.PLAYER: "one",
    FieldKind.ANYBODY: "one",
    FieldKind.POT: "one",
    FieldKind.ACCOUNT: "one",
    FieldKind.ANY_ACCOUNT: "one",
    FieldKind.CHOICE: "one",
    FieldKind.FINDING: "one",
    FieldKind.PLAYERS: "many",
    FieldKind.NEWCOMER: "text",
    FieldKind.CARDS: "cards",
    FieldKind.CARDS_IN_A_ROW: "cards",
    FieldKind.NUMBER: "number",
    FieldKind.COUNT: "count",
    FieldKind.NUMBERS: "each",
    FieldKind.HANDS: "hands",
}

# What a player holds is counted by cards or by numbers.
ALTERNATIVES = {"hands": "each", "each": "hands"}


@dataclass(frozen=True, slots=True)
class EntryFormField:
    """A form field for one field of an entry.

    `widget` is one of: one, many, number, count, card, cards, each, hands, or text. `value` is
    its value: a text, texts, or texts by player; `rows` is the picture of the pack.
    """

    name: str
    key: EntryField
    widget: str
    value: object
    choices: tuple[tuple[str, str], ...] = ()
    rows: tuple[TileRow, ...] = ()

    @property
    def label(self) -> str:
        return str(say("Which card?") if self.widget == "card" else self.key.label)

    @property
    def none(self) -> str:
        """The label of the empty choice; "" if the field is required."""
        return str(self.key.none_label or "")


def entry_form_fields(
    table: Table, raw: Raw, prefix: str = "", several: bool = False
) -> list[EntryFormField]:
    """Return the form fields of the entry `raw`, filled with its known values.

    `prefix` begins their names. Without `several`, a run of cards is one card to tap. Of the two
    ways to count, by cards or by numbers, the one that is not used is left out once the other is.
    """
    fields = _all_fields(table, raw, prefix, several)
    widgets = {field.widget for field in fields if field.key.name in raw}
    return [f for f in fields if f.key.is_required or ALTERNATIVES.get(f.widget) not in widgets]


def _all_fields(table: Table, raw: Raw, prefix: str, several: bool = False) -> list[EntryFormField]:
    """Return the form fields of an entry, alternatives included."""
    keys = entry_fields(table.setup.game.kinds[raw["do"]]).values()
    return [_form_field(table, key, raw, prefix, several) for key in keys if key.kind in WIDGETS]


def _value(raw: Raw, key: EntryField) -> Any:
    return [raw[key.singular_name]] if key.singular_name in raw else raw.get(key.name)


def _form_field(
    table: Table, key: EntryField, raw: Raw, prefix: str, several: bool
) -> EntryFormField:
    widget, name, value = WIDGETS[key.kind], prefix + key.name, _value(raw, key)
    if widget == "cards":
        is_single = key.kind is FieldKind.CARDS_IN_A_ROW and not several and len(value or []) < 2
        rows = card_grid(value or [], jokers=int(JOKER in table.cards))
        return EntryFormField(name, key, "card" if is_single else widget, value or [], rows=rows)
    if widget in ("each", "hands"):
        texts = {player: _value_text(item) for player, item in (value or {}).items()}
        return EntryFormField(name, key, widget, texts, _choices(table, key))
    choices = _all_choices(_choices(table, key), value) if widget in ("one", "many") else ()
    choice = NOBODY if value is None and key.name in raw and key.none_label else value
    return EntryFormField(name, key, widget, choice, choices)


def _value_text(item: object) -> str:
    return " ".join(map(format_card_input, item)) if isinstance(item, list) else str(item)


def _choices(table: Table, key: EntryField) -> tuple[tuple[str, str], ...]:
    pots = tuple((pot, pot_name(pot)) for pot in table.pots)
    accounts = tuple((POT + pot, name) for pot, name in pots)
    present, seats = ([(name, name) for name in names] for names in (table.present, table.seats))
    extra_choices = [(value, str(words)) for value, words in key.choices]
    review = table.setup.game.review
    by_kind: dict[FieldKind, Callable[[], Iterable[tuple[str, str]]]] = {
        FieldKind.POT: lambda: pots,
        FieldKind.ACCOUNT: lambda: (*present, *accounts),
        FieldKind.ANYBODY: lambda: seats,
        FieldKind.ANY_ACCOUNT: lambda: (*seats, *accounts),
        FieldKind.FINDING: lambda: [
            (str(index), str(finding.words)) for index, finding in enumerate(review.findings(table))
        ],
        FieldKind.CHOICE: lambda: extra_choices,
    }
    return tuple(by_kind.get(key.kind, lambda: (*present, *extra_choices))())


def _all_choices(
    choices: tuple[tuple[str, str], ...], value: object
) -> tuple[tuple[str, str], ...]:
    """Return the choices, with those that the entry names but the table no longer has."""
    values: Iterable[object] = value if isinstance(value, list) else [value]
    names = [choice for choice, _ in choices]
    extra = [str(name) for name in values if name is not None and str(name) not in names]
    return choices + tuple((name, account_text(name)) for name in extra)


def entry_from_form(table: Table, raw: Raw, fields: FormData, prefix: str = "") -> Raw:
    """Return the entry on a form that was filled with `raw`. Raises Refused (`bad-entry`)."""
    entry: dict[str, object] = {"do": raw["do"]}
    for field in _all_fields(table, raw, prefix):
        if field.widget in ("card", "cards"):
            entry |= _as_recorded(field, _parse_cards(field, fields), _value(raw, field.key))
        elif (value := _PARSERS[field.widget](field, fields)) is not EMPTY:
            entry[field.key.name] = value
    return entry


def _as_recorded(
    field: EntryFormField, cards: list[str], before: list[str] | None
) -> dict[str, object]:
    """Return cards as the record has them: in their old order, a single one without a list."""
    is_unchanged = sorted(before or []) == sorted(cards)
    run = before or [] if is_unchanged else _sort_cards(cards, before)
    singular_name = field.key.singular_name if len(run) == 1 else ""
    return {singular_name: run[0]} if singular_name else {field.key.name: run}


def _sort_cards(cards: list[str], before: list[str] | None) -> list[str]:
    """Return a run in order: suits as before, ranks upwards."""
    suits = list(dict.fromkeys([card[-1] for card in before or []] + [card[-1] for card in PACK]))
    suits.append(JOKER[-1])
    return sorted(cards, key=lambda card: (suits.index(card[-1]), RANK.get(card, 0)))


def _parse_choice(field: EntryFormField, fields: FormData) -> object:
    choice = fields.get(field.name)
    if choice is None or (choice == NOBODY and not field.key.is_required):
        return EMPTY
    if choice == NOBODY:
        return None
    return _parse_number(choice) if field.key.kind is FieldKind.FINDING else choice


def _parse_choices(field: EntryFormField, fields: FormData) -> object:
    """Return all chosen names; an empty text stands for nobody."""
    choices = fields.getlist(field.name)
    return EMPTY if NOBODY in choices else [name for name in choices if name]


def _parse_cards(field: EntryFormField, fields: FormData) -> list[str]:
    names = {tile.card for row in field.rows for tile in row.tiles}
    return [card for card in fields.getlist(field.name) if card in names]


def _parse_number_field(field: EntryFormField, fields: FormData) -> object:
    """Return the number that was tapped, typed or chosen; if none was, the old one."""
    ways = (field.name, *(f"{field.name}-{way}" for way in ("typed", "chosen", "was")))
    text = next((text for way in ways if (text := fields.get(way, "").strip())), "")
    number = None if text == NOBODY else _parse_number(text)
    return EMPTY if number is None and text != NOBODY else number


def _parse_numbers(field: EntryFormField, fields: FormData) -> object:
    texts = {name: fields.get(f"{field.name}:{name}", "") for name, _ in field.choices}
    numbers = {name: n for name, text in texts.items() if (n := _parse_number(text)) is not None}
    return numbers if numbers or field.key.is_required else EMPTY


def _parse_hands(field: EntryFormField, fields: FormData) -> object:
    """Return the cards of each player, typed in one field or tapped one by one."""
    texts = {name: " ".join(fields.getlist(f"{field.name}:{name}")) for name, _ in field.choices}
    hands = {
        name: [*map(parse_card_input, text.split())] for name, text in texts.items() if text.strip()
    }
    for card in (card for cards in hands.values() for card in cards):
        if card not in (*PACK, JOKER):
            raise Refused("unknown-card", "There is no card {card}.", card=quote_input(card))
    return hands if hands or field.key.is_required else EMPTY


def _parse_text(field: EntryFormField, fields: FormData) -> object:
    return " ".join(fields.get(field.name, "").split()) or EMPTY


def _parse_number(text: str) -> int | None:
    try:
        return parse_typed_number(text)
    except InvalidValue:
        raise Refused("bad-entry", "{why}", why=not_a_number_sentence(text)) from None


_PARSERS: dict[str, Callable[[EntryFormField, FormData], object]] = {
    "one": _parse_choice,
    "many": _parse_choices,
    "number": _parse_number_field,
    "count": _parse_number_field,
    "each": _parse_numbers,
    "hands": _parse_hands,
    "text": _parse_text,
}


# How the fields are named that hold a key of an entry; others say where the form came from.
KEY = "key-"

# What a game adds to an entry of a form at its table. Raises Refused (`bad-entry`).
CompleteEntry = Callable[[Table, Raw], Raw]


def hidden_fields(raw: Raw) -> dict[str, object]:
    """Return the known values of an entry as hidden fields, by name."""
    values = {key: value for key, value in raw.items() if key != "do"}
    return {
        KEY + key: NOBODY if value in ("", None, []) else value for key, value in values.items()
    }


def template_fields(template: EntryTemplate | None) -> dict[str, object]:
    return {} if template is None else {"do": template.entry.kind.do, **hidden_fields(template.raw)}


def form_value(fields: FormData, key: str) -> str | None:
    """Return the value of field `key` in the form or in the link to it; None if it has none."""
    return fields.get(KEY + key, fields.get(key))


def read_entry_form(table: Table, fields: FormData, complete: CompleteEntry) -> Raw:
    """Return the entry on a form, completed by `complete`. Raises Refused (`bad-entry`)."""
    do = fields.get("do", "")
    if do not in table.setup.game.entries:
        raise Refused(
            "bad-entry", "Companion could not tell what to enter. Reload the page and tap again."
        )
    raw = complete(table, entry_from_form(table, {"do": do}, fields, KEY))
    _require_fields(table, raw, fields)
    return raw


def _require_fields(table: Table, raw: Raw, fields: FormData) -> None:
    """Raise Refused (`bad-entry`) for the first missing field."""
    for name, key in entry_fields(table.setup.game.kinds[raw["do"]]).items():
        is_there = any(way in raw for way in (name, key.singular_name)) or not key.is_required
        # Who shares a pot must be chosen, though it may be nobody.
        if not (KEY + name in fields if key.kind is FieldKind.PLAYERS else is_there):
            raise Refused("bad-entry", "Answer this first: {question}", question=key.label)


def entry_sheet(table: Table, do: str, fields: FormData) -> SheetView | None:
    """Return the sheet for what the entry `do` lacks; None if the game has no such sheet."""
    kind = table.setup.game.kinds.get(do)
    if kind is None or not entry_fields(kind):
        return None
    values = {name: fields[name] for name in entry_fields(kind) if name in fields}
    raw = {"do": do, **_partial_entry(table, do, fields)}
    missing = tuple(f for f in entry_form_fields(table, raw, KEY) if f.key.name not in values)
    known = hidden_fields(values)
    return SheetView(title=kind.title, do=do, known=known, missing_fields=missing)


def _partial_entry(table: Table, do: str, fields: FormData) -> Raw:
    """Return the entry as filled in so far; {} if it cannot be parsed."""
    try:
        return entry_from_form(table, {"do": do}, fields, KEY)
    except Refused:
        return {}


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A player's number on a sheet: the name of its field, its text, and the maximum."""

    player: str
    field: str
    value: str
    maximum: int


def number_rows(
    key: str, fields: FormData, maxima: Mapping[str, int], defaults: Mapping[str, int] | None = None
) -> tuple[NumberRow, ...]:
    """Return a row of field `key` for each player in `maxima`; empty ones have the default."""
    names = {player: f"{KEY}{key}:{player}" for player in maxima}
    default_texts = {player: str(number) for player, number in (defaults or {}).items()}
    return tuple(
        NumberRow(player, name, fields.get(name, default_texts.get(player, "")), maxima[player])
        for player, name in names.items()
    )
