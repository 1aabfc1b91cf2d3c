"""How soon a browser by itself opens, and what a tap costs as a ratio to the same tap at a server.

Both are pages of one Chromium, tapped by turns; then again while all of its processes are held for
three quarters of the time, as on a tablet with a processor a quarter as fast. The server is never
held: at home it is another computer.
"""

import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Frame, sync_playwright

from tests.browser.conftest import browser_path
from tests.browser.painting import PRESS, WATCH
from tests.browser.screen import AGAIN, middle
from tests.pockets import ENTRIES, Tablet, hosted, pages_of, set_up, version, written
from tests.serving import COMPANION, Server

ROUNDS = 4
# Taps of a round, in each of the two.
TAPS = 8

TABLET = {"width": 1024, "height": 768}

# Seconds that a slow processor works, and that it is held, again and again.
RUNS, HELD = 0.005, 0.015


def main() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site, profile = written(Path(folder)), Path(folder, "profile")
        profile.mkdir()
        server = Server(Path(folder, "instance"), COMPANION)
        tablet = Tablet(playwright, browser_path() or "", profile)
        try:
            with hosted(site) as address:
                first, _ = _opened(tablet, address)
                tablet.kill()
                tablet.start()
                later, alone = _opened(tablet, address)
                served = _served(tablet, server)
                for pages in (alone, served):
                    pages.page.set_viewport_size(TABLET)
                    set_up(pages, "Ann", "Bob", "Cem")
                    pages.evaluate(WATCH)
                whole = _ratio("two whole cores", alone, served)
                with slow(tablet.group):
                    slowed = _ratio("a quarter as fast", alone, served)
        finally:
            tablet.kill()
            server.stop()
    print("(at most 1.1, and 1.35 on the slow processor)")
    print(f"first start {first:.1f} s, later {later:.1f} s (at most 2.4 and 1.4 on a calm machine)")
    starts = {"first start": first, "later start": later}
    return {"tap alone / at a server": whole, "the same, slow": slowed, **starts}


def _opened(tablet: Tablet, address: str) -> tuple[float, Frame]:
    """Open a pocket; give seconds until its pages are shown, and their frame."""
    began = time.monotonic()
    tablet.page.goto(address)
    # a selector is looked for only every half second
    tablet.page.wait_for_function("() => document.body.matches('.is-open')", polling=20)
    return time.monotonic() - began, pages_of(tablet.page)


def _served(tablet: Tablet, server: Server) -> Frame:
    """Open the server's home page in a tab of its own."""
    page = tablet.page.context.new_page()
    page.set_default_timeout(90_000)
    page.goto(server.url)
    return page.main_frame


def _ratio(said: str, alone: Frame, served: Frame) -> float:
    """Tap both by turns; print the medians, and give their ratio."""
    times: dict[Frame, list[float]] = {alone: [], served: []}
    for _ in range(ROUNDS):
        for pages, took in times.items():
            pages.page.bring_to_front()
            took += [_painted(pages) for _ in range(TAPS)]
    mine, theirs = (statistics.median(took) for took in times.values())
    print(f"{said}: alone {mine:.0f} ms, at a server {theirs:.0f} ms: {mine / theirs:.2f}")
    return mine / theirs


def _painted(pages: Frame) -> float:
    """Tap what is offered first, as a finger does; give milliseconds until it is painted."""
    seen, counted = version(pages), pages.evaluate("window.painted.length")
    time.sleep(AGAIN)
    pages.page.mouse.click(*middle(pages.locator(ENTRIES).first), delay=PRESS)
    pages.wait_for_function("n => window.painted.length > n", arg=counted, polling=100)
    assert version(pages) > seen
    return float(pages.evaluate("n => window.painted[n]", counted))


@contextmanager
def slow(group: int) -> Iterator[None]:
    """Hold a group of processes for most of the time."""
    ended = threading.Event()

    def hold() -> None:
        while not ended.wait(RUNS):
            os.killpg(group, signal.SIGSTOP)
            time.sleep(HELD)
            os.killpg(group, signal.SIGCONT)

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        yield
    finally:
        ended.set()
        holder.join()
