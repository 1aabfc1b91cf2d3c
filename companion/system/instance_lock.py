"""A lock on the data folder: one process serves it, and a second one learns where."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from companion.system.errors import CannotStart

ADDRESS_FILE = "running.address"


@contextmanager
def instance_lock(folder: Path) -> Iterator[None]:
    """Lock a folder inside the context. Raises CannotStart if another process has it."""
    lock = FileLock(folder / "running.lock", blocking=False, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise _already_running_error(folder) from None
    with lock:
        # A process that was killed left it behind.
        (folder / ADDRESS_FILE).unlink(missing_ok=True)
        yield


def write_running_address(folder: Path, address: str) -> None:
    """Store the address at which `folder` is served, which a second process then reports."""
    (folder / ADDRESS_FILE).write_text(address, encoding="utf-8")


def _already_running_error(folder: Path) -> CannotStart:
    try:
        address = (folder / ADDRESS_FILE).read_text(encoding="utf-8")
    except OSError:
        return CannotStart(
            "Another Companion is already running with the folder {folder}. Use that one, or "
            "stop it first. To keep separate tables, choose another folder (COMPANION_INSTANCE).",
            folder=str(folder),
        )
    return CannotStart(
        "Companion is already running at {address} with the folder {folder}. Open that address, "
        "or stop Companion first. To keep separate tables, choose another folder "
        "(COMPANION_INSTANCE).",
        address=address,
        folder=str(folder),
    )
