"""A folder of `companion pocket` on a host of static files, and a browser that can be killed."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Frame, Page, Playwright

from companion.pocket import build
from companion.pocket.build import build_site
from companion.system.errors import CannotStart
from tests.browser.screen import AGAIN

VERSION = "#board input[name=version]"
ENTRIES = "#board button[name=entry]:visible"


def written(folder: Path) -> Path:
    """Give the pocket that is named, or that is there, or write it; skip where npm gives none."""
    site = Path(os.environ.get("COMPANION_POCKET") or folder / "pocket")
    if not site.exists():
        try:
            build.download_pyodide(folder)
        except CannotStart as wrong:
            pytest.skip(f"npm is not to be had: {wrong}")
        build_site(site)
    return site


class Files(SimpleHTTPRequestHandler):
    """A host that sends files and knows no more."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".crt": "application/x-x509-ca-cert",
    }

    def log_message(self, *_: object) -> None:
        pass


class Host(ThreadingHTTPServer):
    """Says nothing of a browser that was killed while it was answered."""

    def handle_error(self, *_: object) -> None:
        pass


@contextmanager
def hosted(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve a folder; give its address."""
    host = Host(("127.0.0.1", port), partial(Files, directory=str(folder)))
    Thread(target=host.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{host.server_port}/"
    finally:
        host.shutdown()
        host.server_close()


class Tablet:
    """A Chromium with a profile of its own, which ends as a battery does."""

    def __init__(self, playwright: Playwright, program: str, profile: Path) -> None:
        self._playwright, self._program, self._profile = playwright, program, profile
        self.start()

    def start(self) -> None:
        port = self._profile / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
        self._process = subprocess.Popen(
            [self._program, *flags, f"--user-data-dir={self._profile}", "about:blank"],
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 60
        while not port.exists() or not port.read_text():
            assert time.monotonic() < deadline, "the browser did not start"
            time.sleep(0.05)
        address = f"http://127.0.0.1:{port.read_text().split()[0]}"
        self._browser = self._playwright.chromium.connect_over_cdp(address)
        self.page: Page = self._browser.contexts[0].new_page()
        self.page.set_default_timeout(90_000)

    @property
    def group(self) -> int:
        """The group of all of its processes."""
        return self._process.pid

    def kill(self) -> None:
        """End all of its processes at once."""
        os.killpg(self.group, signal.SIGKILL)
        self._process.wait()

    def open(self, address: str) -> Frame:
        """Open a pocket; give the frame of its pages."""
        self.page.goto(address)
        return pages_of(self.page)


def pages_of(page: Page) -> Frame:
    """Wait until the app's pages are shown, and give their frame."""
    page.wait_for_selector("body.is-open")
    found = next(frame for frame in page.frames if "/in/" in frame.url)
    found.wait_for_load_state()
    return found


def set_up(pages: Frame, *players: str) -> None:
    """Open a new table from the home page on."""
    pages.get_by_text("New table").first.click()
    for seat, player in enumerate(players):
        pages.locator(f"#name-{seat}").fill(player)
    pages.get_by_role("button", name="Open the table").click()
    pages.wait_for_selector(VERSION, state="attached")


def version(pages: Frame) -> int:
    return int(pages.locator(VERSION).first.input_value())


def tap(pages: Frame) -> int:
    """Tap what is offered first, not twice at once, and see the board drawn; give its version."""
    seen = version(pages)
    time.sleep(AGAIN)
    pages.locator(ENTRIES).first.click(delay=20)
    drawn = "seen => Number(document.querySelector('#board input[name=version]')?.value) !== seen"
    pages.wait_for_function(drawn, arg=seen)
    return version(pages)


def told(pages: Frame, address: str) -> Any:
    """Ask the app for something as a page does, and read the JSON."""
    return pages.evaluate("address => fetch(address).then(answer => answer.json())", address)
