"""The page of invitations, as QR codes and links, and the page of a television."""

import io
from urllib.parse import urlsplit, urlunsplit

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.sentences import say
from companion.store import access
from companion.store.access import find_address_by_code
from companion.store.table_settings import has_permission, set_permission
from companion.store.tables import load_table, notify_listeners
from companion.system.network import get_lan_address
from companion.web.access import current_table_access
from companion.web.base.errors import NotAllowed
from companion.web.base.guards import tag_view
from companion.web.base.security import device_id, redirect_bookmarks
from companion.web.base.urls import TABLE
from companion.web.devices import settings

pages = Blueprint("invitations", __name__, url_prefix=TABLE + "/guests")
television_pages = Blueprint("television", __name__)

ROLE_NAMES = {"watch": say("Onlooker"), "seat": say("{player}’s seat"), "help": say("Helper")}
ROLE_DESCRIPTIONS = {
    "watch": say("For a phone or a television: see the table, but tap nothing."),
    "seat": say("For {player}’s own phone: follow the game, and tap as {player}."),
    "help": say("For another tablet or phone: tap everything, as on this device."),
}

NO_CODE = say(
    "No table has this code now. Each code is good for only ten minutes. Ask for a new code."
)

ONLY_OWN_ADDRESS = say("Only a device that uses the table’s own address can replace that address.")


@pages.get("")
def show(token: str) -> str:
    evening = load_table(token)
    invitations = access.table_invitations(token).list()
    names = {one.player for one in invitations if one.role == "seat"}
    order = ("watch", "help", "seat")
    return render_template(
        "devices/invitations.html",
        game=evening.log.setup.game,
        invited=sorted(invitations, key=lambda one: (order.index(one.role), one.player or "")),
        without_invitation=[name for name in evening.table.present if name not in names],
        may_renew=current_table_access().role == "own",
        seats_tap=has_permission(evening.id, "seats_tap"),
        link_of=invitation_url,
        television=lan_reachable_url(url_for("television.show_form", _external=True)),
        title_of=lambda one: ROLE_NAMES[one.role].with_facts(player=one.player or ""),
        about_of=lambda one: ROLE_DESCRIPTIONS[one.role].with_facts(player=one.player or ""),
    )


@pages.post("")
def invite(token: str) -> ResponseReturnValue:
    access.create_table_invitations(token)
    return _redirect()


@pages.post("/withdraw")
def withdraw(token: str) -> ResponseReturnValue:
    """Withdraw an invitation; with `anew` in the form create a replacement."""
    address = request.form.get("address", "")
    access.table_invitations(token).withdraw(address, replace="anew" in request.form)
    notify_listeners(token)
    return _redirect()


@pages.post("/code")
def renew_code(token: str) -> ResponseReturnValue:
    """Create a code by which a television finds an invitation to watch."""
    access.table_invitations(token).create_code(request.form.get("address", ""))
    return _redirect()


@television_pages.get("/tv")
def show_form() -> str:
    return render_template("devices/television.html")


@television_pages.post("/tv")
@tag_view("guess")
def open_by_code() -> ResponseReturnValue:
    address = find_address_by_code(request.form.get("code", ""))
    if address is None:
        return render_template("devices/television.html", error=NO_CODE), 422
    return redirect(url_for("table.show", token=address), 303)


@pages.post("/seats")
def seats(token: str) -> ResponseReturnValue:
    """Permit or forbid taps on players' own devices."""
    set_permission(token, "seats_tap", on=request.form.get("tap") == "on")
    return _redirect()


@pages.post("/renew")
def renew(token: str) -> ResponseReturnValue:
    """Replace the table's own address, and redirect this device to the new one."""
    if current_table_access().role != "own":
        raise NotAllowed(ONLY_OWN_ADDRESS)
    new = access.renew_table_address(token, device_id())
    settings.carry_settings_to(new)
    redirect_bookmarks(token, new)
    flash(str(say("The table has a new address.")))
    return redirect(url_for("table.show", token=new), 303)


@pages.get("/<address>.svg")
def code(token: str, address: str) -> Response:
    return qr_code(access.table_invitations(token), address, invitation_url(address))


def qr_code(invitations: access.Invitations, address: str, link: str) -> Response:
    """Return the link to one of the invitations as a picture. Aborts (404) if there is none."""
    if address not in (one.address for one in invitations.list()):
        abort(404)
    import segno  # here: only a page of invitations draws codes

    picture = io.BytesIO()
    code = segno.make(link, error="m")
    code.save(picture, kind="svg", scale=6, border=3, dark="#111", light="#fff", xmldecl=False)
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def invitation_url(address: str) -> str:
    return lan_reachable_url(url_for("table.show", token=address, _external=True))


def lan_reachable_url(address: str) -> str:
    """Return a URL of this machine as other devices of the network reach it."""
    parts = urlsplit(address)
    if parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        return address
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit(parts._replace(netloc=f"{get_lan_address()}{port}"))


def _redirect() -> ResponseReturnValue:
    return redirect(url_for("invitations.show"), 303)
