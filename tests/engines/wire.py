"""Firefox and WebKitGTK at the end of a wire: commands of WebDriver, over HTTP or Marionette."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.serving import free_port

# Seconds that a browser may take to begin.
PATIENCE = 60

# The path of each command in HTTP, below its session.
COMMANDS = {
    "NewSession": "",
    "Navigate": "url",
    "ExecuteScript": "execute/sync",
    "PerformActions": "actions",
    "SetWindowRect": "window/rect",
}

Ask = Callable[[str, Mapping[str, Any]], Any]


class Failed(Exception):
    """A browser that refused a command."""


class Http:
    """A session with a driver that speaks HTTP."""

    def __init__(self, port: int, wishes: Mapping[str, Any]) -> None:
        self.base = f"http://127.0.0.1:{port}/session"
        begun = self("NewSession", {"capabilities": {"alwaysMatch": wishes}})
        self.base += "/" + begun["sessionId"]

    def __call__(self, command: str, told: Mapping[str, Any]) -> Any:
        url = f"{self.base}/{COMMANDS[command]}".rstrip("/")
        head = {"Content-Type": "application/json"}
        asked = urllib.request.Request(url, json.dumps(told).encode(), head)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failed(error.read().decode()) from None


class Marionette:
    """A session with Firefox, which needs no driver beside it."""

    def __init__(self, port: int) -> None:
        self.wire = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.file = self.wire.makefile("rb")
        self.number = 0
        self._read()
        self("NewSession", {})

    def __call__(self, command: str, told: Mapping[str, Any]) -> Any:
        self.number += 1
        said = json.dumps([0, self.number, f"WebDriver:{command}", told]).encode()
        self.wire.sendall(b"%d:%s" % (len(said), said))
        _, _, error, value = self._read()
        if error:
            raise Failed(error)
        return value.get("value", value) if isinstance(value, dict) else value

    def _read(self) -> Any:
        length = b""
        while (letter := self.file.read(1)) != b":":
            length += letter
        return json.loads(self.file.read(int(length)))


@contextmanager
def firefox() -> Iterator[Ask]:
    """Begin a Firefox that nobody sees."""
    port, home = free_port(), Path(tempfile.mkdtemp())
    wishes = {"marionette.port": port, "dom.w3c_touch_events.enabled": 1}
    lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in wishes.items()]
    (home / "user.js").write_text("\n".join(lines), encoding="utf-8")
    program = shutil.which("firefox-esr") or shutil.which("firefox") or "firefox"
    command = [program, "--headless", "--marionette", "--profile", str(home)]
    with _running(command, {"HOME": str(home)}):
        yield _soon(lambda: Marionette(port))
    shutil.rmtree(home, ignore_errors=True)


@contextmanager
def webkit() -> Iterator[Ask]:
    """Begin a WebKitGTK on a screen that nobody sees."""
    port, display = free_port(), f":{free_port() % 900 + 90}"
    screen = ["Xvfb", display, "-screen", "0", "1400x1200x24", "-nolisten", "tcp"]
    driver = ["WebKitWebDriver", f"--port={port}"]
    with _running(screen, {}), _running(driver, {"DISPLAY": display}):
        browser = {"binary": _mini_browser(), "args": ["--automation"]}
        yield _soon(lambda: Http(port, {"webkitgtk:browserOptions": browser}))


ENGINES = {"firefox": firefox, "webkit": webkit}


def _mini_browser() -> str:
    found = sorted(Path("/usr/lib").glob("**/webkit2gtk-4.*/MiniBrowser"))
    assert found, "There is no MiniBrowser of WebKitGTK here."
    return str(found[-1])


@contextmanager
def _running(command: list[str], environment: Mapping[str, str]) -> Iterator[None]:
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=output, stderr=output
        )
        try:
            yield
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()


def _soon(begin: Callable[[], Ask]) -> Ask:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return begin()
        except (OSError, Failed):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)
