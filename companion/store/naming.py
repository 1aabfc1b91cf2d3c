"""A player's name put right: in the evening as it stands, and wherever it is written down."""

import json
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace

from sqlalchemy import Connection, bindparam, case, delete, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute

from companion.core.budget import allow
from companion.core.entries.entry import Raw
from companion.core.log.opening import opened
from companion.core.log.renaming import Names, new_names, renamed, renamed_setup
from companion.database.circle_models import SeatRow
from companion.database.models import EntryRow, InvitationRow, ToldRow
from companion.machine.long_work import long_work
from companion.store.cache import Evening, kept
from companion.store.facts import facts_of
from companion.store.listeners import tell_listeners
from companion.store.looking import FOR_OPENING, MANY, evening, open_log, up_to_date
from companion.store.statements import raised
from companion.store.writing import Stale, check_whole, row_columns

_WRITE = (
    update(EntryRow)
    .where(EntryRow.table_id == bindparam("which"), EntryRow.number == bindparam("place"))
    .values(raw=bindparam("written"))
)


def rename(token: str, version: int, old: str, new: str) -> Evening:
    """Call a player otherwise in the whole evening, on every device and in its record.

    Raises UnknownTable, Stale, or Refused where nobody is called so, or the new name cannot be.
    """
    long = len(evening(token).log.raw) > MANY
    with long_work() if long else nullcontext(), kept().turn(token):
        before = up_to_date(token)
        if before.version != version:
            raise Stale
        if old == new:
            return before
        check_whole(before)
        names = new_names(before.log, old, new)
        after = _renamed(before, names)
        columns = {"setup": json.dumps(after.setup), **row_columns(after.version, after.log)}
        if not raised(before.id, version, columns, lambda to: _write(to, before, after, names)):
            raise Stale
        kept().put(after)
    tell_listeners(token)
    return after


def _renamed(before: Evening, names: Names) -> Evening:
    """Play an evening again under other names; it was judged when it was made."""
    kinds = before.log.setup.game.kinds
    setup = renamed_setup(before.setup, names)
    raws = [renamed(raw, kinds, names) for raw in before.log.raw]
    with allow(*FOR_OPENING):
        log, wrong = opened(open_log(setup).setup, raws)
    if wrong is not None:
        raise wrong
    return replace(before, version=before.version + 1, setup=setup, log=log)


def _write(connection: Connection, before: Evening, after: Evening, names: Names) -> None:
    pairs = enumerate(zip(before.log.raw, after.log.raw, strict=True))
    changed = [
        {"which": before.id, "place": place, "written": json.dumps(now)}
        for place, (was, now) in pairs
        if was != now
    ]
    if changed:
        connection.execute(_WRITE, changed)
    entries, guests, seats = EntryRow, InvitationRow, SeatRow
    of_table = update(entries).where(entries.table_id == before.id, entries.seat.in_(names))
    connection.execute(of_table.values(seat=_called(entries.seat, names)))
    invited = update(guests).where(guests.table_id == before.id, guests.player.in_(names))
    connection.execute(invited.values(player=_called(guests.player, names)))
    _tell_again(connection, before, names)
    if before.place:
        which = before.place.evening
        there = update(seats).where(seats.evening_id == which, seats.player.in_(names))
        connection.execute(there.values(player=_called(seats.player, names)))
        facts_of(before.place, before.id, after.log).store(connection)


def _called(
    column: InstrumentedAttribute[str] | InstrumentedAttribute[str | None], names: Names
) -> object:
    return case(names, value=column, else_=column)


def _tell_again(connection: Connection, before: Evening, names: Names) -> None:
    """Let what was told of the table as it stood be told of it as it stands now."""
    row, kinds = ToldRow, before.log.setup.game.kinds
    found = select(row.player, row.raw).where(
        row.table_id == before.id, row.version == before.version
    )
    told: Mapping[str, Raw] = {player: json.loads(raw) for player, raw in connection.execute(found)}
    connection.execute(delete(row).where(row.table_id == before.id))
    rows = [
        {
            "table_id": before.id,
            "player": names.get(player, player),
            "version": before.version + 1,
            "raw": json.dumps(renamed(raw, kinds, names)),
        }
        for player, raw in told.items()
    ]
    if rows:
        connection.execute(insert(row), rows)
