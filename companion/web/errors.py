"""Error pages: what went wrong, in a sentence, and a way back."""

from flask import Flask, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion.extensions import htmx
from companion.store import UnknownTable

Answer = tuple[str, int, dict[str, str]]

SENTENCES = {
    400: "That form could not be read.",
    404: "There is no such page here.",
    405: "That cannot be done here.",
    413: "That was too much at once: at most 1 MB.",
    500: "Something went wrong in the program. Nothing was changed.",
}


def init_app(app: Flask) -> None:
    """Show every error on a page of the app."""
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(UnknownTable, _unknown_table)
    app.register_error_handler(HTTPException, _http)


def _page(status: int, title: str, sentence: str) -> Answer:
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


def _http(error: HTTPException) -> Answer:
    status = error.code or 500
    return _page(status, error.name, SENTENCES.get(status, SENTENCES[400]))
