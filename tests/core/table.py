"""Tests that read like the table: an evening is played in short text.

    evening("michigan-kitty", "Ann Bob Cal Dee").play("deal; swap; Ann 2C 3C; stop; Ann skips")

What may be said is read by `tests.notation`; players are named by their names. Tables of cases say
besides what cannot be entered, with its code, and after `=>` what is seen then:

    each bid is higher than the last
        deal; not Ann bids 0 (bid-too-low); Ann bids 2; Bob bids 3 => phase dummy, Ann 92
    the ante may be higher
        boodle, ante=3: deal => Ann 88, pot:AH 15

A case may begin with its game and set-up: `boodle, players=Ann Bob, chips=Ann 9 Bob 7, ante=3:`.
What may be seen, between commas; all that is owed must be named, and all findings if one is:

    Ann 92 | pot:AS 4 | every pot 4 | Ann owes Bob 5 | left Ann 9 | left None | dead 11 | dead None
    phase play | hand 1 | dealer Ann | next 3C | next nothing | lead Ann DH | lead nobody
    Ann led-not-lowest 2-8 open | no findings | score Ann 25 | place 1 Ann +5 | bought Ann 150
    turn Ann | out Ann Bob | bid Ann 2 | cup 2 Ann 1 | no cups Ann
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.games import all_games
from tests.notation import entries, entry, numbers

# The game and the house rules before what is played, and an entry that is refused with a code.
SETUP = re.compile(r"((?:[a-z-]+|\w+=[^,:]+)(?:, \w+=[^,:]+)*):(?: |$)")
REFUSED = re.compile(r"not (.+) [(]([a-z-]+)[)]")
SETTLED = ("open", "waived", "enforced")


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

    def refuses(self, what: str | object, code: str, why: str = "") -> "Evening":
        """Prove that an entry is refused with a code, and that nothing has changed then.

        `why` is a part of what is said.
        """
        raw = entry(what) if isinstance(what, str) else what
        before, table = self.result, self.log.table
        with pytest.raises(Refused) as refused:
            self.log.enter(raw)
        assert refused.value.code == code
        assert why in refused.value.message
        assert refused.value.entry == len(self.log.raw_entries)
        assert (self.result, self.log.table) == (before, table)
        return self

    def step(self, text: str) -> None:
        """Make one entry of a case, or prove that it is refused; then prove what is seen."""
        what, arrow, seen = map(str.strip, text.partition("=>"))
        if refused := REFUSED.fullmatch(what):
            self.refuses(refused[1], refused[2])
        elif what:
            self.play(what)
        if arrow:
            self.shows([one for one in seen.split(", ") if one])

    def shows(self, wanted: list[str]) -> None:
        """Prove all that is owed, all findings where one is named, and what is named besides."""
        assert self.notes == [one for one in wanted if " owes " in one]
        if found := [one for one in wanted if one.endswith(SETTLED)]:
            assert self.findings == found
        seen = {*self.sights(), *self.notes, *self.findings}
        assert [one for one in wanted if one not in seen] == [], sorted(seen)

    def sights(self) -> Iterator[str]:
        """What is seen of the table, notes and findings apart: ``Ann 92``, ``pot:AS 4``."""
        told = self.result
        pots = told.get("pots", {})
        yield from (f"{player} {chips}" for player, chips in told.get("chips", {}).items())
        yield from (f"pot:{pot} {chips}" for pot, chips in pots.items())
        yield from (f"every pot {chips}" for chips in pots.values() if {chips} == {*pots.values()})
        yield from (f"left {player} {cards}" for player, cards in (told.get("left") or {}).items())
        yield from (f"score {player} {points}" for player, points in told.get("scores", {}).items())
        if told.get("left") is None:
            yield "left None"
        yield from (f"{word} {told.get(word)}" for word in ("phase", "hand", "dealer", "dead"))
        yield from (f"bid {player} {tricks}" for player, tricks in told.get("bids", {}).items())
        for player, cups in told.get("cups", {}).items():
            yield from (f"cup {cup} {player} {chips}" for cup, chips in cups.items())
            if not cups:
                yield f"no cups {player}"
        yield from (f"turn {told.get('turn')}", f"out {' '.join(told.get('out', ()))}")
        if "lead" in told:
            yield from (f"next {self.next or 'nothing'}", f"lead {self.lead or 'nobody'}")
        for line in told["tally"] or ():
            yield f"place {line['place']} {line['player']} {line['result']:+}"
            yield f"bought {line['player']} {line.get('bought')}"
        if not self.findings:
            yield "no findings"

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
        return [f"{n['from']} owes {n['to']} {n['chips']}" for n in self.result.get("notes", ())]

    @property
    def findings(self) -> list[str]:
        """What was found: ``Ann led-not-lowest 2-5 open``, with the entry and its proof."""
        return [
            f"{f['player'] or 'somebody'} {f['rule']} {f['entry']}-{f['proof']} {f['status']}"
            for f in self.result.get("findings", ())
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


def play_case(case: str, **setup: Any) -> Evening:
    """Play a case; the game and the house rules that it begins with go before the others."""
    told, case = split_setup(case)
    table, steps = evening(**setup | told), [step.strip() for step in case.split(";")]
    assert any("=>" in step or REFUSED.fullmatch(step) for step in steps), "nothing is proved"
    for step in steps:
        table.step(step)
    return table


def split_setup(case: str) -> tuple[dict[str, Any], str]:
    """Part the game and the house rules with which a case begins from what is played."""
    told = SETUP.match(case)
    return (dict(map(_option, told[1].split(", "))), case[told.end() :]) if told else ({}, case)


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    if not value:
        return "game", name
    if name in ("chips", "ante") and " " in value:
        return name, numbers(value.split())
    plain = value.isdecimal() or value in ("true", "false", "null")
    return name, json.loads(value) if plain else value


def read_cases(text: str, **short: str) -> list[Any]:
    """Read a table of cases as parameters: a sentence, and below it, indented, what is played."""
    return [
        pytest.param(spell_out(" ".join(lines), **short), id=sentence)
        for sentence, lines in read_rows(text)
    ]


def read_rows(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each sentence of a table, and the lines that stand below it."""
    for row in re.split(r"\n(?! )", text.strip()):
        sentence, *lines = row.split("\n")
        assert lines, f"nothing is played: {sentence}"
        yield sentence, [line.strip() for line in lines]


def spell_out(played: str, **short: str) -> str:
    """Write what is short for more, such as ``OVER``, as that."""
    for name, more in short.items():
        played = played.replace(name, more)
    return played
