"""Old evenings: one by its results, or many from a spreadsheet after a look at each row."""

from collections import Counter
from collections.abc import Hashable, Iterable

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.circles.names import name_key
from companion.circles.results import MOST_ROWS, EveningResult, SpreadsheetRow, parse_spreadsheet
from companion.core.errors import InvalidValue, Refused
from companion.core.sentences import say, say_plural
from companion.games import all_games
from companion.web.base.extensions import htmx
from companion.web.base.marks import tag_view
from companion.web.circles import words
from companion.web.circles.roles import CIRCLE, current_circle_access
from companion.web.parts.answers import TapError, error_text, redraw_on_error

pages = Blueprint("results", __name__, url_prefix=CIRCLE + "/results")

SHOWN = 200
"""How many rows a preview tells one by one."""


def _again(wrong: TapError) -> str:
    return _draw(error=error_text(wrong))


@pages.get("")
@tag_view("member")
def new() -> str:
    """Show the form of one evening, and that of a file."""
    return _draw()


@pages.post("")
@redraw_on_error(_again)
@tag_view("member")
def add() -> ResponseReturnValue:
    """Store one evening by its results."""
    names, numbers = request.form.getlist("name"), request.form.getlist("result")
    typed = [pair for pair in zip(names, numbers, strict=False) if pair[0].strip()]
    heading = ["", "", *(name for name, _ in typed)]
    cells = [request.form.get("day", ""), request.form.get("game", "")]
    table = [heading, [*cells, *(number for _, number in typed)]]
    _store(read_rows(written_rows(table)))
    return redirect(url_for("past.evenings"), 303)


@pages.post("/file")
@redraw_on_error(_again)
@tag_view("member")
def file() -> ResponseReturnValue:
    """Tell what each row of a file will do; with ``do``: do it, if every row can be."""
    sent = request.files.get("file")
    rows = read_rows(sent.read() if sent else b"")
    if request.form.get("do") != "add":
        return _draw(rows)
    n = _store(rows)
    flash(str(say_plural("{n} evening is added.", "{n} evenings are added.", n=n)))
    return redirect(url_for("past.evenings"), 303)


def read_rows(data: bytes) -> list[SpreadsheetRow]:
    """Read rows. Raises Refused."""
    try:
        return parse_spreadsheet(data)
    except InvalidValue as wrong:
        raise Refused("bad-entry", wrong.reason.template, **wrong.reason.facts) from None


def _store(rows: list[SpreadsheetRow]) -> int:
    """Store those evenings that are new, if all rows can be; return how many.

    Raises Refused for the first that cannot.
    """
    wrong = next((row for row in rows if row.problem is not None), None)
    if wrong is not None and wrong.problem is not None:
        raise Refused("bad-entry", "Row {n}: {why}", n=wrong.number, why=wrong.problem)
    there = _there(current_circle_access().circle.id, rows)
    found = [row.result for row in rows if row.result is not None and row.number not in there]
    if not rows:
        raise Refused("bad-entry", "This file is empty.")
    if not found:
        raise Refused("bad-entry", "All of this is in the circle already.")
    store.import_results(
        current_circle_access().circle.id, found, waits=not current_circle_access().is_keeper
    )
    if not current_circle_access().is_keeper:
        flash(str(words.WAITS))
    return len(found)


def _there(circle: int, rows: Iterable[SpreadsheetRow]) -> set[int]:
    """Return the numbers of the rows whose evening the circle has already."""
    name = {one.id: one.name or "" for one in store.list_people(circle)}
    known: Counter[Hashable] = Counter()
    for past in store.list_latest_evenings(circle, MOST_ROWS):
        results = {name[past.people[who]]: at for who, at in past.facts["standing"].items()}
        known[_identity(EveningResult(past.day, past.game, results))] += 1
    numbers = set()
    for row in rows:
        identity = row.result and _identity(row.result)
        if known[identity] > 0:
            known[identity] -= 1
            numbers.add(row.number)
    return numbers


def _identity(result: EveningResult) -> Hashable:
    results = {(name_key(name), number) for name, number in result.results.items()}
    return result.day, result.game, frozenset(results)


def written_rows(rows: list[list[str]]) -> bytes:
    """Write what was typed as a file has it, so that both are read alike."""
    text = "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)
    return text.encode("utf-8", "replace")


def _draw(rows: list[SpreadsheetRow] | None = None, error: str = "") -> str:
    circle = current_circle_access().circle
    there = _there(circle.id, rows) if rows else set()
    found = [row.result for row in rows or () if row.result and row.number not in there]
    return render_template(
        "circles/preview.html" if htmx else "circles/results.html",
        circle=circle,
        people=[one for one in store.list_people(circle.id) if one.name and not one.hidden],
        games=all_games().values(),
        rows=None if rows is None else rows[:SHOWN],
        more=max(len(rows or ()) - SHOWN, 0),
        new=_new_names(circle.id, found),
        told=_told,
        there=there,
        count=len(found),
        alone=bool(htmx),
        error=error,
    )


def _new_names(circle: int, found: list[EveningResult]) -> list[str]:
    names = Counter(name for result in found for name in result.results)
    known = store.match_names(store.list_people(circle), names)
    return [name for name, who in known.items() if who is None]


def _told(result: EveningResult) -> str:
    """Say what a row will do."""
    facts = store.facts_from_result(result)
    first = [line["player"] for line in facts["lines"] if line["place"] == 1]
    told = say("{day}, {game}: {n} people, {first} first")
    game, day = words.game_text(result.game), words.day_text(result.day)
    n = len(result.results)
    return str(told.with_facts(day=day, game=game, n=n, first=", ".join(first)))
