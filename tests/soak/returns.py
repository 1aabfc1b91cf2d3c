"""Stored evenings go out, and come in again: by command, as a file on the page, and pasted.

Each was tapped with any mix of entries, undo, redo, amend and insert, some up to the limits.
"""

import json
import random
import tempfile
import time
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask

from companion.core.errors import Refused
from companion.core.work_limit import WorkLimitExceeded
from companion.games import all_games
from companion.store import database
from companion.store.entries import StaleVersion, Tap, append_entry
from companion.store.records import create_from_record, export_table
from companion.store.tables import get_version
from tests.commands import companion
from tests.evenings import record
from tests.quick import migrated_app
from tests.simulated.evenings import evening
from tests.soak.figures import Figures
from tests.soak.kills import BUY

Raw = dict[str, Any]

# Entries at the end of an evening that are tapped one by one, with changes among them.
TAPPED = 40

# How many taps are changes.
CHANGES = 0.4

LONG = (500, 2_000, 9_000, 19_900)
# How many entries a long evening has before it is changed; one of so many evenings is long.
EACH = 30

# So many entries the changes of a long evening replay: more than an import judges one by one.
REPLAYED = 120_000

REFUSED = (Refused, WorkLimitExceeded, StaleVersion)


def run(seed: int, evenings: int) -> Figures:
    """Store so many evenings and bring each back; 500 stands for one that did not come back."""
    figures, chance = Figures("evenings that come back"), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        app = _app(Path(folder, "house"))
        saved = []
        for number in range(evenings):
            began = time.monotonic()
            with app.app_context():
                made = export_table((_stored if number % EACH else _long)(chance))
            saved.append(json.dumps(made, separators=(",", ":")))
            failed = [way for way in ("file", "pasted") if _by_page(app, saved[-1], way) != made]
            said = f"{failed}: {saved[-1][:400]}"
            figures.note(500 if failed else 200, time.monotonic() - began, said, most=120)
        database.close_connections(app)
        figures.wrong += _by_command(saved, Path(folder))
    return figures


def _app(folder: Path) -> Flask:
    file = f"sqlite:///{folder / 'companion.sqlite'}"
    folder.mkdir()
    return migrated_app(folder, SQLALCHEMY_DATABASE_URI=file, WTF_CSRF_ENABLED=False)


def _stored(chance: random.Random) -> str:
    """Store an evening as a table does; give its address."""
    whole = evening(chance.choice([*all_games()]), chance)
    log, at = split_log(whole, chance)
    token = create_from_record({**whole, "log": log[:at]})
    tap_on(token, log, at, CHANGES, chance)
    return token


def _long(chance: random.Random) -> str:
    """Store a long evening, and change it early and late."""
    many = chance.choice(LONG)
    log = [BUY] * many
    token, replayed = create_from_record({**record(), "log": log}), 0
    while replayed < REPLAYED:
        raw = change(log, chance)
        if tapped(token, raw) and raw["do"] == "amend":
            replayed += many - raw["entry"]
    return token


def split_log(whole: Raw, chance: random.Random) -> tuple[list[Raw], int]:
    """Return the log of an evening, and how many of its entries are there before the taps."""
    log = whole["log"]
    return log, chance.randint(0, max(0, len(log) - TAPPED // 2))


def tap_on(token: str, log: list[Raw], at: int, changes: float, chance: random.Random) -> None:
    """Go on with a log from entry `at`; so many of the taps are changes."""
    coming = iter(log[at:])
    for _ in range(TAPPED):
        is_change = chance.random() < changes
        tapped(token, change(log, chance) if is_change else next(coming, BUY))


def change(log: list[Raw], chance: random.Random) -> Raw:
    """Draw a change: of any entry into any other, or of the order of things."""
    number = chance.choice((0, chance.randrange(len(log) + 1), len(log) - 1))
    other = chance.choice([*log[-200:], BUY])
    changes: list[Raw] = [
        {"do": "undo"},
        {"do": "redo"},
        {"do": "amend", "entry": number, "with": chance.choice((other, None))},
        {"do": "insert", "before": number, "entry": other},
    ]
    return chance.choice(changes)


def tapped(token: str, raw: Raw) -> bool:
    """Make an entry as a tablet does; False: it is refused."""
    version = get_version(token)
    try:
        append_entry(token, Tap(version, f"{version}", lambda _: raw, by="a tablet"))
    except REFUSED:
        return False
    return True


def _by_page(app: Flask, saved: str, way: str) -> object:
    """Import an evening on the first page; return what is stored then, or the answer's status."""
    sent = {"file": (BytesIO(saved.encode()), "evening.json")} if way == "file" else None
    fields = sent or {"record": saved}
    client = app.test_client()
    answer = client.post("/import", data=fields, content_type="multipart/form-data")
    answer.request.environ["wsgi.input"].close()  # a long evening is sent from a file
    if answer.status_code != 303:
        return answer.status_code
    return client.get(f"{answer.location}/record.json").json


def _by_command(saved: list[str], folder: Path) -> list[str]:
    """Bring all back into an empty house by commands; say what differs there."""
    file = folder / "evenings.jsonl"
    file.write_text("\n".join(saved), encoding="utf-8")
    told = companion("import", str(file), instance=folder / "new", seconds=3600)
    exported = companion("export", instance=folder / "new", seconds=3600)
    stored = {_sorted(line) for line in exported.stdout.splitlines()}
    different = [one[:400] for one in saved if _sorted(one) not in stored]
    failed = [told.stderr] if told.returncode or told.stderr else []
    return failed + [f"by command: {one}" for one in different]


def _sorted(text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True)
