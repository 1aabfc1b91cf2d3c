"""What must survive: power cuts, a room full of tablets."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from threading import Thread

import pytest

from companion.core.log import replay
from companion.games import games
from tests.serving import Server, Tablet

PLAYERS = ["Ann", "Bob", "Cal", "Dee"]
TABLE = {"format": 1, "game": "michigan-kitty", "players": PLAYERS, "dealer": "Dee", "log": []}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "instance")
    yield running
    running.stop()


def buy_in(player: str, chips: int = 1) -> dict[str, object]:
    return {"do": "buy-in", "player": player, "chips": chips}


def tap_until_killed(tablet: Tablet, answered: list[int]) -> None:
    """Tap numbered buy-ins one after another, noting each that was answered."""
    chips = 1
    try:
        while tablet.tap(buy_in("Ann", chips)) == 200:
            answered.append(chips)
            chips += 1
    except (OSError, HTTPException):
        pass


def test_a_server_killed_at_any_moment_loses_no_answered_tap(server: Server) -> None:
    path = server.import_table(TABLE)
    chance = random.Random(7)
    for _ in range(3):
        before = len(server.export(path)["log"])
        answered: list[int] = []
        tapping = Thread(target=tap_until_killed, args=(Tablet(server, path), answered))
        tapping.start()
        while len(answered) < 3:
            time.sleep(0.02)
        time.sleep(chance.random() / 3)
        server.kill()
        tapping.join()
        server.start()
        record = server.export(path)
        stored = [entry["chips"] for entry in record["log"][before:]]
        assert stored[: len(answered)] == answered
        assert len(stored) <= len(answered) + 1
        bought = sum(entry["chips"] for entry in record["log"])
        assert replay(record, games()).table.ledger.chips["Ann"] == 100 + bought
        assert Tablet(server, path).version == len(record["log"])


def test_of_twenty_tablets_tapping_at_once_no_tap_is_doubled_or_lost(server: Server) -> None:
    path = server.import_table(TABLE)

    def tap_three_times(place: int) -> list[int]:
        tablet = Tablet(server, path)
        return [tap_stubbornly(tablet, 1000 * place + tap) for tap in range(1, 4)]

    with ThreadPoolExecutor(20) as room:
        answered = [chips for taps in room.map(tap_three_times, range(20)) for chips in taps]
    stored = Counter(entry["chips"] for entry in server.export(path)["log"])
    assert stored == Counter(answered)
    assert set(stored.values()) == {1}
    assert len(stored) == 60


def tap_stubbornly(tablet: Tablet, chips: int) -> int:
    """Tap again on the newer screen for as long as others are quicker."""
    while (status := tablet.tap(buy_in("Bob", chips))) == 409:
        pass
    assert status == 200
    return chips


def test_the_same_tap_sent_twice_is_stored_once(server: Server) -> None:
    path = server.import_table(TABLE)
    tablet = Tablet(server, path)
    drawn_for = tablet.version
    assert tablet.tap(buy_in("Cal")) == 200
    tablet.version = drawn_for
    assert tablet.tap(buy_in("Cal")) == 200
    assert len(server.export(path)["log"]) == 1


def test_the_server_stops_within_two_seconds(server: Server) -> None:
    Tablet(server, server.import_table(TABLE))
    started = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - started < 2
