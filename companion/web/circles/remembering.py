"""From a table to its circle: players are remembered, or a table joins a circle later."""

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.sentences import say
from companion.web.base.addresses import TABLE
from companion.web.base.device import device_id
from companion.web.circles.numbers import is_row_id
from companion.web.circles.playing import circle_for_new_table
from companion.web.parts.answers import NotAllowed, TapError, error_text, redraw_on_error
from companion.web.table.page import redirect_to

table_to_circle_pages = Blueprint("remembering", __name__, url_prefix=TABLE + "/circle")

NEW = "new"
"""What is chosen for a player who is nobody the circle knows."""

UNKNOWN = say("This device does not know the circle of this table: open it by its own link.")


@table_to_circle_pages.get("")
def show(token: str) -> ResponseReturnValue:
    """Show the circles that this device knows, with the people whom the players may be."""
    evening = store.load_table(token)
    return _to_circle(evening) if evening.evening_ref else _draw_join(evening)


def _join_again(wrong: TapError, token: str) -> str:
    return _draw_join(store.load_table(token), error_text(wrong))


@table_to_circle_pages.post("")
@redraw_on_error(_join_again)
def remember(token: str) -> ResponseReturnValue:
    """Make a circle of the players, and show it; or show the one that they are of."""
    evening = store.load_table(token)
    if evening.evening_ref:
        return _to_circle(evening)
    circle = store.create_circle_from_table(token).token
    store.record_circle_visit(
        device_id(), store.resolve_circle_address(circle)
    )  # a second tap may be there before it
    return redirect_to(url_for("circle.show", circle=circle))


@table_to_circle_pages.post("/join")
@redraw_on_error(_join_again)
def join(token: str) -> ResponseReturnValue:
    """Let the table belong to a circle, its players being who was chosen."""
    address = request.form.get("circle", "")
    chosen = {
        player: None if who == NEW else int(who)
        for player in store.load_table(token).table.seats
        if (who := request.form.get(f"who:{player}", "")) == NEW or is_row_id(who)
    }
    store.add_table_to_circle(token, circle_for_new_table(address), chosen)
    return redirect_to(url_for("circle.show", circle=address))


def _to_circle(evening: store.LoadedTable) -> ResponseReturnValue:
    """Lead to the circle of a table by an address that this device knows. Raises NotAllowed."""
    for address, circle in store.list_circles_of_device(device_id()):
        if evening.evening_ref and circle.id == evening.evening_ref.circle:
            return redirect_to(url_for("circle.show", circle=address))
    raise NotAllowed(UNKNOWN)


def _draw_join(evening: store.LoadedTable, error: str = "") -> str:
    circles = []
    for address, circle in store.list_circles_of_device(device_id()):
        if not address.startswith("look."):
            people = [one for one in store.list_people(circle.id) if one.name is not None]
            circles.append(
                (address, circle, people, store.match_names(people, evening.table.seats))
            )
    return render_template(
        "circles/remember.html",
        token=evening.token,
        game=evening.log.setup.game,
        players=evening.table.seats,
        circles=circles,
        error=error,
    )
