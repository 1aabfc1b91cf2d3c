"""What the entry of a form leaves open, where the table knows it."""

from collections.abc import Callable, Mapping

from companion.core.entries.entry import Raw
from companion.games.stops.dumps import infer_dump
from companion.games.stops.state import StopsTable


def complete_entry(table: StopsTable, raw: Raw) -> Raw:
    """Fill in an entry as its form gave it. Raises Refused (`bad-entry`)."""
    filled = _FILLED.get(raw["do"])
    return filled(table, raw) if filled else raw


def _sell(table: StopsTable, raw: Raw) -> Raw:
    """Chips for the dummy without a buyer are a bid of the player whose turn it is."""
    turn = table.hand_state.auction.turn if table.hand_state else None
    if "player" in raw or turn is None:
        return raw
    return {**raw, "do": "bid", "player": turn}


def _dump(table: StopsTable, raw: Raw) -> Raw:
    """Three cards go down with the next one; what they make is worked out."""
    cards, pot = infer_dump(table, raw["cards"])
    return {**raw, "cards": cards, "pot": pot}


def _out(_: StopsTable, raw: Raw) -> Raw:
    """Whoever went out has nothing left, whatever was tapped before."""
    left = {player: cards for player, cards in raw["left"].items() if player != raw.get("player")}
    return {**raw, "left": left}


_FILLED: Mapping[str, Callable[[StopsTable, Raw], Raw]] = {
    "sell": _sell,
    "dump": _dump,
    "out": _out,
}
