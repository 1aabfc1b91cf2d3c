"""The tally as rows of names and plain numbers, and its sentences."""

import csv
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from io import StringIO

from companion.core.accounts import Account, account_text
from companion.core.game import CHIP_COLUMNS
from companion.core.sentences import EntryNumber, Sentence, say
from companion.core.words import HANDS, HandTerms, NameList, format_signed, join_list, localize
from companion.games import all_games
from companion.tally.summary import Correction, Proof, Tally, TallyIOU

PLACES, IOUS_TO_SETTLE = say("Standings"), say("IOUs to settle")
CORRECTIONS, PROOF = say("Corrections after counting"), say("Chip check")
NO_IOUS = say("Nobody owes anybody anything.")
NO_WINNER, TOTAL, PAGE = say("nobody"), say("Total"), say("page")
PLACE, PLAYER = say("Place"), say("Player")
DEALER = say("Dealer")
FROM, TO, CHIPS = say("From"), say("To"), say("Chips")
COUNTED, CORRECTION, ENTRY = say("Counted"), say("Correction"), say("Entry")

PROOF_COLUMNS = (
    *(say("Chips in"), say("Start + bought"), say("Corrections")),
    *(say("Chips out"), say("With players"), say("In pots")),
)
PLAYED_WITH = say("Played with Companion")


def hand_terms_of(tally: Tally) -> HandTerms:
    game = all_games().get(tally["game"])
    return HANDS if game is None else game.hand_terms


def game_name(tally: Tally) -> str:
    """Return the name of a tally's game; its slug if the program no longer has the game."""
    game = all_games().get(tally["game"])
    return str(tally["game"] if game is None else game.name)


def stage_sentence(tally: Tally) -> Sentence:
    """Return how far the evening has come: ``final tally after 12 hands``."""
    terms = hand_terms_of(tally)
    if tally.get("in_hand"):
        sentence = terms.tally_in_hand
    else:
        sentence = terms.final_tally if tally["over"] else terms.tally_so_far
    return sentence.with_facts(n=len(tally["hands"]))


def winner_sentence_of(tally: Tally) -> Sentence | None:
    """Return the sentence about the winners of the evening; None while it lasts."""
    winners = [line["player"] for line in tally["lines"] if line["place"] == 1]
    return first_place_sentence(winners) if tally["over"] else None


def first_place_sentence(winners: Collection[str]) -> Sentence:
    if len(winners) == 1:
        return say("{player} won", player=next(iter(winners)))
    return say("{names} share first place", names=NameList(winners))


def chart_title_sentence(tally: Tally) -> Sentence:
    game = all_games().get(tally["game"])
    return hand_terms_of(tally).chart_titles["chips" if game is None else game.unit]


def chart_alt_text(results_by_player: Mapping[str, Sequence[int]]) -> str:
    """Return the alternative text of a chart: each player with all results."""
    lines = (
        say("{player}: {results}.", player=player, results=", ".join(map(format_signed, results)))
        for player, results in results_by_player.items()
    )
    return " ".join(map(localize, lines))


def iou_sentence(iou: TallyIOU) -> Sentence:
    return say("{player} owes {other}", player=iou["from"], other=Account(iou["to"]))


def correction_sentence(tally: Tally, correction: Correction) -> Sentence:
    return hand_terms_of(tally).with_count.with_facts(
        hand=correction["hand"],
        account=Account(correction["of"]),
        chips=format_signed(correction["chips"]),
    )


def entry_number_sentence(number: int) -> Sentence:
    return say("entry {number}", number=EntryNumber(number))


def chips_in_sentence(proof: Proof) -> Sentence:
    purchases, corrections = proof["bought"], proof["corrections"]
    if not corrections:
        return say(
            "Chips in: {bought} received at the start or bought = {all}.",
            bought=purchases,
            all=purchases,
        )
    return say(
        "Chips in: {bought} received at the start or bought, {more} by correction = {all}.",
        bought=purchases,
        more=format_signed(corrections),
        all=purchases + corrections,
    )


def chips_out_sentence(proof: Proof) -> Sentence:
    purses, pots = proof["purses"], proof["pots"]
    sentence = say("Chips out: {purses} with players + {pots} in pots = {all}.")
    return sentence.with_facts(purses=purses, pots=pots, all=purses + pots)


# The beginning of a formula, in a cell or after a sign at which a spreadsheet may divide it.
_FORMULA = re.compile(r"(^|[\t\r\n,;|])(?=[\s\"]*[=+\-@−＝＋－＠])|^(?=[\t\r\n])")

# Stands for the change of a player who had no part in a hand.
NO_PART = "–"

_ISOLATES = re.compile("[\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}]")

Cell = str | int
Row = Sequence[Cell]


def column_titles(tally: Tally) -> dict[str, str]:
    """Return the titles of the columns that a tally's lines have, besides player and place."""
    game = all_games().get(tally["game"])
    columns = CHIP_COLUMNS if game is None else game.columns
    first = tally["lines"][0] if tally["lines"] else {}
    return {key: str(name) for key, name in columns.items() if key in first}


def nonempty_columns(tally: Tally) -> dict[str, str]:
    """Return the titles of a tally's columns, without those for IOUs if there are none."""
    empty = {key for key in ("owes", "owed") if not any(line.get(key) for line in tally["lines"])}
    return {key: name for key, name in column_titles(tally).items() if key not in empty}


def result_rows(tally: Tally, columns: Mapping[str, str]) -> list[Row]:
    """Return the lines of a tally, best first, below their titles."""
    rows = ((line["place"], line["player"], *(line[k] for k in columns)) for line in tally["lines"])
    return [(str(PLACE), str(PLAYER), *columns.values()), *rows]


def hand_rows(tally: Tally) -> list[Row]:
    """Return every hand with its changes by player, below titles and above a row of sums."""
    players = list(tally["chart"])
    terms = hand_terms_of(tally)
    rows: list[Row] = [[str(terms.hand), str(DEALER), str(terms.winner), *players]]
    for hand in tally["hands"]:
        winners = join_list(hand["winners"]) if hand["winners"] else ""
        changes = [hand["changes"].get(player, NO_PART) for player in players]
        rows.append([hand["hand"], hand["dealer"], winners, *changes])
    sums = (results[-1] - results[0] for results in tally["chart"].values())
    return [*rows, [str(TOTAL), "", "", *sums]]


def iou_rows(tally: Tally) -> list[Row]:
    rows = ((iou["from"], account_text(iou["to"]), iou["chips"]) for iou in tally["notes"])
    return [(str(FROM), str(TO), str(CHIPS)), *rows]


def correction_rows(tally: Tally) -> list[Row]:
    # People count entries from 1.
    rows = ((account_text(c["of"]), c["chips"], c["entry"] + 1) for c in tally["corrections"])
    return [(str(COUNTED), str(CORRECTION), str(ENTRY)), *rows]


def proof_rows(tally: Tally) -> list[Row]:
    proof = tally["proof"]
    purchases, corrections = proof["bought"], proof["corrections"]
    purses, pots = proof["purses"], proof["pots"]
    supply = purchases + corrections
    chips = [supply, purchases, corrections, purses + pots, purses, pots]
    return [[*map(str, PROOF_COLUMNS)], chips]


def render_tally_csv(tally: Tally, day: date) -> bytes:
    """Return a tally as CSV in UTF-8 with a byte order mark, for spreadsheets."""
    parts: list[list[Row]] = [[[game_name(tally), day.isoformat()]]]
    parts += [result_rows(tally, column_titles(tally)), hand_rows(tally)]
    parts += [part for part in (iou_rows(tally), correction_rows(tally)) if len(part) > 1]
    return render_csv([*parts, proof_rows(tally)])


def render_csv(parts: Iterable[Sequence[Sequence[Cell | Decimal | None]]]) -> bytes:
    """Return several tables as CSV, separated by empty rows; no cell is a formula."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    for part in parts:
        writer.writerows([[_escape_formula(cell) for cell in row] for row in part])
        writer.writerow([])
    return text.getvalue().encode("utf-8-sig", "replace")


def _escape_formula(cell: Cell | Decimal | None) -> Cell | Decimal | None:
    # A spreadsheet would run a name that begins with "=", at whatever sign it divides the line.
    return _FORMULA.sub(r"\1'", _ISOLATES.sub("", cell)) if isinstance(cell, str) else cell
