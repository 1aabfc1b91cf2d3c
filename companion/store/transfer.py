"""Evenings as they are taken along: tallies, and records out and in."""

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, select

from companion.core.record import read_setup
from companion.database import reading
from companion.games import games
from companion.models import EntryRow, TableRow
from companion.store.looking import evening, row_of, stored_json, stored_setup
from companion.store.writing import Made, create
from companion.tally.summary import tally_of

BY_LENGTH = 40
"""How long a name may be that an imported record gives for who made an entry."""

_TALLY = select(TableRow.tally, TableRow.created).where(TableRow.token == bindparam("token"))
_SETUP = select(TableRow.id, TableRow.setup).where(TableRow.token == bindparam("token"))
_LOG = (
    select(EntryRow.raw, EntryRow.made, EntryRow.by, EntryRow.seat)
    .where(EntryRow.table_id == bindparam("table_id"))
    .order_by(EntryRow.number)
)


def tally(token: str) -> tuple[dict[str, Any], datetime]:
    """Give a table's tally, as stored where the evening is over, and when it began.

    A stored tally is given without replay: it stays what it was. Raises UnknownTable.
    """
    with reading() as connection:
        row = row_of(connection, _TALLY, token)
    if row.tally is not None:
        return json.loads(row.tally), row.created
    return tally_of(evening(token).log), row.created


def export(token: str) -> dict[str, Any]:
    """Give a table as a record, without replay; what is damaged of it as it is written.

    Raises UnknownTable.
    """
    with reading() as connection:
        row = row_of(connection, _SETUP, token)
        entries = connection.execute(_LOG, {"table_id": row.id}).all()
    made = [_written(Made(entry.made, entry.by, entry.seat)) for entry in entries]
    log = [stored_json(entry.raw) for entry in entries]
    return {**stored_setup(row.setup), "log": log, **({"made": made} if any(made) else {})}


def create_from(record: Any, key: str | None = None) -> str:
    """Store a whole record as a table; give its address. Raises Refused, as `create` does."""
    read_setup(record, games())
    setup = {name: value for name, value in record.items() if name not in ("log", "made")}
    return create(setup, record["log"], [_read(made) for made in record.get("made", ())], key)


def made(table_id: int, first: int, last: int) -> dict[int, Made]:
    """Tell when and by whom these entries of a table were made, by their numbers."""
    entry = EntryRow
    columns = entry.number, entry.made, entry.by, entry.seat
    query = select(*columns).where(entry.table_id == table_id)
    with reading() as connection:
        rows = connection.execute(query.where(entry.number.between(first, last)))
        return {number: Made(at, by, seat) for number, at, by, seat in rows}


def copy(token: str, key: str | None = None) -> str:
    """Store what stands of a table as a new one; give its address. Raises UnknownTable."""
    whole, entries = export(token), len(evening(token).log.raw)
    made = {"made": whole["made"][:entries]} if "made" in whole else {}
    return create_from({**whole, **made, "log": whole["log"][:entries]}, key)


def _written(made: Made) -> dict[str, str] | None:
    """Write when an entry was made, and by whom, as a record has it."""
    when = made.at.strftime("%Y-%m-%dT%H:%M:%SZ") if made.at else None
    known = {"at": when, "by": made.by, "seat": made.seat}
    return {key: value for key, value in known.items() if value is not None} or None


def _read(made: Any) -> Made:
    """Read when an entry was made, and by whom; what cannot be read is not known."""
    if not isinstance(made, dict):
        return Made()
    seat = "" if made.get("seat") == "" else _name(made.get("seat"))
    return Made(_time(made.get("at")), _name(made.get("by")), seat)


def _name(text: Any) -> str | None:
    known = isinstance(text, str) and 0 < len(text) <= BY_LENGTH and text.isprintable()
    return text if known else None


def _time(text: Any) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None
