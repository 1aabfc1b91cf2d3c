"""The evenings of a circle: their list, and each as the circle remembers it."""

from collections.abc import Mapping

from flask import Blueprint, abort, render_template

from companion import store
from companion.circles.facts import HandFacts, changes_of, renamed_evening, renamed_hand
from companion.tally import words as tally_words
from companion.tally.summary import Tally
from companion.web.base.marks import mark
from companion.web.circles import words
from companion.web.circles.numbers import NUMBER
from companion.web.circles.roles import CIRCLE, here
from companion.web.circles.season import Season
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


@pages.get(f"/{NUMBER}")
@mark("look", "member")
def evening(number: int) -> str:
    """Show an evening as the circle remembers it."""
    circle = here().circle
    past, hands = store.past_evening(circle.id, number) or abort(404)
    names = _names(past, store.people_of(circle.id))
    return render_template(
        "circles/evening.html",
        past=past,
        shown=shown_tally(_tally(past, hands, names), words.date_of(past.day)),
        words=tally_words,
        here=here(),
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
