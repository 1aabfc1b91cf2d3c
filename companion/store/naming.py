"""A player's name put right: in the evening as it stands, and wherever it is written down."""

from contextlib import nullcontext

from companion.core.log.renaming import new_names
from companion.database.engine import reading, writing
from companion.machine.long_work import long_work
from companion.store.cache import Evening, kept
from companion.store.listeners import tell_listeners
from companion.store.looking import MANY, evening, up_to_date
from companion.store.rewriting import evening_names, table_names
from companion.store.writing import Stale, check_whole


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
        _write(before, old, new)
        after = up_to_date(token)
    tell_listeners(token)
    return after


def _write(before: Evening, old: str, new: str) -> None:
    names = new_names(before.log, old, new)
    with reading() as connection:
        at_table = table_names(connection, before.id, names)
        remembered = before.place and evening_names(connection, before.place.evening, names)
    with writing() as connection:
        if at_table is None or not at_table.write(connection):
            raise Stale
        if remembered:
            remembered.write(connection)
