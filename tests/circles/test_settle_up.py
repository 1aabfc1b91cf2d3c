"""Balances are settled by the fewest payments that there can be."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.circles.settle_up import minimal_payments


def balances(amounts: list[int]) -> dict[int, int]:
    return dict(enumerate([*amounts, -sum(amounts)], 1))


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6))
def test_no_parting_needs_fewer_payments(amounts: list[int]) -> None:
    found = balances(amounts)
    payments, exact = minimal_payments(found)
    left = dict(found)
    for payer, payee, cents in payments:
        assert cents > 0
        left[payer] += cents
        left[payee] -= cents
    assert exact
    assert set(left.values()) <= {0}
    assert len(payments) == least([cents for cents in found.values() if cents])


def least(amounts: list[int]) -> int:
    """Try every group that has the first in it and adds up to nought."""
    if not amounts:
        return 0
    first, *others = amounts
    return min(
        size + least([a for at, a in enumerate(others) if at not in some])
        for size in range(len(others) + 1)
        for some in combinations(range(len(others)), size)
        if first + sum(others[at] for at in some) == 0
    )


@given(st.lists(st.integers(-(10**9), 10**9), min_size=13, max_size=40))
def test_a_crowd_is_settled_too(amounts: list[int]) -> None:
    found = balances(amounts)
    payments, _ = minimal_payments(found)
    for payer, payee, cents in payments:
        found[payer] += cents
        found[payee] -= cents
    assert set(found.values()) <= {0}
