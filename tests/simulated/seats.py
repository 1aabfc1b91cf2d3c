"""An evening at a table: players, house rules, purses and pots, kept the simple way."""

import random
from typing import Any

from companion.core.log.record import parse_options
from companion.core.options import option_values
from companion.games import all_games
from tests.simulated.seen import Hand

FAMILY = (
    "michigan-kitty",
    "boodle",
    "michigan-rummy-classic",
    "michigan-rummy-tournament",
    "great-lakes",
)
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
BOARDS = (
    "AH KC QD JS 10H QKH 8-9-10 poker kitty",
    "KD QS JH ace-2 full-house straight 6-lead loser jackpot",
    "2C 3C 4-5-6 QKAS full-house straight jackpot poker",
    "AS AC 9H JQKD 2-3 6-lead ace-2 kitty",
)
# Chips of everybody at the start: nobody is ever short, so there are no notes.
RICH = 100_000


class Seats:
    """An evening. ``cheat`` is how often a rule is broken where it can be."""

    def __init__(self, seed: int, cheat: float = 0.0, game: str | None = None) -> None:
        self.rng = random.Random(seed)
        self.cheat = cheat
        self.game = game or self.rng.choice(FAMILY)
        self.chosen = self.choose_options()
        self.options = option_values(parse_options(self.chosen, all_games()[self.game]))
        most = 6 if self.rng.random() < 0.9 else all_games()[self.game].max_players
        self.players = NAMES[: self.rng.randint(max(3, all_games()[self.game].min_players), most)]
        self.dealer = self.rng.choice(self.players)
        self.first_dealer = self.dealer
        last_wins = self.options["leftovers"] == "last-winner"
        self.agreed_last = self.options["rounds"] if last_wins else None
        self.log: list[dict[str, Any]] = []
        self.purses = dict.fromkeys(self.players, RICH)
        self.pots = dict.fromkeys(self.options["board"], 0)
        self.hands: list[Hand] = []
        self.announced = False
        self.collected: set[str] = set()

    @property
    def record(self) -> dict[str, Any]:
        """The evening as a record."""
        return {
            "format": 1,
            "game": self.game,
            "options": self.chosen,
            "players": list(self.players),
            "dealer": self.first_dealer,
            "chips": RICH,
            "log": self.log,
        }

    def choose_options(self) -> dict[str, Any]:
        """House rules: mostly the game's own, some of them changed, now and then the board."""
        chosen: dict[str, Any] = {"rounds": self.rng.choice((None, None, None, 2))}
        for option in all_games()[self.game].options:
            if option.choices and self.rng.random() < 0.25:
                chosen[option.name] = self.rng.choice(option.choices)[0]
        if self.rng.random() < 0.3:
            chosen["board"] = self.rng.choice(BOARDS).split()
        board = chosen.get("board", option_values(all_games()[self.game].defaults)["board"])
        if "kitty" not in board and "jackpot" not in board:
            chosen.pop("dummy_price", None)
        if self.rng.random() < 0.2:
            chosen |= {"ante": self.rng.randint(0, 5), "per_card": self.rng.randint(0, 3)}
        elif self.rng.random() < 0.2:
            chosen["ante"] = {pot: self.rng.randint(0, 5) for pot in board}
        return chosen

    def clockwise(self, player: str) -> list[str]:
        """All from the left of a player, who comes last."""
        at = self.players.index(player) + 1
        return [*self.players[at:], *self.players[:at]]

    def enter(self, do: str, **keys: Any) -> int:
        """Write an entry; give its number."""
        self.log.append({"do": do, **keys})
        return len(self.log) - 1

    def pay(self, player: str, pot: str, chips: int) -> None:
        self.purses[player] -= chips
        self.pots[pot] += chips

    def breaks(self) -> bool:
        """Whether a rule is broken now, given that it can be."""
        return self.cheat > 0 and self.rng.random() < self.cheat

    def collect(self, player: str, pot: str) -> None:
        if pot in self.pots:
            self.purses[player] += self.pots[pot]
            self.pots[pot] = 0
            self.collected.add(pot)

    def share(self, pot: str, winners: list[str]) -> None:
        if pot in self.pots and winners:
            each, self.pots[pot] = divmod(self.pots[pot], len(winners))
            for winner in winners:
                self.purses[winner] += each

    def end(self) -> None:
        """End the evening and divide what is left."""
        self.enter("end")
        each, odd = divmod(sum(self.pots.values()), len(self.players))
        for place, player in enumerate(self.clockwise(self.dealer)):
            self.purses[player] += each + (place < odd)
        self.pots = dict.fromkeys(self.pots, 0)
