"""What a person at the table has to do: the taps that evenings take on the real page.

python -m tests.browser.figures [--evenings 3] [GAME …] prints a line for each game. Plain entries
name no cards; "of both" is a plain entry or a card, and "dear" which plain ones took more than one.
"""

import argparse
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from playwright.sync_api import Page

from companion.games import all_games
from tests import evenings
from tests.browser.conftest import house, lay, tablet
from tests.browser.screen import Screen
from tests.browser.taps import Entry, tap
from tests.serving import Server

# Entries that name cards: a tap for each card, whatever else.
NAMES_CARDS = ("show", "dump", "score")
# Entries of an evening that can stand for others.
LEAST = 12
HEAD = ("game", "evenings", "entries", "taps", "a plain entry", "a card", "of both", "dear")
ROW = "{:26}{:>9}{:>9}{:>6}{:>15}{:>8}{:>9}  {}"


@dataclass(frozen=True)
class Taken:
    """How many taps an entry of a record took, and cards that it names; a gesture is one tap."""

    do: str
    taps: int
    cards: int


@dataclass(frozen=True)
class Figures:
    """What the entries of a game took; those that name no cards are plain."""

    game: str
    evenings: int
    taken: tuple[Taken, ...]

    @property
    def a_plain_entry(self) -> float:
        return _ratio([one for one in self.taken if one.do not in NAMES_CARDS], lambda _: 1)

    @property
    def a_card(self) -> float:
        return _ratio([one for one in self.taken if one.do in NAMES_CARDS], lambda one: one.cards)

    @property
    def of_both(self) -> float:
        """Taps for each entry and each card, all together."""
        return _ratio(self.taken, lambda one: 1 + one.cards)

    @property
    def dear(self) -> str:
        """Plain entries that took more than a tap, the taps that were too many, and how often."""
        plain = [one for one in self.taken if one.do not in NAMES_CARDS]
        kinds = {one.do: [each.taps for each in plain if each.do == one.do] for one in plain}
        more = {do: sum(taps) - len(taps) for do, taps in kinds.items()}
        dear = sorted((do for do in more if more[do] > 0), key=lambda do: -more[do])
        return ", ".join(f"{do} +{more[do]} in {len(kinds[do])}" for do in dear)

    def __str__(self) -> str:
        taps = sum(one.taps for one in self.taken)
        means = (f"{mean:.2f}" for mean in (self.a_plain_entry, self.a_card, self.of_both))
        return ROW.format(self.game, self.evenings, len(self.taken), taps, *means, self.dear)


def _ratio(taken: Iterable[Taken], told: Callable[[Taken], int]) -> float:
    """Return the taps for each thing that was told by them."""
    pairs = [(one.taps, told(one)) for one in taken]
    return sum(taps for taps, _ in pairs) / max(1, sum(many for _, many in pairs))


def measured(server: Server, page: Page, game: str, many: int) -> Figures:
    """Tap the shortest evenings of a game that can stand for others."""
    whole = (record for record in evenings.recorded(game) if len(record["log"]) >= LEAST)
    played = sorted(whole, key=lambda record: len(record["log"]))[:many]
    taken = tuple(one for record in played for one in _tapped(server, page, record))
    return Figures(game, len(played), taken)


def _tapped(server: Server, page: Page, record: dict[str, Any]) -> Iterable[Taken]:
    """Tap an evening as a person would; give what each entry took."""
    screen = Screen(page)
    lay(server, page, {**record, "log": []})
    left = deque(entry for entry in record["log"] if not _is_left_out(entry, record["game"]))
    while left:
        entry = _next_show(screen, left) or left[0]
        left.remove(entry)
        taps = screen.taps
        tap(screen, entry, left[0] if left else None)
        yield Taken(entry["do"], screen.taps - taps, _named(entry))


def _is_left_out(entry: Entry, game: str) -> bool:
    """Whether the app sees to it by itself, or nobody has to tap anything for it."""
    if entry["do"] == "award" and game == "wanagan":
        return not entry.get("players") and entry["pot"] != "jackpot"
    return entry["do"] == "show" and not entry["cards"]


def _named(entry: Entry) -> int:
    """Count the cards that an entry names, those of all players if it is for all."""
    cards = entry.get("cards", ()) if entry["do"] in NAMES_CARDS else ()
    return sum(map(len, cards.values())) if isinstance(cards, dict) else len(cards)


def _next_show(screen: Screen, left: Iterable[Entry]) -> Entry | None:
    """Return the show of the player whom the app offers; people at a table show in turn."""
    sheet = screen.page.locator("[name=key-player][type=hidden]")
    link = screen.page.locator("#ask a[href*='/more/show?']")
    player = sheet.input_value() if sheet.count() else link.inner_text() if link.count() else ""
    shows = takewhile(lambda entry: entry["do"] == "show", left)
    return next((entry for entry in shows if entry["player"] in player), None)


def main() -> None:
    """Print what each game takes, or each that is named."""
    parser = argparse.ArgumentParser(prog="figures")
    parser.add_argument("game", nargs="*", metavar="GAME", help=", ".join(all_games()))
    parser.add_argument("--evenings", type=int, default=1, help="of each game, the shortest")
    arguments = parser.parse_args()
    print(ROW.format(*HEAD), flush=True)
    with house() as (server, chromium):
        for game in arguments.game or all_games():
            with tablet(chromium) as page:
                print(measured(server, page, game, arguments.evenings), flush=True)


if __name__ == "__main__":
    main()
