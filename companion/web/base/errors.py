"""Error pages with a sentence and a way back, and errors of taps."""

import traceback
from collections.abc import Callable, Mapping
from functools import partial, wraps

from flask import Flask, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
    TooManyRequests,
)

from companion.core.errors import Refused, ShortOfChips
from companion.core.sentences import Sentence, say
from companion.core.work_limit import TOO_MUCH, WorkLimitExceeded
from companion.server.asgi import too_large_sentence
from companion.store.access import InvitationWithdrawn, TableAccess
from companion.store.entries import StaleVersion
from companion.store.people import UnknownCircle
from companion.store.quota import QuotaExceeded
from companion.store.tables import UnknownTable
from companion.system import errors
from companion.system.errors import explain_error
from companion.system.long_work import Busy
from companion.web.base.security import current_address, htmx
from companion.web.base.urls import referrer_or_home

STALE = say("Somebody else tapped first. This is how things stand now.")


class NotAllowed(Exception):
    """A device may not do something; `sentence` says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


class NeedsConfirmation(ShortOfChips):
    """An entry that may be a mistake, and is only stored once it is confirmed.

    `question` asks for that, `entry_text` is the entry as JSON.
    """

    def __init__(self, question: Sentence, entry_text: str) -> None:
        super().__init__(question)
        self.entry_text = entry_text


TapError = Refused | StaleVersion | NotAllowed
View = Callable[..., ResponseReturnValue]


def redraw_on_error(render: Callable[..., str]) -> Callable[[View], View]:
    """Return a decorator by which a view renders its page again when a tap fails.

    `render` gets the view's arguments and the error. The status is 422 for a refused tap, 403 for
    one that the device may not make, and 409 for one at an older version.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(**values: str) -> ResponseReturnValue:
            try:
                return view(**values)
            except Refused as error:
                return render(**values, error=error), 422
            except NotAllowed as error:
                return render(**values, error=error), 403
            except StaleVersion as error:
                return render(**values, error=error), 409

        return wrapper

    return decorate


def error_text(error: TapError | None) -> str:
    if error is None:
        return ""
    return str(STALE if isinstance(error, StaleVersion) else error.sentence)


PLAIN_TEXT = {"Content-Type": "text/plain; charset=utf-8"}

IMPOSSIBLE, NOT_ALLOWED = say("Not possible"), say("Not on this device")
WAIT, TOO_MUCH_TITLE = say("Please wait"), say("Too much at once")

# The status, title and message of the errors that always have the same page.
ERROR_PAGES: Mapping[type[Exception], tuple[int, Sentence, Sentence]] = {
    CSRFError: (
        400,
        say("Please tap again"),
        say("This page was open too long. Go back and tap again."),
    ),
    BadRequest: (400, IMPOSSIBLE, say("That form could not be read. Go back and try again.")),
    NotFound: (404, say("No such page"), say("There is no page at this address.")),
    UnknownCircle: (404, say("No such circle"), say("There is no circle at this address.")),
    MethodNotAllowed: (405, IMPOSSIBLE, say("That cannot be done here.")),
    InvitationWithdrawn: (
        410,
        say("This invitation was withdrawn"),
        say("Ask for a new invitation."),
    ),
    WorkLimitExceeded: (422, TOO_MUCH_TITLE, say("{why} Nothing was saved.", why=TOO_MUCH)),
    TooManyRequests: (
        429,
        WAIT,
        say(
            "Too many taps or codes from your network, or too many taps at this table. Wait a "
            "few minutes, then try again."
        ),
    ),
    Busy: (
        503,
        WAIT,
        say("Companion is busy opening other evenings. Wait a moment, then try again."),
    ),
}


def init_app(app: Flask) -> None:
    for kind, page in ERROR_PAGES.items():
        app.register_error_handler(kind, partial(_known_error, page))
    app.register_error_handler(UnknownTable, _unknown_table)
    app.register_error_handler(NotAllowed, lambda e: _page(403, NOT_ALLOWED, e.sentence))
    app.register_error_handler(QuotaExceeded, lambda e: _page(429, WAIT, e.sentence, e.retry_after))
    app.register_error_handler(
        RequestEntityTooLarge,
        lambda _: _page(413, TOO_MUCH_TITLE, too_large_sentence(request.path)),
    )
    app.register_error_handler(HTTPException, lambda e: _page(e.code, *ERROR_PAGES[BadRequest][1:]))
    app.register_error_handler(Exception, _unexpected)


def _page(
    status: int, title: Sentence, sentence: Sentence, retry_after: int | None = None
) -> ResponseReturnValue:
    """Return a page with the message, or the message alone if rendering fails.

    A page that was asked for loads itself again after `retry_after` seconds.
    """
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    if headers and request.method == "GET" and not htmx:
        headers["Refresh"] = str(retry_after)
    if status == TooManyRequests.code and htmx:
        # The page shows the sentence above its form, which keeps what was typed.
        return str(sentence), status, headers | PLAIN_TEXT
    try:
        home, back = url_for("home.tables"), referrer_or_home()
        page = render_template("error.html", title=title, sentence=sentence, back=back, home=home)
    except Exception as error:
        _log(error)
        return str(sentence), status, headers | PLAIN_TEXT
    # By default htmx would put the page into the part that was tapped.
    headers |= {"HX-Retarget": "body", "HX-Reswap": "innerHTML"} if htmx else {}
    return page, status, headers


def _known_error(page: tuple[int, Sentence, Sentence], error: Exception) -> ResponseReturnValue:
    return _page(*page, getattr(error, "retry_after", None))


def _unknown_table(_: UnknownTable) -> ResponseReturnValue:
    """Redirect to the new address of a table if this device has renewed it."""
    address = current_address((request.view_args or {}).get("token", ""))
    if address and request.method == "GET":
        return redirect(url_for("table.show", token=address), 303)
    return _page(404, say("No such table"), say("There is no table at this address."))


def _unexpected(error: Exception) -> ResponseReturnValue:
    """Answer 503 if the machine is at fault; log the error and answer 500 if the program is."""
    sentence = explain_error(error)
    if sentence:
        return _page(503, say("This cannot be done now"), sentence)
    _log(error)
    sentence = say("Companion ran into an error. Check the table screen before you tap again.")
    return _page(500, say("Something went wrong"), sentence)


def _log(error: Exception) -> None:
    """Write an error to the log, without the addresses of tables, which give access to them."""
    text = f"{request.method} {request.endpoint}\n{_traceback_text(error)}"
    access: TableAccess | None = g.get("table_access")
    for secret in (access.table, access.address) if access else ():
        text = text.replace(secret, "…")
    errors.log_line(text)


def _traceback_text(error: Exception) -> str:
    """Return the traceback; on a hosted server without the error's text, which may have names."""
    if not current_app.config["HOSTED"]:
        return "".join(traceback.format_exception(error))
    return "".join([*traceback.format_tb(error.__traceback__), type(error).__name__])
