"""Rows of values in which any two values of different options meet."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

Row = dict[str, Any]
# A value by its option and its place among that option's values.
Spot = tuple[str, int]


def pairwise(values: Mapping[str, Sequence[Any]]) -> Iterator[Row]:
    """Give rows of one value each, until every two values have met in some row."""
    open_pairs = {
        frozenset(((one, i), (other, j)))
        for one, other in combinations(values, 2)
        for i in range(len(values[one]))
        for j in range(len(values[other]))
    }
    while open_pairs:
        row = dict(min(open_pairs, key=sorted))
        for name in values:
            if name not in row:
                row[name] = _best(row, name, len(values[name]), open_pairs)
        open_pairs -= {frozenset(pair) for pair in combinations(row.items(), 2)}
        yield {name: values[name][row[name]] for name in values}


def _best(row: dict[str, int], name: str, many: int, open_pairs: set[frozenset[Spot]]) -> int:
    """Choose the value that meets the most others for the first time."""
    met = [
        sum(frozenset(((name, at), spot)) in open_pairs for spot in row.items())
        for at in range(many)
    ]
    return met.index(max(met))
