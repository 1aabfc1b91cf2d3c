"""A real server and a real Chromium for whole evenings."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.browser.glass import Glass
from tests.pockets import written
from tests.serving import Server

SIZES = {
    "tablet": (1024, 768),
    "tablet-upright": (768, 1024),
    "phone": (390, 844),
    "phone-in-browser": (390, 664),
    "tablet-in-browser": (1024, 690),
    "desktop": (1440, 900),
}
# The smallest that there is, on which some pages are looked at besides.
SMALLEST = {"smallest-phone": (360, 640)}
# Milliseconds within which a busy machine, too, shows what is expected.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


def browser_path() -> str | None:
    """The Chromium that make found, or one on the path."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = (shutil.which(name) for name in names)
    return os.environ.get("COMPANION_BROWSER") or next((path for path in found if path), None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


def launched(playwright: Playwright) -> Browser:
    path = browser_path()
    assert path, "No Chromium: name one with COMPANION_BROWSER=/path/to/it."
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = launched(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def site(common: Path) -> Path:
    """A pocket, written once."""
    with FileLock(common / "pocket.lock"):
        return written(common)


@contextmanager
def house(program: Sequence[str] = ()) -> Iterator[tuple[Server, Browser]]:
    """Serve from a folder of its own, and start Chromium, for what runs without pytest."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "instance", program)
        browser = launched(playwright)
        try:
            yield server, browser
        finally:
            browser.close()
            server.stop()


def sized(size: str) -> Any:
    return dict(zip(("width", "height"), {**SIZES, **SMALLEST}[size], strict=True))


def choose(page: Page, chosen: Mapping[str, str]) -> None:
    """Choose for a device, as on *More*, from the next page on: its type, its sound."""
    for key, value in chosen.items():
        page.add_init_script(f"localStorage.setItem('companion-{key}', '{value}')")


def drawn(page: Page, version: int) -> None:
    expect(page.locator("#board")).to_have_attribute("data-version", str(version))


@contextmanager
def tablet(
    browser: Browser, size: str = "tablet", chosen: Mapping[str, str] = {}, **options: Any
) -> Iterator[Page]:
    """Open a page on a device of its own. Any error in a script fails the test."""
    context = browser.new_context(viewport=sized(size), **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    choose(page, chosen)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def lay(server: Server, page: Page, record: dict[str, Any], below: str = "") -> str:
    """Open a new table, or a page below it; return its path."""
    path = server.import_table(record)
    page.goto(server.url + path + below)
    return path


@contextmanager
def shown(
    server: Server, browser: Browser, record: dict[str, Any], size: str = "tablet", **options: Any
) -> Iterator[Page]:
    with tablet(browser, size, **options) as page:
        lay(server, page, record)
        yield page


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with tablet(chromium) as page:
        yield page


@pytest.fixture
def glass(server: Server, chromium: Browser) -> Iterator[Glass]:
    """A tablet that is touched, at a table where Ann has led."""
    with tablet(chromium, has_touch=True) as page:
        laid = Glass(server, page)
        laid.lay()
        yield laid
