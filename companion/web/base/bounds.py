"""What may be asked of the app at once: so many fields, and long work only in its turn."""

from contextlib import ExitStack

from flask import Flask, abort, g, request

from companion.core.budget import allow
from companion.machine.long_work import long_work

FIELDS = 1000
"""How many fields a form may have; the largest set-up has some two hundred."""

LONG = frozenset(
    (
        "broken.copy",
        "count.accept",
        "count.show",
        "home.import_record",
        "log.change",
        "log.enter",
        "log.insert",
        "log.part",
        "log.show",
        "seats.put_right",
        "tally.csv",
        "tally.pdf",
        "tally.picture",
        "tally.record",
        "tally.show",
        "wrong.show",
    )
)
"""The pages that may replay a whole evening, or draw or write all of it."""

FOR_PAGE = 100_000, 10
"""How many entries a page may replay in its turn, and for how many seconds."""


def init_app(app: Flask) -> None:
    """Bound every request; to be called before anything that reads a form."""
    app.before_request(_count_fields)
    app.before_request(_take_turn)
    app.teardown_request(_give_turn_back)


def _count_fields() -> None:
    """Refuse a form with very many fields, slow to read; Flask itself counts those in parts."""
    encoded = request.mimetype == "application/x-www-form-urlencoded"
    if encoded and request.get_data().count(b"&") >= FIELDS:
        abort(413)


def _take_turn() -> None:
    if request.endpoint in LONG:
        g.turn = ExitStack()
        g.turn.enter_context(long_work())
        g.turn.enter_context(allow(*FOR_PAGE))


def _give_turn_back(_: BaseException | None) -> None:
    turn: ExitStack | None = g.pop("turn", None)
    if turn is not None:
        turn.close()
