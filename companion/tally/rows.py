"""The tally as tables of names and plain numbers, for a spreadsheet and for paper."""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from io import StringIO

from companion.core.accounts import account_text
from companion.core.sentences import Sentence
from companion.core.words import join_list
from companion.tally import words
from companion.tally.summary import Tally

_FORMULA = re.compile(r"(^|[\t\r\n,;|])(?=[\s\"]*[=+\-@−＝＋－＠])|^(?=[\t\r\n])")
"""Where a spreadsheet would calculate: a cell begins so, or a part of it, wherever it divides."""

ABSENT = "–"
"""What stands for the change of a hand in which a player had no part."""

_ISOLATES = re.compile("[\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}]")

Cell = str | int
Row = Sequence[Cell]


def column_titles_of(tally: Tally) -> dict[str, str]:
    """Name the columns of a tally's lines besides player and place."""
    first = tally["lines"][0] if tally["lines"] else {}
    return {key: str(name) for key, name in words.column_titles(tally).items() if key in first}


def nonempty_columns(tally: Tally) -> dict[str, str]:
    """Name the columns that tell something: without notes nobody needs two columns of noughts."""
    empty = {key for key in ("owes", "owed") if not any(line.get(key) for line in tally["lines"])}
    return {key: name for key, name in column_titles_of(tally).items() if key not in empty}


def result_rows(tally: Tally, columns: Mapping[str, str]) -> list[Row]:
    """Give the tally's lines, best first, under their headings."""
    rows: list[Row] = [[*_headings(words.PLACE, words.PLAYER), *columns.values()]]
    return rows + [
        [line["place"], line["player"], *(line[key] for key in columns)] for line in tally["lines"]
    ]


def _headings(*sentences: Sentence) -> list[str]:
    return [*map(str, sentences)]


def hand_rows(tally: Tally) -> list[Row]:
    """Give what each hand changed by player, with the sum of all."""
    players = list(tally["chart"])
    called = words.hand_terms_of(tally)
    rows: list[Row] = [[*_headings(called.hand, words.DEALER, called.winner), *players]]
    for hand in tally["hands"]:
        won = join_list(hand["winners"]) if hand["winners"] else ""
        changes = [hand["changes"].get(player, ABSENT) for player in players]
        rows.append([hand["hand"], hand["dealer"], won, *changes])
    return [
        *rows,
        [str(words.ALL_HANDS), "", "", *(line[-1] - line[0] for line in tally["chart"].values())],
    ]


def iou_rows(tally: Tally) -> list[Row]:
    """Give the notes that are open: who owes whom how much."""
    rows: list[Row] = [_headings(words.OWES, words.TO, words.CHIPS)]
    return rows + [[n["from"], account_text(n["to"]), n["chips"]] for n in tally["notes"]]


def correction_rows(tally: Tally) -> list[Row]:
    """Give what counts of real chips put right; people count entries from 1."""
    rows: list[Row] = [_headings(words.COUNTED, words.CORRECTION, words.ENTRY)]
    return rows + [
        [account_text(c["of"]), c["chips"], c["entry"] + 1] for c in tally["corrections"]
    ]


def proof_rows(tally: Tally) -> list[Row]:
    """Give chips in and chips out, which are the same."""
    return [
        _headings(*words.PROOF_COLUMNS),
        [
            tally["proof"]["bought"] + tally["proof"]["corrections"],
            tally["proof"]["bought"],
            tally["proof"]["corrections"],
            tally["proof"]["purses"] + tally["proof"]["pots"],
            tally["proof"]["purses"],
            tally["proof"]["pots"],
        ],
    ]


def render_tally_csv(tally: Tally, started: date) -> bytes:
    """Write the tally for a spreadsheet: UTF-8 with its mark, no cell that could be a formula."""
    parts: list[list[Row]] = [[[words.game_name(tally), started.isoformat()]]]
    parts += [result_rows(tally, column_titles_of(tally)), hand_rows(tally)]
    parts += [part for part in (iou_rows(tally), correction_rows(tally)) if len(part) > 1]
    return render_csv([*parts, proof_rows(tally)])


def render_csv(parts: Iterable[Sequence[Sequence[Cell | Decimal]]]) -> bytes:
    """Write tables one below the other, as `csv_of` does."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    for part in parts:
        writer.writerows([[_safe(cell) for cell in row] for row in part])
        writer.writerow([])
    return text.getvalue().encode("utf-8-sig", "replace")


def _safe(cell: Cell | Decimal) -> Cell | Decimal:
    """Keep a spreadsheet from reading a name as a formula, whatever it divides cells at.

    What keeps names from turning on a page goes: a cell must be the name and nothing else.
    """
    return _FORMULA.sub(r"\1'", _ISOLATES.sub("", cell)) if isinstance(cell, str) else cell
