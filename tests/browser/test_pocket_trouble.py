"""Companion in a browser alone that is full, stores nothing, or has an older version."""

import base64
import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import render_template
from playwright.sync_api import Browser, Frame, Page, Playwright, expect

from companion.app import create_app
from companion.pocket.build import SITE_FILES, integrity_hash, shell_words
from tests.browser.conftest import browser_path
from tests.commands import companion
from tests.pockets import VERSION, Tablet, hosted, pages_of, set_up, tap, version
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(900)]

RELEASES = Path(__file__).parent.parent / "store" / "releases"
NO_ROOM = "This device has no room left"

FOLDER = """const folder = await (await navigator.storage.getDirectory())
    .getDirectoryHandle("companion-", { create: true });"""
PUT = f"""async (content) => {{
    {FOLDER}
    const file = await folder.getFileHandle("companion.sqlite", {{ create: true }});
    const stream = await file.createWritable();
    await stream.write(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)));
    await stream.close();
}}"""
COPY = f"""async (name) => {{
    {FOLDER}
    const file = await (await folder.getFileHandle(name)).getFile();
    const reader = new FileReader();
    reader.readAsDataURL(file);
    await new Promise((done) => {{ reader.onload = done; }});
    return reader.result.split(",")[1];
}}"""
WAITS = "navigator.serviceWorker.getRegistration().then((known) => known.waiting !== null)"
NAMES = """(names) => {
    for (const [name, value] of Object.entries(names)) {
        Object.defineProperty(navigator, name, { get: () => value });
    }
}"""
# How Safari names itself on an iPad too.
APPLE = {"vendor": "Apple Computer, Inc.", "platform": "MacIntel"}


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    context.set_default_timeout(90_000)
    yield context.new_page()
    context.close()


def allow(page: Page, address: str, size: int) -> None:
    page.context.new_cdp_session(page).send(
        "Storage.overrideQuotaForOrigin", {"origin": address.rstrip("/"), "quotaSize": size}
    )


def test_a_full_device_says_so_before_an_evening_and_shows_and_saves_that_of_tonight(
    site: Path, playwright: Playwright, tmp_path: Path
) -> None:
    tablet = Tablet(playwright, browser_path() or "", tmp_path)
    page = tablet.page
    with hosted(site) as address:
        allow(page, address, 1000)
        page.goto(address)
        expect(page.locator("#status")).to_contain_text(NO_ROOM, timeout=90_000)
        allow(page, address, 2**30)
        page.reload()
        set_up(pages_of(page), "Ann", "Bob", "Cem")
        allow(page, address, 1000)
        page.reload()
        pages = pages_of(page)
        expect(page.locator("#note")).to_contain_text(NO_ROOM)
        page.locator("#note").get_by_role("button").click()
        saved = json.loads(taken(page, pages, tmp_path / "saved.json").read_text())
        assert saved["players"] == ["Ann", "Bob", "Cem"]
        (tmp_path / "saved.sqlite").write_bytes(copied(page, "companion.sqlite"))
    tablet.kill()
    house = tmp_path / "house"
    assert companion("restore", str(tmp_path / "saved.sqlite"), instance=house).returncode == 0
    with closing(sqlite3.connect(house / "companion.sqlite")) as kept:
        assert any('"Ann"' in line for line in kept.iterdump())


def test_a_browser_that_may_keep_nothing_says_so(
    site: Path, playwright: Playwright, tmp_path: Path
) -> None:
    program = browser_path() or ""
    if "headless-shell" in program:
        pytest.skip("this Chromium heeds no settings of a profile")
    chosen = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(chosen))
    tablet = Tablet(playwright, program, tmp_path)
    with hosted(site) as address:
        tablet.page.goto(address)
        expect(tablet.page.locator("#status")).to_contain_text(
            "no evening would be safe", timeout=90_000
        )
    tablet.kill()


def test_a_new_version_waits_for_the_open_page_and_brings_old_evenings_up(
    site: Path, page: Page, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "old")) as old:
        old.executescript((RELEASES / "0005.sql").read_text("utf-8"))
    shutil.copytree(site, tmp_path / "site")
    with hosted(tmp_path / "site") as address:
        page.goto(f"{address}LICENCES.txt")
        page.evaluate(PUT, base64.b64encode((tmp_path / "old").read_bytes()).decode())
        page.goto(f"{address}#t/table-1")
        expect(pages_of(page).locator("body")).to_contain_text("Dee", timeout=90_000)
        assert revision_of_copy(page, tmp_path) == "0005"
        renew(tmp_path / "site")
        page.evaluate("navigator.serviceWorker.ready.then((known) => known.update())")
        page.wait_for_function(WAITS)
        page.reload()
        pages_of(page)
        assert "next" not in build(page), "what is open goes on with what it began with"
        page.goto("about:blank")
        time.sleep(1)
        page.goto(address)
        expect(pages_of(page).locator("body")).to_contain_text("Dee", timeout=90_000)
        assert "next" in build(page)
        assert revision_of_copy(page, tmp_path) > "0005"
        pages = pages_of(page)
        pages.goto(f"{address}in/")
        pages.get_by_text("Open a saved record").click()
        pages.get_by_role("button", name="before the last update").click()
        expect(pages.get_by_text("evenings were added")).to_be_visible()


def copied(page: Page, name: str) -> bytes:
    return base64.b64decode(page.evaluate(COPY, name))


def revision_of_copy(page: Page, folder: Path) -> str:
    """Return the version of the evenings that were kept before the last upgrade."""
    (folder / "copy").write_bytes(copied(page, "before.sqlite"))
    with closing(sqlite3.connect(folder / "copy")) as kept:
        return str(kept.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def renew(site: Path) -> None:
    index, worker = site / "index.html", site / "sw.js"
    old = index.read_bytes()
    new = old.replace(b'data-version="', b'data-version="next-')
    index.write_bytes(new)
    worker.write_text(
        worker.read_text("utf-8").replace(integrity_hash(old), integrity_hash(new)), "utf-8"
    )


def build(page: Page) -> str:
    return page.locator("html").get_attribute("data-version") or ""


@pytest.mark.parametrize(
    ("named", "is_said"),
    [
        (APPLE, True),
        ({**APPLE, "standalone": True}, False),
        ({**APPLE, "platform": "Linux x86_64"}, False),
        ({}, False),
    ],
    ids=["in Safari", "on its home screen", "in another WebKit", "in Chromium"],
)
def test_what_safari_deletes_is_said_once_and_only_where_it_does(
    site: Path, page: Page, named: dict[str, object], is_said: bool
) -> None:
    page.add_init_script(f"({NAMES})({json.dumps(named)})")
    note = page.locator("#note")
    with hosted(site) as address:
        page.goto(address)
        pages_of(page)
        expect(note).to_be_visible(visible=is_said)
        if is_said:
            expect(note).to_contain_text("seven days")
            note.get_by_role("button").click()
            page.reload()
            pages_of(page)
            expect(note).to_be_hidden()


def test_an_evening_moves_to_a_server_and_back_in_three_taps_on_each_side(
    site: Path, page: Page, chromium: Browser, server: Server, tmp_path: Path
) -> None:
    at_home = chromium.new_context().new_page()
    with hosted(site) as address:
        page.goto(address)
        pages = pages_of(page)
        set_up(pages, "Ann", "Bob", "Cem")
        painted = tap(pages)
        record = taken(page, pages, tmp_path / "there.json")
        at_home.goto(server.url)
        brought(at_home.main_frame, record)
        assert version(at_home.main_frame) == painted
        painted = tap(at_home.main_frame)
        record = taken(at_home, at_home.main_frame, tmp_path / "back.json")
        pages.goto(f"{address}in/")
        brought(pages, record)
        assert version(pages) == painted
    at_home.context.close()


def taken(page: Page, pages: Frame, file: Path) -> Path:
    """Take an evening along as a file: two taps."""
    pages.get_by_role("link", name="Tally").click()
    with page.expect_download() as download:
        pages.get_by_role("link", name="Record").click()
    download.value.save_as(file)
    return file


def brought(pages: Frame, record: Path) -> None:
    """Open a file as a table: three taps, one of them chooses the file."""
    pages.get_by_text("Open a saved record").click()
    pages.get_by_label("File", exact=True).set_input_files(record)
    pages.get_by_role("button", name="Open the file").click()
    pages.wait_for_selector(VERSION, state="attached")


def test_where_a_house_is_not_trusted_yet_the_page_says_so_and_leads_on(
    page: Page, tmp_path: Path
) -> None:
    app = create_app({"INSTANCE_PATH": tmp_path / "house"})
    shutil.copytree(SITE_FILES, tmp_path / "pocket")
    with app.test_request_context():
        shell = render_template("pocket/shell.html", version="new", words=shell_words())
    (tmp_path / "pocket" / "index.html").write_text(shell, "utf-8")
    (tmp_path / "trust").mkdir()
    (tmp_path / "trust" / "companion-house.crt").write_text("")
    refuse = "navigator.serviceWorker.register = async () => { throw new DOMException('', '%s'); }"
    page.add_init_script(refuse % "SecurityError")
    with hosted(tmp_path) as address:
        page.goto(f"{address}pocket/")
        expect(page.get_by_text("does not yet trust the computer that runs")).to_be_visible()
        expect(page.get_by_role("link")).to_have_attribute("href", "../trust")
        (tmp_path / "trust" / "companion-house.crt").unlink()
        page.reload()
        expect(page.get_by_text("If this is a private window")).to_be_visible()
