"""A disk that fills while tablets tap: nothing answered is lost, and all can be looked at.

The folder lies on a small disk in memory, which only root may mount.
"""

import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from companion.core.log.replay import replay_record
from companion.games import all_games
from tests.serving import Server, Tablet
from tests.soak.figures import Figures
from tests.soak.kills import BUY, TABLE

PAGES = ("", "/log", "/tally", "/tally.pdf", "/record.json", "/wrong", "/rules", "/more")
# Bytes that are left for taps, so that the disk fills up soon.
ROOM = 256 * 1024


class NoDisk(Exception):
    """No disk may be mounted here."""


@contextlib.contextmanager
def small_disk() -> Iterator[Path]:
    """Mount one. Raises NoDisk."""
    if sys.platform != "linux" or os.geteuid() != 0:
        raise NoDisk("Only root may mount a disk.")
    with tempfile.TemporaryDirectory() as folder:
        _run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", folder)
        try:
            yield Path(folder)
        finally:
            _run("umount", folder)


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True)
    except subprocess.CalledProcessError as wrong:
        raise NoDisk(wrong.stderr.decode()) from wrong


def run(seed: int, times: int) -> Figures:
    """Fill the disk so often, each time on the server as it is or on one that was killed."""
    figures, chance = Figures("taps while the disk fills"), random.Random(seed)
    with small_disk() as disk, contextlib.ExitStack() as held:
        server = Server(disk / "instance")
        held.callback(server.kill)
        path = server.import_table(TABLE)
        tablet, stored = Tablet(server, path), 0
        for _ in range(times):
            _fill(disk)
            stored = _tap_until_full(server, tablet, stored, figures)
            _look(server, path, figures)
            if chance.random() < 0.5:
                server.kill()
                server.start()
                _look(server, path, figures)
            (disk / "filling").unlink()
            stored = _tap(tablet, stored, figures)
            _check(server, path, stored, figures)
        figures.wrong += [] if server.stop() == 0 else ["the server did not stop"]
    return figures


def _fill(disk: Path) -> None:
    free = os.statvfs(disk)
    (disk / "filling").write_bytes(bytes(free.f_bavail * free.f_frsize - ROOM))


def _tap_until_full(server: Server, tablet: Tablet, stored: int, figures: Figures) -> int:
    """Tap until the disk is full, and once more; give how many taps are stored."""
    while (now := _tap(tablet, stored, figures)) > stored:
        stored = now
    said = _refusal(server)
    full = said.startswith("503") and "The disk is full. Make room" in said
    figures.wrong += [] if full else [said]
    return stored


def _tap(tablet: Tablet, stored: int, figures: Figures) -> int:
    began = time.monotonic()
    status = tablet.tap({"do": "buy-in", "player": "Ann", "chips": stored + 1})
    is_stored = status == 200
    figures.note(200 if status == 503 else status, time.monotonic() - began, "tap", most=5)
    return stored + is_stored


def _refusal(server: Server) -> str:
    """Return the status and the page by which a long evening is refused."""
    try:
        server.import_table({**TABLE, "log": [BUY] * 1000})
    except urllib.error.HTTPError as refused:
        with refused:
            return f"{refused.code}: {refused.read().decode()}"
    return "200: not refused"


def _look(server: Server, path: str, figures: Figures) -> None:
    """Look at all pages as a device that was never here."""
    for page in ("/", *(path + page for page in PAGES)):
        try:
            urllib.request.urlopen(server.url + page, timeout=20).close()
        except urllib.error.HTTPError as wrong:
            with wrong:
                figures.wrong.append(f"{wrong.code}: {page.removeprefix(path)}")


def _check(server: Server, path: str, stored: int, figures: Figures) -> None:
    record = server.export(path)
    chips = [entry["chips"] for entry in record["log"]]
    if chips != [*range(1, stored + 1)]:
        figures.wrong.append(f"answered {stored}, stored {len(chips)}: {chips[-3:]}")
    replay_record(record, all_games())
