"""Marks on views, so that what holds for a page stands where the page is.

``long`` may replay a whole evening, or draw or write all of it: it waits for its turn.
``taps`` is counted where taps are; ``free`` costs next to nothing. ``watch`` and ``seat`` let in
who comes to a table by such an invitation, ``look`` and ``member`` who comes so to a circle; all
else is for the table itself, or for the keeper.
"""

from collections.abc import Callable
from typing import TypeVar

from flask import current_app

View = TypeVar("View", bound=Callable[..., object])


def tag_view(*names: str) -> Callable[[View], View]:
    """Mark a view; to be written below all that wraps it."""

    def marked(view: View) -> View:
        vars(view)["marks"] = names
        return view

    return marked


def has_tag(mark: str, endpoint: str | None) -> bool:
    """Say whether the view of an endpoint is marked so."""
    view = current_app.view_functions.get(endpoint or "")
    return mark in getattr(view, "marks", ())
