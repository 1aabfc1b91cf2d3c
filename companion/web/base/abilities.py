"""Which pages a way of serving can answer; what it cannot is offered nowhere."""

from collections.abc import Callable, Mapping

from flask import Flask, abort, current_app, request

from companion.machine.abilities import Capabilities

REQUIRED_CAPABILITIES: Mapping[str, Callable[[Capabilities], bool]] = {
    "guests": lambda able: able.guests,
    "home.open_address": lambda able: able.guests,
    "keeping.code": lambda able: able.guests,
    "keeping.invite": lambda able: able.guests,
    "keeping.withdraw": lambda able: able.guests,
    "live": lambda able: able.streams,
    "season.pdf": lambda able: able.papers,
    "season.picture": lambda able: able.papers,
    "tally.pdf": lambda able: able.papers,
    "tally.picture": lambda able: able.papers,
}
"""Which ability a page needs, or all pages of a blueprint."""


def init_capabilities(app: Flask) -> None:
    """Answer only what can be answered, and let templates ask for abilities."""
    app.before_request(_check)
    app.jinja_env.globals["abilities"] = app.config["ABILITIES"]


def is_supported(endpoint: str) -> bool:
    """Say whether this way of serving has what a page needs."""
    needed = REQUIRED_CAPABILITIES.get(endpoint) or REQUIRED_CAPABILITIES.get(
        endpoint.partition(".")[0]
    )
    return needed is None or needed(current_app.config["ABILITIES"])


def _check() -> None:
    if not is_supported(request.endpoint or ""):
        abort(404)
