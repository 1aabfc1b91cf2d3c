"""Pages that add evenings to a circle: a table, the results of one evening, or a spreadsheet."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.circles.spreadsheet import (
    MAX_ROWS,
    EveningResult,
    SpreadsheetRow,
    parse_spreadsheet,
    parse_typed_evening,
)
from companion.core.accounts import name_key
from companion.core.errors import InvalidValue, Refused
from companion.core.sentences import say, say_plural
from companion.core.words import NameList
from companion.games import all_games
from companion.store.circles import add_table_to_circle, create_circle_from_table
from companion.store.evenings import facts_from_result, import_results, list_evenings_and_people
from companion.store.people import list_people, match_names
from companion.store.table_cache import LoadedTable
from companion.store.tables import load_table
from companion.store.visits import CIRCLES, list_circles_of_device, record_visit
from companion.web.access import circle_for_new_table, current_circle, current_circle_access
from companion.web.base.errors import NotAllowed, TapError, error_text, redraw_on_error
from companion.web.base.guards import tag_view
from companion.web.base.security import device_id, htmx
from companion.web.base.urls import TABLE, is_row_id
from companion.web.circles import circle_blueprint, words
from companion.web.table.table import redirect_to

table_to_circle_pages = Blueprint("add_to_circle", __name__, url_prefix=TABLE + "/circle")

# The choice for a player whom the circle does not know.
NEW_PERSON = "new"

NO_ACCESS = say(
    "This device cannot see this table’s circle yet. First open your link to the circle on "
    "this device."
)
NEW_CIRCLE = say(
    "A circle remembers the people who play together: their seasons, their records, and who owes "
    "whom."
)


@table_to_circle_pages.get("")
def show(token: str) -> ResponseReturnValue:
    """Show the form that adds a table to a circle; redirect if it belongs to one already."""
    evening = load_table(token)
    return _redirect_to_circle(evening) if evening.evening_ref else _render_join(token)


def _render_join(token: str, error: TapError | None = None) -> str:
    evening, circles = load_table(token), []
    for access in list_circles_of_device(device_id()):
        if access.role != "look":
            people = [person for person in list_people(access.circle.id) if person.name is not None]
            matches = match_names(people, evening.table.seats)
            circles.append((access.address, access.circle, people, matches))
    return render_template(
        "circles/add_to_circle.html",
        game=evening.log.setup.game,
        players=evening.table.seats,
        circles=circles,
        error=error_text(error),
    )


@table_to_circle_pages.post("")
@redraw_on_error(_render_join)
def remember(token: str) -> ResponseReturnValue:
    """Create a circle from the players of a table, and redirect to it."""
    evening = load_table(token)
    if evening.evening_ref:
        return _redirect_to_circle(evening)
    circle = create_circle_from_table(token)
    flash(str(NEW_CIRCLE))
    # a second tap may be there before the circle's page
    record_visit(device_id(), CIRCLES, circle.id, circle.token)
    return redirect_to(url_for("circle.show", circle=circle.token))


@table_to_circle_pages.post("/join")
@redraw_on_error(_render_join)
def join(token: str) -> ResponseReturnValue:
    """Add a table to an existing circle, each player as the person chosen in the form."""
    address = request.form.get("circle", "")
    people = {
        player: None if who == NEW_PERSON else int(who)
        for player in load_table(token).table.seats
        if (who := request.form.get(f"who:{player}", "")) == NEW_PERSON or is_row_id(who)
    }
    add_table_to_circle(token, circle_for_new_table(address), people)
    return redirect_to(url_for("circle.show", circle=address))


def _redirect_to_circle(evening: LoadedTable) -> ResponseReturnValue:
    """Redirect to the circle of a table. Raises NotAllowed if this device has no access to it."""
    for access in list_circles_of_device(device_id()):
        if evening.evening_ref and access.circle.id == evening.evening_ref.circle:
            return redirect_to(url_for("circle.show", circle=access.address))
    raise NotAllowed(NO_ACCESS)


pages = circle_blueprint("add_evenings", "/results")

# The most rows that a preview lists.
PREVIEW_ROWS = 200


@pages.get("")
@tag_view("member")
def new(rows: list[SpreadsheetRow] | None = None, error: TapError | None = None) -> str:
    circle = current_circle().id
    existing_rows = _existing_rows(circle, rows) if rows else set()
    results = _new_results(rows or (), existing_rows)
    return render_template(
        "circles/preview.html" if htmx else "circles/add_evenings.html",
        people=[person for person in list_people(circle) if person.name and not person.hidden],
        games=all_games().values(),
        rows=None if rows is None else rows[:PREVIEW_ROWS],
        more=max(len(rows or ()) - PREVIEW_ROWS, 0),
        new=_unknown_names(circle, results),
        preview_text=_preview_text,
        existing_rows=existing_rows,
        faults=sum(row.problem is not None for row in rows or ()),
        count=len(results),
        is_fragment=bool(htmx),
        error=error_text(error),
    )


@pages.post("")
@redraw_on_error(new)
@tag_view("member")
def add() -> ResponseReturnValue:
    """Store one evening from typed results."""
    names, numbers = request.form.getlist("name"), request.form.getlist("result")
    evening = read_evening(request.form.get("game", ""), names, numbers)
    _store([SpreadsheetRow(1, evening)])
    return redirect(url_for("circle_evenings.evenings"), 303)


@pages.post("/file")
@redraw_on_error(new)
@tag_view("member")
def file() -> ResponseReturnValue:
    """Preview the rows of an uploaded file; store them if the form says `do=add`."""
    sent_file = request.files.get("file")
    rows = _read_rows(sent_file.read() if sent_file else b"")
    if request.form.get("do") != "add":
        return new(rows)
    n = _store(rows)
    flash(str(say_plural("{n} evening was added.", "{n} evenings were added.", n=n)))
    return redirect_to(url_for("circle_evenings.evenings"))


def read_evening(game: str, names: Sequence[str], numbers: Sequence[str]) -> EveningResult:
    """Return an evening on the day that the form names. Raises Refused (`bad-entry`)."""
    with _refused_values():
        return parse_typed_evening(request.form.get("day", ""), game, names, numbers)


def _read_rows(data: bytes) -> list[SpreadsheetRow]:
    with _refused_values():
        return parse_spreadsheet(data)


@contextmanager
def _refused_values() -> Iterator[None]:
    """Raise Refused (`bad-entry`) for a value that cannot be parsed."""
    try:
        yield
    except InvalidValue as error:
        raise Refused("bad-entry", error.reason.template, **error.reason.facts) from None


def _store(rows: list[SpreadsheetRow]) -> int:
    """Store the evenings that are not in the circle yet. Return their number.

    Raises Refused (`bad-entry`) for the first bad row, or if there is no new evening.
    """
    for row in rows:
        if row.problem is not None:
            raise Refused("bad-entry", "Row {n}: {why}", n=row.number, why=row.problem)
    results = _new_results(rows, _existing_rows(current_circle().id, rows))
    if not rows:
        raise Refused("bad-entry", "This file is empty.")
    if not results:
        raise Refused("bad-entry", "Nothing to add: the circle already has these results.")
    is_pending = not current_circle_access().is_keeper
    import_results(current_circle().id, results, waits=is_pending)
    if is_pending:
        flash(str(words.WAITS))
    return len(results)


def _new_results(rows: Iterable[SpreadsheetRow], existing_rows: set[int]) -> list[EveningResult]:
    return [row.result for row in rows if row.result and row.number not in existing_rows]


def _existing_rows(circle: int, rows: Iterable[SpreadsheetRow]) -> set[int]:
    """Return the numbers of the rows whose evenings are in the circle already."""
    evenings, people = list_evenings_and_people(circle, MAX_ROWS)
    names = {person.id: person.name for person in people}
    counts: Counter[Hashable] = Counter()
    for past in evenings:
        standing = past.facts["standing"].items()
        results = {names.get(past.people.get(who, 0)) or "": number for who, number in standing}
        counts[_identity(EveningResult(past.day, past.game, results))] += 1
    numbers = set()
    for row in rows:
        identity = row.result and _identity(row.result)
        if counts[identity] > 0:
            counts[identity] -= 1
            numbers.add(row.number)
    return numbers


def _identity(result: EveningResult) -> Hashable:
    results = {(name_key(name), number) for name, number in result.results.items()}
    return result.day, result.game, frozenset(results)


def _unknown_names(circle: int, evening_results: list[EveningResult]) -> list[str]:
    names = Counter(name for result in evening_results for name in result.results)
    matches = match_names(list_people(circle), names)
    return [name for name, who in matches.items() if who is None]


def _preview_text(result: EveningResult) -> str:
    """Return the sentence of the preview for one evening."""
    facts = facts_from_result(result)
    first = [line["player"] for line in facts["lines"] if line["place"] == 1]
    sentence = say("{day}, {game}: {n} people, {first} in first place")
    game, day = words.game_text(result.game), words.day_text(result.day)
    n = len(result.results)
    return str(sentence.with_facts(day=day, game=game, n=n, first=NameList(first)))
