"""A player's name put right: in the evening as it stands, and wherever it is written down."""

from contextlib import nullcontext

from companion.core.log.renaming import plan_names
from companion.database.engine import read_connection, write_transaction
from companion.machine.long_work import long_work
from companion.store.cache import LoadedTable, get_table_cache
from companion.store.listeners import notify_listeners
from companion.store.looking import LONG_LOG, load_table, refresh_table
from companion.store.rewriting import plan_evening_rename, plan_table_rename
from companion.store.writing import StaleVersion, require_intact


def rename_player(token: str, version: int, old: str, new: str) -> LoadedTable:
    """Call a player otherwise in the whole evening, on every device and in its record.

    Raises UnknownTable, Stale, or Refused where nobody is called so, or the new name cannot be.
    """
    long = len(load_table(token).log.raw_entries) > LONG_LOG
    with long_work() if long else nullcontext(), get_table_cache().lock(token):
        before = refresh_table(token)
        if before.version != version:
            raise StaleVersion
        if old == new:
            return before
        require_intact(before)
        _write_names(before, old, new)
        after = refresh_table(token)
    notify_listeners(token)
    return after


def _write_names(before: LoadedTable, old: str, new: str) -> None:
    names = plan_names(before.log, old, new)
    with read_connection() as connection:
        at_table = plan_table_rename(connection, before.id, names)
        remembered = before.evening_ref and plan_evening_rename(
            connection, before.evening_ref.evening, names
        )
    with write_transaction() as connection:
        if at_table is None or not at_table.write(connection):
            raise StaleVersion
        if remembered:
            remembered.write(connection)
