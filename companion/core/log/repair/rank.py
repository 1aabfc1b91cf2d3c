"""Which repairs are shown: the few that together cover most of what may have happened."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp

from companion.core.log.repair.search import Repair

MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class RepairChoice:
    """Repairs of one entry by one kind of slip, the likeliest first; ``share`` of all chances."""

    repairs: tuple[Repair, ...]
    share: float


def choose_repairs(found: Iterable[Repair], most: int = MOST_SHOWN) -> tuple[RepairChoice, ...]:
    """Choose what to show. Repairs that lead to the same table count as one, whichever is shown."""
    repairs = list(found)
    chances = _chances(repairs)
    rows: dict[tuple[int, str], list[Repair]] = defaultdict(list)
    for repair in repairs:
        rows[repair.number, repair.mistap.kind].append(repair)
    chosen: list[RepairChoice] = []
    while rows and len(chosen) < most:
        best = max(rows, key=lambda row: _worth(rows[row], chances))
        choice = _choice(rows.pop(best), chances)
        if not choice.repairs:
            break
        chosen.append(choice)
        for repair in choice.repairs:
            chances.pop(repair.outcome, None)
    return tuple(chosen)


def _chances(repairs: list[Repair]) -> dict[str, float]:
    """Give how likely every outcome is beside the others."""
    top = max((repair.weight for repair in repairs), default=0.0)
    chances: dict[str, float] = defaultdict(float)
    for repair in repairs:
        chances[repair.outcome] += exp(repair.weight - top)
    whole = sum(chances.values())
    return {outcome: chance / whole for outcome, chance in chances.items()}


def _worth(row: list[Repair], chances: Mapping[str, float]) -> tuple[float, float, int]:
    new = [repair for repair in row if repair.outcome in chances]
    outcomes = {repair.outcome for repair in new}
    own = max((repair.weight for repair in new), default=0.0)
    return sum(chances[outcome] for outcome in outcomes), own, row[0].number


def _choice(row: list[Repair], chances: Mapping[str, float]) -> RepairChoice:
    new = {repair.outcome: repair for repair in row if repair.outcome in chances}
    shown = sorted(new.values(), key=lambda repair: -chances[repair.outcome])
    return RepairChoice(tuple(shown), sum(chances[repair.outcome] for repair in shown))
