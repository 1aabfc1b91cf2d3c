"""What may be asked of the app at once: so many fields, and long work only in its turn."""

from contextlib import ExitStack

from flask import Flask, abort, g, request

from companion.core.budget import work_limit
from companion.machine.long_work import long_work
from companion.server.environ import LARGEST_FILE
from companion.web.base.marks import has_tag

FIELDS = 1000
"""How many fields a form may have; the largest set-up has some two hundred."""

FOR_PAGE = 100_000, 10
FOR_FILE = 400_000, 120
"""How many entries may be replayed in a turn, and for how many seconds: for a page, and to take in
a file of some years."""


def init_request_limits(app: Flask) -> None:
    """Bound every request; to be called before anything that reads a form."""
    app.before_request(_let_files_in)
    app.before_request(_count_fields)
    app.before_request(_take_turn)
    app.teardown_request(_give_turn_back)


def _let_files_in() -> None:
    """Take the file of a circle of some years, which is larger than any other form."""
    if _brings_file():
        request.max_content_length = request.max_form_memory_size = LARGEST_FILE


def _count_fields() -> None:
    """Refuse a form with very many fields, slow to read; Flask itself counts those in parts."""
    if request.url_rule is None:
        return  # there is no such page, whatever is sent to it
    encoded = request.mimetype == "application/x-www-form-urlencoded"
    if encoded and request.get_data().count(b"&") >= FIELDS:
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
