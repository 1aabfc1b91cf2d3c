"""The tally: the page, its PDF, PNG and CSV, and the record of the table."""

import json
from dataclasses import dataclass
from datetime import date, datetime

from flask import Blueprint, Response, render_template, request

from companion.core.words import format_number, format_signed
from companion.store.people import get_avatars_at_table
from companion.store.records import export_table, get_created_at, get_tally
from companion.tally import rows
from companion.tally.chart import NARROW, NO_LOOKS, WIDE, Chart, Looks, layout_chart
from companion.tally.rows import nonempty_columns, render_tally_csv
from companion.tally.summary import Tally
from companion.web import import_export
from companion.web.base.guards import tag_view
from companion.web.base.urls import TABLE

pages = Blueprint("tally", __name__, url_prefix=TABLE)

pages.add_app_template_filter(format_number, "numeral")
pages.add_app_template_filter(format_signed, "signed")


FRAMES = {"wide": WIDE, "narrow": NARROW}


@dataclass(frozen=True, slots=True)
class TallyPage:
    """The tally page; ``charts`` are two layouts of the same, for a page and for a phone."""

    tally: Tally
    started: date
    columns: dict[str, str]
    charts: tuple[tuple[str, Chart | None], ...]
    looks: Looks

    @property
    def players(self) -> list[str]:
        """Everybody who ever sat at the table, in the order of the seats."""
        return list(self.tally["chart"])

    @property
    def longest(self) -> int:
        """The length of the longest change of a hand, with its sign."""
        changes = (number for hand in self.tally["hands"] for number in hand["changes"].values())
        return max(map(len, map(format_signed, changes)), default=0)

    @property
    def has_chips(self) -> bool:
        """Whether the game has chips, and so IOUs and a proof."""
        return bool(self.tally["proof"]["bought"])


def load_tally_page(token: str) -> TallyPage:
    """Return the tally page of a table. Raises `UnknownTable`."""
    tally, moment = get_tally(token)
    return tally_page(tally, local_date(moment), get_avatars_at_table(token))


def tally_page(tally: Tally, day: date, looks: Looks = NO_LOOKS) -> TallyPage:
    charts = [(kind, layout_chart(tally["chart"], frame, looks)) for kind, frame in FRAMES.items()]
    return TallyPage(tally, day, nonempty_columns(tally), tuple(charts), looks)


def local_date(moment: datetime) -> date:
    """Return the date of a time in the time zone of the server."""
    return moment.astimezone().date()


@pages.get("/tally")
@tag_view("long", "watch", "seat")
def show(token: str) -> str:
    return render_template("tally/page.html", token=token, shown=load_tally_page(token), words=rows)


@pages.get("/tally.pdf")
@tag_view("long", "watch", "seat")
def pdf(token: str) -> Response:
    """Return the tally as a PDF, on the paper of the reader's country."""
    from companion.tally.pdf import (
        render_tally_pdf,  # here, because few evenings need its many megabytes
    )

    page = load_tally_page(token)
    paper = request.args.get("paper") or default_paper(request.accept_languages.best)
    size = "letter" if paper == "letter" else "a4"
    data = render_tally_pdf(page.tally, page.started, size, page.looks)
    return _file(data, "application/pdf", "pdf", page)


@pages.get("/tally.png")
@tag_view("long", "watch", "seat")
def picture(token: str) -> Response:
    from companion.tally.pdf import render_tally_png  # here, as above

    page = load_tally_page(token)
    return _file(render_tally_png(page.tally, page.started), "image/png", "png", page)


def default_paper(language: str | None) -> str:
    """Return the usual paper where a language is spoken: letter in North America."""
    return "letter" if (language or "").upper().endswith(("-US", "-CA", "-MX")) else "a4"


@pages.get("/tally.csv")
@tag_view("long", "watch", "seat")
def csv(token: str) -> Response:
    page = load_tally_page(token)
    return _file(render_tally_csv(page.tally, page.started), "text/csv; charset=utf-8", "csv", page)


@pages.get("/record.json")
@tag_view("long")
def record(token: str) -> Response:
    """Return the table as a record, and mark it as saved."""
    text = json.dumps(export_table(token), ensure_ascii=True, separators=(",", ":"))
    answer = Response(text, mimetype="application/json")
    name = f"record-{local_date(get_created_at(token)):%Y-%m-%d}.json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    import_export.mark_saved(token)
    return answer


def _file(content: bytes, kind: str, ending: str, page: TallyPage) -> Response:
    name = f"{page.tally['game']}-{page.started:%Y-%m-%d}.{ending}"
    answer = Response(content, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
