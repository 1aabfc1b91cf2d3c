"""Keeping a circle: its people, how it counts, who is invited, and what is erased."""

import json

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.errors import Refused
from companion.core.sentences import Sentence, say
from companion.database.models import now
from companion.web.base.device import device
from companion.web.base.marks import mark
from companion.web.circles import words
from companion.web.circles.numbers import NUMBER, row_number
from companion.web.circles.roles import CIRCLE, here
from companion.web.guests.page import house_address, svg_of
from companion.web.parts.answers import NotAllowed, Wrong, or_again, why

pages = Blueprint("keeping", __name__, url_prefix=CIRCLE + "/people")

INVITED = ("look", "member", "keeper")
"""The roles that are invited to."""

KEEPERS = say("Only a device that came by the circle’s own address can renew it.")

FOR = {"look": say("Looks on"), "member": say("Member"), "keeper": say("Keeper")}
ABOUT = {
    "look": say("Sees seasons, records and evenings."),
    "member": say("Plays, adds evenings, and sees who owes whom."),
    "keeper": say("May do everything here, as this device may."),
}


def _again(wrong: Wrong, **_: object) -> str:
    return _draw(why(wrong))


@pages.get("")
def show() -> str:
    """Show the people, what is set, and the invitations."""
    return _draw()


@pages.post("/add")
@or_again(_again)
def add() -> ResponseReturnValue:
    """Take somebody new into the circle."""
    store.add_person(here().circle.id, request.form.get("name", "").strip())
    return _back()


@pages.post(f"/{NUMBER}")
@or_again(_again)
@mark("long")
def change(number: int) -> ResponseReturnValue:
    """Rename somebody, with a colour and a symbol; hide or show."""
    look = request.form.get("colour", 0, type=int), request.form.get("symbol", 0, type=int)
    name, hidden = request.form.get("name", "").strip(), "hidden" in request.form
    store.change_person(here().circle.id, number, name, look, hidden=hidden)
    return _back()


@pages.post(f"/{NUMBER}/erase")
@or_again(_again)
@mark("long")
def erase_person(number: int) -> ResponseReturnValue:
    """Erase somebody's name for good, where that is confirmed."""
    if "sure" not in request.form:
        raise Refused("bad-entry", "To erase somebody, tick “I am sure”.")
    store.erase_person(here().circle.id, number)
    return _back()


@pages.post(f"/{NUMBER}/merge")
@or_again(_again)
def merge(number: int) -> ResponseReturnValue:
    """Make somebody one with another."""
    store.merge(here().circle.id, number, request.form.get("into", -1, type=row_number))
    return _back()


@pages.post("/set")
@or_again(_again)
def settings() -> ResponseReturnValue:
    """Name the circle, and say how it counts."""
    name = " ".join(request.form.get("name", "").split())
    shown = "findings" in request.form
    scale = request.form.get("scale", "")
    store.change_circle(here().circle.id, name, scale, shows_findings=shown)
    return _back()


@pages.get("/circle.json")
@mark("long")
def save() -> ResponseReturnValue:
    """Give the whole circle as one file, to be opened elsewhere."""
    text = json.dumps(store.export_circle(here().circle), separators=(",", ":"))
    answer = Response(text, mimetype="application/json")
    name = f"circle-{now():%Y-%m-%d}.json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@pages.post("/erase")
def erase() -> ResponseReturnValue:
    """Erase the circle for good, where that is confirmed by its name."""
    circle = here().circle
    if " ".join(request.form.get("name", "").split()) != circle.name:
        return _draw(str(say("To erase the circle, type its name exactly as it is written."))), 422
    store.erase_circle(circle.id)
    flash(str(say("The circle is erased.")))
    return redirect(url_for("home.tables"), 303)


@pages.post("/renew")
def renew() -> ResponseReturnValue:
    """Give the circle another address of its own, by which this device goes on."""
    if here().address != here().circle.token:
        raise NotAllowed(KEEPERS)
    address = store.renew_circle(here().circle, device())
    return redirect(url_for("keeping.show", circle=address), 303)


@pages.post("/invite")
def invite() -> ResponseReturnValue:
    """Make the invitations that are not there yet."""
    store.invite_to(store.Host("circle", here().circle.id), [(role, None) for role in INVITED])
    return _back()


@pages.post("/withdraw")
def withdraw() -> ResponseReturnValue:
    """Let an invitation be good no more; ``anew``: and make another in its place."""
    host = store.Host("circle", here().circle.id)
    store.withdraw_from(host, request.form.get("address", ""), anew="anew" in request.form)
    return _back()


@pages.get("/<address>.svg")
def code(address: str) -> ResponseReturnValue:
    """Draw an invitation's address for a camera."""
    return svg_of(circle_link(address))


def circle_link(address: str) -> str:
    """Give an address of the circle as other devices of the house can reach it."""
    return house_address(url_for("circle.show", circle=address, _external=True))


def _back() -> ResponseReturnValue:
    return redirect(url_for("keeping.show"), 303)


def _draw(error: str | Sentence = "") -> str:
    circle = here().circle
    invited = store.invitations_to(store.Host("circle", circle.id))
    return render_template(
        "circles/keeping.html",
        circle=circle,
        may_renew=here().address == circle.token,
        people=store.people_of(circle.id),
        invited=sorted(invited, key=lambda one: INVITED.index(one.role)),
        roles=FOR,
        about=ABOUT,
        circle_link=circle_link,
        words=words,
        error=error,
    )
