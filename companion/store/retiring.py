"""Tables that nobody uses any more: written down as records, then deleted."""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import TextIO

from flask import current_app

from companion import store
from companion.database.models import now
from companion.machine.trouble import no_writing


def retire(days: int, folder: Path | None = None) -> int:
    """Retire all tables that nobody tapped on or opened for so many days; say how many.

    Their records are added to a file of this month in ``folder``, else in `retired/` in the
    folder for data; only what is written there is deleted: a table that somebody taps on meanwhile
    stays, and one that is gone already is passed over. Raises CannotStart where the file cannot be
    written.
    """
    limit = now() - timedelta(days)
    idle = {one.token: one.version for one in store.outlines() if one.used < limit}
    if not idle:
        return 0
    _write_down(idle, folder or Path(current_app.instance_path, "retired"))
    return sum(_delete(token, version) for token, version in idle.items())


def _delete(token: str, version: int) -> bool:
    """Delete a table as it was written down; False: it is used again, or gone."""
    try:
        store.delete_table(token, version)
    except (store.Stale, store.UnknownTable):
        return False
    return True


def _write_down(tokens: Iterable[str], folder: Path) -> None:
    """Add records to the file of this month, and return when they are on the disk."""
    with _opened(folder / f"{now():%Y-%m}.jsonl") as archive:
        for token in tokens:
            with suppress(store.UnknownTable):  # deleted meanwhile
                archive.write(json.dumps(store.export(token)) + "\n")
        archive.flush()
        os.fsync(archive.fileno())


def _opened(file: Path) -> TextIO:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return file.open("a", encoding="utf-8")
    except OSError as wrong:
        raise no_writing(file, wrong) from wrong
