"""The tally: the page, its PDF, PNG and CSV, and the record of the table."""

import json
from datetime import date, datetime

from flask import Blueprint, Response, render_template, request

from companion.core.words import format_number, format_signed
from companion.store.people import get_avatars
from companion.store.records import export_table, get_created_at, get_tally
from companion.tally import rows
from companion.tally.chart import NARROW, NO_AVATARS, WIDE, Avatars, Chart, Results, layout_chart
from companion.tally.rows import nonempty_columns, render_tally_csv
from companion.tally.summary import Tally
from companion.web import import_export
from companion.web.base.guards import tag_view
from companion.web.base.urls import TABLE

pages = Blueprint("tally", __name__, url_prefix=TABLE)

pages.add_app_template_filter(format_number, "numeral")
pages.add_app_template_filter(format_signed, "signed")


def page_charts(results: Results, avatars: Avatars) -> list[tuple[str, Chart | None]]:
    """Return a chart in two widths, by name: `wide` for a page, `narrow` for a phone."""
    frames = {"wide": WIDE, "narrow": NARROW}
    return [(kind, layout_chart(results, frame, avatars)) for kind, frame in frames.items()]


class TallyPage:
    """The tally page.

    `players` are all who ever sat at the table, in the order of the seats. `max_change_length` is
    that of the longest change of a hand, with its sign. `has_chips` is whether chips were bought,
    and so may be owed and must add up.
    """

    def __init__(self, tally: Tally, day: date, avatars: Avatars = NO_AVATARS) -> None:
        self.tally, self.started, self.avatars = tally, day, avatars
        self.columns = nonempty_columns(tally)
        self.charts = page_charts(tally["chart"], avatars)
        self.players = list(tally["chart"])
        changes = (number for hand in tally["hands"] for number in hand["changes"].values())
        self.max_change_length = max(map(len, map(format_signed, changes)), default=0)
        self.has_chips = bool(tally["proof"]["bought"])


def load_tally_page(token: str) -> TallyPage:
    """Return the tally page of a table. Raises UnknownTable."""
    tally, created_at, evening = get_tally(token)
    return TallyPage(tally, local_date(created_at), get_avatars(evening) if evening else {})


def local_date(moment: datetime) -> date:
    """Return the date of a time in the time zone of the server."""
    return moment.astimezone().date()


@pages.get("/tally")
@tag_view("long", "watch", "seat")
def show(token: str) -> str:
    return render_template("tally/page.html", page=load_tally_page(token), rows=rows)


@pages.get("/tally.pdf")
@tag_view("long", "watch", "seat")
def pdf(token: str) -> Response:
    """Return the tally as a PDF, on the paper of the reader's country."""
    # Imported here, because few evenings need its many megabytes.
    from companion.tally.pdf import render_tally_pdf

    page = load_tally_page(token)
    paper = request.args.get("paper") or default_paper(request.accept_languages.best)
    size = "letter" if paper == "letter" else "a4"
    data = render_tally_pdf(page.tally, page.started, size, page.avatars)
    return _tally_file(data, "application/pdf", "pdf", page)


@pages.get("/tally.png")
@tag_view("long", "watch", "seat")
def picture(token: str) -> Response:
    from companion.tally.pdf import render_tally_png  # here, as above

    page = load_tally_page(token)
    return _tally_file(render_tally_png(page.tally, page.started), "image/png", "png", page)


def default_paper(language: str | None) -> str:
    """Return the usual paper where a language is spoken: `letter` in North America, or `a4`."""
    return "letter" if (language or "").upper().endswith(("-US", "-CA", "-MX")) else "a4"


@pages.get("/tally.csv")
@tag_view("long", "watch", "seat")
def csv(token: str) -> Response:
    page = load_tally_page(token)
    return _tally_file(
        render_tally_csv(page.tally, page.started), "text/csv; charset=utf-8", "csv", page
    )


@pages.get("/record.json")
@tag_view("long")
def record(token: str) -> Response:
    """Return the table as a record, and mark it as saved."""
    text = json.dumps(export_table(token), ensure_ascii=True, separators=(",", ":"))
    name = f"record-{local_date(get_created_at(token)):%Y-%m-%d}.json"
    import_export.mark_saved(token)
    return import_export.attachment(text, "application/json", name)


def _tally_file(content: bytes, mimetype: str, extension: str, page: TallyPage) -> Response:
    name = f"{page.tally['game']}-{page.started:%Y-%m-%d}.{extension}"
    return import_export.attachment(content, mimetype, name)
