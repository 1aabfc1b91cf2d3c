"""Settings from the environment, paths of the data, and capabilities of this machine."""

import errno
import os
import re
import secrets
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import URL

from companion.system.errors import CannotStart
from companion.system.network import Network


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What the pages may offer, which depends on how the app is served.

    With `wire` answers are compressed, and pages report a lost connection. With `streams` boards
    are sent when a table changes. With `guests` other devices reach the table. With `papers` a
    tally can be rendered as PDF or PNG. With `backups` the database can be copied from outside.
    """

    wire: bool = True
    streams: bool = True
    guests: bool = True
    papers: bool = field(default_factory=lambda: find_spec("typst") is not None)
    backups: bool = True


_PACKAGE = Path(__file__).resolve().parent.parent
_IS_INSTALLED = (_PACKAGE / "templates").is_dir()

# The folder of `templates/`, `static/` and `migrations/`.
ROOT = _PACKAGE if _IS_INSTALLED else _PACKAGE.parent

# The backup of the database that a browser alone makes before an upgrade.
BROWSER_BACKUP = "before.sqlite"

STATIC = ROOT / "static"
MIGRATIONS = ROOT / "migrations"
PDF_TEMPLATE = ROOT / "templates" / "tally" / "paper.typ"
PICTURE_TEMPLATE = ROOT / "templates" / "tally" / "picture.typ"


def data_folder() -> Path:
    """Return the default folder for data, such as `~/.local/share/companion`."""
    return user_data_path("companion", appauthor=False) if _IS_INSTALLED else ROOT / "instance"


def pocket_folder(instance: Path) -> Path:
    return instance / "pocket"


# A host name, with a dot in front if its subdomains are meant too, or an IPv6 address in brackets.
# A port is allowed, as people copy it from an address, and ignored.
_HOST_NAME = re.compile(r"\.?[\w-]{1,63}(\.[\w-]{1,63})*(:\d{1,5})?|\[[0-9a-f:.]+\]")

MIN_KEY_LENGTH = 32

# The errors of file systems without hard links; Windows raises the last one.
NO_LINK_ERRORS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)


def instance_path(config: Mapping[str, object]) -> Path:
    """Return the folder for data: `INSTANCE_PATH`, `COMPANION_INSTANCE` or the default."""
    folder = config.get("INSTANCE_PATH") or os.environ.get("COMPANION_INSTANCE")
    return Path(str(folder)).resolve() if folder else data_folder()


def default_config(instance: Path) -> dict[str, object]:
    """Return the configuration of an app whose data is in `instance`. Raises CannotStart."""
    return {
        "SQLALCHEMY_DATABASE_URI": _database_url(instance),
        "SQLALCHEMY_ENGINE_OPTIONS": {"hide_parameters": True},
        "MAX_CONTENT_LENGTH": 1024 * 1024,
        "MAX_FORM_MEMORY_SIZE": 1024 * 1024,
        "SESSION_COOKIE_NAME": "companion",
        "WTF_CSRF_TIME_LIMIT": None,
        "HOSTS": parse_host_names(os.environ.get("COMPANION_HOSTS", "")),
        "PROXIES": setting_number("COMPANION_PROXIES", 0, maximum=99),
        "PROXY_FROM": parse_networks(os.environ.get("COMPANION_PROXY_FROM", "")),
        "CAPABILITIES": Capabilities(),
        "FRAMED_BY": "'none'",
        "HOSTED": bool(setting_number("COMPANION_HOSTED", 0, maximum=1)),
        "LIMIT_REQUESTS": "6000/minute",
        "LIMIT_TAPS": "1200/minute",
        "LIMIT_GUESSES": "20/10 minutes",
        "LIMIT_TABLES": f"{setting_number('COMPANION_TABLES_PER_HOUR', 400, maximum=999_999)}/hour",
        "COMPRESS_ALGORITHM": ["gzip"],
        "COMPRESS_STREAMS": False,
        "COMPRESS_LEVEL": 4,
        "COMPRESS_MIN_SIZE": 1024,
    }


def setting_number(name: str, default: int, maximum: int) -> int:
    """Return the number, from 0 to `maximum`, in an environment variable, or `default` without it.

    Raises CannotStart if it has another text.
    """
    text = os.environ.get(name) or str(default)
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(maximum))
    if not is_number or int(text) > maximum:
        raise CannotStart(
            "{setting} must be a whole number from 0 to {most}, not “{text}”.",
            setting=name,
            most=maximum,
            text=text,
        )
    return int(text)


def sqlite_url(file: Path) -> URL:
    # Not by hand, as a path may have any letters.
    return URL.create("sqlite", database=str(file))


def _database_url(instance: Path) -> str | URL:
    name = os.environ.get("COMPANION_DATABASE_URL")
    if name and name.startswith("postgres://"):
        # The short form that many hosts give.
        return name.replace("postgres://", "postgresql+psycopg://", 1)
    return name or sqlite_url(instance / "companion.sqlite")


def secret_key(instance: Path) -> str:
    """Return the key stored in `instance`; create it the first time. Raises CannotStart."""
    path = instance / "secret_key"
    try:
        if not path.exists():
            write_if_absent(path, secrets.token_hex(32))
        key = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise CannotStart(
            "The folder {folder} cannot be used ({why}). Give the account that runs Companion "
            "permission to write there, and make sure the disk has room, or choose another folder "
            "(COMPANION_INSTANCE).",
            folder=str(instance),
            why=str(error.strerror),
        ) from error
    except UnicodeDecodeError:
        key = ""
    if len(key) < MIN_KEY_LENGTH:
        raise CannotStart(
            "The file {file} holds no key. Restore the file from a copy, or remove it. If you "
            "remove it, Companion makes a new key, and devices no longer list their tables. Each "
            "table must then be opened by its address.",
            file=str(path),
        )
    return key


def restrict_permissions(instance: Path) -> None:
    """Make the database files private to their owner: they contain the addresses of tables."""
    for file in instance.glob("companion.sqlite*"):
        with suppress(OSError):
            file.chmod(0o600)


def write_if_absent(path: Path, text: str) -> None:
    """Write a private file atomically, unless another process was faster."""
    with _temporary_file(path, text) as temporary:
        _link(temporary, path)


def write_private(path: Path, text: str) -> None:
    """Write or replace a private file atomically."""
    with _temporary_file(path, text) as temporary:
        temporary.replace(path)


@contextmanager
def _temporary_file(path: Path, text: str) -> Iterator[Path]:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _link(temporary: Path, path: Path) -> None:
    try:
        # Unlike a rename, a link fails where the name is taken.
        path.hardlink_to(temporary)
    except FileExistsError:
        pass
    except (OSError, NotImplementedError) as error:
        if isinstance(error, OSError) and error.errno not in NO_LINK_ERRORS:
            raise
        # FAT and exFAT know neither links nor owners: the second of two processes may replace the
        # file of the first here, and anybody with the stick can read it.
        if not path.exists():
            temporary.replace(path)


def parse_host_names(text: str) -> list[str]:
    """Return the host names in a list with commas, in small letters. Raises CannotStart."""
    names = _split_list(text.lower())
    if not all(map(_HOST_NAME.fullmatch, names)):
        raise CannotStart(
            "COMPANION_HOSTS must list host names such as tablet.lan or .example.org, not "
            "“{text}”.",
            text=text,
        )
    return names


def parse_networks(text: str) -> list[Network]:
    """Return the addresses and networks in a list with commas. Raises CannotStart."""
    try:
        return [ip_network(name) for name in _split_list(text)]
    except ValueError:
        raise CannotStart(
            "COMPANION_PROXY_FROM must list addresses or networks such as 10.0.0.0/8, not "
            "“{text}”.",
            text=text,
        ) from None


def _split_list(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


# The file with the authority's key, followed by its certificate.
AUTHORITY_FILE = "house-authority.pem"

_CERTIFICATE_START = "-----BEGIN CERTIFICATE-----"


def authority_certificate(instance: Path) -> str | None:
    """Return the local authority's certificate without its key; None if there is none."""
    file = instance / AUTHORITY_FILE
    if not file.exists():
        return None
    _, start, certificate = file.read_text(encoding="ascii").partition(_CERTIFICATE_START)
    return start + certificate
