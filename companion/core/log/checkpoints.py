"""Checkpoints of a replay: tables kept so that an undo need not start from the deal."""

from companion.core.game import Table

# The number of the last tables that are saved, and again for each doubling of the distance.
_DENSE = 8

# The distance of checkpoints while many entries are entered at once.
FAR = 8 * _DENSE

# The memory of a table, in entries.
_WEIGHT = 4


def _replaces(place: int) -> int:
    """Return the later place at which `Checkpoints.save` drops this one."""
    return place + _DENSE * (place & -place)


class Checkpoints:
    """Tables by the number of active entries before them: many recent ones, few old ones."""

    def __init__(self, first: Table) -> None:
        self._tables = {0: first}

    def copy(self) -> "Checkpoints":
        """Return an independent collection of the same tables."""
        copy = Checkpoints(self._tables[0])
        copy._tables = self._tables.copy()
        return copy

    @property
    def weight(self) -> int:
        """The approximate memory in use, in entries."""
        return _WEIGHT * len(self._tables)

    def get(self, place: int) -> Table | None:
        return self._tables.get(place)

    def nearest(self, place: int) -> tuple[int, Table]:
        """Return the last checkpoint up to a place: its own place, and the table."""
        start = place if place in self._tables else max(at for at in self._tables if at <= place)
        return start, self._tables[start]

    def save(self, place: int, table: Table) -> None:
        """Save a table and drop older ones: twice as far back, the gaps are twice as wide."""
        self._tables[place] = table
        old = place - _DENSE * (place & -place)
        if old > 0:
            self._tables.pop(old, None)

    def save_some(self, place: int, table: Table, end: int) -> None:
        """Save a copy of a table, unless the checkpoint at `end` will drop it again."""
        if _replaces(place) > end:
            self.save(place, table.copy_with_moves())

    def pop(self, place: int) -> Table:
        """Return a copy of a saved table. The saved one is dropped, but at every eighth place."""
        if place % _DENSE == 0:
            return self._tables[place].copy_with_moves()
        return self._tables.pop(place).copy_with_moves()

    def forget_after(self, place: int) -> None:
        """Drop all tables after a place."""
        for at in [at for at in self._tables if at > place]:
            del self._tables[at]
