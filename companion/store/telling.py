"""What players tell of an entry of all, each on a device of their own, until it can be made."""

import json

from sqlalchemy import bindparam, select

from companion.core.entries.entry import Raw
from companion.database.engine import read_connection, upsert_statement, write_transaction
from companion.database.models import PartialAnswerRow
from companion.store.cache import LoadedTable
from companion.store.listeners import notify_listeners

_TOLD = (
    select(PartialAnswerRow.player, PartialAnswerRow.raw)
    .where(PartialAnswerRow.table_id == bindparam("table_id"))
    .where(PartialAnswerRow.version == bindparam("version"))
)


def save_partial_answer(evening: LoadedTable, player: str, raw: Raw) -> None:
    """Keep what a player tells, instead of what was told before, while the table stands so.

    No version is raised: what the others tell meanwhile must not become stale by it.
    """
    row = {"table_id": evening.id, "version": evening.version, "player": player}
    with write_transaction() as connection:
        connection.execute(upsert_statement(PartialAnswerRow, **row, raw=json.dumps(raw)))
    notify_listeners(evening.token)


def get_partial_answers(evening: LoadedTable) -> dict[str, Raw]:
    """Give what each player has told of the table as it stands now."""
    with read_connection() as connection:
        row = {"table_id": evening.id, "version": evening.version}
        return {player: json.loads(raw) for player, raw in connection.execute(_TOLD, row)}
