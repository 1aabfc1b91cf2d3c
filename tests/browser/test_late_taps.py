"""A tap counts for what it was made on: no other thing is entered, and none is lost unsaid."""

import pytest
from playwright.sync_api import expect

from tests.browser.cases import play_case
from tests.browser.glass import AGAIN, OFFLINE, Glass
from tests.browser.screen import middle
from tests.core.table import read_cases

pytestmark = [pytest.mark.browser, pytest.mark.share(8, of=__name__)]

CASES = """
what comes under the finger meanwhile is not tapped
    press nobody; meanwhile stop; lift => told Nobody has it, has stop
that nobody has it does not count for the next question
    press nobody; meanwhile Ann 3C; lift => told Nobody has it, has Ann 3C
undo does not count for the next question
    press undo; meanwhile Ann 3C; lift => told Undo Ann plays 2♣, has Ann 3C
a seat does not count for the next question
    press Bob; meanwhile Ann 3C; lift => told Bob, has Ann 3C
a stroke does not count for the next question
    press Bob; slide .run-so-far; meanwhile Ann 3C; slide #upto-6C; lift => told Bob, has Ann 3C
a seat that was typed does not count for the next question
    type 2; meanwhile Ann 3C => told Bob, has Ann 3C
a bid tapped meanwhile is not the next player's
    lay (deal; Ann bids 1); hold the line; tap 2; tap 5; let it go => told 5, has Bob bids 2
who taps once more that nobody has it while it is on its way taps once
    hold the line; touch nobody; wait; touch nobody; let it go => has stop
who taps undo once more while it is on its way taps once
    hold the line; touch undo; wait; touch undo; let it go => has undo
who taps a seat once more while it is on its way taps once
    hold the line; touch Bob; wait; touch Bob; let it go => has Bob 3C
retry enters nothing but what was tapped
    fail 500; tap Bob; see #offline; meanwhile Ann 3C; tap [data-retry] => told Bob, has Ann 3C
the page of a proxy takes no board away
    fail 503 <h1>Busy</h1>; tap Bob; see #offline => has Bob 3C
the empty answer of a proxy takes no board away
    fail 503; tap Bob; see #offline => has Bob 3C
a tap that is told to wait is sent again
    sit Bob; fail 429 The server is busy; tap "Bob 3C"; see #offline Your tap is saved
    => has Bob 3C, see no #offline
a tap that is lost stays on its button until it is sent again
    offline; tap Bob; see #offline Your tap is saved; see .is-pending Bob; tap [data-retry];
    see #offline; online => has Bob 3C, see no #offline
a tap whose answer was lost is entered once though the page is loaded again
    lose an answer; tap Bob; see #offline; reload => has Bob 3C, see no #offline
a tap on its way is found again after a reload
    lose a tap; tap "Bob 3C"; reload => has Bob 3C
a tap on its way from a seat is found again after a reload
    sit Bob; lose a tap; tap "Bob 3C"; reload => has Bob 3C
a tap on a slow line is entered once though the page is loaded again
    sit Bob; slow; tap "Bob 3C"; reload => has Bob 3C
a kept tap is not entered where the table has gone on and is named
    offline; tap "Bob 3C"; see #offline; elsewhere Cal 3C; online
    => see [data-late] Not entered: Bob, has Cal 3C, see no #offline
a kept tap from a seat is not entered where the table has gone on and is named
    sit Bob; offline; tap "Bob 3C"; see #offline; elsewhere Cal 3C; online
    => see [data-late] Not entered: I play 3♣, has Cal 3C, see no #offline
a tap behind a lost one is told
    offline; tap nobody; see #offline; tap Bob; online => told Bob, has stop
a kept tap that is refused leaves the table there
    offline; tap Bob; see #offline; forget; online
    => told Bob, see .ask-question Who plays it?, has nothing
a link leads nowhere while the connection is lost
    offline; see #offline; tap .hand-mark a; wait; see #board; tap [data-retry]; wait;
    see #board; online; tap .hand-mark a => see no #board
a link leads on from a tap that has failed
    fail 500; tap Bob; see #offline; tap .hand-mark a => see no #board
a tap made meanwhile is entered after it
    hold the line; tap Bob; tap Ann; let it go => has Bob 3C; Ann 4C
a tap made meanwhile that no longer fits is told
    hold the line; tap nobody; tap Bob; let it go
    => told Bob, has stop, tap undo, see no [data-late]
a tap made while a sheet is sent is told at the table
    open /more/player?player=Ann; hold the line; tap BUYS button[value='5'];
    tap BUYS button[value='20']; let it go => told 20, has Ann buys in 5
what was tapped looks so until the answer is there
    hold the line; tap Bob; see .is-sent Bob; let it go; drawn 1 => see no .is-sent
a quick tap elsewhere counts at once
    tap Bob; drawn 1; tap Ann; drawn 2; tap Bob; drawn 3; tap Ann
    => has Bob 3C; Ann 4C; Bob 5C; Ann 6C
undo tapped twice takes back one
    touch undo; touch undo => has undo
players who pass one after another tap each at another place
    lay (deal; Ann bids 2); tap Bob => has Bob passes
a play over a stop into the next lead and its run is one gesture
    lay (deal; keep; Ann KC); press "Bob AC"; go on "Bob AC 4D"; go on "Bob AC 4D 5D 6D"; lift
    => has Bob AC 4D 5D 6D
a finger lifted beside what it held has not gone on
    lay (deal; keep; Ann KC); press Bob; see #ahead; slide .where; lift
    => see no #ahead, has nothing
a finger lifted where it came down has tapped
    lay (deal; keep; Ann KC); press Bob; see #ahead; lift => see no #ahead, has Bob AC
a cup that is slid to its winner is won
    lay wanagan (deal); press #pot-flush .saucer; slide Bob; lift => has award flush Bob
a winner who is slid to a cup has won it
    lay wanagan (deal); press Bob; slide #pot-flush .saucer; lift => has award flush Bob
a link that is held and let go leads where a tap does
    lay (deal Ann 1 Bob 2 Cal 1 dummy 48; keep; Ann 2C);
    press #ask a:has-text('Cards left (optional)'); see #ahead; lift => see [data-missing] 2
"""


@pytest.mark.parametrize("case", read_cases(CASES, BUYS="form:has(input[value='buy-in'])"))
def test_a_touch_counts_for_what_it_was_made_on(glass: Glass, case: str) -> None:
    play_case(glass, case)


def test_a_finger_that_slips_along_its_button_has_tapped_it(glass: Glass) -> None:
    x, y = middle(glass.nobody)
    glass.finger.down((x, y))
    for far in (8, 16, 24):
        glass.finger.slide((x + far, y))
    glass.finger.up()
    glass.has("stop")


def test_a_tap_counts_beside_a_palm_that_rests_on_the_table(glass: Glass) -> None:
    glass.finger.down((512, 300), finger=1)
    glass.finger.tap(middle(glass.seat("Bob")), finger=2)
    glass.has("Bob 3C")


def test_a_gesture_is_its_own_finger_s(glass: Glass) -> None:
    ann, bob = (middle(glass.seat(player)) for player in ("Ann", "Bob"))
    glass.finger.down(bob, finger=1)
    glass.page.wait_for_selector("#ahead")
    glass.finger.down((512, 300), finger=2)
    glass.finger.up(finger=2)
    expect(glass.page.locator("#ahead")).to_have_count(1)
    glass.finger.down(ann, finger=2)
    glass.finger.up(finger=2)
    glass.has("Ann 3C")


def test_a_part_of_the_log_opens_in_its_place_once_the_server_answers(glass: Glass) -> None:
    glass.lay("deal; keep; break-off; deal; keep")
    page = glass.page
    page.goto(f"{glass.server.url}{glass.path}/log")
    page.route("**/log/part/*", lambda route: route.fulfill(status=500), times=1)
    link = page.locator("[hx-get*='/log/part/']")
    link.tap()
    expect(page.locator(OFFLINE)).to_be_visible()
    page.wait_for_timeout(AGAIN)
    link.tap()
    expect(page.locator(OFFLINE)).to_be_hidden()
    page.wait_for_timeout(AGAIN)
    assert page.url == f"{glass.server.url}{glass.path}/log"


@pytest.mark.parametrize("button", ["right", "middle"])
def test_only_the_left_button_of_a_mouse_draws_a_run(glass: Glass, button: str) -> None:
    glass.lay("deal; keep")
    mouse, tiles = glass.page.mouse, glass.page.locator("#board button.tile")
    mouse.move(*middle(tiles.nth(0)))
    mouse.down(button=button)  # type: ignore[arg-type]
    mouse.move(*middle(tiles.nth(3)), steps=4)
    mouse.up(button=button)  # type: ignore[arg-type]
    glass.has("")
