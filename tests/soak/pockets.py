"""A tablet alone, killed at any moment of an evening: nothing that was painted is lost."""

import random
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from threading import Timer

from playwright.sync_api import Error, sync_playwright

from tests.browser.conftest import browser_path
from tests.pockets import Tablet, hosted, set_up, tap, version, written
from tests.soak.figures import Figures


def kills(seed: int, many: int) -> Figures:
    """Kill the browser while somebody taps; look whether what was painted is there again."""
    figures, chance = Figures("kills of a pocket"), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site, profile = written(Path(folder)), Path(folder, "profile")
        profile.mkdir()
        with hosted(site) as address:
            tablet = Tablet(playwright, browser_path() or "", profile)
            set_up(tablet.open(address), "Ann", "Bob", "Cem")
            for _ in range(many):
                painted = _tap_until_killed(tablet, address, chance.uniform(0.5, 3))
                started = time.monotonic()
                tablet.start()
                found = version(tablet.open(address))
                figures.note(200, time.monotonic() - started, "start", most=60)
                if found not in (painted, painted + 1):
                    figures.wrong.append(f"painted {painted}, found {found}")
            tablet.kill()
    return figures


def _tap_until_killed(tablet: Tablet, address: str, seconds: float) -> int:
    """Tap for so long; give the version that was painted last."""
    pages = tablet.open(address)
    painted = version(pages)
    Timer(seconds, tablet.kill).start()
    with suppress(Error):
        while True:
            painted = tap(pages)
    time.sleep(0.2)
    return painted
