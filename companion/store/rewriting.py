"""The rows of a table, or of an evening of a circle, under other names; nothing is replayed.

Names are exchanged everywhere at once, so what was judged and summed up under the old ones holds
under the new ones. What is to be written is read first, so that the transaction is short.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, bindparam, case, delete, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute

from companion.circles.facts import rename_in_evening_facts, rename_in_hand_facts
from companion.core.budget import pause
from companion.core.entries.entry import Raw
from companion.core.log.force import Kinds
from companion.core.log.renaming import NameMap, rename_in_entry, rename_in_setup
from companion.database.circle_models import EveningRow, HandRow, SeatRow
from companion.database.models import EntryRow, InvitationRow, PartialAnswerRow, TableRow
from companion.games import all_games
from companion.store.looking import DAMAGED, parse_stored_json, parse_stored_setup
from companion.store.statements import update_if_version_in
from companion.tally.summary import rename_in_tally

_ENTRY = (
    update(EntryRow)
    .where(EntryRow.table_id == bindparam("which"), EntryRow.number == bindparam("place"))
    .values(raw=bindparam("written"))
)
_HAND = (
    update(HandRow)
    .where(HandRow.evening_id == bindparam("which"), HandRow.number == bindparam("place"))
    .values(facts=bindparam("written"))
)
_TABLE = TableRow.token, TableRow.version, TableRow.setup, TableRow.winners, TableRow.tally

RowValues = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TableRename:
    """What is written of a table as it stood at a version, where players are called otherwise."""

    id: int
    token: str
    version: int
    names: NameMap
    columns: Mapping[str, object]
    entries: Sequence[RowValues]
    partial_answers: Sequence[RowValues]

    def write(self, connection: Connection) -> bool:
        """Write it; False where somebody has written since."""
        if not update_if_version_in(connection, self, self.columns):
            return False
        if self.entries:
            connection.execute(_ENTRY, self.entries)
        _call(connection, EntryRow.seat, EntryRow.table_id == self.id, self.names)
        _call(connection, InvitationRow.player, InvitationRow.table_id == self.id, self.names)
        connection.execute(delete(PartialAnswerRow).where(PartialAnswerRow.table_id == self.id))
        if self.partial_answers:
            connection.execute(insert(PartialAnswerRow), self.partial_answers)
        return True


@dataclass(frozen=True, slots=True)
class EveningRename:
    """What is written of an evening of a circle, where players are called otherwise."""

    id: int
    names: NameMap
    facts: str
    hands: Sequence[RowValues]

    def write(self, connection: Connection) -> None:
        """Write it."""
        _call(connection, SeatRow.player, SeatRow.evening_id == self.id, self.names)
        mine = EveningRow.id == self.id
        connection.execute(update(EveningRow).where(mine).values(facts=self.facts))
        if self.hands:
            connection.execute(_HAND, self.hands)


def plan_table_rename(connection: Connection, table_id: int, names: NameMap) -> TableRename | None:
    """Read what is to be written of a table; None where nobody knows what is a name in it."""
    row = connection.execute(select(*_TABLE).where(TableRow.id == table_id)).one()
    setup = parse_stored_setup(row.setup)
    game = None if DAMAGED in setup else all_games().get(setup["game"])
    if DAMAGED in setup or game is None:
        return None
    columns = {
        "version": row.version + 1,
        "setup": json.dumps(rename_in_setup(setup, names)),
        "winners": row.winners and json.dumps([names.get(n, n) for n in json.loads(row.winners)]),
        "tally": row.tally and json.dumps(rename_in_tally(json.loads(row.tally), names)),
    }
    entries = _entries(connection, table_id, game.kinds, names)
    told = _told(connection, table_id, row.version, game.kinds, names)
    return TableRename(table_id, row.token, row.version, names, columns, entries, told)


def plan_evening_rename(connection: Connection, evening: int, names: NameMap) -> EveningRename:
    """Read what is to be written of an evening of a circle."""
    facts = connection.scalar(select(EveningRow.facts).where(EveningRow.id == evening)) or "{}"
    columns = select(HandRow.number, HandRow.facts).where(HandRow.evening_id == evening)
    hands = [
        {
            "which": evening,
            "place": number,
            "written": json.dumps(rename_in_hand_facts(json.loads(text), names)),
        }
        for number, text in connection.execute(columns)
    ]
    read = json.loads(facts)
    return EveningRename(
        evening, names, json.dumps(rename_in_evening_facts(read, names) if read else read), hands
    )


def _entries(
    connection: Connection, table_id: int, kinds: Kinds, names: NameMap
) -> list[RowValues]:
    """Give the entries that name somebody who is called otherwise."""
    row, spelt = EntryRow, [json.dumps(name)[1:-1] for name in names]
    found = select(row.number, row.raw).where(row.table_id == table_id)
    changed: list[RowValues] = []
    for number, text in connection.execute(found):
        pause()
        if any(name in text for name in spelt):
            written = json.dumps(rename_in_entry(parse_stored_json(text), kinds, names))
            changed.append({"which": table_id, "place": number, "written": written})
    return changed


def _told(
    connection: Connection, table_id: int, version: int, kinds: Kinds, names: NameMap
) -> list[RowValues]:
    """Let what was told of the table as it stood be told of it as it will stand."""
    row = PartialAnswerRow
    found = select(row.player, row.raw).where(row.table_id == table_id, row.version == version)
    told: list[tuple[str, Raw]] = [(who, json.loads(raw)) for who, raw in connection.execute(found)]
    return [
        {
            "table_id": table_id,
            "player": names.get(player, player),
            "version": version + 1,
            "raw": json.dumps(rename_in_entry(raw, kinds, names)),
        }
        for player, raw in told
    ]


def _call(
    connection: Connection,
    column: InstrumentedAttribute[str] | InstrumentedAttribute[str | None],
    mine: ColumnElement[bool],
    names: NameMap,
) -> None:
    called = case(names, value=column, else_=column)
    there = update(column.class_).where(mine, column.in_(names))
    connection.execute(there.values({column.key: called}))
