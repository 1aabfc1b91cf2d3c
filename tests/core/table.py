"""Tests that read like the table: an evening is played in short text.

    evening("michigan-kitty", "Ann Bob Cal Dee").play("deal; swap; Ann 2C 3C; stop; Ann skips")

What may be said is read by `tests.notation`; players are named by their names.
"""

import re
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.games import all_games
from tests.notation import entries, entry


class Evening:
    """A table at play, and what a test asks of it."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = {**record, "log": []}
        self.log = Log(parse_setup(self.record, all_games()))

    def enter(self, raw: object) -> "Evening":
        """Make an entry as the record has it."""
        self.log.enter(raw)
        return self

    def play(self, text: str) -> "Evening":
        """Make the entries of a text."""
        for raw in entries(text):
            self.enter(raw)
        return self

    def refuses(self, what: str | object, code: str) -> "Evening":
        """Prove that an entry is refused with a code, and that nothing has changed then."""
        raw = entry(what) if isinstance(what, str) else what
        before, table = self.result, self.log.table
        with pytest.raises(Refused) as refused:
            self.log.enter(raw)
        assert refused.value.code == code
        assert refused.value.entry == len(self.log.raw_entries)
        assert (self.result, self.log.table) == (before, table)
        return self

    def shows(self, wanted: list[str]) -> None:
        """Prove all open notes, ``Ann owes Bob 5``, and some purses and pots, ``pot:AS 4``."""
        assert self.notes == [one for one in wanted if " owes " in one]
        pots = {f"pot:{pot}": chips for pot, chips in self.result["pots"].items()}
        held = {f"{account} {chips}" for account, chips in {**self.purses, **pots}.items()}
        assert {one for one in wanted if " owes " not in one} <= held

    @property
    def result(self) -> dict[str, Any]:
        """What the record's result says of the table."""
        table = self.log.table
        result: dict[str, Any] = table.setup.game.result(table)
        return result

    @property
    def phase(self) -> str:
        return str(self.result["phase"])

    @property
    def next(self) -> str | None:
        """The card that must follow."""
        card: str | None = self.result["next"]
        return card

    @property
    def lead(self) -> str | None:
        """Who leads, and which suits: ``Ann DH``."""
        lead = self.result["lead"]
        return lead and f"{lead['player']} {''.join(lead['suits'])}"

    @property
    def purses(self) -> dict[str, int]:
        chips: dict[str, int] = self.result["chips"]
        return chips

    @property
    def notes(self) -> list[str]:
        """The open notes, oldest first: ``Ann owes Bob 5``."""
        return [f"{n['from']} owes {n['to']} {n['chips']}" for n in self.result["notes"]]

    @property
    def findings(self) -> list[str]:
        """What was found: ``Ann led-not-lowest 2-5 open``, with the entry and its proof."""
        return [
            f"{f['player'] or 'somebody'} {f['rule']} {f['entry']}-{f['proof']} {f['status']}"
            for f in self.result["findings"]
        ]

    @property
    def tally(self) -> list[str]:
        """The tally, best first: ``1. Ann 100 chips, +5``, then what is still owed."""
        assert self.result["tally"] is not None
        return [
            f"{line['place']}. {line['player']} {line['chips']} chips, {line['result']:+}"
            for line in self.result["tally"]
        ]

    def chips(self, player: str) -> int:
        return self.purses[player]

    def pot(self, pot: str) -> int:
        return int(self.result["pots"][pot])

    def left(self, player: str) -> int:
        return int(self.result["left"][player])


def evening(
    game: str = "michigan-kitty",
    players: str = "Ann Bob Cal Dee",
    dealer: str = "",
    chips: int | dict[str, int] = 100,
    **options: Any,
) -> Evening:
    """Sit down to an evening; the last player deals first, so that the first one leads."""
    names = players.split()
    board = options.get("board")
    if isinstance(board, str):
        options["board"] = board.split()
    record = {"format": 1, "game": game, "options": options, "players": names}
    return Evening({**record, "dealer": dealer or names[-1], "chips": chips})


def read_cases(text: str) -> list[Any]:
    """Read a table of cases as parameters: what is played, and the list of what comes of it.

    A case is a sentence, and below it, indented, the play, ``=>``, and what comes, by commas.
    """
    found = []
    for row in re.split(r"\n(?! )", text.strip()):
        sentence, *lines = row.split("\n")
        played, arrow, comes = " ".join(map(str.strip, lines)).partition("=>")
        assert arrow, f"nothing comes of: {sentence}"
        wanted = [one for one in comes.strip().split(", ") if one]
        found.append(pytest.param(played.strip(), wanted, id=sentence))
    return found
