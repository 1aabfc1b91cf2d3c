"""What players tell of an entry of all, each on a device of their own, until it can be made."""

import json

from sqlalchemy import bindparam, select

from companion.core.entries.entry import Raw
from companion.database.engine import reading, upsert, writing
from companion.database.models import ToldRow
from companion.store.cache import Evening
from companion.store.listeners import tell_listeners

_TOLD = (
    select(ToldRow.player, ToldRow.raw)
    .where(ToldRow.table_id == bindparam("table_id"))
    .where(ToldRow.version == bindparam("version"))
)


def tell_part(evening: Evening, player: str, raw: Raw) -> None:
    """Keep what a player tells, instead of what was told before, while the table stands so.

    No version is raised: what the others tell meanwhile must not become stale by it.
    """
    row = {"table_id": evening.id, "version": evening.version, "player": player}
    with writing() as connection:
        connection.execute(upsert(ToldRow, **row, raw=json.dumps(raw)))
    tell_listeners(evening.token)


def parts_told(evening: Evening) -> dict[str, Raw]:
    """Give what each player has told of the table as it stands now."""
    with reading() as connection:
        row = {"table_id": evening.id, "version": evening.version}
        return {player: json.loads(raw) for player, raw in connection.execute(_TOLD, row)}
