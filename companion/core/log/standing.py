"""How a line stands: what it does to a table, and what is said of one that no longer can."""

from companion.core.entries.entry import Entry, check_references
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import apply_in_place
from companion.core.log.force import ActiveEntry
from companion.core.sentences import EntryNumber


class ReplayError(Refused):
    """A line that cannot stand after a change.

    ``falls`` is its number, ``wrong`` why it falls, ``before`` the table that it does not fit.
    """

    def __init__(self, falls: int, wrong: Refused, before: Table) -> None:
        """Say which entry falls, and why."""
        template = "Then entry {number} would not be possible: {why}"
        super().__init__("amend-breaks", template, number=EntryNumber(falls), why=wrong.reason)
        self.failing_entry = falls
        self.refusal = wrong
        self.table_before = before


def check_and_apply(table: Table, entry: Entry, number: int) -> None:
    """Let an entry in force happen at a table that nobody else has. Raises as `happen` does."""
    check_references(entry, table)
    apply_in_place(table, entry, number)


def apply_line(table: Table, line: ActiveEntry) -> Table:
    """Give the table after a line; the table given stays as it is. Raises Refused."""
    after = table.copy()
    check_and_apply(after, line.entry, line.number)
    return after
