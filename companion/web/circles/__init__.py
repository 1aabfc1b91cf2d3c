"""The pages of a circle: its seasons, people, evenings and money."""

from flask import Blueprint, g

from companion.web.access import current_circle
from companion.web.base.urls import CIRCLE
from companion.web.circles import words


def circle_blueprint(name: str, path: str = "") -> Blueprint:
    """Return a blueprint whose pages lie below a circle's address, and know the circle."""
    pages = Blueprint(name, __name__, url_prefix=CIRCLE + path)
    pages.context_processor(_circle_context)
    return pages


def _circle_context() -> dict[str, object]:
    # the page of an error at an unknown address has no circle
    return {"circle": current_circle(), "words": words} if "circle_access" in g else {}
