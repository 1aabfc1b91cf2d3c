"""A list that copies share behaves as lists that are copied."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.log.shared import Shared

WAYS = ["append", "extend", "pop", "splice", "clear", "copy"]
STEPS = st.lists(st.tuples(st.sampled_from(WAYS), st.integers(0, 9), st.integers(0, 9)))


def step(way: str, items: Shared[int] | list[int], number: int) -> None:
    match way:
        case "append":
            items.append(number)
        case "extend":
            items.extend([number, number + 1])
        case "pop" if items:
            items.pop()
        case "clear":
            items.clear()
        case "splice":
            place = number % (len(items) + 1)
            if isinstance(items, Shared):
                items.splice(place, 1, [number, number])
            else:
                items[place : place + 1] = [number, number]


@given(STEPS)
def test_no_copy_sees_what_is_done_to_another(steps: list[tuple[str, int, int]]) -> None:
    shared, plain = [Shared[int]()], [list[int]()]
    for way, which, number in steps:
        which %= len(shared)
        if way == "copy":
            shared.append(shared[which].copy())
            plain.append(plain[which].copy())
        else:
            step(way, shared[which], number)
            step(way, plain[which], number)
        assert shared == plain
        assert [len(items) for items in shared] == [len(items) for items in plain]


def test_places_are_those_of_a_list() -> None:
    longer = Shared("abc")
    items = longer.copy()
    longer.append("d")
    assert (items[0], items[-1], items[1:], items[::-1]) == ("a", "c", ["b", "c"], ["c", "b", "a"])
    assert "d" not in items
    for place in (3, -4):
        with pytest.raises(IndexError):
            items[place]


def test_what_another_has_added_meanwhile_is_not_taken_for_ones_own() -> None:
    """Two threads may find the common end free at once; here the other is the quicker one."""
    first = Shared([1])
    second = first.copy()

    class Overtaken(list[int]):
        def __iter__(self) -> Iterator[int]:
            if len(second) == 1:
                second.append(7)
            return super().__iter__()

    first.extend(Overtaken([2]))
    assert (first, second) == ([1, 2], [1, 7])
