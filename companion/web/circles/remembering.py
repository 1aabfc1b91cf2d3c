"""From a table to its circle: players are remembered, or a table joins a circle later."""

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.sentences import say
from companion.web.base.addresses import TABLE
from companion.web.base.device import device
from companion.web.circles.numbers import is_row_number
from companion.web.circles.playing import circle_by
from companion.web.parts.answers import NotAllowed, Wrong, or_again, why
from companion.web.table.page import lead_to

pages = Blueprint("remembering", __name__, url_prefix=TABLE + "/circle")

NEW = "new"
"""What is chosen for a player who is nobody the circle knows."""

UNKNOWN = say("This device does not know the circle of this table: open it by its own link.")


@pages.get("")
def show(token: str) -> ResponseReturnValue:
    """Show the circles that this device knows, with the people whom the players may be."""
    evening = store.evening(token)
    return _to_circle(evening) if evening.place else _draw(evening)


def _again(wrong: Wrong, token: str) -> str:
    return _draw(store.evening(token), why(wrong))


@pages.post("")
@or_again(_again)
def remember(token: str) -> ResponseReturnValue:
    """Make a circle of the players, and show it; or show the one that they are of."""
    evening = store.evening(token)
    if evening.place:
        return _to_circle(evening)
    circle = store.remember_players(token).token
    store.remember_circle(device(), store.welcome(circle))  # a second tap may be there before it
    return lead_to(url_for("circle.show", circle=circle))


@pages.post("/join")
@or_again(_again)
def join(token: str) -> ResponseReturnValue:
    """Let the table belong to a circle, its players being who was chosen."""
    address = request.form.get("circle", "")
    chosen = {
        player: None if who == NEW else int(who)
        for player in store.evening(token).table.seats
        if (who := request.form.get(f"who:{player}", "")) == NEW or is_row_number(who)
    }
    store.join_circle(token, circle_by(address), chosen)
    return lead_to(url_for("circle.show", circle=address))


def _to_circle(evening: store.Evening) -> ResponseReturnValue:
    """Lead to the circle of a table by an address that this device knows. Raises NotAllowed."""
    for address, circle in store.circles_of(device()):
        if evening.place and circle.id == evening.place.circle:
            return lead_to(url_for("circle.show", circle=address))
    raise NotAllowed(UNKNOWN)


def _draw(evening: store.Evening, error: str = "") -> str:
    circles = []
    for address, circle in store.circles_of(device()):
        if not address.startswith("look."):
            people = [one for one in store.people_of(circle.id) if one.name is not None]
            circles.append((address, circle, people, store.matches(people, evening.table.seats)))
    return render_template(
        "circles/remember.html",
        token=evening.token,
        game=evening.log.setup.game,
        players=evening.table.seats,
        circles=circles,
        error=error,
    )
