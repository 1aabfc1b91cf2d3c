"""Tests that read like the table: an evening is played in short text.

    evening("michigan-kitty", "Ann Bob Cal Dee").play("deal; swap; Ann 2C 3C; stop; Ann skips")

What may be said, one entry between semicolons (players are named by their names):

    deal | deal Ann 11 Bob 10 … dummy 11 | swap | keep | last-hand | chips-only | stop | misdeal
    undo | redo | end | enforce 0 | waive 0 | amend 3: Bob 4C | amend 3: nothing
    amend 3: Bob 4C & 5: Bob 2D | insert 3: Ann skips | insert 3: Ann skips & 3: Bob 4C
    Ann 2C 3C | Ann skips | Ann bids 3 | Ann passes | Ann buys for 3 | Ann holds 9
    Ann dumps 9H 9D 9C 10S for full-house | Ann shows 2C 3C | totals Ann 31 Bob 20
    Ann collects AS | Ann out Bob 3 Cal 4 | award poker Ann | award poker nobody | award poker
    Ann borrows 5 from Bob | Ann repays 5 to pot:AS | Ann buys in 5 | count pot:AS 7
    Eve joins left of Ann with 50 | Ann leaves
"""

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.games import all_games


def numbers(words: list[str]) -> dict[str, int]:
    """Read ``Ann 3 Bob 4``."""
    return {name: int(count) for name, count in zip(words[::2], words[1::2], strict=True)}


def _deal(words: list[str]) -> dict[str, Any]:
    return {"do": "deal", "piles": numbers(words)} if words else {"do": "deal"}


def _award(words: list[str]) -> dict[str, Any]:
    pot, *winners = words
    named = {"players": [] if winners == ["nobody"] else winners} if winners else {}
    return {"do": "award", "pot": pot, **named}


# What the table does: the first word, and how the rest is read.
WHOLE: dict[str, Callable[[list[str]], dict[str, Any]]] = {
    "deal": _deal,
    "award": _award,
    "totals": lambda words: {"do": "totals", "points": numbers(words)},
    "count": lambda words: {"do": "count", "of": words[0], "chips": int(words[1])},
    "enforce": lambda words: {"do": "enforce", "finding": int(words[0])},
    "waive": lambda words: {"do": "waive", "finding": int(words[0])},
}

# What a player does: the second word, and how the rest is read.
DEEDS: dict[str, Callable[[list[str]], dict[str, Any]]] = {
    "skips": lambda _: {"do": "skip"},
    "passes": lambda _: {"do": "pass"},
    "leaves": lambda _: {"do": "leave"},
    "bids": lambda words: {"do": "bid", "chips": int(words[0])},
    "holds": lambda words: {"do": "recount", "cards": int(words[0])},
    "shows": lambda words: {"do": "show", "cards": words},
    "dumps": lambda words: {"do": "dump", "cards": words[:-2], "pot": words[-1]},
    "collects": lambda words: {"do": "collect", "pot": words[0]},
    "out": lambda words: {"do": "out", "left": numbers(words)},
    "borrows": lambda words: {"do": "borrow", "from": words[2], "chips": int(words[0])},
    "repays": lambda words: {"do": "repay", "to": words[2], "chips": int(words[0])},
    "joins": lambda words: {"do": "join", "left_of": words[2], "chips": int(words[4])},
    "buys": lambda words: {"do": "sell" if words[0] == "for" else "buy-in", "chips": int(words[1])},
}


def _edit(do: str, text: str) -> dict[str, Any]:
    first, *more = [_change(part) for part in text.split("&")]
    if do == "insert":
        with_it = {"with": more[0]["with"]} if more else {}
        return {"do": do, "before": first["entry"], "entry": first["with"], **with_it}
    return {"do": do, **first, **({"also": more} if more else {})}


def _change(text: str) -> dict[str, Any]:
    number, _, new = text.partition(":")
    return {"entry": int(number), "with": None if new.strip() == "nothing" else entry(new)}


def entry(text: str) -> dict[str, Any]:
    """Read one entry in the words above."""
    first, *rest = text.split()
    if first in ("amend", "insert"):
        return _edit(first, text.strip().removeprefix(first))
    if first in WHOLE:
        return WHOLE[first](rest)
    if not rest:
        return {"do": first}
    if rest[0] in DEEDS:
        return {"player": first, **DEEDS[rest[0]](rest[1:])}
    return {"do": "play", "player": first, "cards": rest}


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
        for part in text.replace("\n", " ").split(";"):
            if part.strip():
                self.enter(entry(part.strip()))
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
