"""Guards of views: tags for roles, capabilities of the machine, and limits of a request."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import TypeVar

from flask import Flask, abort, current_app, g, request

from companion.core.work_limit import work_limit
from companion.server.asgi import MAX_FILE_SIZE
from companion.system.long_work import long_work
from companion.system.settings import Capabilities

# The capability that an endpoint needs, or all endpoints of a blueprint.
REQUIRED_CAPABILITIES: Mapping[str, Callable[[Capabilities], bool]] = {
    "invitations": lambda able: able.guests,
    "television": lambda able: able.guests,
    "home.open_address": lambda able: able.guests,
    "people.code": lambda able: able.guests,
    "people.invite": lambda able: able.guests,
    "people.withdraw": lambda able: able.guests,
    "live": lambda able: able.streams,
    "season.pdf": lambda able: able.papers,
    "season.picture": lambda able: able.papers,
    "tally.pdf": lambda able: able.papers,
    "tally.picture": lambda able: able.papers,
}


def is_supported(endpoint: str) -> bool:
    is_enough = REQUIRED_CAPABILITIES.get(endpoint) or REQUIRED_CAPABILITIES.get(
        endpoint.partition(".")[0]
    )
    return is_enough is None or is_enough(current_app.config["CAPABILITIES"])


View = TypeVar("View", bound=Callable[..., object])


def tag_view(*names: str) -> Callable[[View], View]:
    """Return a decorator, the innermost one, that tags a view with roles, `long` or `taps`."""

    def decorate(view: View) -> View:
        vars(view)["marks"] = names
        return view

    return decorate


def has_tag(mark: str, endpoint: str | None) -> bool:
    view = current_app.view_functions.get(endpoint or "")
    return mark in getattr(view, "marks", ())


# The most fields of a form; the largest set-up has about two hundred.
FIELDS = 1000

# The most entries that a turn may replay, and its seconds: for a page, and for an imported file.
FOR_PAGE, FOR_FILE = (100_000, 10), (400_000, 120)


def init_request_limits(app: Flask) -> None:
    """Limit every request; must be called before anything that reads a form."""
    app.before_request(_let_files_in)
    app.before_request(_count_fields)
    app.before_request(_take_turn)
    app.teardown_request(_give_turn_back)


def _let_files_in() -> None:
    """Allow larger bodies for imports, such as a circle of several years."""
    if _brings_file():
        request.max_content_length = request.max_form_memory_size = MAX_FILE_SIZE


def _count_fields() -> None:
    """Reject a form with too many fields: Werkzeug takes long to parse those."""
    if request.url_rule is None:
        return  # there is no such page, whatever is sent to it
    # Flask itself limits the parts of a multipart form.
    is_encoded = request.mimetype == "application/x-www-form-urlencoded"
    if is_encoded and request.get_data().count(b"&") >= FIELDS:
        abort(413)


def _take_turn() -> None:
    if has_tag("long", request.endpoint):
        g.turn = ExitStack()
        g.turn.enter_context(long_work())
        g.turn.enter_context(work_limit(*(FOR_FILE if _brings_file() else FOR_PAGE)))


def _brings_file() -> bool:
    return request.endpoint == "home.import_record"


def _give_turn_back(_: BaseException | None) -> None:
    turn: ExitStack | None = g.pop("turn", None)
    if turn is not None:
        turn.close()
