"""Entries of a log in short text, as they would be said at the table.

    entries("deal; swap; Ann 2C 3C; stop; Ann skips")

What may be said, one entry between semicolons (players are named by their names):

    deal | deal Ann 11 Bob 10 … dummy 11 | deal by Ann | swap | keep | stop | misdeal
    undo | redo | last-hand | chips-only | break-off | end | end to winner | enforce 0 | waive 0
    rounds 5 | rounds open
    amend 3: Bob 4C | amend 3: nothing | amend 3: Bob 4C & 5: Bob 2D
    insert 3: Ann skips | insert 3: Ann skips & 3: Bob 4C | insert 3: Ann skips & 5: Bob 2D
    Ann 2C 3C | Ann skips | Ann bids 3 | Ann passes | Ann buys for 3 | Ann holds 9
    Ann dumps 9H 9D 9C 10S for full-house | Ann shows 2C 3C | totals Ann 31 Bob 20
    Ann collects AS | Ann out Bob 3 Cal 4 | award poker Ann | award poker nobody | award poker
    Ann borrows 5 from Bob | Ann repays 5 to pot:AS | Ann buys in 5 | count pot:AS 7
    Eve joins left of Ann with 50 | Ann leaves | Ann returns | Ann pays 3 to pot:kitty
    Ann bids 3 tricks | took Ann 3 Bob 2 | next | Ann shows 2D 4D as flush
    Ann out: Bob 25 Cal 10 | nobody out: Ann 5 Bob 10 | Ann out: Bob 7H+KD Cal AS
"""

from collections.abc import Callable
from typing import Any


def numbers(words: list[str]) -> dict[str, int]:
    """Read ``Ann 3 Bob 4``."""
    return {name: int(count) for name, count in zip(words[::2], words[1::2], strict=True)}


def _deal(words: list[str]) -> dict[str, Any]:
    if words[:1] == ["by"]:
        return {"do": "deal", "dealer": words[1]}
    return {"do": "deal", "piles": numbers(words)} if words else {"do": "deal"}


def _award(words: list[str]) -> dict[str, Any]:
    pot, *winners = words
    named = {"players": [] if winners == ["nobody"] else winners} if winners else {}
    return {"do": "award", "pot": pot, **named}


def _bid(words: list[str]) -> dict[str, Any]:
    return {"do": "bid", "tricks" if words[1:] == ["tricks"] else "chips": int(words[0])}


def _show(words: list[str]) -> dict[str, Any]:
    cards, _, claim = " ".join(words).partition(" as ")
    return {"do": "show", "cards": cards.split(), **({"as": claim} if claim else {})}


def _score(who: str, left: str) -> dict[str, Any]:
    """Read ``Bob 25 Cal 10`` as points, ``Bob 7H+KD Cal AS`` as cards."""
    out = None if who == "nobody" else who
    words = left.split()
    if words[1].isdigit():
        return {"do": "score", "out": out, "points": numbers(words)}
    cards = {name: held.split("+") for name, held in zip(words[::2], words[1::2], strict=True)}
    return {"do": "score", "out": out, "cards": cards}


# What the table does: the first word, and how the rest is read.
WHOLE: dict[str, Callable[[list[str]], dict[str, Any]]] = {
    "deal": _deal,
    "award": _award,
    "totals": lambda words: {"do": "totals", "points": numbers(words)},
    "count": lambda words: {"do": "count", "of": words[0], "chips": int(words[1])},
    "end": lambda words: {"do": "end", **({"to": words[1]} if words else {})},
    "enforce": lambda words: {"do": "enforce", "finding": int(words[0])},
    "rounds": lambda words: {
        "do": "rounds",
        "rounds": None if words == ["open"] else int(words[0]),
    },
    "took": lambda words: {"do": "tricks", "took": numbers(words)},
    "waive": lambda words: {"do": "waive", "finding": int(words[0])},
}

# What a player does: the second word, and how the rest is read.
DEEDS: dict[str, Callable[[list[str]], dict[str, Any]]] = {
    "skips": lambda _: {"do": "skip"},
    "passes": lambda _: {"do": "pass"},
    "leaves": lambda _: {"do": "leave"},
    "returns": lambda _: {"do": "return"},
    "bids": _bid,
    "pays": lambda words: {"do": "pay", "to": words[2], "chips": int(words[0])},
    "holds": lambda words: {"do": "recount", "cards": int(words[0])},
    "shows": _show,
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
        is_with = bool(more) and more[0]["entry"] == first["entry"]
        with_it = {"with": more.pop(0)["with"]} if is_with else {}
        first = {"before": first["entry"], "entry": first["with"], **with_it}
    return {"do": do, **first, **({"also": more} if more else {})}


def _change(text: str) -> dict[str, Any]:
    number, _, new = text.partition(":")
    return {"entry": int(number), "with": None if new.strip() == "nothing" else entry(new)}


def entry(text: str) -> dict[str, Any]:
    """Read one entry in the words above."""
    first, *rest = text.split()
    if first in ("amend", "insert"):
        return _edit(first, text.strip().removeprefix(first))
    if " out: " in text:
        return _score(*text.strip().split(" out: "))
    if first in WHOLE:
        return WHOLE[first](rest)
    if not rest:
        return {"do": first}
    if rest[0] in DEEDS:
        who = "from" if rest[0] == "pays" else "player"
        return {who: first, **DEEDS[rest[0]](rest[1:])}
    return {"do": "play", "player": first, "cards": rest}


def entries(text: str) -> list[dict[str, Any]]:
    """Read entries between semicolons."""
    return [entry(part) for part in map(str.strip, text.replace("\n", " ").split(";")) if part]
