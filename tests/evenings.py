"""Whole evenings made up by chance, kept in chips only, for pages that must hold many hands."""

import random
from typing import Any

POTS = ("AS", "QC", "KH", "10H", "JD", "QKD", "8-9-10")
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")


def evening(players: int = 6, hands: int = 12, names: tuple[str, ...] = NAMES) -> dict[str, Any]:
    """A record of Michigan Kitty with so many players and hands; not ended."""
    seats = list(names[:players])
    chance = random.Random(players * 1000 + hands)
    log: list[dict[str, Any]] = []
    for _ in range(hands):
        log += hand(seats, chance)
    record = {"format": 1, "game": "michigan-kitty", "players": seats, "dealer": seats[-1]}
    return {**record, "chips": 1000, "log": log}


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
