"""A real server and a real Chromium for whole evenings."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

SIZES = {
    "tablet": (1024, 768),
    "tablet-upright": (768, 1024),
    "phone": (390, 844),
    "desktop": (1440, 900),
}


def browser_path() -> str | None:
    """The Chromium that make found, or one on the path."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = (shutil.which(name) for name in names)
    return os.environ.get("COMPANION_BROWSER") or next((path for path in found if path), None)


class Server:
    """`companion run` in a process of its own, on a free port and an empty instance."""

    def __init__(self, instance: Path) -> None:
        self.instance = instance
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        environment = {**os.environ, "COMPANION_INSTANCE": str(self.instance)}
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-c", "from companion.cli import main; raise SystemExit(main())"),
                *("run", "--host", "127.0.0.1", "--port", str(self.port)),
            ],
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        self._await()

    def _await(self) -> None:
        for _ in range(200):
            try:
                urllib.request.urlopen(self.url, timeout=1).close()
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
            else:
                return
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(timeout=10)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "instance")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = browser_path()
    assert path, "No Chromium: name one with CHROMIUM=/path/to/it."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A tablet lying on the table. Any error in a script fails the test."""
    width, height = SIZES["tablet"]
    context = chromium.new_context(viewport={"width": width, "height": height})
    tablet = context.new_page()
    errors: list[str] = []
    tablet.on("pageerror", lambda error: errors.append(str(error)))
    yield tablet
    context.close()
    assert errors == []
