"""Friends with a real deck at the tablet: they play by the rules, with hands that it never sees."""

from collections.abc import Callable
from itertools import count, pairwise
from typing import Any

from tests.browser.screen import Screen
from tests.browser.taps import tap
from tests.serving import Server, Tablet
from tests.simulated.dealer import NAMES, Dealer

CHIPS = 100
LAST_HAND = 3
# So many entries of each kind are tapped in a hand: one more shows nothing new.
FEW = 2


class Friends(Dealer):
    """Four who play a game of the stops family without house rules."""

    def __init__(self, seed: int, game: str) -> None:
        super().__init__(seed, game=game)
        self.players = NAMES[:4]
        self.dealer = self.first_dealer = self.players[-1]
        self.purses = dict.fromkeys(self.players, CHIPS)

    def choose_options(self) -> dict[str, Any]:
        """Change no rule."""
        return {}

    def announce(self) -> None:
        """Announce the third hand as the last."""
        self.announced = len(self.hands) == LAST_HAND
        if self.announced:
            self.enter("last-hand")

    def judge(self, pot: str) -> list[str]:
        """Leave it to the tablet only once all who hold cards have shown them."""
        shown = all(player in self.hand.shows for player, held in self.held.items() if held)
        return super().judge(pot) if shown else []

    @property
    def setup(self) -> dict[str, Any]:
        """The table before anything has happened at it."""
        return {**self.record, "chips": CHIPS, "log": []}

    def all(self, do: str) -> list[dict[str, Any]]:
        """All entries of a kind."""
        return [entry for entry in self.log if entry["do"] == do]

    def can_be_tapped(self) -> bool:
        """Whether piles were counted right, no first bid was above 1, and chips sufficed."""
        starts = [after for before, after in pairwise(self.log) if before["do"] in ("deal", "pass")]
        jump = any(entry["do"] == "bid" and entry["chips"] > 1 for entry in starts)
        miscounted = any("piles" in entry for entry in self.all("deal"))
        return not jump and not miscounted and min(self.purses.values()) > 0

    def tap_hand(
        self, screen: Screen, server: Server, number: int = 1, few: int = FEW
    ) -> list[tuple[str, int]]:
        """Tap what happened in a hand, the first few of each kind; give the taps that each took.

        The rest is entered on another tablet.
        """
        counted: list[tuple[str, int]] = []
        elsewhere: list[dict[str, Any]] = []
        for entry in self.log[self.hands[number - 1].deal : self.hands[number - 1].last + 1]:
            kind = "run" if entry["do"] == "play" and "cards" in entry else entry["do"]
            if sum(kind == tapped for tapped, _ in counted) == few:
                elsewhere.append(entry)
            elif kind != "show" or entry["cards"]:
                _catch_up(screen, server, elsewhere)
                before = screen.taps
                tap(screen, entry)
                counted.append((kind, screen.taps - before))
        _catch_up(screen, server, elsewhere)
        screen.to_table()
        return counted


def _catch_up(screen: Screen, server: Server, entries: list[dict[str, Any]]) -> None:
    """Enter on another tablet, and look at the table again."""
    if entries:
        screen.to_table()
        other = Tablet(server, screen.path)
        assert [other.tap(entry) for entry in entries] == [200] * len(entries)
        screen.page.goto(server.url + screen.path)
        entries.clear()


def friends(
    game: str, wanted: Callable[[Friends], object], hands: int = 1, since: int = 0
) -> Friends:
    """Find friends whose hands show what the test wants to see; look from a seed on."""
    for seed in count(since):
        found = Friends(seed, game)
        for _ in range(hands):
            found.play_hand()
        if wanted(found) and found.can_be_tapped():
            return found
    raise AssertionError
