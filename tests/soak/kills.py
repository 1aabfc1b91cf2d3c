"""A server or a backup killed while it begins: nothing that was stored is lost."""

import random
import sqlite3
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path

from tests import evenings
from tests.serving import COMPANION, Server, Tablet
from tests.soak.figures import Figures

TABLE = evenings.record(log=[])
BUY = {"do": "buy-in", "player": "Bob", "chips": 1}
RUN = ("run", "--host", "127.0.0.1", "--port", "0")


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
