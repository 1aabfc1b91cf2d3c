"""An evening of taps in Firefox and in WebKitGTK, and where they lay what Chromium lays.

python -m tests.engines [firefox] [webkit]; ends with 1 where something is wrong.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.browser.conftest import house
from tests.engines.evening import play
from tests.engines.hand import Hand
from tests.engines.pocket import in_pocket
from tests.engines.positions import LOG, differences
from tests.engines.wire import ENGINES, Ask
from tests.evenings import record, recorded
from tests.pockets import written
from tests.serving import Server

# With what each is tapped: WebKitGTK has no touch for its driver.
KINDS = {"firefox": ("touch", "mouse"), "webkit": ("mouse",)}

SIZE = {"width": 1024, "height": 900}
INSIDE = "return [innerWidth, innerHeight]"
EVENING = recorded("michigan-kitty")[3]


def main(names: list[str]) -> int:
    """Play in each browser; print all faults, and return whether there are any."""
    with tempfile.TemporaryDirectory() as folder, house() as (server, chromium):
        site = written(Path(folder))
        wrong = [fault for name in names for fault in _try(server, chromium, site, name)]
    print("\n".join(wrong) or "Nothing is wrong.")
    return bool(wrong)


def _try(server: Server, chromium: Browser, site: Path, name: str) -> Iterator[str]:
    with ENGINES[name]() as ask:
        ask("SetWindowRect", SIZE)
        path = server.import_table(record(players=["Ann", "Bob", "Cal"], log=LOG))
        hand = Hand(ask, KINDS[name][0])
        width, height = hand.run(INSIDE)
        far = list(differences(server, path, (width, height), hand, chromium))
        print(f"{name}: {len(far)} things lie elsewhere than in Chromium")
        yield from (f"{name}: {where}" for where in (*far, *hand.errors))
        for kind in KINDS[name]:
            yield from (f"{name}, {kind}: {fault}" for fault in _evening(server, ask, kind))
        yield from (f"{name} alone: {fault}" for fault in in_pocket(ask, site, name, EVENING))


def _evening(server: Server, ask: Ask, kind: str) -> list[str]:
    path, hand = server.import_table({**EVENING, "log": []}), Hand(ask, kind)
    hand.go(server.url + path)
    made = play(hand, EVENING["log"])
    print(f"{kind}: {made} of {len(EVENING['log'])} entries, {len(hand.errors)} errors", flush=True)
    same = _known(server.export(path)["log"]) == _known(EVENING["log"])
    return hand.errors if same else [*hand.errors, "the log is another one than was tapped"]


def _known(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return entries without the order in which cards were shown."""
    return [e if e["do"] != "show" else {**e, "cards": sorted(e["cards"])} for e in log]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:] or list(ENGINES)))
