"""Access to a circle: the address in the URL, and what it permits."""

from flask import Flask, g, has_request_context, request

from companion.core.sentences import say
from companion.store.access import CircleAccess, resolve_circle_address
from companion.store.models import Circle
from companion.web.base.errors import NotAllowed
from companion.web.base.guards import has_tag

# Below this lie all pages of a circle.
CIRCLE = "/c/<circle>"

NOT_HERE = say("This link lets you look, but not do that. Ask whoever keeps the circle.")


def init_app(app: Flask) -> None:
    app.url_value_preprocessor(_welcome)
    app.before_request(_check)
    app.url_defaults(_stay)
    app.jinja_env.globals["may_here"] = may_in_circle


def current_circle_access() -> CircleAccess:
    circle_access: CircleAccess = g.visitor
    return circle_access


def current_circle() -> Circle:
    return current_circle_access().circle


def may_in_circle(endpoint: str) -> bool:
    """Return whether this visitor may use an endpoint; True outside circles."""
    visitor: CircleAccess | None = g.get("visitor")
    return visitor is None or visitor.is_keeper or has_tag(visitor.role, endpoint)


def _welcome(_: str | None, values: dict[str, str] | None) -> None:
    """Store the access of the address in `g`. Raises UnknownCircle, InvitationWithdrawn."""
    if values and "circle" in values:
        g.visitor = resolve_circle_address(values.pop("circle"))


def _check() -> None:
    if not may_in_circle(request.endpoint or ""):
        raise NotAllowed(NOT_HERE)


def _stay(endpoint: str, values: dict[str, object]) -> None:
    """Fill in the visitor's own address where `url_for` has no circle."""
    visitor: CircleAccess | None = g.get("visitor") if has_request_context() else None
    if visitor is not None and endpoint.partition(".")[0] in CIRCLE_BLUEPRINTS:
        values.setdefault("circle", visitor.address)


# The blueprints whose pages lie below a circle.
CIRCLE_BLUEPRINTS = frozenset(
    ("circle", "circle_evenings", "periods", "season", "money", "add_evenings", "people")
)


def circle_for_new_table(address: str) -> int:
    """Return the id of the circle at an address that may add tables to it.

    Raises UnknownCircle, InvitationWithdrawn, or NotAllowed if the address only lets one look.
    """
    visitor = resolve_circle_address(address)
    if not visitor.is_keeper and not has_tag(visitor.role, "circle.again"):
        raise NotAllowed(NOT_HERE)
    return visitor.circle.id
