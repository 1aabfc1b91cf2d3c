"""The parts of a soak, and how much each does when it does all of it."""

from collections.abc import Callable, Iterator
from functools import partial

from tests.soak import (
    attacks,
    club,
    files,
    fuzz,
    hands,
    houses,
    kills,
    outages,
    pairs,
    pockets,
    raw,
    replays,
    slips,
    sums,
)
from tests.soak.figures import Figures

Part = Callable[[int, int], Iterator[Figures]]


def _one(run: Callable[[int, int], Figures]) -> Part:
    def part(seed: int, many: int) -> Iterator[Figures]:
        yield run(seed, many)

    return part


def _attacks(_: int, seconds: int) -> Iterator[Figures]:
    for name in attacks.ATTACKS:
        yield attacks.run(name, seconds)


PARTS: dict[str, tuple[Part, int]] = {
    "fuzz": (_one(fuzz.run), 300_000),
    "fuzz-server": (_one(partial(fuzz.run, kind="postgresql")), 30_000),
    "raw": (_one(raw.run), 10_000),
    "houses": (houses.every, 2_000),
    "records": (_one(replays.run), 200_000),
    "load": (_one(outages.of_one_server), 500),
    "start": (_one(kills.starting), 100),
    "backup": (_one(kills.backing_up), 100),
    "files": (files.every, 2_000),
    "sums": (_one(sums.run), 2_000),
    "outages": (_one(outages.of_workers), 550),
    "attacks": (_attacks, 20),
    "double-taps": (_one(hands.double_taps), 500),
    "echoes": (_one(hands.echoed), 300),
    "club": (_one(club.run), 300),
    "slips": (slips.run, 2_000),
    "pairs": (pairs.run, 500),
    "walks": (_one(hands.walks), 96),
    "pages": (_one(hands.pages), 200),
    "languages": (_one(hands.languages), 15),
    "pocket": (_one(pockets.kills), 100),
}
