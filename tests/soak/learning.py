"""Learn how likely each slip is: a conditional logit over the repairs of simulated slips."""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from math import exp, log
from pathlib import Path

from companion.core.repair import weights
from companion.core.repair.search import find_repairs
from tests.simulated.kinds import KINDS
from tests.simulated.mistaken import SET_UP, mistaken
from tests.soak.slips import evidence, is_right

# From here on seeds are for learning; the soak and the tests measure on smaller ones.
FIRST_SEED = 1_000_000

STEPS, RATE, DAMPING = 150, 0.15, 0.001
# Smaller weights are left out.
LEAST = 0.05

# What is not entered yet is asked about before an entry is accused that may be right.
PATIENCE = 2.0

Features = dict[str, float]
# The repairs that were found for a slip: what tells for each, and whether it is the true one.
Choice = list[tuple[Features, bool]]


def choices(many: int) -> Iterator[Choice]:
    """Make so many slips of each kind and game that can be found."""
    for game, kinds in KINDS.items():
        for kind in [*kinds, *SET_UP]:
            for seed in range(FIRST_SEED, FIRST_SEED + many):
                yield from _found(game, kind, seed)


def _found(game: str, kind: str, seed: int) -> Iterator[Choice]:
    made = mistaken(game, kind, seed)
    if made.taps is None or not (made.counted or made.shows) or made.nothing_wrong:
        return
    times_known = seed % 2
    found = find_repairs(made.log, evidence(made), made.soon if times_known else ())
    choice = [(one.features, is_right(made, one)) for one in found]
    if len({right for _, right in choice}) == 2:
        yield choice


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
    learning["late"] += PATIENCE
    return learning


def _climb(choice: Choice, learning: Features, slope: Features) -> float:
    """Add the slope of one choice; give the logarithm of the true one's chance."""
    sums = [sum(learning[name] * value for name, value in made.items()) for made, _ in choice]
    points = [exp(one - max(sums)) for one in sums]
    whole = sum(points)
    true = sum(point for point, (_, right) in zip(points, choice, strict=True) if right) or 1e-300
    for point, (features, right) in zip(points, choice, strict=True):
        gain = (point / true if right else 0.0) - point / whole
        for name, value in features.items() if abs(gain) > 1e-9 else ():
            slope[name] += gain * value
    return log(true / whole)


def written(learning: Features) -> str:
    """The file of weights."""
    kept = {name: round(value, 2) for name, value in learning.items() if abs(value) >= LEAST}
    return json.dumps(kept, indent=0, sort_keys=True) + "\n"


def main() -> None:
    """Learn the weights anew, and write them down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--many", type=int, default=30, help="slips of each kind in each game")
    data = list(choices(parser.parse_args().many))
    print(f"{len(data)} slips with more than one repair, one of them true")
    Path(str(weights.__file__)).with_suffix(".json").write_text(
        written(learnt(data)), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
