"""The tally of an evening as JSON data, which can be stored, rendered and sent."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NotRequired, TypedDict

from companion.core.entries.standard import Count
from companion.core.game import Table
from companion.core.handlers import current_tally
from companion.core.ledger import BANK
from companion.core.log.log import Log

# An open IOU: issuer, holder and chips.
TallyIOU = TypedDict("TallyIOU", {"from": str, "to": str, "chips": int})


class HandLine(TypedDict):
    hand: int
    dealer: str
    winners: list[str]
    changes: dict[str, int]


class Correction(TypedDict):
    """A correction of the account `of` by a count of real chips, made by entry number `entry`."""

    entry: int
    hand: int
    of: str
    chips: int


class Proof(TypedDict):
    """The proof that no chip is lost: `bought` + `corrections` = `purses` + `pots`."""

    bought: int
    corrections: int
    purses: int
    pots: int


class Tally(TypedDict):
    """An evening in numbers.

    While a hand is in progress, `in_hand` is true, and `hands` has that hand too. `lines` have a
    player, a place, and the game's own columns; `notes` are the open IOUs; `chart` has everyone's
    result after each hand, from 0 on.
    """

    game: str
    over: bool
    in_hand: NotRequired[bool]
    lines: list[dict[str, Any]]
    notes: list[TallyIOU]
    hands: list[HandLine]
    chart: dict[str, list[int]]
    corrections: list[Correction]
    proof: Proof


def build_tally(log: Log) -> Tally:
    table = log.table
    game = table.setup.game
    ends, corrections = _replay_hands(log)
    standings = [game.current_results(end) for end in ends]
    return {
        "game": game.slug,
        "over": table.phase == "over",
        "in_hand": table.in_hand,
        "lines": [*map(asdict, current_tally(table))],
        "notes": [{"from": n.issuer, "to": n.holder, "chips": n.chips} for n in table.ledger.ious],
        "hands": _hands(ends, standings),
        "chart": {player: [s.get(player, 0) for s in standings] for player in table.seats},
        "corrections": corrections,
        "proof": _proof(table),
    }


def rename_in_tally(tally: Tally, names: Mapping[str, str]) -> Tally:
    """Return a tally with players renamed by `names`; accounts of pots stay."""

    def new_name(name: str) -> str:
        return names.get(name, name)

    return {
        **tally,
        "lines": [line | {"player": new_name(line["player"])} for line in tally["lines"]],
        "notes": [
            {**iou, "from": new_name(iou["from"]), "to": new_name(iou["to"])}
            for iou in tally["notes"]
        ],
        "hands": [
            {
                **hand,
                "dealer": new_name(hand["dealer"]),
                "winners": [*map(new_name, hand["winners"])],
                "changes": {new_name(player): change for player, change in hand["changes"].items()},
            }
            for hand in tally["hands"]
        ],
        "chart": {new_name(player): line for player, line in tally["chart"].items()},
        "corrections": [{**item, "of": new_name(item["of"])} for item in tally["corrections"]],
    }


def _replay_hands(log: Log) -> tuple[list[Table], list[Correction]]:
    """Return the table before the first hand and after each, and the corrections by counts."""
    ends = [log.table_after(0)]
    corrections: list[Correction] = []
    for line, table in log.tables():
        if table.hand < len(ends) - 1:
            # A misdeal takes away what was counted in its hand.
            corrections = [c for c in corrections if c["hand"] <= table.hand]
        ends[table.hand :] = [table]
        if isinstance(line.entry, Count):
            corrections += _corrections(line.number, line.entry, table)
    return ends, corrections


def _corrections(number: int, count: Count, table: Table) -> list[Correction]:
    return [
        {
            "entry": number,
            "hand": table.hand,
            "of": count.account,
            "chips": move.chips if move.source == BANK else -move.chips,
        }
        for move in table.ledger.moves
    ]


def _hands(ends: list[Table], standings: list[dict[str, int]]) -> list[HandLine]:
    return [
        {
            "hand": end.hand,
            "dealer": end.dealer,
            "winners": list(end.setup.game.winners(end)),
            "changes": _changes(end, before, after),
        }
        for end, before, after in zip(ends[1:], standings, standings[1:], strict=False)
    ]


def _changes(end: Table, before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """Return the changes of a hand; 0 only for players who were dealt into it."""
    changes = {player: after[player] - before.get(player, 0) for player in after}
    return {p: change for p, change in changes.items() if change or p in end.hand_players}


def _proof(table: Table) -> Proof:
    ledger = table.ledger
    purchases = sum(ledger.bought.values())
    purses = sum(ledger.chips.get(player, 0) for player in table.seats)
    corrections, pots = ledger.supply - purchases, sum(ledger.chips.values()) - purses
    return Proof(bought=purchases, corrections=corrections, purses=purses, pots=pots)
