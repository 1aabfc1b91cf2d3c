"""The cost of translation: a tap in English and in German, as a ratio to one without catalogues.

The third server has its words where they stood before there were catalogues: in the templates
themselves, and numbers and lists are written by Python alone.
"""

import gc
import json
import re
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment, nodes
from jinja2.visitor import NodeTransformer

from tests.bench.house import computed
from tests.bench.tap import Line, long_log, taps
from tests.evenings import record
from tests.serving import COMPANION, Server

ROUNDS = 16
MOST = 1.03
FACT = re.compile(r"\{(\w+)\}")
PLAIN = (*COMPANION[:2], f"from tests.bench.languages import forget; forget(); {COMPANION[2]}")
KINDS = {"plain": (PLAIN, "en"), "English": (COMPANION, "en"), "German": (COMPANION, "de")}


class Inline(NodeTransformer):
    """Writes sentences and their facts where a template calls for a translation."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - named by Jinja
        self.generic_visit(node)
        name = getattr(node.node, "name", "")
        if name not in ("_", "_p") or not all(isinstance(it, nodes.Const) for it in node.args):
            return node
        parts = FACT.split(node.args[-1].value)
        facts = {it.key: it.value for it in node.kwargs}
        said = [facts[it] if at % 2 else _safe(it) for at, it in enumerate(parts) if it]
        return said[0] if len(said) == 1 else nodes.Concat(said)


def _safe(text: str) -> nodes.Expr:
    return nodes.MarkSafe(nodes.Const(text))


def forget() -> None:
    """Take all languages from the program before the rest of it is loaded."""
    from companion.language import Language

    plain: dict[str, Any] = {
        "template": lambda _, one, many, n: many if many and n != 1 else one,
        "number": lambda _, number: str(number),
        "join_list": lambda _, parts, __: ", ".join(parts),
        "isolate_direction": lambda _, text: text,
        "rank": lambda _, ranks: ranks,
    }
    for name, method in plain.items():
        setattr(Language, name, method)
    parse = Environment._parse
    Environment._parse = lambda *given: Inline().visit(parse(*given))  # type: ignore[method-assign]


class Player:
    """Somebody who taps in a language on a server of their own."""

    def __init__(self, folder: Path, program: tuple[str, ...], code: str) -> None:
        self.server = Server(folder, program)
        self.code = code

    def sit(self, log: list[dict[str, Any]]) -> None:
        """Sit down at a new table after these entries."""
        setup = record()
        self.path = self.server.import_table({**setup, "chips": 10_000, "log": log})
        self.line = Line(self.server.port)
        self.line.headers["Accept-Language"] = self.code
        csrf = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.line.get(self.path))
        assert csrf
        self.csrf, self.version = csrf[1], len(log)

    def tap(self, entry: dict[str, Any]) -> float:
        """Tap, and give the seconds for which the server has computed."""
        fields = {"csrf_token": self.csrf, "version": self.version, "entry": json.dumps(entry)}
        self.version += 1
        before = computed(self.server)
        self.line.post(f"{self.path}/entries", **fields)
        return computed(self.server) - before


def measured(folder: Path) -> dict[str, list[float]]:
    """Tap the same for all by turns; return the seconds of each, tap by tap."""
    players = {kind: Player(folder / kind, *how) for kind, how in KINDS.items()}
    times: dict[str, list[float]] = {kind: [] for kind in KINDS}
    log = long_log(30)
    deals = sum(entry["do"] == "deal" for entry in log)
    for _ in range(ROUNDS):
        for player in players.values():
            player.sit(log)
        for turn, entry in enumerate(taps((3 + deals) % 4)):
            for kind in _from(turn):
                times[kind].append(players[kind].tap(entry))
    for player in players.values():
        player.server.stop()
    return times


def _from(turn: int) -> Iterator[str]:
    """Yield all in turn, another one first each time."""
    names = list(KINDS)
    yield from (names[(turn + at) % len(names)] for at in range(len(names)))


def main() -> dict[str, float]:
    """Print the medians of processor time, and of the ratios of neighbouring taps."""
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        times = measured(Path(folder))
    gc.enable()
    plain, ratios = times["plain"], {}
    for kind, taken in times.items():
        whole = statistics.median(taken) / statistics.median(plain)
        pairs = statistics.median(mine / other for mine, other in zip(taken, plain, strict=True))
        took = statistics.median(taken) * 1e3
        ratios[f"{kind}, of plain"] = pairs
        print(f"{kind}: {took:.2f} ms, {whole:.3f} of plain, by pairs {pairs:.3f}")
    print(f"(at most {MOST})")
    return ratios
