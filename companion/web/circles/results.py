"""Old evenings: one by its results, or many from a spreadsheet after a look at each row."""

from collections import Counter
from collections.abc import Hashable, Iterable

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.circles.names import name_key
from companion.circles.results import MOST_ROWS, FileRow, Result, read_results
from companion.core.errors import Refused, Unfit
from companion.core.sentences import say, say_n
from companion.games import games
from companion.web.base.extensions import htmx
from companion.web.base.marks import mark
from companion.web.circles import words
from companion.web.circles.roles import CIRCLE, here
from companion.web.parts.answers import Wrong, or_again, why

pages = Blueprint("results", __name__, url_prefix=CIRCLE + "/results")

SHOWN = 200
"""How many rows a preview tells one by one."""


def _again(wrong: Wrong) -> str:
    return _draw(error=why(wrong))


@pages.get("")
@mark("member")
def new() -> str:
    """Show the form of one evening, and that of a file."""
    return _draw()


@pages.post("")
@or_again(_again)
@mark("member")
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
@or_again(_again)
@mark("member")
def file() -> ResponseReturnValue:
    """Tell what each row of a file will do; with ``do``: do it, if every row can be."""
    sent = request.files.get("file")
    rows = read_rows(sent.read() if sent else b"")
    if request.form.get("do") != "add":
        return _draw(rows)
    n = _store(rows)
    flash(str(say_n("{n} evening is added.", "{n} evenings are added.", n=n)))
    return redirect(url_for("past.evenings"), 303)


def read_rows(data: bytes) -> list[FileRow]:
    """Read rows. Raises Refused."""
    try:
        return read_results(data)
    except Unfit as wrong:
        raise Refused("bad-entry", wrong.why.template, **wrong.why.facts) from None


def _store(rows: list[FileRow]) -> int:
    """Store those evenings that are new, if all rows can be; return how many.

    Raises Refused for the first that cannot.
    """
    wrong = next((row for row in rows if row.wrong is not None), None)
    if wrong is not None and wrong.wrong is not None:
        raise Refused("bad-entry", "Row {n}: {why}", n=wrong.number, why=wrong.wrong)
    there = _there(here().circle.id, rows)
    found = [row.result for row in rows if row.result is not None and row.number not in there]
    if not rows:
        raise Refused("bad-entry", "This file is empty.")
    if not found:
        raise Refused("bad-entry", "All of this is in the circle already.")
    store.add_results(here().circle.id, found, waits=not here().is_keeper)
    if not here().is_keeper:
        flash(str(words.WAITS))
    return len(found)


def _there(circle: int, rows: Iterable[FileRow]) -> set[int]:
    """Return the numbers of the rows whose evening the circle has already."""
    name = {one.id: one.name or "" for one in store.people_of(circle)}
    known: Counter[Hashable] = Counter()
    for past in store.latest_evenings(circle, MOST_ROWS):
        results = {name[past.people[who]]: at for who, at in past.facts["standing"].items()}
        known[_identity(Result(past.day, past.game, results))] += 1
    numbers = set()
    for row in rows:
        identity = row.result and _identity(row.result)
        if known[identity] > 0:
            known[identity] -= 1
            numbers.add(row.number)
    return numbers


def _identity(result: Result) -> Hashable:
    results = {(name_key(name), number) for name, number in result.results.items()}
    return result.day, result.game, frozenset(results)


def written_rows(rows: list[list[str]]) -> bytes:
    """Write what was typed as a file has it, so that both are read alike."""
    text = "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)
    return text.encode("utf-8", "replace")


def _draw(rows: list[FileRow] | None = None, error: str = "") -> str:
    circle = here().circle
    there = _there(circle.id, rows) if rows else set()
    found = [row.result for row in rows or () if row.result and row.number not in there]
    return render_template(
        "circles/preview.html" if htmx else "circles/results.html",
        circle=circle,
        people=[one for one in store.people_of(circle.id) if one.name and not one.hidden],
        games=games().values(),
        rows=None if rows is None else rows[:SHOWN],
        more=max(len(rows or ()) - SHOWN, 0),
        new=_new_names(circle.id, found),
        told=_told,
        there=there,
        count=len(found),
        alone=bool(htmx),
        error=error,
    )


def _new_names(circle: int, found: list[Result]) -> list[str]:
    names = Counter(name for result in found for name in result.results)
    known = store.matches(store.people_of(circle), names)
    return [name for name, who in known.items() if who is None]


def _told(result: Result) -> str:
    """Say what a row will do."""
    facts = store.facts_by(result)
    first = [line["player"] for line in facts["lines"] if line["place"] == 1]
    told = say("{day}, {game}: {n} people, {first} first")
    game, day = words.circle_game(result.game), words.day_named(result.day)
    n = len(result.results)
    return str(told.about(day=day, game=game, n=n, first=", ".join(first)))
