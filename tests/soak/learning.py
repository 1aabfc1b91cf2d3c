"""Learn how likely each slip is: a conditional logit over the repairs of simulated slips."""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import repeat
from math import exp, log
from pathlib import Path
from typing import NamedTuple

from companion.core.repair import search
from tests.simulated.kinds import KINDS, OFTEN, WON
from tests.simulated.mistaken import SET_UP, find_repairs, mistaken
from tests.soak.slips import evidence, is_right

# From here on seeds are for learning; the soak and the tests measure on smaller ones.
FIRST_SEED = 1_000_000

# The weights in the tree are learnt from so many seeds.
MANY = 100

STEPS, RATE, DAMPING = 300, 0.15, 0.0001

# Smaller weights are left out.
LEAST = 0.05

Features = dict[str, float]


class Tried(NamedTuple):
    """A repair that was found for a slip: what tells for it, and whether it is the true one."""

    features: Features
    right: bool
    kind: str


# The repairs that were found for one slip.
Choice = list[Tried]


def choices(game: str, seed: int) -> Iterator[Choice]:
    """Make a slip of each kind in a game, and count it as often as people make it."""
    for kind in [*KINDS[game], *SET_UP, WON]:
        for choice in _found(game, kind, seed):
            yield from repeat(choice, OFTEN.get(kind, 1))


def _found(game: str, kind: str, seed: int) -> Iterator[Choice]:
    made = mistaken(game, kind, seed)
    if made.taps is None or not (made.counted or made.shows) or made.nothing_wrong:
        return
    times_known = seed % 2
    found = find_repairs(made.log, evidence(made), made.soon if times_known else ())
    choice = [Tried(one.features, is_right(made, one), one.mistap.kind) for one in found]
    if len({one.right for one in choice}) == 2:
        yield choice


def without_prejudice(data: list[Choice]) -> list[Choice]:
    """Weigh slips that nobody makes in simulated evenings by what they share with others."""
    simulated = {one.kind for choice in data for one in choice if one.right}
    return [
        [one if one.kind in simulated else _without_its_kind(one) for one in choice]
        for choice in data
    ]


def _without_its_kind(one: Tried) -> Tried:
    shared = {name: value for name, value in one.features.items() if one.kind not in name}
    return one._replace(features=shared)


def learnt(data: list[Choice]) -> Features:
    """Climb to the weights under which the true repairs are likeliest (by Adam)."""
    learning: Features = defaultdict(float)
    speed: Features = defaultdict(float)
    square: Features = defaultdict(float)
    for step in range(1, STEPS + 1):
        slope: Features = defaultdict(float)
        likely = sum(_climb(choice, learning, slope) for choice in data) / len(data)
        for name, value in slope.items():
            up = value / len(data) - DAMPING * learning[name]
            speed[name] = 0.9 * speed[name] + 0.1 * up
            square[name] = 0.99 * square[name] + 0.01 * up * up
            pace = (square[name] / (1 - 0.99**step)) ** 0.5 + 1e-6
            learning[name] += RATE * min(1, 80 / step) * speed[name] / (1 - 0.9**step) / pace
        if step % 50 == 0:
            print(f"step {step}: {likely:.4f}")
    return learning


def _climb(choice: Choice, learning: Features, slope: Features) -> float:
    """Add the slope of one choice; give the logarithm of the true one's chance."""
    sums = [sum(learning[n] * value for n, value in one.features.items()) for one in choice]
    points = [exp(one - max(sums)) for one in sums]
    whole = sum(points)
    true = sum(point for point, one in zip(points, choice, strict=True) if one.right) or 1e-300
    for point, one in zip(points, choice, strict=True):
        gain = (point / true if one.right else 0.0) - point / whole
        for name, value in one.features.items() if abs(gain) > 1e-9 else ():
            slope[name] += gain * value
    return log(true / whole)


def written(learning: Features) -> str:
    kept = {name: round(value, 2) for name, value in learning.items() if abs(value) >= LEAST}
    return json.dumps(kept, indent=0, sort_keys=True) + "\n"


def gathered(folder: Path, game: str, seed: int) -> list[Choice]:
    """The choices of a game and a seed; a run that was stopped goes on where it was."""
    path = folder / f"{seed}-{game}.json"
    if not path.exists():
        path.write_text(json.dumps([*choices(game, seed)]), encoding="utf-8")
    return [[Tried(*one) for one in choice] for choice in json.loads(path.read_text("utf-8"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder", type=Path, help="empty, or of a run of this tree that was stopped"
    )
    parser.add_argument("--many", type=int, default=MANY, help="slips of each kind in each game")
    chosen = parser.parse_args()
    seeds = range(FIRST_SEED, FIRST_SEED + chosen.many)
    parts = [gathered(chosen.folder, game, seed) for seed in seeds for game in KINDS]
    data = without_prejudice([choice for part in parts for choice in part])
    print(f"{len(data)} slips with more than one repair, one of them true")
    Path(search.__file__).with_name("weights.json").write_text(
        written(learnt(data)), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
