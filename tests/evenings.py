"""The one place for records of evenings: set up, found among the cases, or made up by chance."""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

# Evenings with their results, as other programs have judged them.
CASES = Path(__file__).parent / "cases"

PLAYERS = ["Ann", "Bob", "Cal", "Dee"]
NAMES = (*PLAYERS, "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
POTS = ("AS", "QC", "KH", "10H", "JD", "QKD", "8-9-10")


def record(
    game: str = "michigan-kitty", players: Sequence[str] = PLAYERS, **more: Any
) -> dict[str, Any]:
    """A record, without ``log`` a set-up: the last player deals first, so the first one leads."""
    return {"format": 1, "game": game, "players": [*players], "dealer": players[-1], **more}


def cases(path: Path) -> list[dict[str, Any]]:
    """The records of a file, each with its result: one, or where it is of lines, one a line."""
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in (text.splitlines() if path.suffix == ".jsonl" else [text])]


def accepted(path: Path) -> list[dict[str, Any]]:
    """The records of a file but those that are refused on purpose."""
    return [case["record"] for case in cases(path) if case["result"]["ok"]]


def recorded(game: str, kind: str = "clean") -> list[dict[str, Any]]:
    """The accepted records of a game that lie beside the tests."""
    return accepted(CASES / f"{game}-{kind}.jsonl")


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A record with other players, wherever they are named."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def in_chips(
    players: int = 6, hands: int = 12, names: tuple[str, ...] = NAMES, over: bool = False
) -> dict[str, Any]:
    """A record of Michigan Kitty with so many players and hands kept in chips only."""
    seats = list(names[:players])
    chance = random.Random(players * 1000 + hands)
    log: list[dict[str, Any]] = []
    for _ in range(hands):
        log += hand(seats, chance)
    log += [{"do": "end"}] * over
    return record(players=seats, chips=1000, log=log)


def hand(seats: list[str], chance: random.Random) -> list[dict[str, Any]]:
    """The entries of one hand."""
    winner, *others = chance.sample(seats, len(seats))
    won = chance.sample(POTS, 4)
    collected = [
        {"do": "collect", "player": chance.choice(seats), "pot": pot} for pot in sorted(won)
    ]
    left = {player: chance.randint(1, 4) for player in others}
    out = {"do": "out", "player": winner, "left": left}
    return [{"do": "deal"}, {"do": "chips-only"}, *collected, out]
