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
MINE = "mine"

LOOKS_ON = say("This invitation lets you watch, but not do that. Ask at the table for another one.")
ONLY = say("This device can only enter what {player} does.")
PLAYED = say("You can only look at this evening. To play, set up a table of your own.")
OFF = say("Tapping on players’ own devices is switched off at this table.")
LENDS = say(
    "Here you can borrow only from a pot. To borrow from a player, use the tablet on the table, "
    "where both see it."
)
NOT_OWN = say("Only what was entered on this device can be taken back here.")
NOT_HERE = say("This link lets you look, but not do that. Ask the keeper of the circle.")


def init_app(app: Flask) -> None:
    app.url_value_preprocessor(_resolve_address)
    app.before_request(_check)
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
        # a damaged or unknown table has an error page of its own
        with suppress(UnknownTable, UnplayableTable):
            use_terms(get_game(g.table_access.table))
    if values and "circle" in values:
        g.circle_access = resolve_circle_address(values.pop("circle"))


def _check() -> None:
    endpoint = request.endpoint or ""
    if not is_supported(endpoint):
        abort(404)
    if not may_visit(endpoint):
        raise NotAllowed(LOOKS_ON)
    if not may_in_circle(endpoint):
        raise NotAllowed(NOT_HERE)
    if not has_tag("taps", endpoint):
        require_not_demo()


def _keep_address(endpoint: str, values: dict[str, object]) -> None:
    """Put into every link to a table or circle the address by which this device is there."""
    if not has_request_context():
        return
    expects = current_app.url_map.is_endpoint_expecting
    here: TableAccess | None = g.get("table_access")
    if here is not None:
        if expects(endpoint, "token"):
            values.setdefault("token", here.address)
        for name, value in values.items():
            if value == here.table:
                values[name] = here.address
    visitor: CircleAccess | None = g.get("circle_access")
    if visitor is not None and expects(endpoint, "circle"):
        values.setdefault("circle", visitor.address)


def current_table_access() -> TableAccess:
    table_access: TableAccess = g.table_access
    return table_access


def may_visit(endpoint: str) -> bool:
    """Return whether this device may use an endpoint; outside tables, whether it is supported."""
    here: TableAccess | None = g.get("table_access")
    is_allowed = here is None or here.is_scorer or has_tag(here.role, endpoint)
    return is_allowed and is_supported(endpoint)


def require_not_demo() -> None:
    """Raise NotAllowed if the request would change the demo table."""
    if is_example() and request.method == "POST":
        raise NotAllowed(PLAYED)


def is_example() -> bool:
    here: TableAccess | None = g.get("table_access")
    return here is not None and here.table == DEMO_TOKEN


def require_entry_allowed(who: TableAccess, log: Log, raw: object) -> None:
    """Raise NotAllowed if the access `who` does not permit the entry `raw`."""
    if who.is_scorer:
        return
    require_taps_allowed(who)
    if raw == {"do": "undo"}:
        if not may_undo(who, log):
            raise NotAllowed(NOT_OWN)
    elif not isinstance(raw, dict) or not belongs_to_player(log.table, raw, who.player or ""):
        raise NotAllowed(ONLY.with_facts(player=who.player or ""))
    elif raw["do"] == "borrow" and not str(raw.get("from")).startswith(POT):
        raise NotAllowed(LENDS)


def require_taps_allowed(who: TableAccess) -> None:
    """Raise NotAllowed unless players may tap on their own devices."""
    if who.player is None or not who.may_tap:
        raise NotAllowed(OFF)


def may_undo(who: TableAccess, log: Log) -> bool:
    """Return whether a player may undo the newest entry, which must be their own."""
    newest = log.next_undo
    if newest is None or not who.may_tap:
        return False
    return get_entry_seat(who.table, newest.number) == who.player


def require_sheet_allowed(
    who: TableAccess, log: Log, sheet: str, fields: Mapping[str, str]
) -> None:
    """Raise NotAllowed if the access `who` does not permit a sheet with these fields."""
    if who.is_scorer:
        return
    require_taps_allowed(who)
    keys = {name.removeprefix(KEY): value for name, value in fields.items() if KEY in name}
    entry = {**fields, **keys, "do": sheet}
    own = sheet == MINE or (sheet == "player" and entry.get("player") == who.player)
    doubtful = any(fields.get(key, value) != value for key, value in keys.items())
    if doubtful or not (own or belongs_to_player(log.table, entry, who.player or "")):
        raise NotAllowed(ONLY.with_facts(player=who.player or ""))


def current_circle_access() -> CircleAccess:
    circle_access: CircleAccess = g.circle_access
    return circle_access


def current_circle() -> Circle:
    return current_circle_access().circle


def may_in_circle(endpoint: str) -> bool:
    """Return whether this visitor may use an endpoint; True outside circles."""
    visitor: CircleAccess | None = g.get("circle_access")
    return visitor is None or visitor.is_keeper or has_tag(visitor.role, endpoint)


def circle_for_new_table(address: str) -> int:
    """Return the id of the circle at an address that may add tables to it.

    Raises UnknownCircle, InvitationWithdrawn, or NotAllowed if the address only lets one look.
    """
    visitor = resolve_circle_address(address)
    if not visitor.is_keeper and not has_tag(visitor.role, "circle.again"):
        raise NotAllowed(NOT_HERE)
    return visitor.circle.id
