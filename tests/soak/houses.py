"""Evenings by house rules of every kind, entered as a table offers them: chips stay, edits undo."""

import json
import random
import time
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from companion.core.cards import JOKER, PACK
from companion.core.errors import Refused
from companion.core.game import Game, Table
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.core.log.replay import record_result
from companion.core.prompts import Offer, Prompt
from companion.games import all_games
from tests.pairs import pairwise
from tests.soak.figures import Figures

Raw = dict[str, Any]

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
# How many entries an evening has at most.
STEPS = 60

NUMBERS = (0, 1, 3)
BOARDS = (
    "AH KC QKH 8-9-10 poker kitty",
    "KD QS ace-2 full-house straight 6-lead loser jackpot",
    "AS JQKD 2-3 jackpot kitty",
)


class House:
    """One evening of a game by house rules, with an ante by pot now and then."""

    def __init__(self, game: Game, chance: random.Random, options: Raw) -> None:
        self.game, self.chance = game, chance
        if isinstance(options.get("ante"), int) and chance.random() < 0.5:
            options = {**options, "ante": {pot: chance.choice(NUMBERS) for pot in options["board"]}}
        players = list(NAMES[: chance.randint(game.min_players, min(game.max_players, len(NAMES)))])
        self.setup: Raw = {
            "format": 1, "game": game.slug, "options": options, "players": players,
            "dealer": chance.choice(players), "chips": chance.choice((20, 100)), "log": [],
        }  # fmt: skip
        self.log = Log(parse_setup(self.setup, all_games()))

    @property
    def table(self) -> Table:
        return self.log.table

    def play(self) -> None:
        """Enter what is offered, and now and then an odd moment; every offer must be accepted."""
        for _ in range(STEPS):
            if self.table.phase == "over":
                break
            self.step()
        self.check_replay()

    def step(self) -> None:
        offers = [
            *offered(self.game.current_prompt(self.table)),
            *self.game.rare_offers(self.table),
        ]
        entries = [
            dict(offer.raw) for offer in offers if not offer.needs_form and not offer.refusal
        ]
        ends = [raw for raw in entries if raw["do"] == "end"]
        going = [raw for raw in entries if raw["do"] not in ("end", "chips-only")]
        if self.chance.random() < 0.2 or not entries:
            self.try_one(self.chance.choice([*self.odd()]))
        elif going and self.chance.random() < 0.97:
            self.enter(self.chance.choice(going))
        else:
            self.enter(self.chance.choice(ends or entries))
        if self.log.next_undo and self.chance.random() < 0.1:
            self.check_undo()

    def enter(self, raw: Raw) -> None:
        self.log.enter(raw)
        self.check_chips()

    def try_one(self, raw: Raw) -> None:
        """Enter what may be refused; refused, it changes nothing."""
        before = self.told()
        said = ""
        try:
            self.enter(raw)
        except Refused as wrong:
            said = wrong.message
        assert not said or (said.endswith(".") and self.told() == before), (raw, said)

    def odd(self) -> Iterator[Raw]:
        """Yield odd moments, and what offers leave to a form."""
        table, chance = self.table, self.chance
        who = lambda: chance.choice(table.seats)  # noqa: E731
        account = lambda: chance.choice([*table.seats, *table.pot_accounts()])  # noqa: E731
        few = chance.randint(0, 6)
        yield from ({"do": do} for do in ("break-off", "misdeal", "last-hand", "chips-only"))
        yield from ({"do": do, "player": who()} for do in ("leave", "return"))
        yield {"do": "pay", "from": account(), "to": account(), "chips": few}
        yield {"do": "borrow", "player": who(), "from": account(), "chips": few}
        yield {"do": "repay", "player": who(), "to": account(), "chips": few}
        yield {"do": "buy-in", "player": who(), "chips": 50}
        yield {"do": "count", "of": account(), "chips": few}
        yield {"do": "join", "player": f"N{len(table.seats)}", "left_of": who(), "chips": 30}
        yield {"do": "recount", "player": who(), "cards": few + 1}
        yield {"do": "collect", "player": who(), "pot": chance.choice([*table.pots, "kitty"])}
        yield {"do": "show", "player": who(), "cards": chance.sample(PACK, few)}
        yield {"do": "enforce", "finding": few // 3}
        winner = who()
        others = [player for player in table.present if player != winner]
        yield {"do": "out", "player": winner, "left": dict.fromkeys(others, few + 1)}
        yield {"do": "totals", "points": dict.fromkeys(table.present, few + 20)}
        yield {"do": "tricks", "took": dict.fromkeys(table.present, few)}
        yield {"do": "score", "out": winner, "points": dict.fromkeys(others, 5 * few + 5)}
        yield {"do": "score", "out": None, "cards": {p: ["7H", JOKER] for p in table.present}}
        if table.hand and chance.random() < 0.1:
            yield {"do": "end", **chance.choice(({}, {"to": "winner"}))}

    def check_chips(self) -> None:
        """See that no chip came from nowhere, or went there."""
        ledger = self.table.ledger
        assert min(ledger.chips.values(), default=0) >= 0
        assert sum(ledger.chips.values()) == ledger.supply
        assert all(note.chips > 0 and note.issuer != note.holder for note in ledger.ious)

    def told(self) -> str:
        return json.dumps(self.game.result(self.table))

    def check_undo(self) -> None:
        """Check that an undo and a redo leave no trace."""
        before = self.told()
        self.log.enter({"do": "undo"})
        self.log.enter({"do": "redo"})
        assert self.told() == before

    def check_replay(self) -> None:
        """See that the record of the evening gives the same table."""
        judged = record_result({**self.setup, "log": list(self.log.raw_entries)}, all_games())
        told = {"ok": True, "game": self.game.slug, **self.game.result(self.table)}
        assert json.dumps(judged) == json.dumps(told)


def offered(asked: Prompt) -> Iterator[Offer]:
    yield from (*asked.tiles, *asked.buttons, *asked.pots.values())
    yield from (offer for answers in asked.seats.values() for offer in answers)
    yield from (offer for offer in (asked.end_offer, asked.again) if offer)


def values(game: Game) -> dict[str, list[Any]]:
    """Return every house rule of a game with the values that are tried."""
    tried: dict[str, list[Any]] = {}
    for option in game.options:
        tried[option.name] = [value for value, _ in option.choices] or [*NUMBERS]
        if option.in_turn:
            tried[option.name] = [[1], [3, 1, 10], [10, 9]]
        elif option.empty is not None and not option.choices:
            tried[option.name] = [None, 1, 2, 200]
        if option.is_board:
            tried[option.name] = [board.split() for board in BOARDS]
    return tried


def houses(game: Game, chance: random.Random) -> Iterator[Raw]:
    """Yield house rules without end: first so that any two values meet, then by chance."""
    tried = values(game)
    yield from pairwise(tried)
    while True:
        yield {name: chance.choice(some) for name, some in tried.items()}


def pairs(chosen: Raw) -> set[tuple[str, str]]:
    """Return any two values of different options that meet."""
    return set(combinations([f"{name}={json.dumps(value)}" for name, value in chosen.items()], 2))


def run(slug: str, seed: int, evenings: int) -> Figures:
    """Play so many evenings of a game; 500 stands for one in which something did not hold."""
    game, chance = all_games()[slug], random.Random(f"{slug} {seed}")
    figures, met = Figures(f"evenings of {slug}"), set[tuple[str, str]]()
    for options in islice(houses(game, chance), evenings):
        before, house = time.thread_time(), House(game, chance, options)
        met |= pairs(options)
        try:
            house.play()
            status, said = 200, ""
        except Exception as wrong:
            status, said = (
                500,
                f"{wrong!r} {json.dumps({**house.setup, 'log': [*house.log.raw_entries]})}",
            )
        figures.note(status, time.thread_time() - before, said, most=5.0)
    whole = set().union(*map(pairs, pairwise(values(game))))
    figures.name += f", {len(met)} of {len(whole)} pairs of values"
    return figures


def every(seed: int, evenings: int) -> Iterator[Figures]:
    for slug in all_games():
        yield run(slug, seed, evenings)
