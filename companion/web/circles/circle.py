"""The pages of a circle: its start page, its games and people, and its evenings."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.circles.facts import HandFacts, changes_by_hand
from companion.circles.spreadsheet import EveningResult
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.sentences import say
from companion.core.words import format_signed
from companion.games import all_games
from companion.language import current_language
from companion.store.evenings import (
    CircleEvening,
    correct_evening,
    delete_evening,
    get_evening,
    get_evening_and_hands,
    list_evenings_and_people,
    list_evenings_of_person,
    list_latest_evenings,
    list_pending_evenings,
)
from companion.store.models import Person
from companion.store.people import Avatar, list_people
from companion.store.visits import CIRCLES, record_visit
from companion.tally import rows as tally_rows
from companion.tally.summary import HandLine, Tally, rename_in_tally
from companion.web.access import current_circle, current_circle_access
from companion.web.base.errors import TapError, error_text, redraw_on_error
from companion.web.base.guards import tag_view
from companion.web.base.security import device_id
from companion.web.base.templates import RenderCache
from companion.web.base.urls import ROW_ID
from companion.web.circles import circle_blueprint, words
from companion.web.circles.add_evenings import read_evening
from companion.web.circles.season import Season, get_season
from companion.web.tally import TallyPage

pages = circle_blueprint("circle")

LATEST_EVENINGS = 5

_RENDER_CACHE = RenderCache(64)


@pages.get("")
@tag_view("look", "member")
def show() -> str:
    record_visit(device_id(), CIRCLES, current_circle().id, current_circle_access().address)
    return _render(None)


@pages.get("/games/<slug>")
@tag_view("look", "member")
def game(slug: str) -> str:
    return _render(all_games().get(slug) or abort(404))


def _render(game: Game | None) -> str:
    circle = current_circle()
    season = get_season(circle, request.args.get("season"), game, only=True)
    latest = list_latest_evenings(circle.id, LATEST_EVENINGS, game.slug if game else None)
    html = _render_cached("circles/season.html", season, latest, own=game is not None)
    waiting = list_pending_evenings(circle.id) if current_circle_access().is_keeper else []
    return render_template("circles/page.html", season=season, html=html, waiting=waiting)


def _render_cached(
    template: str, season: Season, latest: list[CircleEvening], **more: Hashable
) -> Markup:
    """Return a rendered part of a page, from the cache for all visitors by the same address."""
    evenings = tuple(
        (past.id, past.day, past.game, past.waits, *past.places.items()) for past in latest
    )
    access = current_circle_access()
    key = (template, access.address, current_language(), season.key, evenings, *more.items())
    draw = partial(render_template, template, season=season, latest=latest, rows=tally_rows, **more)
    return _RENDER_CACHE.get(key, lambda: Markup(draw()))  # noqa: S704  a template has escaped it


@pages.get(f"/people/{ROW_ID}")
@tag_view("look", "member")
def person(number: int) -> str:
    circle = current_circle()
    season = get_season(circle, request.args.get("season"), None)
    somebody = season.people.get(number) or abort(404)
    latest = list_evenings_of_person(number, LATEST_EVENINGS * 2)
    html = _render_cached("circles/person_statistics.html", season, latest, me=number)
    return render_template("circles/person.html", season=season, person=somebody, html=html)


@pages.get("/again")
@tag_view("member")
def again() -> ResponseReturnValue:
    """Redirect to a set-up like the circle's last table, with the next dealer."""
    return redirect(url_for("setup.new", circle=current_circle_access().address, like="last"), 303)


evening_pages = circle_blueprint("circle_evenings", "/evenings")

MAX_EVENINGS = 200


@evening_pages.get("")
@tag_view("look", "member")
def evenings() -> str:
    circle = current_circle()
    latest, people = list_evenings_and_people(circle.id, MAX_EVENINGS)
    return render_template(
        "circles/evenings.html",
        latest=latest,
        season=Season(circle, "", [], {}, None, {person.id: person for person in people}),
    )


@evening_pages.get("/waiting")
def waiting(error: TapError | None = None) -> str:
    """List the evenings that members added, for the keeper to accept or remove."""
    return render_template(
        "circles/pending_results.html",
        waiting=list_pending_evenings(current_circle().id),
        signed=format_signed,
        error=error_text(error),
    )


@evening_pages.post("/waiting")
@redraw_on_error(waiting)
@tag_view("long")
def accept_or_remove() -> ResponseReturnValue:
    """Accept or remove the selected evenings."""
    circle, evening_ids = current_circle().id, request.form.getlist("evening", type=int)
    is_removal = request.form.get("do") == "remove"
    if is_removal and "sure" not in request.form:
        raise Refused("bad-entry", "Check “I am sure” to remove evenings.")
    for past in list_pending_evenings(circle):
        if past.id in evening_ids and is_removal:
            delete_evening(circle, past.id)
        elif past.id in evening_ids:
            correction = EveningResult(past.day, past.game, past.facts["standing"])
            correct_evening(circle, past, correction)
    return redirect(url_for("circle.show"), 303)


@evening_pages.get(f"/{ROW_ID}")
@tag_view("look", "member")
def evening(
    number: int,
    error: TapError | None = None,
    changes: list[tuple[str, str, str]] | None = None,
    *,
    is_removal: bool = False,
) -> str:
    """Show an evening; with `changes`, or with `is_removal`, ask to confirm that."""
    circle = current_circle()
    past, hands = get_evening_and_hands(circle.id, number) or abort(404)
    people = list_people(circle.id)
    names = _names(past, people)
    by_id = {person.id: Avatar(person.colour, person.symbol) for person in people}
    avatars = {names[player]: by_id[who] for player, who in past.people.items() if who in by_id}
    return render_template(
        "circles/evening.html",
        past=past,
        page=TallyPage(_tally(past, hands, names), date.fromisoformat(past.day), avatars),
        rows=tally_rows,
        waits=words.WAITS if past.waits else None,
        access=current_circle_access(),
        names=names,
        error=error_text(error),
        changes=changes,
        is_removal=is_removal,
    )


@evening_pages.post(f"/{ROW_ID}")
@redraw_on_error(evening)
def correct(number: int) -> ResponseReturnValue:
    """Correct the day or the results of an evening; the first request only shows the changes."""
    past = get_evening(current_circle().id, number) or abort(404)
    correction = _parse_correction(past)
    if "sure" not in request.form:
        return evening(number, changes=[*_list_changes(past, correction)])
    correct_evening(current_circle().id, past, correction)
    return redirect(url_for("circle_evenings.evening", number=number), 303)


@evening_pages.post(f"/{ROW_ID}/out")
@redraw_on_error(evening)
def delete(number: int) -> ResponseReturnValue:
    """Delete an evening from the circle; the first request only asks to confirm it."""
    if "sure" not in request.form:
        return evening(number, is_removal=True)
    delete_evening(current_circle().id, number)
    return redirect(url_for("circle_evenings.evenings"), 303)


def _parse_correction(past: CircleEvening) -> EveningResult:
    """Return the corrected day and results from the form. Raises Refused (`bad-entry`)."""
    numbers = dict(zip(past.facts["standing"], request.form.getlist("result"), strict=False))
    results = numbers if past.by_results else past.facts["standing"]
    correction = read_evening(past.game, [*results], [*map(str, results.values())])
    if len(correction.results) < len(past.facts["standing"]):
        raise Refused("bad-entry", "Everybody who played needs a result.")
    return correction


def _list_changes(past: CircleEvening, correction: EveningResult) -> Iterator[tuple[str, str, str]]:
    """Yield each change: its label, the old value and the new one."""
    if past.day != correction.day:
        yield str(say("Date")), words.day_text(past.day), words.day_text(correction.day)
    for player, number in past.facts["standing"].items():
        if past.by_results and correction.results[player] != number:
            yield player, format_signed(number), format_signed(correction.results[player])


def _names(past: CircleEvening, people: Sequence[Person]) -> Mapping[str, str]:
    """Return the present name of each player; of an erased person the name at the table."""
    names = {person.id: person.name for person in people}
    return {player: names.get(who) or player for player, who in past.people.items()}


def _tally(past: CircleEvening, hands: list[HandFacts], names: Mapping[str, str]) -> Tally:
    """Return the tally of an evening from its stored facts, with the present names."""
    facts = past.facts
    standings: list[dict[str, int]] = [dict.fromkeys(facts["standing"], 0)]
    standings += [hand["standing"] for hand in hands]
    tally: Tally = {
        "game": past.game,
        "over": facts["over"],
        "lines": facts["lines"],
        "notes": [],
        "hands": [
            HandLine(hand=h["hand"], dealer=h["dealer"], winners=h["winners"], changes=changes)
            for h, changes in zip(hands, changes_by_hand(hands), strict=True)
        ],
        "chart": {
            player: [standing.get(player, 0) for standing in standings]
            for player in facts["standing"]
        },
        "corrections": [],
        "proof": {"bought": 0, "corrections": 0, "purses": 0, "pots": 0},
    }
    return rename_in_tally(tally, names)
