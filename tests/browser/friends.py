"""Friends with a real deck at the tablet: they play by the rules, with hands that it never sees."""

from collections.abc import Callable
from itertools import count, pairwise
from typing import Any

from tests.browser.screen import Screen
from tests.browser.taps import tap
from tests.simulate import NAMES, Dealer

CHIPS = 100
LAST_HAND = 3


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

    def tap_hand(self, screen: Screen, number: int = 1) -> list[tuple[str, int]]:
        """Tap all that happened in a hand; give the taps that each entry took."""
        counted = []
        for entry in self.log[self.hands[number - 1].deal : self.hands[number - 1].last + 1]:
            before = screen.taps
            if entry["do"] != "show" or entry["cards"]:
                tap(screen, entry)
            several = entry["do"] == "play" and "cards" in entry
            counted.append(("run" if several else entry["do"], screen.taps - before))
        screen.to_table()
        return counted


def friends(game: str, wanted: Callable[[Friends], object], hands: int = 1) -> Friends:
    """Find friends whose hands show what the test wants to see."""
    for seed in count():
        found = Friends(seed, game)
        for _ in range(hands):
            found.play_hand()
        if wanted(found) and found.can_be_tapped():
            return found
    raise AssertionError
