"""Sheets: pages of their own for the rarer entries, so that nothing half typed is ever lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from companion.core.accounts import Account, account_name
from companion.core.asking.common import END
from companion.core.asking.moment import may_happen
from companion.core.entries.common import BreakOff, Misdeal, Return
from companion.core.entries.writing import written
from companion.core.game import Table
from companion.core.handlers import refusal
from companion.core.offers import Offer
from companion.core.sentences import Sentence, say
from companion.web.games import screen_of
from companion.web.parts import by_keys
from companion.web.parts.forms import Fields
from companion.web.parts.plates import taps
from companion.web.parts.screen import Sheet
from companion.web.table import moments


@dataclass(frozen=True, slots=True)
class AmountLine:
    """A line of a sheet with amounts to tap: what is entered, its words, and the most it may be."""

    do: str
    fields: Mapping[str, object]
    label: Sentence
    high: int | None = None


Lender = tuple[str, str, int]
"""Who has chips to lend: an account, its name, its chips."""

ALWAYS = (
    Offer(Misdeal(), say("Misdeal: the hand is dealt again"), form=True),
    Offer(BreakOff(), say("Call off the hand"), form=True),
)
"""What the sheet "More" offers in every game, besides what a game itself says is rare."""


def can(table: Table, do: str, **values: object) -> bool:
    """Say whether an entry is possible now."""
    return do in table.setup.game.entries and not refusal(table, {"do": do, **values})


def context(table: Table, name: str, fields: Fields) -> dict[str, object] | None:
    """Give what a sheet shows, filled with what was chosen or typed before; None: no such sheet."""
    screen = screen_of(table.setup.game)
    made: Mapping[str, object] | None
    if name in screen.sheets:
        made, page = screen.sheets[name](table, fields), f"games/{screen.folder}/sheets/{name}.html"
    elif name in SHEETS:
        made, page = SHEETS[name](table, fields), f"table/sheets/{name}.html"
    else:
        made, page = by_keys.sheet(table, name, fields), "table/sheets/entry.html"
    if made is None:
        return None
    return {
        "sheet": name,
        "sheet_template": page,
        "screen": screen,
        "fields": fields,
        **made,
    }


def own(table: Table, name: str, fields: Fields, who: str) -> dict[str, object] | None:
    """Give what a sheet shows a player who fills it in alone, or what that player may do else."""
    made = context(table, name, fields) or context(table, "player", Fields({"player": who}))
    if made is None or made["sheet"] != "player":
        return made and {**made, **{key: (who,) for key in ("others", "players") if key in made}}
    kinds = table.setup.game.kinds
    rows = [row for row in cast(list[AmountLine], made["rows"]) if kinds[row.do].own]
    about = taps(offer for offer in _returns(table) if offer.raw["player"] == who)
    pots = [one for one in cast(list[Lender], made["lenders"]) if one[0] in table.pot_accounts()]
    return {**made, "rows": rows, "lenders": pots, "about": about}


def more(table: Table, _: Fields) -> dict[str, object]:
    """Offer everything rarer that is possible now."""
    end = table.setup.game.ask(table).ends or END
    always = [offer for offer in (*ALWAYS, end) if can(table, offer.raw["do"])]
    now = (*table.setup.game.rare(table), *always, *_returns(table))
    return {
        "title": say("More"),
        "now": taps(now),
        "players": [name for name in table.seats if _has_sheet(table, name)],
        "with_chips": "borrow" in table.setup.game.entries,
        "joins": _may_join(table),
        "joins_later": table.in_hand and "join" in table.setup.game.entries,
        "late": table.setup.game.late,
        "counts": table.phase != "over" and "count" in table.setup.game.entries,
        "with_memory": screen_of(table.setup.game).memory is not None,
    }


def _may_join(table: Table) -> bool:
    """Say whether somebody may sit down now, whatever the name."""
    join = table.setup.game.kinds.get("join")
    return join is not None and may_happen(table, join)


def _returns(table: Table) -> list[Offer]:
    """Offer to those who left to take their seats again; say why where one cannot."""
    if table.phase != "between-hands":
        return []
    gone = [p for p in table.seats if p not in table.present and p not in table.eliminated]
    return [_returned(table, player) for player in gone]


def _returned(table: Table, player: str) -> Offer:
    back = Return(player)
    return Offer(back, back.said(), barred=refusal(table, written(back)))


def player(table: Table, fields: Fields) -> dict[str, object] | None:
    """Offer what one player may do besides playing: borrow, pay, repay, buy in, sit out.

    Whoever has left may repay and be back.
    """
    name = by_keys.key_chosen(fields, "player") or ""
    if name not in table.seats:
        return None
    here = name in table.present
    back = () if here else (offer for offer in _returns(table) if offer.raw["player"] == name)
    return {
        "title": name,
        "player": name,
        "rows": [*(_buy_in(table, name) if here else ()), *_repayments(table, name)],
        "lenders": _lenders(table, name) if here else [],
        "payees": moments.accounts(table, without=name) if _pays(table, name) else [],
        "most": table.ledger.chips.get(name, 0),
        "about": taps((*table.setup.game.mends(table).get(name, ()), *back)),
        "leaves": can(table, "leave", player=name),
    }


def _pays(table: Table, name: str) -> bool:
    return name in table.present and moments.pays(table, name)


def _has_sheet(table: Table, name: str) -> bool:
    """Say whether a player may do anything now besides playing."""
    sheet = player(table, Fields({"player": name}))
    return sheet is not None and any(
        sheet[part] for part in ("rows", "lenders", "payees", "about", "leaves")
    )


def _buy_in(table: Table, name: str) -> list[AmountLine]:
    possible = can(table, "buy-in", player=name, chips=1)
    bought = by_keys.hidden({"player": name})
    return (
        [AmountLine("buy-in", bought, say("{player} buys chips", player=name))] if possible else []
    )


def _lenders(table: Table, name: str) -> list[Lender]:
    """List who has chips to lend: an account, its name, its chips."""
    if "borrow" not in table.setup.game.entries or table.phase == "over":
        return []
    chips = table.ledger.chips
    accounts = [*table.others(name), *table.pot_accounts()]
    return [
        (account, account_name(account), chips[account]) for account in accounts if chips[account]
    ]


def _repayments(table: Table, name: str) -> list[AmountLine]:
    has = table.ledger.chips.get(name, 0)
    return [
        AmountLine(
            "repay",
            by_keys.hidden({"player": name, "to": note.holder}),
            say("Repays {holder}, owes {chips}", holder=Account(note.holder), chips=note.chips),
            min(has, note.chips),
        )
        for note in table.ledger.notes
        if note.issuer == name and has and table.phase != "over"
    ]


def ask_newcomer(table: Table, _: Fields) -> dict[str, object] | None:
    """Ask for a new player: name, place, chips."""
    setup = table.setup
    if "join" not in setup.game.entries:
        return None
    chips = next(iter(setup.chips.values()), setup.game.chips)
    return {"title": say("Somebody joins"), "seats": table.present, "chips": chips}


SHEETS: Mapping[str, Sheet[Table]] = {
    "more": more,
    "player": player,
    "join": ask_newcomer,
    **moments.SHEETS,
}
"""The sheets that every game has."""
