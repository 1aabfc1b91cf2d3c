"""Error pages: what went wrong, in a sentence, and a way back."""

import sys
import traceback

from flask import Flask, g, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion.core.budget import Exhausted
from companion.extensions import htmx
from companion.store import Guest, UnknownTable, Withdrawn
from companion.trouble import sentence_of
from companion.web.parts.answers import NotAllowed
from companion.work import Busy

Answer = tuple[str, int, dict[str, str]]

SENTENCES = {
    400: "That form could not be read.",
    404: "There is no such page here.",
    405: "That cannot be done here.",
    413: "That was too much at once: at most 1 MB.",
    500: "Something went wrong in the program. Look at the table before you tap again.",
}
PLAIN = {"Content-Type": "text/plain; charset=utf-8"}
AGAIN = {"Retry-After": "5"}


def init_app(app: Flask) -> None:
    """Show every error on a page of the app."""
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(UnknownTable, _unknown_table)
    app.register_error_handler(Withdrawn, _withdrawn)
    app.register_error_handler(NotAllowed, _not_allowed)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(Exhausted, _exhausted)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def _page(status: int, title: str, sentence: str) -> Answer:
    """Make the page; where even that fails, say the sentence alone."""
    try:
        return _drawn(status, title, sentence)
    except Exception:
        _log(sys.exc_info()[1])
        return sentence, status, PLAIN


def _drawn(status: int, title: str, sentence: str) -> Answer:
    home = url_for("home.tables")
    back = request.referrer if _is_ours(request.referrer) else home
    page = render_template("error.html", title=title, sentence=sentence, back=back, home=home)
    whole_page = {"HX-Retarget": "body", "HX-Reswap": "innerHTML"} if htmx else {}
    return page, status, whole_page


def _is_ours(address: str | None) -> bool:
    return address is not None and address.startswith(request.root_url)


def _csrf(_: CSRFError) -> Answer:
    return _page(400, "Please tap again", "This page was open too long. Go back and tap once more.")


def _unknown_table(_: UnknownTable) -> Answer:
    return _page(404, "No such table", "There is no table at this address.")


def _withdrawn(_: Withdrawn) -> Answer:
    return _page(410, "This invitation was withdrawn", "Ask at the table for a new one.")


def _not_allowed(error: NotAllowed) -> Answer:
    return _page(403, "Not on this device", str(error.sentence))


def _busy(_: Busy) -> Answer:
    page, status, headers = _page(
        503, "Please wait", "Others are asking for long evenings. Wait a moment, then try again."
    )
    return page, status, headers | AGAIN


def _exhausted(error: Exhausted) -> Answer:
    return _page(422, "Too much at once", f"{error} Nothing was stored.")


def _http(error: HTTPException) -> Answer:
    status = error.code or 500
    return _page(status, error.name, SENTENCES.get(status, SENTENCES[400]))


def _unexpected(error: Exception) -> Answer:
    """Say what is wrong with the computer, if it is that; else it is the program, and logged."""
    said = sentence_of(error)
    if said:
        return _page(503, "This cannot be done now", said)
    _log(error)
    return _page(500, "Something went wrong", SENTENCES[500])


def _log(error: BaseException | None) -> None:
    """Write the error to the terminal without the table's addresses, which are the keys to it."""
    trace = "".join(traceback.format_exception(error))
    where = f"{request.method} {request.endpoint}\n{trace}"
    here: Guest | None = g.get("guest")
    for secret in (here.table, here.address) if here else ():
        where = where.replace(secret, "…")
    print(where, file=sys.stderr, flush=True)
