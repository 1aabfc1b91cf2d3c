"""The first page: the tables of this device."""

from flask import Blueprint, render_template

from companion import store
from companion.games import games

from .device import device

pages = Blueprint("home", __name__)


@pages.get("/")
def tables() -> str:
    """List the tables of this device and offer a new one."""
    return render_template("home.html", tables=store.tables_of(device()), games=games())
