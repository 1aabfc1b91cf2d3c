"""Telling that a table has changed to whoever in this process wants to know."""

from collections.abc import Callable

from flask import Flask, current_app

Listener = Callable[..., None]
"""Is given the token of a table, and the version to which an entry has raised it; called in the
thread that wrote, so it must be quick."""


def subscribe(app: Flask, listener: Listener) -> None:
    """Tell a listener of every change from now on."""
    app.extensions.setdefault("listeners", []).append(listener)


def notify_listeners(token: str, *version: int) -> None:
    """Tell everybody that a table has changed; to be called after the change is stored.

    The ``version`` is named where an entry has raised it.
    """
    for listener in current_app.extensions.get("listeners", ()):
        listener(token, *version)
