"""A server killed at any moment, under load and while it starts: nothing answered is lost."""

import random
import sqlite3
import subprocess
import tempfile
import time
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from threading import Thread

from companion.core.log.replay import replay_record
from companion.games import all_games
from tests import evenings
from tests.serving import COMPANION, Server, Tablet
from tests.soak.figures import Figures

TABLE = evenings.record(log=[])
BUY = {"do": "buy-in", "player": "Bob", "chips": 1}
RUN = ("run", "--host", "127.0.0.1", "--port", "0")
TABLETS = 3
# After so many kills there are new tables, so that none grows without end.
AGAIN = 25


def under_load(seed: int, kills: int) -> Figures:
    """Kill a server while tablets tap, each on a table of its own, and start it again."""
    figures, chance = Figures("kills under load"), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "instance")
        paths: list[str] = []
        for kill in range(kills):
            if kill % AGAIN == 0:
                paths = [server.import_table(TABLE) for _ in range(TABLETS)]
            answered = _tap_until_killed(server, paths, chance)
            started = time.monotonic()
            server.start()
            figures.note(200, time.monotonic() - started, "start", most=90)
            for path, taps in answered.items():
                _check(server, path, taps, figures)
        figures.wrong += [] if server.stop() == 0 else ["the server did not stop"]
    return figures


def _tap_until_killed(
    server: Server, paths: list[str], chance: random.Random
) -> dict[str, tuple[int, list[int]]]:
    """Tap on all tables, kill the server; return the logs' lengths before, and the answers."""
    answered: dict[str, tuple[int, list[int]]] = {}
    threads = []
    for path in paths:
        tablet = Tablet(server, path)
        answered[path] = (len(server.export(path)["log"]), [])
        threads.append(Thread(target=_tap, args=(tablet, answered[path][1])))
    for thread in threads:
        thread.start()
    time.sleep(chance.random() / 2)
    server.kill()
    for thread in threads:
        thread.join()
    return answered


def _tap(tablet: Tablet, answered: list[int]) -> None:
    chips = 1
    try:
        while tablet.tap({"do": "buy-in", "player": "Ann", "chips": chips}) == 200:
            answered.append(chips)
            chips += 1
    except (OSError, HTTPException, AssertionError):
        pass  # the server is gone, perhaps in the middle of its answer


def _check(server: Server, path: str, taps: tuple[int, list[int]], figures: Figures) -> None:
    before, answered = taps
    record = server.export(path)
    stored = [entry["chips"] for entry in record["log"][before:]]
    if stored[: len(answered)] != answered or len(stored) > len(answered) + 1:
        figures.wrong.append(f"answered {answered}, stored {stored}")
    replay_record(record, all_games())


def starting(seed: int, kills: int) -> Figures:
    """Kill a server while it starts, on a new folder or one with a table; then start it."""
    figures, chance = Figures("kills in start-up"), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        whole = Server(Path(folder) / "instance")
        path = whole.import_table(TABLE)
        Tablet(whole, path).tap({"do": "deal"})
        record = whole.export(path)
        whole.kill()
        for kill in range(kills):
            new = Path(folder) / f"new{kill}"
            for instance in (whole.instance, new):
                _kill(*RUN, instance=instance, seconds=chance.random() * 2.5)
            started = time.monotonic()
            whole.start()
            figures.note(200, time.monotonic() - started, "start", most=90)
            kept = whole.export(path)
            figures.wrong += [] if kept == record else [f"{kept} is not {record}"]
            whole.kill()
            if kill % 10 == 0:
                figures.wrong += [] if Server(new).stop() == 0 else ["a new folder does not start"]
    return figures


def backing_up(seed: int, kills: int) -> Figures:
    """Kill a backup of a server in use: the file is whole or not there, and the tables stay."""
    figures, chance = Figures("kills in backup"), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        server, copy = Server(Path(folder) / "instance"), Path(folder) / "copy.sqlite"
        tablet = Tablet(server, path := server.import_table({**TABLE, "log": [BUY] * 5000}))
        for kill in range(kills):
            figures.note(tablet.tap(BUY), 0, "tap")
            _kill("backup", str(copy), instance=server.instance, seconds=chance.random() * 2.5)
            figures.wrong += [] if not copy.exists() or _is_whole(copy) else ["a torn backup"]
            stored = len(server.export(path)["log"])
            figures.wrong += [] if stored == 5001 + kill else [f"{stored} entries"]
        figures.wrong += [] if server.stop() == 0 else ["the server did not stop"]
    return figures


def _is_whole(copy: Path) -> bool:
    with closing(sqlite3.connect(copy)) as database:
        whole = database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return whole and database.execute("SELECT count(*) FROM entries").fetchone()[0] >= 5000


def _kill(*words: str, instance: Path, seconds: float) -> None:
    """Begin a command, and kill it some seconds later."""
    command = [*COMPANION, *words]
    environment = {"COMPANION_INSTANCE": str(instance)}
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(seconds)
    process.kill()
    process.wait()
