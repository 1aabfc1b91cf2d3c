"""Tables of cases for a tablet that is touched: what fingers do there, and what is entered then.

A case is a sentence; below it stands what is done, between semicolons, and after ``=>`` what comes
of it, between commas:

    what comes under the finger meanwhile is not tapped
        press nobody; meanwhile stop; lift => told Nobody has it, has stop

What is touched is nobody, undo, a player, chips such as 5, ``"Ann 3C"`` for the button that makes
this entry, or a selector. Ann has led the 2 of clubs, unless another table is laid. What is done:

    lay (deal; keep) | lay wanagan (deal) | sit Bob | open /more/player?player=Ann
    press nobody | slide #upto-6C | go on "Bob AC 4D" | lift | tap Bob | touch Bob | type 2
    meanwhile stop | elsewhere stop | wait | drawn 2 | hold the line | let it go
    offline | online | slow | forget | reload | lose a tap | lose an answer | fail 503 <h1>Busy</h1>

What comes of it: ``told Bob`` of a tap that came too late, ``has stop; undo``, ``has nothing``,
``see #offline``, ``see no #offline``, ``see #offline Your tap is kept``; or more that is done.
"""

import re
from collections.abc import Callable
from contextlib import ExitStack

from playwright.sync_api import Locator, Route, expect

from tests.browser.glass import AGAIN, Glass
from tests.browser.screen import middle

# Semicolons between brackets part nothing.
SEMICOLON = re.compile(r"; (?![^()]*\))")


def play_case(glass: Glass, case: str) -> None:
    done, _, came = case.partition(" => ")
    hands = Hands(glass)
    for deed in (*SEMICOLON.split(done), *came.split(", ")):
        hands.do(deed)


class Hands:
    def __init__(self, glass: Glass) -> None:
        self.glass, self.page, self.finger = glass, glass.page, glass.finger
        self.line = ExitStack()

    def do(self, deed: str) -> None:
        found = ((act, re.fullmatch(words, deed)) for words, act in DEEDS.items())
        act, match = next((act, match) for act, match in found if match)
        act(self, *match.groups(default=""))

    def thing(self, name: str) -> Locator:
        if name.startswith('"'):
            return self.glass.button(name.strip('"'))
        if name.isdigit():
            return self.page.locator(f"#board button[name='key-chips'][value='{name}']")
        if name in ("nobody", "undo"):
            return self.glass.nobody if name == "nobody" else self.glass.undo
        return self.glass.seat(name) if name[0].isupper() else self.page.locator(name)

    def go_on(self, play: str) -> None:
        way = self.glass.button(play, "#ahead")
        way.wait_for()
        self.finger.slide(self.page.locator("#ahead .ask-hint"))
        self.finger.slide(way)

    def fail(self, status: str, body: str) -> None:
        answer = {"status": int(status), "body": body}
        self.page.route("**/entries", lambda route: route.fulfill(**answer), times=1)

    def see(self, no: str, thing: str, words: str) -> None:
        there = expect(self.page.locator(thing))
        if words:
            there.to_contain_text(words)
        else:
            there.to_be_visible(visible=not no)


def lose_answer(route: Route) -> None:
    route.fetch()
    route.abort()


DEEDS: dict[str, Callable[..., object]] = {
    r"lay (?:([a-z-]+) )?\((.+)\)": lambda h, game, log: h.glass.lay(log, game or "michigan-kitty"),
    r"sit (\w+)": lambda h, player: h.glass.sit(player),
    r"open (\S+)": lambda h, path: h.page.goto(h.glass.server.url + h.glass.path + path),
    r"press (.+)": lambda h, name: h.finger.down(middle(h.thing(name))),
    r"slide (.+)": lambda h, name: h.finger.slide(h.thing(name)),
    r'go on "(.+)"': Hands.go_on,
    r"lift": lambda h: h.finger.up(),
    r"tap (.+)": lambda h, name: h.thing(name).tap(),
    r"touch (.+)": lambda h, name: h.finger.tap(middle(h.thing(name))),
    r"type (.+)": lambda h, keys: h.page.keyboard.type(keys),
    r"meanwhile (.+)": lambda h, entry: h.glass.meanwhile(entry),
    r"elsewhere (.+)": lambda h, entry: h.glass.elsewhere(entry),
    r"wait": lambda h: h.page.wait_for_timeout(AGAIN),
    r"drawn (\d+)": lambda h, more: h.glass.drawn(int(more)),
    r"hold the line": lambda h: h.line.enter_context(h.glass.on_its_way()),
    r"let it go": lambda h: h.line.close(),
    r"(offline|online)": lambda h, how: h.page.context.set_offline(how == "offline"),
    r"slow": lambda h: h.glass.slow(),
    r"forget": lambda h: h.page.context.clear_cookies(),
    r"reload": lambda h: h.page.reload(),
    r"lose a tap": lambda h: h.page.route("**/entries", lambda _: None, times=1),
    r"lose an answer": lambda h: h.page.route("**/entries", lose_answer, times=1),
    r"fail (\d+) ?(.*)": Hands.fail,
    r"see (no )?(\S+) ?(.*)": Hands.see,
    r"told (.+)": lambda h, words: h.glass.told(words),
    r"has (.+)": lambda h, entries: h.glass.has("" if entries == "nothing" else entries),
}
