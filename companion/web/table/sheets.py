"""Sheets: pages of their own for the rarer entries, so that nothing half typed is ever lost."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.core.game import Table
from companion.core.log import Log
from companion.core.shelf import refusal
from companion.core.words import account_name
from companion.web.parts.moved import screen_of

Fields = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a sheet with amounts to tap: what is entered, its words, and the most it may be."""

    do: str
    fields: Mapping[str, str]
    label: str
    high: int | None = None


ONE_TAP: Mapping[str, str] = {
    "last-hand": "This is the last hand",
    "chips-only": "Keep the rest of this hand in chips only",
    "misdeal": "Misdeal: the hand is dealt again",
    "end": "End the evening",
}
"""Entries without values that the sheet "More" offers wherever a game takes them."""


PLAYER_MAY: Mapping[str, str] = {
    "borrow": "borrow",
    "repay": "repay",
    "buy-in": "buy in",
    "recount": "count the cards again",
    "leave": "leave",
}
"""What a player's own sheet is for, as far as a game takes these entries."""


def can(table: Table, do: str, **values: object) -> bool:
    """Say whether an entry is possible now."""
    return do in table.setup.game.entries and not refusal(table, {"do": do, **values})


def context(log: Log, name: str, fields: Fields) -> dict[str, Any] | None:
    """Give what a sheet shows, filled with what was chosen or typed before; None: no such sheet."""
    own: Mapping[str, Callable[[Log, Fields], dict[str, Any] | None]]
    own = getattr(screen_of(log), "SHEETS", {})
    if name in own:
        made = own[name](log, fields)
        folder = f"games/{log.setup.game.screen}/sheets"
    elif name in SHEETS:
        made, folder = SHEETS[name](log, fields), "table/sheets"
    else:
        return None
    if made is None:
        return None
    return {"sheet": name, "sheet_template": f"{folder}/{name}.html", "fields": fields, **made}


def more(log: Log, _: Fields) -> dict[str, Any]:
    """Offer everything rarer that is possible now."""
    table = log.table
    now = {do: words for do, words in ONE_TAP.items() if can(table, do)}
    if table.phase == "between-hands" and "last-hand" in now:
        now["last-hand"] = "The next hand is the last"
    newcomer = (
        {"player": "\N{BULLET}", "left_of": table.present[0], "chips": 0} if table.present else {}
    )
    return {
        "title": "More",
        "now": now,
        "players": [name for name in table.present if _has_sheet(log, name)],
        "may": ", ".join(
            words for do, words in PLAYER_MAY.items() if do in table.setup.game.entries
        ),
        "joins": bool(newcomer) and can(table, "join", **newcomer),
        "counts": table.phase != "over" and "count" in table.setup.game.entries,
        "with_memory": hasattr(screen_of(log), "memory_of"),
    }


def player(log: Log, fields: Fields) -> dict[str, Any] | None:
    """Offer what one player may do besides playing: borrow, repay, buy in, be recounted, leave."""
    table, name = log.table, fields.get("player", "")
    if name not in table.present:
        return None
    return {
        "title": name,
        "player": name,
        "rows": [*_buy_in(table, name), *_repayments(table, name), *_loans(table, name)],
        "recount": _recount(table, name),
        "leaves": can(table, "leave", player=name),
    }


def _has_sheet(log: Log, name: str) -> bool:
    """Say whether a player may do anything now besides playing."""
    sheet = player(log, Fields({"player": name}))
    return bool(sheet and (sheet["rows"] or sheet["leaves"] or sheet["recount"] is not None))


def _buy_in(table: Table, name: str) -> list[Row]:
    possible = can(table, "buy-in", player=name, chips=1)
    return [Row("buy-in", {"player": name}, f"{name} buys chips")] if possible else []


def _loans(table: Table, name: str) -> list[Row]:
    if "borrow" not in table.setup.game.entries or table.phase == "over":
        return []
    chips = table.ledger.chips
    lenders = [*table.others(name), *table.pot_accounts()]
    return [
        Row("borrow", {"player": name, "source": x}, f"Borrows from {account_name(x)}", chips[x])
        for x in lenders
        if chips[x]
    ]


def _repayments(table: Table, name: str) -> list[Row]:
    has = table.ledger.chips.get(name, 0)
    return [
        Row(
            "repay",
            {"player": name, "to": note.holder},
            f"Repays {account_name(note.holder)}, owes {note.chips}",
            min(has, note.chips),
        )
        for note in table.ledger.notes
        if note.issuer == name and has and table.phase != "over"
    ]


def _recount(table: Any, name: str) -> int | None:
    """Give how many cards the app thinks a player holds, if that may be put right."""
    if not can(table, "recount", player=name, cards=1):
        return None
    return int(table.now.left.get(name, 0))


def join(log: Log, _: Fields) -> dict[str, Any] | None:
    """Ask for a new player: name, place, chips."""
    if "join" not in log.setup.game.entries:
        return None
    chips = next(iter(log.setup.chips.values()), log.setup.game.chips)
    return {"title": "Somebody joins", "seats": log.table.present, "chips": chips}


SHEETS: Mapping[str, Callable[[Log, Fields], dict[str, Any] | None]] = {
    "more": more,
    "player": player,
    "join": join,
}
"""The sheets that every game has."""
