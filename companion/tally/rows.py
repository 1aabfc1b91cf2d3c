"""The tally as tables of words and numbers, for a spreadsheet and for paper."""

import csv
from collections.abc import Sequence
from datetime import date
from io import StringIO
from typing import Any

from companion.core.words import account_name, listed

COLUMNS = {
    "result": "Result",
    "score": "Points",
    "chips": "Chips",
    "cups": "In cups",
    "owes": "Owes",
    "owed": "Is owed",
    "bought": "Bought",
}
"""The columns of tally lines besides player and place, in words."""

FORMULA_STARTS = tuple("=+-@−＝＋－＠")
"""How a cell begins that a spreadsheet would calculate."""

Cell = str | int
Row = Sequence[Cell]


def signed(number: int) -> str:
    """Write a gain or a loss: ``+4``, ``−4``, ``0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def columns_of(tally: dict[str, Any]) -> dict[str, str]:
    """Name the columns of a tally's lines besides player and place, in words."""
    first = tally["lines"][0] if tally["lines"] else {}
    return {key: words for key, words in COLUMNS.items() if key in first}


def places(tally: dict[str, Any]) -> list[Row]:
    """Give the tally's lines, best first, under their headings."""
    columns = columns_of(tally)
    rows: list[Row] = [["Place", "Player", *columns.values()]]
    return rows + [
        [line["place"], line["player"], *(line[key] for key in columns)] for line in tally["lines"]
    ]


def hands(tally: dict[str, Any]) -> list[Row]:
    """Give what each hand changed by player, with the sum of all."""
    players = list(tally["chart"])
    rows: list[Row] = [["Hand", "Dealer", "Won by", *players]]
    for hand in tally["hands"]:
        won = listed(hand["winners"]) if hand["winners"] else ""
        changes = [hand["changes"].get(player, 0) for player in players]
        rows.append([hand["hand"], hand["dealer"], won, *changes])
    return [*rows, ["All", "", "", *(line[-1] - line[0] for line in tally["chart"].values())]]


def notes(tally: dict[str, Any]) -> list[Row]:
    """Give the notes that are open: who owes whom how much."""
    rows: list[Row] = [["Owes", "To", "Chips"]]
    return rows + [[n["from"], account_name(n["to"]), n["chips"]] for n in tally["notes"]]


def corrections(tally: dict[str, Any]) -> list[Row]:
    """Give what counts of real chips put right."""
    rows: list[Row] = [["Counted", "Correction", "Entry"]]
    return rows + [[account_name(c["of"]), c["chips"], c["entry"]] for c in tally["corrections"]]


def proof(tally: dict[str, Any]) -> list[Row]:
    """Give chips in and chips out, which are the same."""
    return [
        ["Chips in", "Bought", "Corrections", "Chips out", "In purses", "In pots"],
        [
            tally["proof"]["bought"] + tally["proof"]["corrections"],
            tally["proof"]["bought"],
            tally["proof"]["corrections"],
            tally["proof"]["purses"] + tally["proof"]["pots"],
            tally["proof"]["purses"],
            tally["proof"]["pots"],
        ],
    ]


def proof_line(tally: dict[str, Any]) -> str:
    """Say that chips in are chips out, with the numbers."""
    proof = tally["proof"]
    put_in = proof["bought"] + proof["corrections"]
    corrected = f" {signed(proof['corrections'])} corrected" if proof["corrections"] else ""
    return (
        f"Chips in: {proof['bought']} bought{corrected} = {put_in}. "
        f"Chips out: {proof['purses']} in purses + {proof['pots']} in pots "
        f"= {proof['purses'] + proof['pots']}."
    )


def csv_of(tally: dict[str, Any], started: date) -> bytes:
    """Write the tally for a spreadsheet: UTF-8 with its mark, no cell that could be a formula."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    parts: list[list[Row]] = [[[tally["name"], started.isoformat()]]]
    parts += [places(tally), hands(tally)]
    parts += [part for part in (notes(tally), corrections(tally)) if len(part) > 1]
    for part in [*parts, proof(tally)]:
        writer.writerows([[_safe(cell) for cell in row] for row in part])
        writer.writerow([])
    return text.getvalue().encode("utf-8-sig", "replace")


def _safe(cell: Cell) -> Cell:
    """Keep a spreadsheet from reading a name as a formula."""
    if isinstance(cell, int):
        return cell
    risky = cell[:1] in ("\t", "\r", "\n") or cell.lstrip()[:1] in FORMULA_STARTS
    return "'" + cell if risky else cell
