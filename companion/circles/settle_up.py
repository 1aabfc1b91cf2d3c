"""The fewest payments that settle all balances of a circle."""

from collections.abc import Mapping
from typing import NamedTuple

# The most open balances for which the fewest payments are searched.
MAX_EXACT = 12


class DuePayment(NamedTuple):
    """A payment that is due, in cents. `payer` and `payee` are numbers of persons."""

    payer: int
    payee: int
    cents: int


def minimal_payments(balances: Mapping[int, int]) -> tuple[list[DuePayment], bool]:
    """Return payments that settle balances, and whether they are certainly the fewest.

    `balances` has cents by person and adds up to 0; a person with fewer than 0 cents pays.
    """
    nonzero = {who: cents for who, cents in sorted(balances.items()) if cents}
    is_exact = len(nonzero) <= MAX_EXACT
    groups = _groups(nonzero) if is_exact else _pairs(nonzero)
    return [due for group in groups for due in _settle_group(group)], is_exact


def _groups(balances: Mapping[int, int]) -> list[dict[int, int]]:
    """Divide balances into the most groups of which each adds up to 0.

    A group of n takes n − 1 payments, so the most groups take the fewest payments.
    """
    people = list(balances)
    sums, group_counts = [0], [0]
    for group in range(1, 1 << len(people)):
        lowest = (group & -group).bit_length() - 1
        sums.append(sums[group & (group - 1)] + balances[people[lowest]])
        best = max(group_counts[group ^ (1 << at)] for at in range(len(people)) if group >> at & 1)
        group_counts.append(best + (sums[group] == 0))
    return _build_groups(people, balances, sums, group_counts)


def _build_groups(
    people: list[int], balances: Mapping[int, int], sums: list[int], group_counts: list[int]
) -> list[dict[int, int]]:
    """Return the groups, from the full set back; each ends where the sum is 0."""
    groups: list[dict[int, int]] = []
    remaining = len(sums) - 1
    while remaining:
        ends_group = sums[remaining] == 0
        if ends_group:
            groups.append({})
        at = next(
            at
            for at in range(len(people))
            if remaining >> at & 1
            and group_counts[remaining ^ (1 << at)] == group_counts[remaining] - ends_group
        )
        groups[-1][people[at]] = balances[people[at]]
        remaining ^= 1 << at
    return groups


def _pairs(balances: Mapping[int, int]) -> list[dict[int, int]]:
    """Return pairs that add up to 0, and all others as one group."""
    remaining, groups = dict(balances), []
    for who, cents in balances.items():
        other = next((one for one, chips in remaining.items() if chips == -cents), None)
        if who in remaining and other is not None:
            groups.append({who: remaining.pop(who), other: remaining.pop(other)})
    return [*groups, remaining]


def _settle_group(group: Mapping[int, int]) -> list[DuePayment]:
    """Return payments from the largest debtor to the largest creditor, until all are even."""
    remaining, payments = dict(group), []
    while any(remaining.values()):
        payer = min(remaining, key=lambda person: remaining[person])
        payee = max(remaining, key=lambda person: remaining[person])
        cents = min(-remaining[payer], remaining[payee])
        payments.append(DuePayment(payer, payee, cents))
        remaining[payer] += cents
        remaining[payee] -= cents
    return payments
