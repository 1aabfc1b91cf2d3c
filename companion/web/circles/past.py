"""The evenings of a circle: their list, and each as the circle remembers it."""

from collections.abc import Iterator, Mapping

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.circles.facts import HandFacts, changes_of, renamed_evening, renamed_hand
from companion.circles.results import Result
from companion.core.errors import Refused
from companion.core.sentences import say
from companion.core.words import signed
from companion.tally import words as tally_words
from companion.tally.summary import Tally
from companion.web.base.marks import mark
from companion.web.circles import words
from companion.web.circles.numbers import NUMBER
from companion.web.circles.results import read_rows, written_rows
from companion.web.circles.roles import CIRCLE, here
from companion.web.circles.season import Season
from companion.web.parts.answers import or_again, why
from companion.web.tally import shown_tally

pages = Blueprint("past", __name__, url_prefix=CIRCLE + "/evenings")

MANY = 200
"""How many evenings are listed."""


@pages.get("")
@mark("look", "member")
def evenings() -> str:
    """List the evenings of the circle, the latest first."""
    circle = here().circle
    people = {str(one.id): one for one in store.people_of(circle.id)}
    return render_template(
        "circles/evenings.html",
        latest=store.latest_evenings(circle.id, MANY),
        season=Season(circle, "", [], {}, None, people),
        words=words,
        here=here(),
    )


@pages.get("/waiting")
def waiting() -> str:
    """List what members have added, for the keeper to accept or remove."""
    return _draw_waiting()


@pages.post("/waiting")
@or_again(lambda wrong: _draw_waiting(error=why(wrong)))
@mark("long")
def decide() -> ResponseReturnValue:
    """Accept or remove the evenings that are ticked."""
    circle, ticked = here().circle.id, request.form.getlist("evening", type=int)
    removes = request.form.get("do") == "remove"
    if removes and "sure" not in request.form:
        raise Refused("bad-entry", "To remove evenings, tick “I am sure”.")
    for past in store.waiting_evenings(circle):
        if past.id in ticked and removes:
            store.take_out(circle, past.id)
        elif past.id in ticked:
            right = Result(past.day, past.game, past.facts["standing"])
            store.put_right(circle, past.id, right)
    return redirect(url_for("circle.show"), 303)


def _draw_waiting(error: str = "") -> str:
    circle = here().circle
    return render_template(
        "circles/waiting.html",
        circle=circle,
        waiting=store.waiting_evenings(circle.id),
        words=words,
        signed=signed,
        error=error,
    )


@pages.get(f"/{NUMBER}")
@mark("look", "member")
def evening(number: int) -> str:
    """Show an evening as the circle remembers it."""
    return _draw(number)


@pages.post(f"/{NUMBER}")
@or_again(lambda wrong, number: _draw(number, error=why(wrong)))
def put_right(number: int) -> ResponseReturnValue:
    """Give an evening another day or other results, once what changes has been shown."""
    past, _ = store.past_evening(here().circle.id, number) or abort(404)
    right = _right(past)
    if "sure" not in request.form:
        return _draw(number, changes=[*_changes(past, right)])
    store.put_right(here().circle.id, number, right)
    return redirect(url_for("past.evening", number=number), 303)


@pages.post(f"/{NUMBER}/out")
@or_again(lambda wrong, number: _draw(number, error=why(wrong)))
def take_out(number: int) -> ResponseReturnValue:
    """Take an evening out of the circle, once what that changes has been shown."""
    if "sure" not in request.form:
        return _draw(number, goes=True)
    store.take_out(here().circle.id, number)
    return redirect(url_for("past.evenings"), 303)


def _right(past: store.PastEvening) -> Result:
    """Read the day and the results that an evening has in truth. Raises Refused."""
    numbers = dict(zip(past.facts["standing"], request.form.getlist("result"), strict=False))
    typed = numbers if past.by_results else past.facts["standing"]
    cells = [request.form.get("day", ""), past.game, *map(str, typed.values())]
    (row,) = read_rows(written_rows([["", "", *typed], cells]))
    if row.wrong is not None:
        raise Refused("bad-entry", row.wrong.template, **row.wrong.facts)
    if row.result is None or len(row.result.results) < len(past.facts["standing"]):
        raise Refused("bad-entry", "Everybody who played needs a result.")
    return row.result


def _changes(past: store.PastEvening, right: Result) -> Iterator[tuple[str, str, str]]:
    """Tell what changes: what it is, how it was, and how it will be."""
    if past.day != right.day:
        yield str(say("Day")), words.day_named(past.day), words.day_named(right.day)
    for player, number in past.facts["standing"].items():
        if past.by_results and right.results[player] != number:
            yield player, signed(number), signed(right.results[player])


def _draw(
    number: int,
    error: str = "",
    changes: list[tuple[str, str, str]] | None = None,
    *,
    goes: bool = False,
) -> str:
    circle = here().circle
    past, hands = store.past_evening(circle.id, number) or abort(404)
    names = _names(past, store.people_of(circle.id))
    return render_template(
        "circles/evening.html",
        past=past,
        shown=shown_tally(_tally(past, hands, names), words.date_of(past.day)),
        words=tally_words,
        waits=words.WAITS if past.waits else None,
        here=here(),
        names=names,
        error=error,
        changes=changes,
        goes=goes,
    )


def _names(past: store.PastEvening, people: list[store.Person]) -> Mapping[str, str]:
    """Tell how everybody at a table is called now; who was erased stays as nameless as there."""
    called = {one.id: one.name for one in people}
    return {player: called.get(who) or player for player, who in past.people.items()}


def _tally(past: store.PastEvening, remembered: list[HandFacts], names: Mapping[str, str]) -> Tally:
    """Make a tally of what is remembered, with people as they are called now."""
    facts = renamed_evening(past.facts, names)
    hands = [renamed_hand(hand, names) for hand in remembered]
    standings: list[dict[str, int]] = [dict.fromkeys(facts["standing"], 0)]
    standings += [hand["standing"] for hand in hands]
    return {
        "game": past.game,
        "over": facts["over"],
        "lines": facts["lines"],
        "notes": [],
        "hands": [
            {
                "hand": hand["hand"],
                "dealer": hand["dealer"],
                "winners": hand["winners"],
                "changes": changes,
            }
            for hand, changes in zip(hands, changes_of(hands), strict=True)
        ],
        "chart": {
            player: [standing.get(player, 0) for standing in standings]
            for player in facts["standing"]
        },
        "corrections": [],
        "proof": {"bought": 0, "corrections": 0, "purses": 0, "pots": 0},
    }
