"""The tally of an evening as plain data, so that it can be stored, drawn, printed and sent."""

from dataclasses import asdict
from typing import Any

from companion.core.game import Table
from companion.core.log import Log


def tally_of(log: Log) -> dict[str, Any]:
    """Sum up an evening, over or not, as JSON data.

    ``lines`` are the tally's (empty before the end), ``hands`` what each hand changed by player,
    ``chart`` everyone's result after each hand from 0 on, ``proof`` chips in and out.
    """
    table = log.table
    game = table.setup.game
    ends = _hand_ends(log)
    standings = [game.standing(end) for end in ends]
    hands = [
        {
            "hand": end.hand,
            "dealer": end.dealer,
            "winners": list(game.winners(end)),
            "changes": _changes(before, after),
        }
        for end, before, after in zip(ends[1:], standings, standings[1:], strict=False)
    ]
    return {
        "game": game.slug,
        "name": game.name,
        "unit": game.unit,
        "over": table.phase == "over",
        "lines": [asdict(line) for line in table.tally or ()],
        "notes": [{"from": n.issuer, "to": n.holder, "chips": n.chips} for n in table.ledger.notes],
        "hands": hands,
        "chart": {player: [s.get(player, 0) for s in standings] for player in table.seats},
        "proof": _proof(table),
    }


def _hand_ends(log: Log) -> list[Table]:
    """List the table before the first hand and as it was at the end of each."""
    ends = [log.table_after(0)]
    for _, table in log.tables():
        del ends[table.hand + 1 :]
        if table.hand == len(ends):
            ends.append(table)
        ends[table.hand] = table
    return ends


def _changes(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {player: after[player] - before.get(player, 0) for player in after}


def _proof(table: Table) -> dict[str, int]:
    ledger = table.ledger
    bought = sum(ledger.bought.values())
    return {
        "bought": bought,
        "corrections": ledger.supply - bought,
        "purses": sum(ledger.chips[player] for player in table.seats),
        "pots": sum(ledger.chips.values()) - sum(ledger.chips[player] for player in table.seats),
    }
