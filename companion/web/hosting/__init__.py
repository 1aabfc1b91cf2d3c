"""Health checks, and what only a server on the internet needs: limits and metrics."""

from flask import Blueprint, Flask
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from companion.core.sentences import say
from companion.store.database import read_connection
from companion.system.errors import explain_error
from companion.web.base.errors import PLAIN_TEXT
from companion.web.base.guards import tag_view

health_pages = Blueprint("health", __name__)

UNUSABLE = say("The database cannot be used.")
OUTDATED = say("The database has not been upgraded to this version yet.")


def init_app(app: Flask) -> None:
    """Register the health checks; if `HOSTED`, also the limits and metrics.

    Must be called early, as a limit should cost less than the request that it refuses.
    """
    if app.config["CAPABILITIES"].wire:
        app.register_blueprint(health_pages)
    if app.config["HOSTED"]:
        from companion.web.hosting import limits, metrics  # at home they would only cost memory

        metrics.init_app(app)
        limits.init_app(app)


@health_pages.get("/healthz")
@tag_view("free")
def liveness() -> ResponseReturnValue:
    return "ok\n", 200, PLAIN_TEXT


@health_pages.get("/readyz")
@tag_view("free")
def readiness() -> ResponseReturnValue:
    """Return whether the database can be read and is of this version."""
    from companion.store.migrations import get_revisions  # here: few processes need them

    try:
        with read_connection() as connection:
            connection.execute(select(1))
        present, newest = get_revisions()
    except Exception as error:
        return f"{explain_error(error) or UNUSABLE}\n", 503, PLAIN_TEXT
    return ("ok\n", 200, PLAIN_TEXT) if present == newest else (f"{OUTDATED}\n", 503, PLAIN_TEXT)
