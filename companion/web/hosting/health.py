"""Health checks: whether the server answers, and whether it is ready."""

from flask import Blueprint
from sqlalchemy import select

from companion.core.sentences import say
from companion.store.database import read_connection
from companion.store.migrations import get_revisions
from companion.system.errors import explain_error
from companion.web.base.errors import PLAIN, Answer
from companion.web.base.guards import tag_view

pages = Blueprint("health", __name__)

UNUSABLE = say("The database cannot be used.")
BEHIND = say("The database has not been brought up to this version yet.")


@pages.get("/healthz")
@tag_view("free")
def liveness() -> Answer:
    return "ok\n", 200, PLAIN


@pages.get("/readyz")
@tag_view("free")
def readiness() -> Answer:
    try:
        with read_connection() as connection:
            connection.execute(select(1))
        present, newest = get_revisions()
    except Exception as error:
        return f"{explain_error(error) or UNUSABLE}\n", 503, PLAIN
    return ("ok\n", 200, PLAIN) if present == newest else (f"{BEHIND}\n", 503, PLAIN)
