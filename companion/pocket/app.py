"""The app in a browser: it answers the pages of that browser, one request at a time."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from http.cookies import SimpleCookie
from pathlib import Path
from secrets import token_hex

from flask import Flask
from jinja2 import ModuleLoader
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.app import create_app
from companion.system.settings import BROWSER_BACKUP, ROOT, Capabilities

# The capabilities of a browser without a server.
BROWSER_CAPABILITIES = Capabilities(
    wire=False, streams=False, guests=False, papers=False, backups=False
)

# A write-ahead log would need shared memory, which the files of a browser do not have.
PRAGMAS = ("journal_mode=PERSIST", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY")

# The files of a browser besides `BROWSER_BACKUP`.
DATABASE_FILE, STATE_FILE = "companion.sqlite", "device.json"

# The files that `companion pocket` has prepared.
COMPILED_TEMPLATES, EMPTY_DATABASE = ROOT / "compiled", ROOT / "empty.sqlite"

# The largest file that can be imported, in bytes.
MAX_FILE_BYTES = 64 * 1024 * 1024

LOCALHOST = "127.0.0.1"

Response = tuple[int, list[tuple[str, str]], bytes]


class BrowserState:
    """The state of a browser besides its database: key, cookies, latest version and page.

    The cookies are stored here, because a service worker can set none.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        # A shorter line may be followed by the end of the longer one before it.
        line = file.read_text("utf-8").partition("\n")[0] if file.exists() else ""
        state = json.loads(line or "{}")
        self.key: str = state.get("key") or token_hex(32)
        self.version: str = state.get("version", "")
        self.page: str = state.get("page", "")
        self._cookies = SimpleCookie(state.get("cookies", ""))

    def cookies(self) -> str:
        """Return the cookies as the header of a request."""
        return "; ".join(f"{name}={cookie.coded_value}" for name, cookie in self._cookies.items())

    def store_cookies(self, headers: list[tuple[str, str]]) -> None:
        texts = [value for name, value in headers if name.lower() == "set-cookie"]
        for value in texts:
            self._cookies.load(value)
        if texts:
            self.save()

    def save(self) -> None:
        """Write the state to the disk, unless the disk is full."""
        state = {"key": self.key, "version": self.version, "page": self.page}
        state["cookies"] = self.cookies()
        with suppress(OSError), self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(json.dumps(state).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


class BrowserApp:
    """The app and the state of its browser, in a folder of Pyodide's file system."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._state = BrowserState(self._folder / STATE_FILE)
        self._app = _create_app(self._folder, self._state.key)

    def open(self, version: str) -> None:
        """If `version` is a new version of the program, copy the database and upgrade it."""
        if self._state.version != version:
            self._upgrade_database()
            self._state.version = version
            self._state.save()

    def _upgrade_database(self) -> None:
        file = self._folder / DATABASE_FILE
        if not file.exists() or not file.stat().st_size:
            file.write_bytes(EMPTY_DATABASE.read_bytes())
            return
        from companion.store.backups import copy_sqlite_file  # needed once a version only
        from companion.store.migrations import upgrade_database

        copy_sqlite_file(file, self._folder / BROWSER_BACKUP)
        upgrade_database(self._app)

    @property
    def page(self) -> str:
        """The page that was shown last, as a path below ``/in/``."""
        return self._state.page

    def remember_page(self, page: str) -> None:
        self._state.page = page
        self._state.save()

    def answer(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | memoryview
    ) -> Response:
        """Return the status, headers and body for a request below ``/in/``."""
        base, _, path = url.partition("/in/")
        sent_headers = Headers({**headers, "Cookie": self._state.cookies()})
        builder = EnvironBuilder(
            f"/{path}", f"{base}/in/", method=method, headers=sent_headers, data=bytes(body)
        )
        environ = {**builder.get_environ(), "REMOTE_ADDR": LOCALHOST}
        data, status, response_headers = run_wsgi_app(self._app, environ, buffered=True)
        self._state.store_cookies([*response_headers])
        return int(status.split()[0]), [*response_headers], b"".join(data)


def _create_app(folder: Path, key: str) -> Flask:
    settings = {
        "INSTANCE_PATH": folder,
        "SECRET_KEY": key,
        "CAPABILITIES": BROWSER_CAPABILITIES,
        "FRAMED_BY": "'self'",
        "PRAGMAS": PRAGMAS,
        "MAX_CONTENT_LENGTH": MAX_FILE_BYTES,
        "MAX_FORM_MEMORY_SIZE": MAX_FILE_BYTES,
    }
    app = create_app(settings)
    if COMPILED_TEMPLATES.is_dir():
        # Compiled by `companion pocket`: a browser should not spend its start on that.
        app.jinja_env.loader = ModuleLoader(COMPILED_TEMPLATES)
    return app
