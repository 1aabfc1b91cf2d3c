"""The fewest payments that settle all balances of a circle."""

from collections.abc import Mapping
from typing import NamedTuple

# The most open balances for which the fewest payments are searched.
EXACT = 12


class DuePayment(NamedTuple):
    """A payment that is due, in cents. `payer` and `payee` are numbers of persons."""

    payer: int
    payee: int
    cents: int


def minimal_payments(balances: Mapping[int, int]) -> tuple[list[DuePayment], bool]:
    """Return payments that settle balances, and whether they are certainly the fewest.

    `balances` has cents by person and adds up to 0; a person with fewer than 0 cents pays.
    """
    open_ = {who: cents for who, cents in sorted(balances.items()) if cents}
    exact = len(open_) <= EXACT
    groups = _groups(open_) if exact else _pairs(open_)
    return [due for group in groups for due in _settled(group)], exact


def _groups(balances: Mapping[int, int]) -> list[dict[int, int]]:
    """Divide balances into the most groups of which each adds up to 0.

    A group of n takes n − 1 payments, so the most groups take the fewest payments.
    """
    people = list(balances)
    sums, most = [0], [0]
    for group in range(1, 1 << len(people)):
        low = (group & -group).bit_length() - 1
        sums.append(sums[group & (group - 1)] + balances[people[low]])
        least = max(most[group ^ (1 << at)] for at in range(len(people)) if group >> at & 1)
        most.append(least + (sums[group] == 0))
    return _parted(people, balances, sums, most)


def _parted(
    people: list[int], balances: Mapping[int, int], sums: list[int], most: list[int]
) -> list[dict[int, int]]:
    """Return the groups, from the full set back; each ends where the sum is 0."""
    groups: list[dict[int, int]] = []
    left = len(sums) - 1
    while left:
        if sums[left] == 0:
            groups.append({})
        is_closed = sums[left] == 0
        at = next(
            at
            for at in range(len(people))
            if left >> at & 1 and most[left ^ (1 << at)] == most[left] - is_closed
        )
        groups[-1][people[at]] = balances[people[at]]
        left ^= 1 << at
    return groups


def _pairs(balances: Mapping[int, int]) -> list[dict[int, int]]:
    """Return pairs that add up to 0, and all others as one group."""
    left, groups = dict(balances), []
    for who, cents in balances.items():
        other = next((one for one, chips in left.items() if chips == -cents), None)
        if who in left and other is not None:
            groups.append({who: left.pop(who), other: left.pop(other)})
    return [*groups, left]


def _settled(group: Mapping[int, int]) -> list[DuePayment]:
    """Return payments from the largest debtor to the largest creditor, until all are even."""
    left, payments = dict(group), []
    while any(left.values()):
        payer, payee = min(left, key=lambda who: left[who]), max(left, key=lambda who: left[who])
        cents = min(-left[payer], left[payee])
        payments.append(DuePayment(payer, payee, cents))
        left[payer] += cents
        left[payee] -= cents
    return payments
