"""A small share of the soak, another one for each change."""

import random
from collections.abc import Callable, Iterable

import pytest

from tests.databases import KINDS
from tests.soak import (
    attacks,
    files,
    fuzz,
    houses,
    kills,
    outages,
    raw,
    replays,
    sums,
)
from tests.soak.figures import Figures

pytestmark = pytest.mark.share(2, of="the soak")


def check(figures: Figures) -> None:
    assert not figures.wrong, str(figures)
    assert sum(figures.statuses.values()) > 0


def check_work(figures: Figures) -> None:
    """Check answers whose seconds are the processor's: those may not be many anywhere."""
    check(figures)
    assert not figures.slow, str(figures)


def test_no_request_to_any_route_breaks_the_app(seed: int) -> None:
    check_work(fuzz.run(seed, 300))


def test_no_record_breaks_the_rules(seed: int) -> None:
    check_work(replays.run(seed, 1000))


@pytest.mark.long
@pytest.mark.timeout(600)
def test_what_is_asked_again_leaves_nothing_behind(seed: int) -> None:
    assert fuzz.left_behind(seed, 120) < 50


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_server_killed_while_it_starts_starts_again(seed: int) -> None:
    check(kills.starting(seed, 1))


# What each of these parts proves, and a small share of it.
PROVEN: dict[str, Callable[[int], Iterable[Figures]]] = {
    "no bytes break the server": lambda seed: [raw.run(seed, 150)],
    "evenings by any house rules keep their chips": lambda seed: houses.every(seed, 12),
    "a server killed under load loses nothing": lambda seed: [outages.of_one_server(seed, 1)],
    "a backup that is killed is whole or none": lambda seed: [kills.backing_up(seed, 1)],
    "a circle adds up what its records do": lambda seed: [sums.run(seed, 10)],
    "workers and their database killed under load lose nothing": (
        lambda seed: [outages.of_workers(seed, 2)]
    ),
}


@pytest.mark.parametrize("proven", PROVEN)
def test_nothing_is_wrong_in_a_small_share_of_a_part(seed: int, proven: str) -> None:
    for figures in PROVEN[proven](seed):
        check(figures)


@pytest.mark.share(2)
@pytest.mark.parametrize("where", files.ZONES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_by_chance_that_is_accepted_breaks_no_page(seed: int, kind: str, where: str) -> None:
    check(files.run(seed, 4, kind, where))


def test_a_table_is_served_while_others_are_attacked(seed: int) -> None:
    for name in random.Random(seed).sample(sorted(attacks.ATTACKS), 1):
        figures = attacks.run(name, 2)
        assert set(figures.statuses) == {200}, str(figures)
        assert figures.grown < attacks.MOST_MEMORY, str(figures)
