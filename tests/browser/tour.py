"""Every page of the program on a screen, in a language: is all text translated and visible?"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from companion.games import all_games
from companion.store.tables import DEMO_SEATS
from companion.web.circles.money import CURRENCIES
from tests.browser.conftest import tablet
from tests.browser.places import Place, circle_places, places
from tests.browser.walks import enter
from tests.evenings import recorded
from tests.pseudo import WORDS, plain
from tests.serving import Server, Tablet

HERE = Path(__file__).parent
SAID = (HERE / "said.js").read_text()
# Pages without a table, besides those of a game.
ALONE = ("", "/new", "/nowhere", "/t/nowhere", "/open?address=nowhere", "/tv", "/away")

# On these every page is read.
SCREENS = ("phone", "tablet")

# In one of these, by chance.
TYPES = ("normal", "large")

# So many entries of an evening are walked.
MOST = 60


@dataclass
class Tour:
    """Somebody who reads all pages of a server on a device of a language."""

    server: Server
    page: Page
    pseudo: bool
    pages: int = 0
    faults: set[str] = field(default_factory=set)

    def read(self, where: str, known: set[str]) -> None:
        """Read the page at hand; ``known`` are the names on it."""
        found = self.page.evaluate(SAID, self.pseudo)
        self.pages += 1
        wrong = [f"not translated: “{text}”" for text in plain(found["said"], known)]
        self.faults |= {f"{where}: {it}" for it in (*(wrong if self.pseudo else ()), *found["cut"])}

    def open(self, path: str, known: set[str], where: str = "") -> None:
        """Open a page and read it."""
        answer = self.page.goto(self.server.url + path)
        if answer is None or answer.status >= 500:
            self.faults.add(f"{where or path}: cannot be shown")
        self.read(where or path or "/", known)

    def alone(self, path: str) -> None:
        """Read a page without a table; the first one names players of the evening to look at."""
        self.open(path, {"nowhere", *DEMO_SEATS.values()})

    def place(self, place: Place) -> None:
        """Read a page of a table at some moment."""
        path = place.path(self.server.import_table, self.server.text)
        self.open(path, names_in(place.record), f"{place.moment} {place.page}")

    def evening(self, record: dict[str, Any], most: int = MOST) -> None:
        """Walk an evening entry by entry, and read the table after each, and its log at last."""
        known, path = names_in(record), self.server.import_table({**record, "log": []})
        self.open(path, known, record["game"])
        for entry in record["log"][:most]:
            where = f"{record['game']} after {entry['do']}"
            if enter(self.page, entry, partial(self.read, f"{where}, asked", known)) != 200:
                self.faults.add(f"{where}: cannot be shown")
                return
            self.read(where, known)
        for page in ("/log", "/tally"):
            self.open(path + page, known, f"{record['game']} {page}")

    def guests(self, place: Place) -> None:
        """Read what guests see of a table, and the page on which they are invited."""
        first = Tablet(self.server, self.server.import_table(place.record))
        known = names_in(place.record)
        self.open(first.address.removeprefix(self.server.url) + "/guests", known, "guests")
        for who, address in first.invited().items():
            self.open(f"/t/{address}", known, f"{place.moment} as {who}")


def names_in(record: dict[str, Any]) -> set[str]:
    """Return the words of all names in a record, and what money is called."""
    joined = [entry["player"] for entry in record.get("log", ()) if entry["do"] == "join"]
    named = [one["name"] for one in record.get("people", ())]
    names = (*record.get("players", ()), *joined, *named, record.get("name", ""))
    return {*CURRENCIES} | {word for name in names for word in WORDS.findall(name)}


@contextmanager
def touring(
    server: Server, browser: Browser, code: str, size: str, letters: str = "normal"
) -> Iterator[Tour]:
    """Tour a server in a language and letters; the language that is none has the code `el`."""
    with tablet(browser, size, {"type": letters}, locale=code, reduced_motion="reduce") as page:
        yield Tour(server, page, pseudo=code == "el")


def pages() -> list[str]:
    return [
        *ALONE,
        *(f"{page}{game}" for game in all_games() for page in ("/rules/", "/new?game=")),
    ]


def share(tour: Tour, chance: random.Random, many: int) -> None:
    """Read so many pages of each kind, and the beginning of an evening."""
    for path in chance.sample(pages(), many):
        tour.alone(path)
    for place in chance.sample([*places(), *circle_places()], many):
        tour.place(place)
    tour.guests(chance.choice([place for place in places() if not place.page]))
    tour.evening(chance.choice(recorded(chance.choice(list(all_games())))), 4 * many)


def whole(tour: Tour, chance: random.Random) -> None:
    """Read everything, and an evening of every game."""
    for path in pages():
        tour.alone(path)
    for place in places():
        tour.place(place)
        if not place.page:
            tour.guests(place)
    for place in circle_places():
        tour.place(place)
    for game in all_games():
        tour.evening(chance.choice(recorded(game)))
