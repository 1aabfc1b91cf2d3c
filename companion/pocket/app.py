"""The app answers the pages of the browser that it runs in: one request after another, no wire."""

import json
import os
from collections.abc import Mapping
from http.cookies import SimpleCookie
from pathlib import Path
from secrets import token_hex

from flask import Flask
from jinja2 import ModuleLoader
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.app import create_app
from companion.system.settings import ROOT, Capabilities

# What can be offered where there is one device and no computer beside it.
ALONE = Capabilities(wire=False, streams=False, guests=False, papers=False, backups=False)

# A write-ahead log wants memory that is shared, which a browser's files have not.
PRAGMAS = ("journal_mode=PERSIST", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY")

# The files of a browser: the evenings, those of before the last upgrade, and `Device`.
DATABASE, COPY, DEVICE = "companion.sqlite", "before.sqlite", "device.json"

# What `companion pocket` has made beforehand.
TEMPLATES, EMPTY = ROOT / "compiled", ROOT / "empty.sqlite"

# How many bytes a file may have that holds all evenings.
LARGEST = 64 * 1024 * 1024

HERE = "127.0.0.1"

Answer = tuple[int, list[tuple[str, str]], bytes]


class BrowserState:
    """What a browser keeps beside the evenings: key, cookies, the last version and page.

    A service worker can set no cookies, so they are kept here. The first line of the file counts:
    a shorter one may leave something of the one before it.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        line = file.read_text("utf-8").partition("\n")[0] if file.exists() else ""
        kept = json.loads(line or "{}")
        self.key: str = kept.get("key") or token_hex(32)
        self.version: str = kept.get("version", "")
        self.page: str = kept.get("page", "")
        self._jar = SimpleCookie(kept.get("cookies", ""))

    def cookies(self) -> str:
        """Write the cookies as a request has them."""
        return "; ".join(f"{name}={cookie.coded_value}" for name, cookie in self._jar.items())

    def store_cookies(self, headers: list[tuple[str, str]]) -> None:
        """Keep the cookies that an answer sets."""
        texts = [value for name, value in headers if name.lower() == "set-cookie"]
        for value in texts:
            self._jar.load(value)
        if texts:
            self.save()

    def save(self) -> None:
        """Write all of it through to the disk."""
        kept = {"key": self.key, "version": self.version, "page": self.page}
        kept["cookies"] = self.cookies()
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(json.dumps(kept).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


class BrowserApp:
    """The app and what its browser keeps, in a folder of the engine's file system."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._app = _app(self._folder)
        self._device = BrowserState(self._folder / DEVICE)

    def open(self, version: str) -> None:
        """Bring the evenings up to a version of the program; a copy of them is kept before."""
        self._device = BrowserState(self._folder / DEVICE)
        self._app.config["SECRET_KEY"] = self._device.key
        if self._device.version != version:
            self._bring_up()
            self._device.version = version
            self._device.save()

    def _bring_up(self) -> None:
        file = self._folder / DATABASE
        if not file.exists() or not file.stat().st_size:
            file.write_bytes(EMPTY.read_bytes())
            return
        from companion.store.backups import copy_sqlite_file  # here: once a version is seldom
        from companion.store.migrations import upgrade_database

        copy_sqlite_file(file, self._folder / COPY)
        upgrade_database(self._app)

    @property
    def page(self) -> str:
        """Return the page that was shown last, below ``/in/``."""
        return self._device.page

    def remember_page(self, page: str) -> None:
        """Remember the page that is shown, to be opened with next time."""
        self._device.page = page
        self._device.save()

    def answer(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | memoryview
    ) -> Answer:
        """Answer a request for a page below ``/in/`` of an address."""
        base, _, path = url.partition("/in/")
        sent_headers = Headers({**headers, "Cookie": self._device.cookies()})
        builder = EnvironBuilder(
            f"/{path}", f"{base}/in/", method=method, headers=sent_headers, data=bytes(body)
        )
        environ = {**builder.get_environ(), "REMOTE_ADDR": HERE}
        data, status, told_headers = run_wsgi_app(self._app, environ, buffered=True)
        self._device.store_cookies([*told_headers])
        return int(status.split()[0]), [*told_headers], b"".join(data)


def _app(folder: Path) -> Flask:
    settings = {
        "INSTANCE_PATH": folder,
        "SECRET_KEY": token_hex(32),
        "ABILITIES": ALONE,
        "FRAMED_BY": "'self'",
        "PRAGMAS": PRAGMAS,
        "MAX_CONTENT_LENGTH": LARGEST,
        "MAX_FORM_MEMORY_SIZE": LARGEST,
    }
    app = create_app(settings)
    if TEMPLATES.is_dir():
        app.jinja_env.loader = ModuleLoader(TEMPLATES)
    return app
