"""Tables that a log keeps on its way, so that nothing is replayed from the start."""

from companion.core.game import Table

_DENSE = 8
"""So many of the last tables are kept; further back ever fewer, as many for each doubling."""

FAR = 8 * _DENSE
"""Where many entries are taken at once, one table is kept of so many."""

_WEIGHT = 4
"""A table weighs about as much as so many entries."""


def _replaces(place: int) -> int:
    """Give the place of the table for which this one is thinned out."""
    return place + _DENSE * (place & -place)


class Checkpoints:
    """Tables by the number of entries in force that they stand after. They are never changed."""

    def __init__(self, first: Table) -> None:
        """Keep the table before any entry."""
        self._tables = {0: first}

    def copy(self) -> "Checkpoints":
        """Give an independent collection of the same tables."""
        twin = Checkpoints(self._tables[0])
        twin._tables = self._tables.copy()
        return twin

    @property
    def weight(self) -> int:
        """About how much memory they take, in entries."""
        return _WEIGHT * len(self._tables)

    def get(self, place: int) -> Table | None:
        """Give the table at a place, if it is kept."""
        return self._tables.get(place)

    def nearest(self, place: int) -> tuple[int, Table]:
        """Give the last table that is kept up to a place, with its own place."""
        start = place if place in self._tables else max(at for at in self._tables if at <= place)
        return start, self._tables[start]

    def save(self, place: int, table: Table) -> None:
        """Keep a table, and thin out older ones: those twice as far back stand twice as wide."""
        self._tables[place] = table
        old = place - _DENSE * (place & -place)
        if old > 0:
            self._tables.pop(old, None)

    def save_some(self, place: int, table: Table, end: int) -> None:
        """Keep a table as it is now, unless the ``end`` will thin it out: it goes on."""
        if _replaces(place) > end:
            self.save(place, table.copy_with_moves())

    def pop(self, place: int) -> Table:
        """Give a table that is kept, to go on with; every eighth stays, as it is now."""
        if place % _DENSE == 0:
            return self._tables[place].copy_with_moves()
        return self._tables.pop(place).copy_with_moves()

    def forget_after(self, place: int) -> None:
        """Forget all tables after a place."""
        for at in [at for at in self._tables if at > place]:
            del self._tables[at]
