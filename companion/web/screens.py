"""What a game's screen shows: each screen has a module that turns a table into its view."""

from importlib import import_module
from typing import Any

from companion.core.log import Log


def view_of(log: Log) -> Any:
    """Give what the templates of the game's screen draw: the table now, and what it asks."""
    screen = log.setup.game.screen.replace("-", "_")
    return import_module(f"companion.web.screen_{screen}").view(log)
