"""Where the app keeps its data, and its configuration as the environment gives it."""

import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def instance_path(config: Mapping[str, object]) -> Path:
    """Return the folder for data: `INSTANCE_PATH`, else `COMPANION_INSTANCE`, else `instance/`."""
    chosen = config.get("INSTANCE_PATH") or os.environ.get("COMPANION_INSTANCE")
    return Path(str(chosen)).resolve() if chosen else ROOT / "instance"


def defaults(instance: Path) -> dict[str, object]:
    """Return the configuration of an app whose data are in `instance`."""
    database = os.environ.get("COMPANION_DATABASE_URL")
    return {
        "SQLALCHEMY_DATABASE_URI": database or f"sqlite:///{instance / 'companion.sqlite'}",
        "MAX_CONTENT_LENGTH": 1024 * 1024,
        "MAX_FORM_MEMORY_SIZE": 1024 * 1024,
        "SESSION_COOKIE_NAME": "companion",
        "WTF_CSRF_TIME_LIMIT": None,
        "COMPRESS_ALGORITHM": ["gzip"],
        "COMPRESS_STREAMS": False,
        "COMPRESS_LEVEL": 4,
        "COMPRESS_MIN_SIZE": 1024,
    }


def secret_key(instance: Path) -> str:
    """Return the key kept in `instance`, made the first time it is asked for."""
    path = instance / "secret_key"
    if not path.exists():
        _create_once(path, secrets.token_hex(32))
    return path.read_text(encoding="ascii")


def _create_once(path: Path, text: str) -> None:
    """Write a private file whole or not at all; when two try, the first one's text stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
