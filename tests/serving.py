"""A real server in a process of its own, and tablets that talk to it over HTTP."""

import json
import os
import random
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from tests.commands import Forked

# None of these does a system take for a connection of a client, such as those of an attack.
PORTS = range(20_000, 32_000)

COMPANION = (sys.executable, "-c", "from companion.cli import main; raise SystemExit(main())")


def free_port() -> int:
    """Find a port on which nobody listens."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """`companion run` on a free port, its data in a folder of its own.

    With the URL of a ``database`` it may be one of several on the same folder. It is forked from
    a process that has loaded the program, after a ``change`` of its modules, or another ``program``
    is started, and may be told more by its ``environment``.
    """

    def __init__(
        self,
        instance: Path,
        program: Sequence[str] = (),
        database: str | None = None,
        change: str = "",
        **environment: str,
    ) -> None:
        self.program, self.change = program, change
        self.instance = instance
        self.output = instance.with_name(f"{instance.name}.log")
        self.environment = {**os.environ, "COMPANION_INSTANCE": str(instance), **environment}
        self.more = ["--beside"] if database else []
        if database:
            self.environment["COMPANION_DATABASE_URL"] = database
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.launch()
        if not database:
            self.wait()

    def start(self) -> None:
        self.launch()
        self.wait()

    def launch(self) -> None:
        address = ["--host", "127.0.0.1", "--port", str(self.port)]
        words = ["run", *address, *self.more]
        if not self.program:
            self.process = Forked(words, self.environment, self.output, change=self.change)
            return
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                [*self.program, *words],
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + 90
        while not self._answers():
            assert time.monotonic() < deadline, f"the server did not start\n{self._said()}"
            assert self.process.poll() is None, f"the server ended\n{self._said()}"
            time.sleep(0.05)

    def _said(self) -> str:
        return self.output.read_text("utf-8", "replace") if self.output.exists() else ""

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(self.url, timeout=20).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
        return True

    @cached_property
    def _device(self) -> urllib.request.OpenerDirector:
        """One device for all that is imported: a circle is added to by its keeper alone."""
        return _browser()

    def import_table(self, record: dict[str, Any]) -> str:
        """Open a record as a table, as the home page does; give its path, /t/…"""
        opener = self._device
        home = opener.open(self.url, timeout=20).read().decode()
        request = urllib.request.Request(
            self.url + "/import",
            data=_parts(_value(home, "csrf_token"), json.dumps(record, separators=(",", ":"))),
            headers={"Content-Type": "multipart/form-data; boundary=part"},
        )
        with opener.open(request, timeout=60) as table:
            return str(table.url).removeprefix(self.url)

    def text(self, path: str) -> str:
        """Give a page as it is sent."""
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return str(answer.read().decode())

    def export(self, path: str) -> dict[str, Any]:
        """Give a table as a record."""
        with urllib.request.urlopen(f"{self.url}{path}/record.json", timeout=20) as answer:
            exported: dict[str, Any] = json.load(answer)
        return exported

    def kill(self) -> None:
        """Kill the server as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask the server to stop; give its exit status."""
        self.process.terminate()
        return self.process.wait(timeout=10)


class Tablet:
    """A device with cookies of its own that looks at a table and taps on it."""

    def __init__(self, server: Server, path: str) -> None:
        self.address = server.url + path
        self.jar = CookieJar()
        self.opener = _browser(self.jar)
        page = self.opener.open(self.address, timeout=20).read().decode()
        self.csrf = _value(page, "csrf_token")
        self.version = int(_value(page, "version"))

    def tap(self, entry: dict[str, Any]) -> int:
        """Tap once on the screen as it is drawn; give the status, and draw what came back."""
        fields = {"csrf_token": self.csrf, "version": self.version, "entry": json.dumps(entry)}
        request = urllib.request.Request(
            self.address + "/entries",
            data=urllib.parse.urlencode(fields).encode(),
            headers={"HX-Request": "true"},
        )
        try:
            with self.opener.open(request, timeout=20) as answer:
                status, board = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                status, board = error.code, error.read().decode()
        self.board = board
        if status in (200, 409, 422):
            self.version = int(_value(board, "version"))
        return int(status)

    def cookies(self) -> str:
        """Give its cookies as the head of a request has them."""
        request = urllib.request.Request(self.address)
        self.jar.add_cookie_header(request)
        return request.get_header("Cookie", "")

    def post(self, path: str, fields: dict[str, str]) -> None:
        """Send a form of another page of the table."""
        data = urllib.parse.urlencode({"csrf_token": self.csrf, **fields}).encode()
        self.opener.open(self.address + path, data, timeout=20).close()

    def invited(self) -> dict[str, str]:
        """Make the invitations; give their addresses by role, of seats by player."""
        self.post("/guests", {})
        page = self.opener.open(self.address + "/guests", timeout=20).read().decode()
        one = re.compile(r'<h2 id="for-\d+"><bdi>(.*?)</bdi>.*?name="address" value="(.*?)"', re.S)
        return {title.partition("’")[0].lower(): at for title, at in one.findall(page)}


def with_games(folder: Path) -> tuple[str, ...]:
    """The program, the games of a folder lying beside its own."""
    more = f"import companion.games; companion.games.__path__.append({str(folder)!r})"
    return *COMPANION[:2], f"{more}; {COMPANION[2]}"


def _parts(csrf: str, record: str) -> bytes:
    """The home page's form with a record as a file."""
    token = f'--part\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{csrf}\r\n'
    name = 'Content-Disposition: form-data; name="file"; filename="evening.json"'
    return f"{token}--part\r\n{name}\r\n\r\n{record}\r\n--part--\r\n".encode()


def _browser(jar: CookieJar | None = None) -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(CookieJar() if jar is None else jar)
    )


def _value(page: str, name: str) -> str:
    field = re.search(rf'<input[^>]*name="{name}"[^>]*>', page)
    assert field, f"no field {name} on the page"
    value = re.search(r'value="([^"]*)"', field[0])
    assert value, f"no value in {field[0]}"
    return value[1]
