"""A small share of the soak, another one for each change."""

import random

import pytest

from tests.databases import KINDS
from tests.soak import (
    attacks,
    crowds,
    disks,
    files,
    fuzz,
    gone,
    houses,
    keepers,
    kills,
    outages,
    raw,
    replays,
    retirements,
    returns,
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


@pytest.mark.long
@pytest.mark.timeout(600)
def test_what_is_asked_again_leaves_nothing_behind(seed: int) -> None:
    assert fuzz.left_behind(seed, 120) < 50


def test_no_bytes_break_the_server(seed: int) -> None:
    check(raw.run(seed, 150))


def test_no_record_breaks_the_rules(seed: int) -> None:
    check_work(replays.run(seed, 1000))


def test_evenings_by_any_house_rules_keep_their_chips(seed: int) -> None:
    for figures in houses.every(seed, 12):
        check(figures)


def test_a_server_killed_under_load_loses_nothing(seed: int) -> None:
    check(kills.under_load(seed, 1))


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_server_killed_while_it_starts_starts_again(seed: int) -> None:
    check(kills.starting(seed, 1))


def test_a_backup_that_is_killed_is_whole_or_none(seed: int) -> None:
    check(kills.backing_up(seed, 1))


def test_a_retirement_that_is_cut_off_tears_doubles_and_loses_nothing(seed: int) -> None:
    for figures in retirements.every(seed, 2):
        check(figures)


def test_what_was_stored_comes_in_again_by_every_way(seed: int) -> None:
    check(returns.run(seed, 3))


def test_a_tap_on_a_page_that_is_gone_is_stored_nowhere_else(seed: int) -> None:
    check(gone.run(seed, 3, "sqlite", 1))


def test_keepers_who_change_a_circle_at_once_break_no_page(seed: int) -> None:
    check(keepers.run(seed, 2))


def test_a_circle_adds_up_what_its_records_do(seed: int) -> None:
    check(sums.run(seed, 10))


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


def test_workers_and_their_database_killed_under_load_lose_nothing(seed: int) -> None:
    check(outages.run(seed, 2))


def test_on_a_disk_that_fills_nothing_answered_is_lost(seed: int) -> None:
    try:
        figures = disks.run(seed, 1)
    except disks.NoDisk as why:
        pytest.skip(str(why))
    check(figures)


def test_a_crowd_from_one_address_is_not_noticed_elsewhere(seed: int) -> None:
    said = random.Random(seed).choice((crowds.IDLE, crowds.STREAM))
    for figures in crowds.run(100, said, "from one address"):
        check(figures)
        assert set(figures.statuses) == {200}, str(figures)
