"""Retirements that are killed, or find the disk full: no evening is torn, doubled or gone.

The evenings of a house differ by the chips that players begin with: so they are told apart.
"""

import json
import os
import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests import evenings
from tests.commands import Forked, companion
from tests.soak.disks import NoDisk, small_disk
from tests.soak.figures import Figures
from tests.soak.kills import BUY

TABLES = 12
# Entries of each evening.
TAPS = 300

# Bytes that are left at most where the disk is full: too few for all evenings.
ROOM = 150_000

# Evenings by the chips of each player.
Chips = dict[int, dict[str, Any]]


RETIRE = ("retire", "--days", "30")


def every(seed: int, times: int) -> Iterator[Figures]:
    """Kill as many retirements, and fill the disk of as many where one can be mounted."""
    yield killed(seed, times)
    try:
        yield on_full_disks(seed, times)
    except NoDisk as why:
        print(f"retirements on a full disk: {why}")


def killed(seed: int, times: int) -> Figures:
    """Kill retirements, each after some evenings were written down, and let others finish."""
    figures, chance = Figures("kills of a retirement"), random.Random(seed)

    def retire(house: Path) -> None:
        environment = {**os.environ, "COMPANION_INSTANCE": str(house)}
        retirement = Forked(RETIRE, environment, Path(os.devnull))
        written = chance.randrange(TABLES)
        while retirement.poll() is None and len(_files(house)) < written:
            time.sleep(0.001)
        time.sleep(chance.random() / 50)
        retirement.kill()
        retirement.wait()

    with tempfile.TemporaryDirectory() as folder:
        _retire_often(Path(folder), times, retire, figures)
    return figures


def on_full_disks(seed: int, times: int) -> Figures:
    """Retire on a disk that fills up meanwhile, and again when there is room. Raises NoDisk."""
    figures, chance = Figures("retirements on a full disk"), random.Random(seed)

    with small_disk() as disk:

        def retire(house: Path) -> None:
            free = os.statvfs(disk)
            filling = bytes(max(0, free.f_bavail * free.f_frsize - chance.randrange(ROOM)))
            (disk / "filling").write_bytes(filling)
            done = companion(*RETIRE, instance=house)
            if done.returncode == 0 or "Traceback" in done.stderr:
                figures.wrong.append(f"{done} on a full disk")
            (disk / "filling").unlink()

        _retire_often(disk, times, retire, figures)
    return figures


def _retire_often(
    folder: Path, times: int, retire: Callable[[Path], None], figures: Figures
) -> None:
    """Cut off the retirement of a new copy of a house so often, and let the next one finish."""
    with _made_house() as (model, all_chips):
        for _ in range(times):
            house = folder / "house"
            shutil.copytree(model, house)
            retire(house)
            figures.wrong += _lost(house, all_chips)
            began = time.monotonic()
            last = companion(*RETIRE, instance=house)
            status = 500 if last.returncode else 200
            figures.note(status, time.monotonic() - began, str(last), most=20)
            figures.wrong += _left_over(house, all_chips)
            shutil.rmtree(house)


@contextmanager
def _made_house() -> Iterator[tuple[Path, Chips]]:
    """Make a folder of data whose tables nobody used for a month; give its evenings too."""
    log = [BUY] * TAPS
    made = {chips: {**evenings.record(chips=chips), "log": log} for chips in range(50, 50 + TABLES)}
    with tempfile.TemporaryDirectory() as folder:
        file, house = Path(folder, "evenings.jsonl"), Path(folder, "house")
        file.write_text("\n".join(map(json.dumps, made.values())), encoding="utf-8")
        assert companion("import", str(file), instance=house).returncode == 0
        with closing(sqlite3.connect(house / "companion.sqlite")) as database, database:
            database.execute("UPDATE tables SET created = datetime('now', '-31 days')")
        yield house, made


def _files(house: Path) -> list[Path]:
    return sorted((house / "retired").glob("*.jsonl"))


def _lost(house: Path, made: Chips) -> list[str]:
    """Return which evenings are neither a whole table nor a whole file."""
    torn, written = _written(house, made)
    gone = made.keys() - written - _tables(house)
    return torn + [f"the evening of {chips} chips is gone" for chips in sorted(gone)]


def _left_over(house: Path, made: Chips) -> list[str]:
    """Return what differs from each evening in a file of its own, and nothing besides."""
    torn, written = _written(house, made)
    names = [path.name for path in (house / "retired").iterdir()]
    torn += [f"{tables} is a table still" for tables in _tables(house)]
    torn += [f"{len(names)} files: {names}"] if len(names) != len(made) else []
    return torn + [f"{chips} is in no file" for chips in sorted(made.keys() - written)]


def _written(house: Path, made: Chips) -> tuple[list[str], set[int]]:
    """Return which files hold anything but one whole evening, and which evenings they hold."""
    wrong, found = [], set()
    for file in _files(house):
        try:
            record = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            record = None
        chips = record["chips"] if record else None
        if chips is None or record != made[chips] or chips in found:
            wrong.append(f"{file.name} is torn or doubled")
        found.add(chips)
    return wrong, found


def _tables(house: Path) -> set[int]:
    """Return the evenings that are whole tables."""
    rows = "SELECT setup, (SELECT count(*) FROM entries WHERE table_id = tables.id) FROM tables"
    with closing(sqlite3.connect(house / "companion.sqlite")) as database:
        found = database.execute(rows).fetchall()
    return {json.loads(setup)["chips"] for setup, entries in found if entries == TAPS}
