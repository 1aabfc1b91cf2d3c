"""Browsers that are older, without scripts, or used with a mouse."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import drawn, lay, tablet
from tests.browser.screen import Screen
from tests.evenings import record
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(2, of=__name__)]

LOG = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "2C"}]
RECORD = record(players=["Ann", "Bob", "Cal"], log=LOG)
RUN = {"do": "play", "player": "Bob", "cards": ["3C", "4C", "5C"]}
BEFORE_IPADOS_16 = "delete HTMLFormElement.prototype.requestSubmit"
BEFORE_CHROME_88 = "CSS.supports = () => false"
REFUSES = "HTMLFormElement.prototype.requestSubmit = () => { throw new Error('refused') }"


def laid(server: Server, page: Page, script: str = "") -> str:
    """Lay a table in a browser that differs by a script."""
    page.add_init_script(script)
    return lay(server, page, RECORD)


def stroke(page: Page) -> None:
    screen = Screen(page)
    screen.stroke(screen.seat("Bob"), page.locator("#upto-5C"))


@pytest.mark.parametrize("touched", [True, False], ids=["touched", "by-mouse"])
@pytest.mark.parametrize("script", [BEFORE_IPADOS_16, ""], ids=["ipados-15", "current"])
def test_a_stroke_is_entered_and_nothing_else_is_told(
    server: Server, chromium: Browser, script: str, touched: bool
) -> None:
    with tablet(chromium, has_touch=touched) as page:
        path = laid(server, page, script)
        stroke(page)
        assert server.export(path)["log"][3:] == [RUN]
        expect(page.locator("[data-late]")).to_be_hidden()


def test_a_stroke_that_fails_leaves_no_run_for_the_next_tap(server: Server, page: Page) -> None:
    path = laid(server, page)
    page.evaluate(f"{REFUSES}; addEventListener('error', (event) => event.preventDefault())")
    screen = Screen(page)
    page.locator("#upto-5C").drag_to(screen.seat("Bob"))
    expect(page.locator("#tap > [name=upto]")).to_have_count(0)
    screen.enter(screen.seat("Cal"))
    assert server.export(path)["log"][3:] == [{"do": "play", "player": "Cal", "card": "3C"}]


def test_a_browser_that_is_too_old_says_so_in_place_of_a_board(server: Server, page: Page) -> None:
    laid(server, page, BEFORE_CHROME_88)
    expect(page.locator("[data-too-old]")).to_contain_text("too old")
    expect(page.locator("#board")).to_be_hidden()


def test_what_is_tapped_before_the_scripts_are_there_is_entered(server: Server, page: Page) -> None:
    path, held = server.import_table(RECORD), []
    # all that are deferred wait for the first of them
    page.route("**/htmx.min*", lambda route: held.append(route.request.url))
    page.goto(server.url + path, wait_until="commit")
    Screen(page).seat("Bob").click(no_wait_after=True)
    drawn(page, 4)
    assert len(held) == 2, "of the page that was tapped, and of the next one"
    assert server.export(path)["log"][3:] == [{"do": "play", "player": "Bob", "card": "3C"}]


def test_an_entry_is_changed_without_a_word_in_the_console(server: Server, page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text))
    lay(server, page, RECORD, "/log/2")
    with page.expect_response("**/log/2?**"):
        page.locator("#change").dispatch_event("input")
    assert said == []
