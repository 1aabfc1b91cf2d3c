"""Tables that nobody uses any more: written down as records, then deleted."""

import json
import os
from datetime import timedelta
from hashlib import blake2b
from pathlib import Path

from flask import current_app

from companion import store
from companion.database.models import utc_now
from companion.machine.trouble import cannot_write_error


def archive_unused_tables(days: int, folder: Path | None = None) -> int:
    """Retire all tables that nobody tapped on or opened for so many days; say how many.

    Each becomes a file in ``folder``, else in `retired/` in the folder for data, and is deleted
    once that is on the disk: a table that somebody taps on meanwhile stays, and one that is gone
    already is passed over. Raises CannotStart where a file cannot be written.
    """
    limit = utc_now() - timedelta(days)
    idle = {one.token: one.version for one in store.list_table_usage() if one.last_used < limit}
    archive = folder or Path(current_app.instance_path, "retired")
    return sum(_retire_one(token, version, archive) for token, version in idle.items())


def _retire_one(token: str, version: int, archive: Path) -> bool:
    """Write a table down and delete it; False: it is used again, or gone."""
    try:
        record = json.dumps(store.export_table(token))
        _write_down(record, archive / f"{_name(token)}.jsonl")
        store.delete_table(token, version)
    except (store.StaleVersion, store.UnknownTable):
        return False
    return True


def _name(token: str) -> str:
    """Name a table without its address; written down once more, it takes the place of itself."""
    return blake2b(token.encode(), digest_size=8).hexdigest()


def _write_down(record: str, file: Path) -> None:
    """Write a file whole or not at all, and return when it is on the disk."""
    draft = file.with_suffix(".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as written:
            written.write(record + "\n")
            written.flush()
            os.fsync(written.fileno())
        draft.replace(file)
        _keep_names(file.parent)
    except OSError as wrong:
        raise cannot_write_error(file, wrong) from wrong


def _keep_names(folder: Path) -> None:
    """Bring the names of a folder's files to the disk; Windows does so by itself."""
    if os.name != "nt":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
