"""An evening of Michigan Kitty in a browser, entry by entry, by the page's own taps.

Impatient fingers tap some of the buttons twice or five times; each is entered once.
"""

import json
from collections.abc import Callable, Mapping
from itertools import cycle
from typing import Any

from tests.browser.taps import leads_of
from tests.engines.hand import Hand, Thing, css, words
from tests.engines.wire import Failed

Entry = Mapping[str, Any]

# How often one button after another is tapped.
TIMES = cycle((1, 2, 1, 5))

VERSION = "return document.querySelector('input[name=version]')?.value"
DRAWN = f"""{VERSION} !== arguments[0] && !document.documentElement.hasAttribute('data-sending')
    && document.readyState === 'complete'"""


def play(hand: Hand, log: list[Entry]) -> int:
    """Make the entries of a log; return after how many of them the page was drawn."""
    for number, entry in enumerate(log):
        seen = hand.run(VERSION)
        hand.listen()
        try:
            TAPS.get(entry["do"], _button)(hand, entry)
            hand.wait(lambda seen=seen: hand.run(DRAWN, seen), f"{entry} was not entered")
        except (AssertionError, Failed) as error:
            hand.errors.append(str(error))
            return number
    hand.listen()
    return len(log)


def button_of(entry: Entry, within: str = "#board") -> Thing:
    """The button that makes an entry."""
    return ("entry", [within, json.dumps(entry)])


def _button(hand: Hand, entry: Entry) -> None:
    _to_table(hand)
    hand.tap_quickly(button_of(entry), next(TIMES))


def _to_table(hand: Hand) -> None:
    if not hand.sees(css("#board")):
        hand.tap(words("Table"))
        hand.find(css("#board"))


def _play(hand: Hand, entry: Entry) -> None:
    _to_table(hand)
    cards = list(entry.get("cards") or [entry["card"]])
    plays = {"do": "play", "player": entry["player"]}
    first, leads = button_of({**plays, "card": cards[0]}), leads_of(cards)
    if leads:
        ends = sorted({*leads, len(cards)})
        hand.hold(first, [button_of({**plays, "cards": cards[:end]}, "#ahead") for end in ends])
    elif len(cards) > 1:
        hand.stroke(first, css(f"#board [data-card='{cards[-1]}']"))
    else:
        hand.tap_quickly(first, next(TIMES))


def _bid(hand: Hand, entry: Entry) -> None:
    hand.tap(css(f"#board button[name=key-chips][value='{entry['chips']}']"))


def _show(hand: Hand, entry: Entry) -> None:
    """A tap a card; the last one ends it."""
    if hand.sees(css("#board")):
        hand.tap(words("Cards left (optional)"))
    hand.find(css(f"[name=key-player][value='{entry['player']}'] ~ *, [name=key-player]"))
    for card in entry["cards"]:
        hand.tap(css(f"label.tile:has(input[value='{card}']:not(:checked))"))


def _last_hand(hand: Hand, entry: Entry) -> None:
    _to_table(hand)
    if not hand.sees(button_of(entry)):
        hand.tap(words("More"))
        hand.tap(words("This is the last hand"))
    else:
        hand.tap(button_of(entry))


TAPS: Mapping[str, Callable[[Hand, Entry], None]] = {
    "play": _play,
    "bid": _bid,
    "show": _show,
    "last-hand": _last_hand,
}
