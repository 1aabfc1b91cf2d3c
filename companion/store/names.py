"""Renaming players and people in stored tables and evenings, without a replay."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, case, delete, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from companion.circles.circle_file import AVATAR_CHOICES
from companion.circles.facts import rename_in_evening_facts, rename_in_hand_facts
from companion.core.errors import Refused
from companion.core.log.replay import NameMap, plan_names, rename_in_entry, rename_in_setup
from companion.core.log.timeline import Kinds
from companion.core.words import localize
from companion.core.work_limit import pause
from companion.games import all_games
from companion.store import tables
from companion.store.circles import NAME_LENGTH, NAMELESS
from companion.store.database import Executor, read_connection, write_session
from companion.store.entries import StaleVersion, require_intact, update_table
from companion.store.models import (
    Circle,
    EntryRow,
    EveningRow,
    Invitation,
    PartialAnswerRow,
    SeatRow,
    TableRow,
)
from companion.store.people import check_name, get_person_to_change, select_people
from companion.store.table_cache import LoadedTable, TableVersion, get_table_cache
from companion.system.long_work import long_work
from companion.tally.summary import rename_in_tally

_TABLE = TableRow.token, TableRow.version, TableRow.setup, TableRow.winners, TableRow.tally

RowValues = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TableRename(TableVersion):
    """The planned writes that rename players in a table at a version."""

    names: NameMap
    columns: Mapping[str, object]
    entries: Sequence[RowValues]
    partial_answers: Sequence[RowValues]

    def write(self, connection: Connection) -> None:
        """Write the new names. Raises StaleVersion."""
        update_table(connection, self, self.columns)
        if self.entries:
            Session(connection).execute(update(EntryRow), self.entries)
        _call(connection, EntryRow.seat, EntryRow.table_id == self.id, self.names)
        _call(connection, Invitation.player, Invitation.table_id == self.id, self.names)
        connection.execute(delete(PartialAnswerRow).where(PartialAnswerRow.table_id == self.id))
        if self.partial_answers:
            connection.execute(insert(PartialAnswerRow), self.partial_answers)


def plan_table_rename(connection: Connection, table_id: int, names: NameMap) -> TableRename | None:
    """Return the writes that rename players in a table; None if it cannot be read."""
    row = connection.execute(select(*_TABLE).where(TableRow.id == table_id)).one()
    setup = tables.parse_stored_setup(row.setup)
    game = None if tables.DAMAGED in setup else all_games().get(setup["game"])
    if tables.DAMAGED in setup or game is None:
        return None
    columns = {
        "version": row.version + 1,
        "setup": json.dumps(rename_in_setup(setup, names)),
        "winners": row.winners and json.dumps([names.get(n, n) for n in json.loads(row.winners)]),
        "tally": row.tally and json.dumps(rename_in_tally(json.loads(row.tally), names)),
    }
    entries = _entries(connection, table_id, game.kinds, names)
    values = _told(connection, table_id, row.version, game.kinds, names)
    return TableRename(table_id, row.token, row.version, names, columns, entries, values)


def rename_in_evening(session: Session, evening: int, names: NameMap) -> None:
    """Rename players in an evening of a circle by `names`, from old to new."""
    _call(session.connection(), SeatRow.player, SeatRow.evening_id == evening, names)
    row = session.get_one(EveningRow, evening)
    facts = json.loads(row.facts)
    if facts:
        row.facts = json.dumps(rename_in_evening_facts(facts, names))
    for hand in row.hand_rows:
        hand.facts = json.dumps(rename_in_hand_facts(json.loads(hand.facts), names))


def _entries(
    connection: Connection, table_id: int, kinds: Kinds, names: NameMap
) -> list[RowValues]:
    """Return the entries that contain one of the names, with the new names."""
    row, spelt = EntryRow, [json.dumps(name)[1:-1] for name in names]
    query = select(row.number, row.raw).where(row.table_id == table_id)
    changed: list[RowValues] = []
    for number, text in connection.execute(query):
        pause()
        if any(name in text for name in spelt):
            new_text = json.dumps(rename_in_entry(tables.parse_stored_json(text), kinds, names))
            changed.append({"table_id": table_id, "number": number, "raw": new_text})
    return changed


def _told(
    connection: Connection, table_id: int, version: int, kinds: Kinds, names: NameMap
) -> Sequence[RowValues]:
    """Return the partial answers at `version` with the new names, as rows of the next version."""
    row, rows = PartialAnswerRow, []
    query = select(row.player, row.raw).where(row.table_id == table_id, row.version == version)
    for player, text in connection.execute(query):
        raw = json.dumps(rename_in_entry(json.loads(text), kinds, names))
        own = {"player": names.get(player, player), "raw": raw}
        rows.append({"table_id": table_id, "version": version + 1, **own})
    return rows


def _call(
    connection: Connection,
    column: InstrumentedAttribute[str] | InstrumentedAttribute[str | None],
    condition: ColumnElement[bool],
    names: NameMap,
) -> None:
    new_name = case(names, value=column, else_=column)
    there = update(column.class_).where(condition, column.in_(names))
    connection.execute(there.values({column.key: new_name}))


# The most attempts while others change the tables.
TRIES = 5

# The most names that are tried for an erased person, if other players have them.
MOST_NAMELESS = 20

# Returns a name that no other player at a table has; None: the old one stays.
NewName = Callable[[Collection[str]], str | None]


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player of an evening, its table if any, and the names of the other players."""

    evening: int
    table: int | None
    player: str
    others: Collection[str]


@dataclass(frozen=True, slots=True)
class _Renaming:
    """A rename at an evening; `table` is None if its table is deleted or damaged."""

    seat: _Seat
    names: NameMap
    table: TableRename | None


def update_person(
    circle: int, person: int, name: str, look: tuple[int, int], *, hidden: bool
) -> None:
    """Update a person of a circle, and rename the player at all tables and evenings.

    A table or evening with another player of that name keeps the old one. `look` is colour and
    symbol; with `hidden` tables of a season omit the person. Raises Refused (`bad-entry`) for a
    name that is not allowed and for a person who is unknown or erased, or StaleVersion; then
    nothing changes.
    """

    def called_so(others: Collection[str]) -> str | None:
        return None if name in others else name

    def change(session: Session) -> None:
        row = get_person_to_change(session, circle, person)
        check_name(select_people(session, circle), name, person)
        row.name, row.hidden = name, hidden
        row.colour, row.symbol = (number % AVATAR_CHOICES for number in look)

    _follow(person, called_so, change)


def anonymize_person(circle: int, person: int) -> None:
    """Erase a person's name from all tables and evenings, and from the circle's name.

    Raises Refused (`bad-entry`) or StaleVersion if that is impossible; then nothing changes.
    """

    def forget(session: Session) -> None:
        row = get_person_to_change(session, circle, person)
        own, title = session.get_one(Circle, circle), rf"(?<!\w){re.escape(str(row.name))}(?!\w)"
        own.name = re.sub(title, localize(NAMELESS), own.name)[:NAME_LENGTH].strip()
        row.name, row.hidden = None, False

    _follow(person, _nameless, forget, wholly=True)


def _nameless(others: Collection[str]) -> str | None:
    plain = localize(NAMELESS)
    tried = (plain, *(f"{plain} {number}" for number in range(2, MOST_NAMELESS)))
    return next((name for name in tried if name not in others), None)


def _follow(
    person: int, new_name: NewName, change: Callable[[Session], None], *, wholly: bool = False
) -> None:
    """Change a person and the name at all tables; with `wholly` fail if a table is unreadable."""
    for _ in range(TRIES):
        with read_connection() as connection:
            seats = _seats(connection, person)
            renamings = [*_renamings(connection, seats, new_name)]
        if wholly and any(one.seat.table and one.table is None for one in renamings):
            raise Refused("bad-entry", "The name is used at a table that can no longer be read.")
        try:
            with write_session() as session:
                change(session)
                if _seats(session, person) != seats:
                    raise StaleVersion
                for renaming in renamings:
                    if renaming.table:
                        renaming.table.write(session.connection())
                    rename_in_evening(session, renaming.seat.evening, renaming.names)
        except StaleVersion:  # a table or the seats have changed since they were read
            continue
        for renaming in renamings:
            if renaming.table:
                tables.notify_listeners(renaming.table.token)
        return
    raise StaleVersion


def _renamings(
    connection: Connection, seats: Iterable[_Seat], new_name: NewName
) -> Iterator[_Renaming]:
    for seat in seats:
        new = new_name(seat.others)
        if new not in (None, seat.player):
            names = {seat.player: str(new), str(new): seat.player}
            table = seat.table and plan_table_rename(connection, seat.table, names)
            yield _Renaming(seat, names, table or None)


def _seats(executor: Executor, person: int) -> list[_Seat]:
    own, other = aliased(SeatRow), aliased(SeatRow)
    query = (
        select(own.evening_id, EveningRow.table_id, own.player, other.player)
        .join(EveningRow, EveningRow.id == own.evening_id)
        .join(other, other.evening_id == own.evening_id)
        .where(own.person_id == person)
        .order_by(own.evening_id)
    )
    others: defaultdict[tuple[int, int | None, str], set[str]] = defaultdict(set)
    for evening, table, player, name in executor.execute(query):
        others[evening, table, player].add(name)
    return [_Seat(*seat, names - {seat[2]}) for seat, names in others.items()]


def rename_player(token: str, version: int, old: str, new: str) -> LoadedTable:
    """Rename a player in the whole evening: the table, its record and its circle.

    Return the table. Raises UnknownTable, StaleVersion, or Refused if no player has the old name or
    the new one is not allowed.
    """
    long = len(tables.load_table(token).log.raw_entries) > tables.LONG_LOG
    with long_work() if long else nullcontext(), get_table_cache().lock(token):
        before = tables.refresh_table(token)
        if before.version != version:
            raise StaleVersion
        if old == new:
            return before
        require_intact(before)
        names = plan_names(before.log, old, new)
        with read_connection() as connection:
            at_table = plan_table_rename(connection, before.id, names)
        if at_table is None:
            raise StaleVersion
        with write_session() as session:
            at_table.write(session.connection())
            if before.evening_ref:
                rename_in_evening(session, before.evening_ref.evening, names)
        after = tables.refresh_table(token)
    tables.notify_listeners(token)
    return after
