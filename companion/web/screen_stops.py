"""The screen of the stops family."""

from companion.core.log import Log
from companion.games.stops.offers import Ask, ask
from companion.games.stops.state import StopsTable


def view(log: Log) -> Ask:
    """Give what the table is asked now."""
    table = log.table
    assert isinstance(table, StopsTable)
    return ask(table)
