"""A list that copies share: what is added costs what it is, however long the list has grown."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Shared(Sequence[T], Generic[T]):
    """A list whose copies cost nothing. None of them sees what is done to another.

    All copies see the same items up to their own length. Only a list that nobody copied is changed
    in place; a copy may still add at the common end, if it is the first to do so.
    """

    __slots__ = ("_items", "_length", "_own")

    def __init__(self, items: Iterable[T] = ()) -> None:
        """Begin with these items."""
        self._take(list(items))

    def _take(self, items: list[T]) -> None:
        self._items, self._length, self._own = items, len(items), True

    def copy(self) -> "Shared[T]":
        """Give an independent list."""
        twin = Shared.__new__(Shared)
        twin._items, twin._length, twin._own = self._items, self._length, False
        self._own = False
        return twin

    def __len__(self) -> int:
        """Count the items."""
        return self._length

    def __iter__(self) -> Iterator[T]:
        """Go through the items."""
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        """Give an item, or a list of some."""
        if isinstance(place, slice):
            start, stop, step = place.indices(self._length)
            return [self._items[at] for at in range(start, stop, step)]
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError(place)
        return self._items[place]

    def find(self, item: T) -> int | None:
        """Give the first place of an item, if it is there, as fast as a list does."""
        try:
            return self._items.index(item, 0, self._length)
        except ValueError:
            return None

    def __eq__(self, other: object) -> bool:
        """Say whether another sequence holds the same."""
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

    def extend(self, items: list[T]) -> None:
        """Add items at the end."""
        start, end = self._length, self._length + len(items)
        if len(self._items) == start:
            self._items.extend(items)
            if self._own or self._items[start:end] == items:  # nobody else was quicker
                self._length = end
                return
        self._take([*self._items[:start], *items])

    def append(self, item: T) -> None:
        """Add an item at the end."""
        self.extend([item])

    def pop(self) -> T:
        """Take the last item off. Raises IndexError where there is none."""
        last = self[-1]
        self._length -= 1
        if self._own:
            self._items.pop()
        return last

    def splice(self, place: int, items: int, new: Sequence[T]) -> None:
        """Put new items in the place of so many."""
        if not self._own:
            self._take(self._items[: self._length])
        self._items[place : place + items] = new
        self._length = len(self._items)

    def clear(self) -> None:
        """Remove all items."""
        if self._length:
            self._take([])
