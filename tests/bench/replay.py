"""How fast an evening is replayed: entries per second, and as a ratio to reading its JSON."""

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from companion.core.log import replay
from companion.games import games
from tests.simulate import evening

EVENINGS = 40
HANDS = 5
ROUNDS = 7


def records(cheat: float) -> list[dict[str, Any]]:
    """Simulated evenings of five hands, of all games of the stops family."""
    return [evening(seed, HANDS, cheat).record for seed in range(EVENINGS)]


def seconds(work: Callable[[], object]) -> float:
    """The median of some runs."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measure(name: str, evenings: list[dict[str, Any]]) -> None:
    entries = sum(len(record["log"]) for record in evenings)
    texts = [json.dumps(record) for record in evenings]
    reading = seconds(lambda: [json.loads(text) for text in texts])
    replaying = seconds(lambda: [replay(record, games()) for record in evenings])
    print(
        f"{name}: {entries} entries, {entries / replaying:,.0f} a second, "
        f"{replaying / reading:.0f} times as long as json.loads"
    )


def main() -> None:
    """Print how long replay takes for lawful evenings, for dirty ones, and per entry."""
    measure("lawful evenings", records(cheat=0))
    measure("dirty evenings", records(cheat=0.1))


if __name__ == "__main__":
    main()
