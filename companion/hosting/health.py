"""Whether the server lives, and whether it can be used: for those who start and stop servers."""

from flask import Blueprint
from sqlalchemy import select

from companion.core.sentences import say
from companion.database.engine import reading
from companion.database.migrating import revisions
from companion.machine.trouble import sentence_of
from companion.web.base.marks import mark

pages = Blueprint("health", __name__)

Answer = tuple[str, int, dict[str, str]]
PLAIN = {"Content-Type": "text/plain; charset=utf-8"}
UNUSABLE = say("The database cannot be used.")
BEHIND = say("The database has not been brought up to this version yet.")


@pages.get("/healthz")
@mark("free")
def lives() -> Answer:
    """Say that the server answers, whatever its database does."""
    return "ok\n", 200, PLAIN


@pages.get("/readyz")
@mark("free")
def is_ready() -> Answer:
    """Say whether tables can be played: the database answers, and is of this version."""
    try:
        with reading() as connection:
            connection.execute(select(1))
        present, newest = revisions()
    except Exception as error:
        return f"{sentence_of(error) or UNUSABLE}\n", 503, PLAIN
    return ("ok\n", 200, PLAIN) if present == newest else (f"{BEHIND}\n", 503, PLAIN)
