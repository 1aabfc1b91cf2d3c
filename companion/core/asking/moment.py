"""What may be entered at a moment: kinds of entries, whatever their values turn out to be."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, product

from companion.core.cards import PACK
from companion.core.entries.entry import Entry, Raw, check_references, entry_fields, parse_entry
from companion.core.entries.keys import EntryField, FieldKind
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import apply_entry
from companion.core.ledger import POT

UNTIMELY = frozenset(
    (
        "already-settled",
        "last-hand-played",
        "may-not-bid",
        "no-such-finding",
        "nothing-to-collect",
        "unknown-pot",
        "wrong-phase",
    )
)
"""So is refused what cannot be entered now; of other refusals other numbers may be to blame."""

NO_JUDGEMENT = frozenset(("bad-entry", "unknown-player"))
"""So is refused what cannot be judged, whatever the moment."""

HANDFUL = PACK[::9]
"""Cards that make nothing."""


def is_kind_possible(table: Table, kind: type[Entry]) -> bool:
    """Say whether an entry of a kind may be entered now, with some values for its keys.

    Where no values for the keys can be tried, the answer is yes.
    """
    keys, codes = entry_fields(kind), set()
    for raw in _entries(table, kind):
        code = _refused(table, raw)
        if not code or (keys and code not in UNTIMELY | NO_JUDGEMENT):
            return True
        codes.add(code)
    return bool(codes) and codes <= NO_JUDGEMENT


def free_name(table: Table) -> str:
    """Give a name that nobody has or had at the table."""
    return next(name for name in map(str, count()) if name not in table.seats)


def _refused(table: Table, raw: Raw) -> str:
    """Give the code with which an entry would be refused; "": it would stand."""
    try:
        made = parse_entry(dict(raw), table.setup.game.kinds)
        check_references(made, table)
        apply_entry(table, made, table.entry_number + 1)
    except Refused as wrong:
        return wrong.code
    return ""


def _entries(table: Table, kind: type[Entry]) -> Iterator[Raw]:
    """Give entries of a kind as they might be: with every name, and with some numbers and cards.

    Of the keys that may be missing there is none, or one.
    """
    keys = entry_fields(kind).values()
    needed = [key for key in keys if key.is_required]
    for more in ([], *([key] for key in keys if not key.is_required)):
        there = needed + more
        for values in product(*(_values(table, key) for key in there)):
            raw = {key.name: value for key, value in zip(there, values, strict=True)}
            yield {"do": kind.do, **_but_for(raw)}


def _but_for(raw: Mapping[str, object]) -> Mapping[str, object]:
    """Leave a player who is named alone out of what is counted for the others."""
    named = {value for value in raw.values() if isinstance(value, str)}
    return {
        key: {name: n for name, n in value.items() if name not in named}
        if isinstance(value, dict)
        else value
        for key, value in raw.items()
    }


def _values(table: Table, key: EntryField) -> Iterable[object]:
    pots = [POT + pot for pot in table.pots]
    made: dict[FieldKind, Callable[[], Iterable[object]]] = {
        FieldKind.PLAYER: lambda: table.present,
        FieldKind.PLAYERS: lambda: [[player] for player in table.present],
        FieldKind.NEWCOMER: lambda: [free_name(table)],
        FieldKind.ANYBODY: lambda: table.seats,
        FieldKind.POT: lambda: table.pots,
        FieldKind.ACCOUNT: lambda: [*table.present, *pots],
        FieldKind.ANY_ACCOUNT: lambda: [*table.seats, *pots],
        FieldKind.CARDS: lambda: [list(HANDFUL[:cards]) for cards in (4, 5)],
        FieldKind.CARDS_IN_A_ROW: lambda: [[card] for card in HANDFUL],
        FieldKind.NUMBER: lambda: [1],
        FieldKind.COUNT: lambda: [1],
        FieldKind.NUMBERS: lambda: [dict.fromkeys(table.present, 1)],
        FieldKind.HANDS: lambda: [{player: [] for player in table.present}],
        FieldKind.CHOICE: lambda: [value for value, _ in key.choices],
        FieldKind.FINDING: lambda: range(len(table.setup.game.review.findings(table))),
        FieldKind.ENTRY: tuple,
    }
    return made[key.kind]()
