"""A screen that stays awake, also on the usual address of a home network, which is not secure."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import browser_path, drawn, tablet
from tests.evenings import record
from tests.serving import Server

pytestmark = pytest.mark.browser

HOST = "tablet.lan"
TABLE = record(players=["Ann", "Bob", "Cal"])
PLAYS = "() => document.querySelector('video')?.paused === false"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("COMPANION_HOSTS", HOST)
    running = Server(tmp_path / "instance")
    yield running
    running.stop()


def test_on_plain_http_a_silent_video_keeps_the_screen_awake_from_the_first_tap(
    server: Server, chromium: Browser
) -> None:
    path = server.import_table({**TABLE, "log": [{"do": "deal"}, {"do": "keep"}]})
    kind = chromium.browser_type
    rules = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    args = ["--no-sandbox", "--disable-gpu", rules]
    house = kind.launch(executable_path=browser_path(), args=args)
    with tablet(house) as page:
        page.goto(f"http://{HOST}:{server.port}{path}")
        assert page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
        assert page.locator("video").count() == 0
        page.locator("#board .tile[data-card='2C']").click()
        drawn(page, 3)
        page.wait_for_function(PLAYS)
        expect(page.locator("[data-sleepy]")).to_be_hidden()
    with tablet(house) as page:
        page.add_init_script("HTMLMediaElement.prototype.play = () => Promise.reject(Error('no'))")
        page.goto(f"http://{HOST}:{server.port}{path}")
        expect(page.locator("[data-sleepy]")).to_be_hidden()
        page.locator(".ask-question").click()
        expect(page.locator("[data-sleepy]")).to_contain_text(
            "To keep it on, change the device’s display settings"
        )
    house.close()
