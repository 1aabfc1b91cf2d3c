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
    "invitations": lambda can: can.guests,
    "television": lambda can: can.guests,
    "home.open_address": lambda can: can.guests,
    "people.code": lambda can: can.guests,
    "people.invite": lambda can: can.guests,
    "people.withdraw": lambda can: can.guests,
    "live": lambda can: can.streams,
    "season.pdf": lambda can: can.papers,
    "season.picture": lambda can: can.papers,
    "tally.pdf": lambda can: can.papers,
    "tally.picture": lambda can: can.papers,
}


def is_supported(endpoint: str) -> bool:
    blueprint = endpoint.partition(".")[0]
    has_capability = REQUIRED_CAPABILITIES.get(endpoint) or REQUIRED_CAPABILITIES.get(blueprint)
    return has_capability is None or has_capability(current_app.config["CAPABILITIES"])


View = TypeVar("View", bound=Callable[..., object])


def tag_view(*tags: str) -> Callable[[View], View]:
    """Return a decorator, the innermost one, that tags a view with roles, `long` or `taps`."""

    def decorate(view: View) -> View:
        vars(view)["tags"] = tags
        return view

    return decorate


def has_tag(tag: str, endpoint: str | None) -> bool:
    view = current_app.view_functions.get(endpoint or "")
    return tag in getattr(view, "tags", ())


# The largest set-up has about two hundred fields.
MAX_FIELDS = 1000

# The most entries that a request may replay, and its seconds: for a page, and an imported file.
PAGE_LIMITS, FILE_LIMITS = (100_000, 10), (400_000, 120)


def init_request_limits(app: Flask) -> None:
    """Limit every request; must be called before anything that reads a form."""
    app.before_request(_allow_large_files)
    app.before_request(_count_fields)
    app.before_request(_begin_long_work)
    app.teardown_request(_end_long_work)


def _allow_large_files() -> None:
    """Allow larger bodies for imports, such as a circle of several years."""
    if _is_import():
        request.max_content_length = request.max_form_memory_size = MAX_FILE_SIZE


def _count_fields() -> None:
    """Reject a form with too many fields: Werkzeug takes long to parse those."""
    if request.url_rule is None:
        return  # there is no such page, whatever is sent to it
    # Flask itself limits the parts of a multipart form.
    is_encoded = request.mimetype == "application/x-www-form-urlencoded"
    if is_encoded and request.get_data().count(b"&") >= MAX_FIELDS:
        abort(413)


def _begin_long_work() -> None:
    if has_tag("long", request.endpoint):
        g.long_work = ExitStack()
        g.long_work.enter_context(long_work())
        g.long_work.enter_context(work_limit(*(FILE_LIMITS if _is_import() else PAGE_LIMITS)))


def _is_import() -> bool:
    return request.endpoint == "home.import_record"


def _end_long_work(_: BaseException | None) -> None:
    stack: ExitStack | None = g.pop("long_work", None)
    if stack is not None:
        stack.close()
