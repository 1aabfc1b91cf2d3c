"""Whole evenings walked entry by entry, to see that nothing moves, is covered or cut."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from companion.games import all_games
from tests.browser.conftest import SIZES, lay, tablet
from tests.browser.geometry import Stillness
from tests.evenings import recorded, renamed
from tests.serving import Server
from tests.simulated.dealer import FAMILY, NAMES, Dealer

HERE = Path(__file__).parent
STEP = (HERE / "step.js").read_text()
# Turn the table on this device, or switch its memory aid.
SET = """async ([what, player]) => {
    const form = new URLSearchParams(new FormData(document.getElementById('tap')));
    form.set('player', player);
    await fetch(`${location.pathname}/${what}`, { method: 'POST', body: form });
}"""
LONG = (
    "Bartholomew Smythe-Featherstonehaugh II.",
    "נועה ושרה",
    "W" * 40,
    "👩‍👩‍👧‍👦 Familie 🎉🎉🎉🎉",
    "Mary-Louise",
    "Christopher",
    "Maximiliane",
    "Ødegård",
    "Anastasia",
    "Jean-Baptiste",
)
# What no table takes: it is answered with an error.
WRONG = {"do": "play", "player": "Nobody", "card": "2C"}
SETTINGS = ({}, {"facing": "out"}, {"type": "large"}, {"facing": "out", "type": "large"})


@dataclass(frozen=True)
class Walk:
    """An evening, the screen that shows it, and what that device has chosen for itself."""

    size: str
    record: dict[str, Any]
    settings: dict[str, str]
    turned: bool = False
    memory: bool = False

    @property
    def where(self) -> str:
        seats, game = len(self.record["players"]), self.record["game"]
        turned = ", turned" if self.turned else ""
        memory = ", with the memory aid" if self.memory else ""
        return f"{self.size}, {seats} at {game}, {self.settings}{turned}{memory}"

    @property
    def device(self) -> list[str]:
        """What the device sets for itself at this table."""
        return ["side"] * self.turned + ["memory"] * self.memory


class Table(Dealer):
    """A dealer for so many players."""

    def __init__(self, seed: int, game: str, players: int) -> None:
        super().__init__(seed, 0.2, game)
        self.players = NAMES[:players]
        self.dealer = self.first_dealer = self.players[-1]
        self.purses = dict.fromkeys(self.players, self.purses[NAMES[0]])


def played(chance: random.Random, game: str, players: int, hands: int) -> dict[str, Any]:
    """Play an evening of the stops family in which rules are broken."""
    table = Table(chance.randrange(10**6), game, players)
    for _ in range(hands):
        table.play_hand(chips_only=chance.random() < 0.1)
        if table.announced:
            break
    table.end()
    return table.record


def walks(seed: int, many: int, hands: int = 2) -> Iterator[Walk]:
    """Yield so many walks: games, players, names, screens and settings by turns and by chance."""
    chance, names = random.Random(seed), list(all_games())
    for number in range(many):
        game = names[(seed + number) % len(names)]
        size = list(SIZES)[(seed + number // len(names)) % len(SIZES)]
        if game in FAMILY:
            players = chance.randint(all_games()[game].min_players, all_games()[game].max_players)
            record = played(chance, game, players, hands)
        else:
            record = chance.choice(recorded(game))
        if chance.random() < 0.3:
            record = renamed(record, dict(zip(NAMES, LONG, strict=True)))
        turned, memory = chance.random() < 0.3, chance.random() < 0.3
        yield Walk(size, record, chance.choice(SETTINGS), turned, memory)


def enter(page: Page, entry: dict[str, Any], asked: Callable[[], None]) -> int:
    """Enter something; where the table asks whether it is right, look at that and say yes."""
    status: int = page.evaluate(STEP, entry)
    if not page.locator("#board [name=sure]").count():
        return status
    asked()
    return int(page.evaluate(STEP, entry))


def walk(server: Server, browser: Browser, way: Walk, most: int | None = None) -> list[str]:
    """Walk an evening; give every fault that is seen on the way."""
    settings = {"has_touch": True, "reduced_motion": "reduce"}
    with tablet(browser, way.size, way.settings, **settings) as page:
        lay(server, page, {**way.record, "log": []})
        for what in way.device:
            page.evaluate(SET, [what, way.record["players"][1]])
        page.reload()
        look, seats = Stillness(page, way.where), len(way.record["players"])
        look.look("at the start")
        for number, entry in enumerate(way.record["log"][:most], start=1):
            status = enter(page, entry, partial(look.look, f"asked about entry {number}"))
            assert status == 200, (status, page.locator("body").inner_text()[:400])
            now = page.locator("#board .seat").count()
            # At the end the felt becomes the podium.
            if now != seats or entry["do"] == "end":
                look, seats = Stillness(page, way.where, look.faults), now
            look.look(f"after entry {number}, {entry['do']}")
            if number % 20 == 0:
                assert page.evaluate(STEP, WRONG) == 422
                look.look(f"after entry {number}, with an error")
    return look.faults
