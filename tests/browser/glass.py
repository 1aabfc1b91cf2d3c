"""A tablet on a table of three, what is entered on it, and what the table holds then."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.finger import Finger
from tests.browser.screen import Screen
from tests.evenings import record
from tests.notation import entries
from tests.serving import Server, Tablet

# Milliseconds after which a tap at one spot is another one.
AGAIN = 400
LED = "deal; keep; Ann 2C"
LATE, ONCE, OFFLINE = "[data-late]", "[data-once]", "#offline"


def tapped(text: str) -> list[dict[str, Any]]:
    """Read entries as a tap makes them: a play of one card names it alone."""
    raws: list[dict[str, Any]] = [{"do": raw["do"], **raw} for raw in entries(text)]
    for raw in raws:
        if raw["do"] == "play" and len(raw["cards"]) == 1:
            raw["card"] = raw.pop("cards")[0]
    return raws


class Glass:
    """A page with a table, the finger on it, and other devices at the same table."""

    def __init__(self, server: Server, page: Page) -> None:
        self.server, self.page = server, page
        self.screen, self.finger = Screen(page), Finger(page)
        # Chromium may send a request past the first route of a page that is there already.
        page.route("**/entries", lambda route: route.fallback())

    def lay(
        self, log: str = LED, game: str = "michigan-kitty", players: str = "Ann Bob Cal"
    ) -> None:
        self.begun = tapped(log)
        self.path = self.server.import_table(record(game, players.split(), log=self.begun))
        self.page.goto(self.server.url + self.path)

    def sit(self, player: str) -> None:
        seats = Tablet(self.server, self.path).invited()
        self.page.goto(f"{self.server.url}/t/{seats[player.lower()]}")

    def elsewhere(self, entry: str) -> None:
        assert [Tablet(self.server, self.path).tap(raw) for raw in tapped(entry)] == [200]

    def meanwhile(self, entry: str) -> None:
        """Enter something on another device, and see it here."""
        self.elsewhere(entry)
        self.drawn(1)

    def drawn(self, more: int) -> None:
        version = str(len(self.begun) + more)
        expect(self.page.locator("#board")).to_have_attribute("data-version", version)

    def has(self, text: str) -> None:
        """See just these entries since the table was laid, now and a moment later."""
        wanted = tapped(text)
        self.drawn(len(wanted))
        self.page.wait_for_timeout(AGAIN)
        assert self.entered == wanted

    @property
    def entered(self) -> list[Any]:
        """What the table holds besides its beginning."""
        log: list[Any] = self.server.export(self.path)["log"]
        return log[len(self.begun) :]

    def told(self, words: str) -> None:
        """See that a tap was not entered, and which."""
        expect(self.page.locator("[data-late-what]")).to_have_text(words)

    def button(self, text: str, within: str = "#board") -> Locator:
        return self.screen.button_of(tapped(text)[0], within)

    @property
    def nobody(self) -> Locator:
        return self.screen.words("Nobody has it")

    @property
    def undo(self) -> Locator:
        return self.page.locator(".button-undo").first

    def seat(self, player: str) -> Locator:
        return self.screen.seat(player)

    @contextmanager
    def on_its_way(self) -> Iterator[None]:
        """Hold what is entered meanwhile on its way, as long as that takes on a busy machine."""
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        self.page.route("**/entries", hold)
        yield
        self.page.unroute("**/entries", hold)
        for route in held:
            route.continue_()

    def slow(self) -> None:
        """Slow the network of the tablet down: an answer is there after 0.8 s."""
        network = self.page.context.new_cdp_session(self.page)
        limits = {"latency": 800, "downloadThroughput": -1, "uploadThroughput": -1}
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", {**limits, "offline": False})
