"""Access to a table or a circle: the address in the URL, and what it permits.

An invitation is an address of its table or circle, and links on their pages keep to it.
"""

from collections.abc import Mapping
from contextlib import suppress

from flask import Flask, abort, current_app, g, has_request_context, request

from companion.core.ledger import POT
from companion.core.log.log import Log
from companion.core.offers import belongs_to_player
from companion.core.sentences import say
from companion.store.access import (
    CircleAccess,
    TableAccess,
    get_entry_seat,
    resolve_circle_address,
    resolve_table_address,
)
from companion.store.models import Circle
from companion.store.tables import DEMO_TOKEN, UnknownTable, UnplayableTable, get_game
from companion.web.base.errors import NotAllowed
from companion.web.base.guards import has_tag, is_supported
from companion.web.components.entry_form import KEY
from companion.web.language import use_terms

# The sheet on which a player enters their part of a joint entry.
OWN_ANSWER = "mine"

WATCH_ONLY = say(
    "This invitation does not let you do that. Ask at the table for another invitation."
)
ONLY_OWN_ENTRIES = say("This device can enter only what {player} does.")
DEMO_IS_FIXED = say("You can only look at this evening. To play, set up a table of your own.")
TAPS_ARE_OFF = say("Tapping on players’ own devices is turned off at this table.")
ONLY_POTS_LEND = say(
    "Here you can borrow only from a pot. To borrow from a player, use the tablet on the table, "
    "where both of you can see the entry."
)
NOT_OWN_ENTRY = say("Only entries made on this device can be undone here.")
LOOK_ONLY = say(
    "This link does not let you do that. Ask the keeper of the circle for another link."
)


def init_app(app: Flask) -> None:
    app.url_value_preprocessor(_resolve_address)
    app.before_request(_check_access)
    app.url_defaults(_keep_address)
    app.add_template_global(may_visit, "may")
    app.add_template_global(may_in_circle)
    app.add_template_global(is_example)
    app.jinja_env.globals["capabilities"] = app.config["CAPABILITIES"]


def _resolve_address(_: str | None, values: dict[str, str] | None) -> None:
    """Store the access of the address in `g`.

    Raises InvitationWithdrawn, UnknownTable, UnknownCircle.
    """
    if values and "token" in values:
        g.table_access = resolve_table_address(values["token"])
        values["token"] = g.table_access.table
        # A damaged or unknown table has an error page of its own.
        with suppress(UnknownTable, UnplayableTable):
            use_terms(get_game(g.table_access.table))
    if values and "circle" in values:
        g.circle_access = resolve_circle_address(values.pop("circle"))


def _check_access() -> None:
    endpoint = request.endpoint or ""
    if not is_supported(endpoint):
        abort(404)
    if not may_visit(endpoint):
        raise NotAllowed(WATCH_ONLY)
    if not may_in_circle(endpoint):
        raise NotAllowed(LOOK_ONLY)
    if not has_tag("taps", endpoint):
        require_not_demo()


def _keep_address(endpoint: str, values: dict[str, object]) -> None:
    """Put into every link to a table or circle the address by which this device opened it."""
    if not has_request_context():
        return
    is_expecting = current_app.url_map.is_endpoint_expecting
    access: TableAccess | None = g.get("table_access")
    if access is not None:
        if is_expecting(endpoint, "token"):
            values.setdefault("token", access.address)
        for name, value in values.items():
            if value == access.table:
                values[name] = access.address
    circle_access: CircleAccess | None = g.get("circle_access")
    if circle_access is not None and is_expecting(endpoint, "circle"):
        values.setdefault("circle", circle_access.address)


def current_table_access() -> TableAccess:
    access: TableAccess = g.table_access
    return access


def may_visit(endpoint: str) -> bool:
    """Return whether this device may use an endpoint; outside tables, whether it is supported."""
    access: TableAccess | None = g.get("table_access")
    is_allowed = access is None or access.is_scorer or has_tag(access.role, endpoint)
    return is_allowed and is_supported(endpoint)


def require_not_demo() -> None:
    """Raise NotAllowed if the request would change the demo table."""
    if is_example() and request.method == "POST":
        raise NotAllowed(DEMO_IS_FIXED)


def is_example() -> bool:
    access: TableAccess | None = g.get("table_access")
    return access is not None and access.table == DEMO_TOKEN


def require_entry_allowed(access: TableAccess, log: Log, raw: object) -> None:
    """Raise NotAllowed if this access does not permit the entry `raw`."""
    if access.is_scorer:
        return
    require_taps_allowed(access)
    if raw == {"do": "undo"}:
        if not may_undo(access, log):
            raise NotAllowed(NOT_OWN_ENTRY)
    elif not isinstance(raw, dict) or not belongs_to_player(log.table, raw, access.player or ""):
        raise NotAllowed(ONLY_OWN_ENTRIES.with_facts(player=access.player or ""))
    elif raw["do"] == "borrow" and not str(raw.get("from")).startswith(POT):
        raise NotAllowed(ONLY_POTS_LEND)


def require_taps_allowed(access: TableAccess) -> None:
    """Raise NotAllowed unless players may tap on their own devices."""
    if access.player is None or not access.may_tap:
        raise NotAllowed(TAPS_ARE_OFF)


def may_undo(access: TableAccess, log: Log) -> bool:
    """Return whether a player may undo the newest entry, which must be their own."""
    newest = log.next_undo
    if newest is None or not access.may_tap:
        return False
    return get_entry_seat(access.table, newest.number) == access.player


def require_sheet_allowed(
    access: TableAccess, log: Log, sheet: str, fields: Mapping[str, str]
) -> None:
    """Raise NotAllowed if this access does not permit a sheet with these fields."""
    if access.is_scorer:
        return
    require_taps_allowed(access)
    keys = {name.removeprefix(KEY): value for name, value in fields.items() if KEY in name}
    entry = {**fields, **keys, "do": sheet}
    is_own = sheet == OWN_ANSWER or (sheet == "player" and entry.get("player") == access.player)
    is_ambiguous = any(fields.get(key, value) != value for key, value in keys.items())
    if is_ambiguous or not (is_own or belongs_to_player(log.table, entry, access.player or "")):
        raise NotAllowed(ONLY_OWN_ENTRIES.with_facts(player=access.player or ""))


def current_circle_access() -> CircleAccess:
    access: CircleAccess = g.circle_access
    return access


def current_circle() -> Circle:
    return current_circle_access().circle


def may_in_circle(endpoint: str) -> bool:
    """Return whether this visitor may use an endpoint; True outside circles."""
    access: CircleAccess | None = g.get("circle_access")
    return access is None or access.is_keeper or has_tag(access.role, endpoint)


def circle_for_new_table(address: str) -> int:
    """Return the id of the circle at an address that may add tables to it.

    Raises UnknownCircle, InvitationWithdrawn, or NotAllowed if the address only lets one look.
    """
    access = resolve_circle_address(address)
    if not access.is_keeper and not has_tag(access.role, "circle.again"):
        raise NotAllowed(LOOK_ONLY)
    return access.circle.id
