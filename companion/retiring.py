"""Tables that nobody uses any more: written down as records, then deleted."""

import json
import os
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from flask import current_app

from companion import store
from companion.models import now


def retire(days: int, folder: Path | None = None) -> int:
    """Retire all tables that nobody tapped on or opened for so many days; say how many.

    Their records are added to a file of this month in ``folder``, else in `retired/` in the
    folder for data; only what is written there is deleted: a table that somebody taps on meanwhile
    stays.
    """
    limit = now() - timedelta(days)
    idle = {one.token: one.version for one in store.outlines() if one.used < limit}
    if not idle:
        return 0
    _write_down(idle, _file(folder or Path(current_app.instance_path, "retired")))
    return sum(_delete(token, version) for token, version in idle.items())


def _delete(token: str, version: int) -> bool:
    """Delete a table as it was written down; False: it is used again."""
    try:
        store.delete_table(token, version)
    except store.Stale:
        return False
    return True


def _file(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{now():%Y-%m}.jsonl"


def _write_down(tokens: Iterable[str], file: Path) -> None:
    """Add records to a file, and return when they are on the disk."""
    with file.open("a", encoding="utf-8") as archive:
        for token in tokens:
            archive.write(json.dumps(store.export(token)) + "\n")
        archive.flush()
        os.fsync(archive.fileno())
