"""Import and export of tables and circles as files, and what a device has not saved yet."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from flask import Blueprint, Response, current_app, session

from companion.store.access import (
    InvitationWithdrawn,
    resolve_circle_address,
    resolve_table_address,
)
from companion.store.circle_export import Savings, export_circle, get_savings
from companion.store.circle_import import import_records
from companion.store.models import utc_now
from companion.store.people import UnknownCircle
from companion.store.records import export_table
from companion.store.tables import UnknownTable, get_version
from companion.store.visits import CIRCLES, TABLES, circles_kept_by, record_visit
from companion.system.settings import BROWSER_BACKUP
from companion.web.base.guards import tag_view
from companion.web.base.security import device_id

evening_file_pages = Blueprint("evening_files", __name__)

# The session key of the saved versions, by the last letters of each address.
SAVED_VERSIONS = "saved-as-of"

# Only the end of an address is stored, as cookies are small.
SUFFIX_LENGTH = 4


@evening_file_pages.get("/evenings.jsonl")
@tag_view("long")
def save() -> Response:
    """Return the device's circles and other tables, one in each line, as a file."""
    savings = get_savings(device_id())
    name, text = f"evenings-{utc_now():%Y-%m-%d}.jsonl", "".join(_lines(savings))
    _store_versions(_versions(savings))
    return attachment(text, "application/jsonl", name)


def attachment(content: str | bytes, mimetype: str, name: str) -> Response:
    """Return a file that the browser saves as `name`."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, content_type=mimetype)


def mark_saved(token: str) -> None:
    _store_versions({token[-SUFFIX_LENGTH:]: get_version(token)})


def _store_versions(versions: Mapping[str, object]) -> None:
    if not current_app.config["CAPABILITIES"].backups:
        session[SAVED_VERSIONS] = {**session.get(SAVED_VERSIONS, {}), **versions}


@evening_file_pages.app_template_global()
def is_unsaved() -> bool:
    """Return whether this device alone has evenings that were never saved to a file."""
    if current_app.config["CAPABILITIES"].backups:
        return False
    present, last = _versions(get_savings(device_id())), session.get(SAVED_VERSIONS, {})
    return any(last.get(suffix) != version for suffix, version in present.items())


def _versions(savings: Savings) -> dict[str, object]:
    """Return the versions of all that a device can save, by the last letters of its address."""
    versions = {**{circle.token: v for circle, v in savings.circles.items()}, **savings.tables}
    return {address[-SUFFIX_LENGTH:]: version for address, version in versions.items()}


def _lines(savings: Savings) -> Iterator[str]:
    is_gone = suppress(UnknownCircle, UnknownTable, InvitationWithdrawn)  # meanwhile
    for circle in savings.circles:
        with is_gone:
            yield _line(export_circle(circle))
    for address in savings.tables:
        with is_gone:
            yield _line(export_table(resolve_table_address(address).table))


def _line(record: object) -> str:
    return f"{json.dumps(record, separators=(',', ':'))}\n"


def is_database_copy(data: bytes) -> bool:
    """Return whether a file is a copied database that may be imported: only without a server."""
    return data.startswith(b"SQLite format 3") and not current_app.config["CAPABILITIES"].backups


@evening_file_pages.app_template_global()
def database_copy() -> Path | None:
    """Return the copy from before the last update of a browser alone; None if there is none."""
    file = Path(current_app.instance_path, BROWSER_BACKUP)
    is_there = file.is_file() and file.stat().st_size > 0
    return file if is_there and not current_app.config["CAPABILITIES"].backups else None


def import_file(records: Iterable[object]) -> tuple[list[str], int]:
    """Import tables and circles that are not here yet, and list all on this device.

    Return the addresses of the circles, and the number of new evenings. Raises Refused or
    QuotaExceeded; then nothing is stored.
    """
    own = circles_kept_by(device_id())
    imported_records = import_records({_key(record): record for record in records}, own)
    visitors = [
        own.get(circle.id) or resolve_circle_address(circle.token)
        for circle in imported_records.circles
    ]
    for visitor in visitors:
        record_visit(device_id(), CIRCLES, visitor.circle.id, visitor.address)
    for token, table_id in imported_records.tables.items():
        record_visit(device_id(), TABLES, table_id, token)
    return [visitor.address for visitor in visitors], imported_records.evenings


def _key(record: object) -> str:
    text = json.dumps([device_id(), record], sort_keys=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()
