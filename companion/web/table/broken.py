"""An evening that the rules do not accept any more: what stands of it, and a copy to play on."""

from flask import Blueprint, Flask, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.web.base.addresses import TABLE
from companion.web.base.device import idempotency_key
from companion.web.base.marks import tag_view

damaged_table_pages = Blueprint("broken", __name__, url_prefix=TABLE)


def init_app(app: Flask) -> None:
    """Show a page where not even the set-up of a table is accepted."""
    app.register_error_handler(store.UnplayableTable, _unplayable)


@damaged_table_pages.post("/copy")
@tag_view("long")
def copy(token: str) -> ResponseReturnValue:
    """Store what stands of an evening as a new table, and go there."""
    return redirect(url_for("table.show", token=store.copy_table(token, idempotency_key())), 303)


def _unplayable(wrong: store.UnplayableTable) -> str:
    return render_template(
        "table/broken_page.html", broken=None, why=wrong.reason, token=wrong.token
    )
