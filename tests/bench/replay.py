"""How fast an evening is replayed: entries per second, beside reading its JSON and python-chess."""

import json
import math
import time
from collections.abc import Callable
from typing import Any

import chess

from companion.core.log.replay import replay_record
from companion.core.review import Finding
from companion.games import all_games
from tests.simulated.dealer import dealt

EVENINGS = 12
HANDS = 5
ROUNDS = 60


def records(cheat: float) -> list[dict[str, Any]]:
    """Simulated evenings of five hands, of all games of the stops family."""
    return [dealt(seed, HANDS, cheat).record for seed in range(EVENINGS)]


# Kasparov–Topalov 1999, Morphy at the opera 1858, Anderssen–Kieseritzky 1851.
CHESS = (
    """
    e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1
    a6 Nc1 O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5
    exd5 Qd6 Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+
    Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3 Qa4+ Ke1 f4
    f5 Kc1 Rd2 Qa7
    """,
    """
    e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+
    Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#
    """,
    """
    e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4
    Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+
    Nxf6 Be7#
    """,
)


def push_chess() -> int:
    """Play the games by their notation; give the number of plies."""
    plies = 0
    for game in CHESS * 4:
        board = chess.Board()
        for move in game.split():
            board.push_san(move)
            plies += 1
    return plies


def seconds(*works: Callable[[], object]) -> list[float]:
    """The least processor time that each piece of work takes; they take turns."""
    best = [math.inf] * len(works)
    for _ in range(ROUNDS):
        for place, work in enumerate(works):
            start = time.process_time()
            work()
            best[place] = min(best[place], time.process_time() - start)
    return best


def judged(record: dict[str, Any]) -> tuple[Finding, ...]:
    """Replay an evening, and ask the referee what is left to find."""
    log = replay_record(record, all_games())
    return log.setup.game.review.findings(log.table)


def measure(name: str, evenings: list[dict[str, Any]]) -> float:
    """Print how fast evenings are replayed; give it in plies of push_san."""
    entries = sum(len(record["log"]) for record in evenings)
    texts = [json.dumps(record) for record in evenings]
    reading, replaying, playing = seconds(
        lambda: [json.loads(text) for text in texts],
        lambda: [judged(record) for record in evenings],
        push_chess,
    )
    ours, theirs = entries / replaying, push_chess() / playing
    print(
        f"{name}: {entries} entries, {ours:,.0f} a second, {ours / theirs:.2f} of the "
        f"{theirs:,.0f} plies of push_san, {replaying / reading:.0f} times as long as json.loads"
    )
    return ours / theirs


def main() -> dict[str, float]:
    lawful = measure("lawful evenings", records(cheat=0))
    dirty = measure("dirty evenings", records(cheat=0.1))
    return {"lawful / push_san": lawful, "dirty / push_san": dirty}
