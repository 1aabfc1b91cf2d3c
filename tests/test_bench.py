"""Every benchmark, once, on as little as it can measure."""

import gc
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import pytest

from tests.bench.__main__ import _names

# The numbers of each, made small.
TINY: dict[str, dict[str, Any]] = {
    "circles": {"SIZES": (3, 6), "PEOPLE": 8, "HANDS": 2, "EVENINGS": 2, "ROUNDS": 2},
    "house": {"TABLES": 2},
    "languages": {"ROUNDS": 1},
    "live": {"WATCHERS": 10, "TAPS": 3, "PAUSE": 0.3},
    "replay": {"EVENINGS": 2, "HANDS": 1, "ROUNDS": 1},
    "tap": {"ROUNDS": 1, "LATE": 100},
}


def test_each_benchmark_is_tried() -> None:
    helpers, in_the_browser = {"bare"}, {"board", "pocket"}
    assert set(TINY) == {*_names()} - helpers - in_the_browser


@pytest.mark.share(1)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # a program that ends closes no lines
@pytest.mark.parametrize("name", TINY)
def test_a_benchmark_measures_something(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = import_module(f"tests.bench.{name}")
    for constant, few in TINY[name].items():
        monkeypatch.setattr(bench, constant, few)
    with ThreadPoolExecutor(1) as thread:  # which has no loop, as this one may have
        figures = thread.submit(bench.main).result()
    gc.collect()
    assert figures
    assert all(figure > 0 for title, figure in figures.items() if "memory" not in title)
