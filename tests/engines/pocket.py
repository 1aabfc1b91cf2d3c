"""Companion in Firefox and in WebKitGTK by themselves: an evening, or a sentence why not."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.engines.evening import play
from tests.engines.hand import Hand, css
from tests.engines.wire import Ask
from tests.pockets import hosted

# What WebKitGTK says: its drivers get no files that last.
LACKS = "This browser cannot run Companion on this device alone."

OPENED = """return document.body.className === 'is-open'
    ? 'open' : document.getElementById('status').textContent"""
BRING = """const text = document.getElementById('record-text');
text.value = arguments[0];
text.form.submit();"""


def in_pocket(ask: Ask, site: Path, name: str, evening: dict[str, Any]) -> Iterator[str]:
    """Play an evening without a server; give what is wrong."""
    with hosted(site) as address:
        hand = Hand(ask, "mouse")
        hand.go(address)
        wanted = "open" if name == "firefox" else LACKS
        hand.wait(lambda: str(hand.run(OPENED)).startswith(wanted), f"{name}: {wanted}", 120)
        if name == "firefox":
            ask("SwitchToFrame", {"id": 0})
            hand.run(BRING, json.dumps({**evening, "log": []}))
            hand.find(css("#board"))
            made = play(hand, evening["log"])
            print(f"{name} alone: {made} of {len(evening['log'])} entries", flush=True)
            yield from hand.errors
            ask("SwitchToParentFrame", {})
