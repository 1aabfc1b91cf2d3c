"""Spans of a circle's evenings: all time, a year, a month, or from one month to another."""

from itertools import groupby

from flask import Blueprint, render_template, request, url_for

from companion import store
from companion.store.seasons import BETWEEN, YEAR
from companion.web.base.marks import tag_view
from companion.web.circles import words
from companion.web.circles.roles import CIRCLE, current_circle_access

span_pages = Blueprint("spans", __name__, url_prefix=CIRCLE + "/span")

ALL_TIME = "all"


def parse_span(text: str | None) -> str | None:
    """Read a span as it is asked for: ``2026``, ``2026-07``, ``2026-03..2026-07``, ``all``.

    None: nothing is asked for, or no span.
    """
    if text in (ALL_TIME, ""):
        return ""
    first, between, last = (text or "").partition(BETWEEN)
    if between:
        return text if is_month(first) and is_month(last) and first < last else None
    return first if _is_year(first) or is_month(first) else None


def is_month(text: str) -> bool:
    """Say whether a text names a month: ``2026-07``."""
    year, dash, month = text.partition("-")
    digits = month.isascii() and month.isdecimal() and len(month) == 2
    return bool(dash) and _is_year(year) and digits and "01" <= month <= "12"


def _is_year(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) == YEAR


@span_pages.get("")
@tag_view("look", "member")
def choose() -> str:
    """Show the months in which was played: a tap each on the first and the last of a span."""
    first = request.args.get("first", "")
    months = store.list_months(current_circle_access().circle.id)
    return render_template(
        "circles/span.html",
        circle=current_circle_access().circle,
        first=first if is_month(first) else "",
        years=[(year, [*some]) for year, some in groupby(months, lambda month: month[:YEAR])],
        onward=_onward,
        words=words,
    )


def _onward(first: str, month: str) -> str:
    """Give where a tap on a month leads: it is the first one, or the last."""
    game, person = request.args.get("game"), request.args.get("person", type=int)
    if not first:
        return url_for("spans.choose", game=game, person=person, first=month)
    low, high = sorted((first, month))
    season = low if low == high else f"{low}{BETWEEN}{high}"
    if person:
        return url_for("circle.person", number=person, season=season)
    if game:
        return url_for("circle.game", slug=game, season=season)
    return url_for("circle.show", season=season)
