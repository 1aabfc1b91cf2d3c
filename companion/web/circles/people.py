"""Pages for the keeper of a circle: its people, settings, invitations, file and deletion."""

import json

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.errors import Refused
from companion.core.sentences import say
from companion.store.access import Invitations
from companion.store.circle_export import export_circle
from companion.store.circles import delete_circle, renew_circle, update_circle
from companion.store.models import utc_now
from companion.store.names import anonymize_person, update_person
from companion.store.people import create_person, list_people, merge_people
from companion.web.access import current_circle, current_circle_access
from companion.web.base.errors import NotAllowed, TapError, error_text, redraw_on_error
from companion.web.base.guards import tag_view
from companion.web.base.security import device_id
from companion.web.base.urls import ROW_ID, parse_row_id
from companion.web.circles import circle_blueprint
from companion.web.devices.invitations import lan_reachable_url, qr_code
from companion.web.import_export import attachment

pages = circle_blueprint("people", "/people")

# The roles that are invited to.
CIRCLE_ROLES = ("look", "member", "keeper")

ONLY_OWN_ADDRESS = say("Only a device that uses the circle’s own address can replace that address.")

ROLE_NAMES = {"look": say("Onlooker"), "member": say("Member"), "keeper": say("Keeper")}
ROLE_DESCRIPTIONS = {
    "look": say("Sees seasons, records, and evenings."),
    "member": say("Plays, adds evenings, and sees who owes whom."),
    "keeper": say("Can do everything here, as on this device."),
}


@pages.get("")
def show(error: TapError | None = None, **_: object) -> str:
    circle, invitations = current_circle(), _invitations().list()
    return render_template(
        "circles/people.html",
        may_renew=current_circle_access().address == circle.token,
        people=list_people(circle.id),
        invited=sorted(invitations, key=lambda one: CIRCLE_ROLES.index(one.role)),
        roles=ROLE_NAMES,
        about=ROLE_DESCRIPTIONS,
        circle_link=circle_url,
        error=error_text(error),
    )


@pages.post("/add")
@redraw_on_error(show)
def add() -> ResponseReturnValue:
    create_person(current_circle().id, request.form.get("name", "").strip())
    return _redirect_to_people()


@pages.post(f"/{ROW_ID}")
@redraw_on_error(show)
@tag_view("long")
def change(number: int) -> ResponseReturnValue:
    """Store a person's name, colour and symbol, and whether lists of people omit the person."""
    avatar = request.form.get("colour", 0, type=int), request.form.get("symbol", 0, type=int)
    name, is_hidden = request.form.get("name", "").strip(), "hidden" in request.form
    update_person(current_circle().id, number, name, avatar, hidden=is_hidden)
    return _redirect_to_people()


@pages.post(f"/{ROW_ID}/erase")
@redraw_on_error(show)
@tag_view("long")
def erase_person(number: int) -> ResponseReturnValue:
    """Erase a person's name for good. Raises Refused (`bad-entry`) if it is not confirmed."""
    if "sure" not in request.form:
        raise Refused("bad-entry", "Check “I am sure” to erase a name.")
    anonymize_person(current_circle().id, number)
    return _redirect_to_people()


@pages.post(f"/{ROW_ID}/merge")
@redraw_on_error(show)
def merge(number: int) -> ResponseReturnValue:
    merge_people(current_circle().id, number, request.form.get("into", -1, type=parse_row_id))
    return _redirect_to_people()


@pages.post("/set")
@redraw_on_error(show)
def settings() -> ResponseReturnValue:
    """Store the circle's name, its scale of points, and whether findings are shown."""
    name = " ".join(request.form.get("name", "").split())
    shows_findings = "findings" in request.form
    scale = request.form.get("scale", "")
    update_circle(current_circle().id, name, scale, shows_findings=shows_findings)
    return _redirect_to_people()


@pages.get("/circle.json")
@tag_view("long")
def save() -> ResponseReturnValue:
    """Return the circle as a JSON file, which another server can import."""
    text = json.dumps(export_circle(current_circle()), separators=(",", ":"))
    return attachment(text, "application/json", f"circle-{utc_now():%Y-%m-%d}.json")


@pages.post("/erase")
@redraw_on_error(show)
def erase() -> ResponseReturnValue:
    """Delete the circle; the form must contain its name."""
    circle = current_circle()
    if " ".join(request.form.get("name", "").split()) != circle.name:
        raise Refused("bad-entry", "To erase the circle, type its name exactly as it is written.")
    delete_circle(circle.id)
    flash(str(say("The circle has been erased.")))
    return redirect(url_for("home.tables"), 303)


@pages.post("/renew")
def renew() -> ResponseReturnValue:
    """Replace the circle's own address. Raises NotAllowed at the address of an invitation."""
    circle = current_circle()
    if current_circle_access().address != circle.token:
        raise NotAllowed(ONLY_OWN_ADDRESS)
    address = renew_circle(circle, device_id())
    return redirect(url_for("people.show", circle=address), 303)


@pages.post("/invite")
def invite() -> ResponseReturnValue:
    _invitations().create([(role, None) for role in CIRCLE_ROLES])
    return _redirect_to_people()


@pages.post("/withdraw")
def withdraw() -> ResponseReturnValue:
    """Withdraw an invitation; create a replacement if the form asks for one."""
    address = request.form.get("address", "")
    _invitations().withdraw(address, replace="anew" in request.form)
    return _redirect_to_people()


@pages.get("/<address>.svg")
def code(address: str) -> ResponseReturnValue:
    return qr_code(_invitations(), address, circle_url(address))


def circle_url(address: str) -> str:
    """Return an absolute URL of the circle that works on other devices of the network."""
    return lan_reachable_url(url_for("circle.show", circle=address, _external=True))


def _invitations() -> Invitations:
    return Invitations("circle", current_circle().id)


def _redirect_to_people() -> ResponseReturnValue:
    return redirect(url_for("people.show"), 303)
