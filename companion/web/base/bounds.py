"""What may be asked of the app at once: so many fields, and long work only in its turn."""

from contextlib import ExitStack

from flask import Flask, abort, g, request

from companion.core.budget import allow
from companion.machine.long_work import long_work
from companion.server.environ import LARGEST_RECORD
from companion.web.base.marks import has

FIELDS = 1000
"""How many fields a form may have; the largest set-up has some two hundred."""

FOR_PAGE = 100_000, 10
"""How many entries a page may replay in its turn, and for how many seconds."""


def init_app(app: Flask) -> None:
    """Bound every request; to be called before anything that reads a form."""
    app.before_request(_let_records_in)
    app.before_request(_count_fields)
    app.before_request(_take_turn)
    app.teardown_request(_give_turn_back)


def _let_records_in() -> None:
    """Take the record of a long evening, which is larger than any other form."""
    if request.endpoint == "home.import_record":
        request.max_content_length = request.max_form_memory_size = LARGEST_RECORD


def _count_fields() -> None:
    """Refuse a form with very many fields, slow to read; Flask itself counts those in parts."""
    if request.url_rule is None:
        return  # there is no such page, whatever is sent to it
    encoded = request.mimetype == "application/x-www-form-urlencoded"
    if encoded and request.get_data().count(b"&") >= FIELDS:
        abort(413)


def _take_turn() -> None:
    if has("long", request.endpoint):
        g.turn = ExitStack()
        g.turn.enter_context(long_work())
        g.turn.enter_context(allow(*FOR_PAGE))


def _give_turn_back(_: BaseException | None) -> None:
    turn: ExitStack | None = g.pop("turn", None)
    if turn is not None:
        turn.close()
