"""The tally: who has what, on the screen, on paper, and as files to take away."""

import json
from dataclasses import dataclass
from datetime import date, datetime

from flask import Blueprint, Response, render_template, request

from companion import store
from companion.core.words import numeral, signed
from companion.tally import words
from companion.tally.chart import NARROW, WIDE, Chart, chart_of
from companion.tally.rows import csv_of, told_columns
from companion.tally.summary import Tally
from companion.web import evenings
from companion.web.base.addresses import TABLE
from companion.web.base.marks import mark

pages = Blueprint("tally", __name__, url_prefix=TABLE)

pages.add_app_template_filter(numeral)
pages.add_app_template_filter(signed)


FRAMES = {"wide": WIDE, "narrow": NARROW}


@dataclass(frozen=True, slots=True)
class TallyPage:
    """What the tally page shows; everything comes from the stored or the running tally.

    ``charts`` are two of the same: one for a page and one for a phone.
    """

    tally: Tally
    started: date
    columns: dict[str, str]
    charts: tuple[tuple[str, Chart | None], ...]

    @property
    def players(self) -> list[str]:
        """Everybody who ever sat here, in the order of the seats."""
        return list(self.tally["chart"])

    @property
    def longest(self) -> int:
        """How many digits and signs the longest number of a hand has."""
        changes = (number for hand in self.tally["hands"] for number in hand["changes"].values())
        return max(map(len, map(signed, changes)), default=0)

    @property
    def has_chips(self) -> bool:
        """Say whether the game has chips that notes and a proof could be about."""
        return bool(self.tally["proof"]["bought"])


def shown_of(token: str) -> TallyPage:
    """Read the tally of a table. Raises UnknownTable."""
    tally, created = store.stored_tally(token)
    return shown_tally(tally, local_date(created))


def shown_tally(tally: Tally, started: date) -> TallyPage:
    """Draw the charts of a tally, and name its columns."""
    charts = [(kind, chart_of(tally["chart"], frame)) for kind, frame in FRAMES.items()]
    return TallyPage(tally, started, told_columns(tally), tuple(charts))


def local_date(moment: datetime) -> date:
    """Give the date on which the table was made, where the server stands."""
    return moment.astimezone().date()


@pages.get("/tally")
@mark("long", "watch", "seat")
def show(token: str) -> str:
    """Show the tally as it stands."""
    return render_template("tally/page.html", token=token, shown=shown_of(token), words=words)


@pages.get("/tally.pdf")
@mark("long", "watch", "seat")
def pdf(token: str) -> Response:
    """Give the tally as a page to print or keep, on the paper of the reader's country."""
    from companion.tally.paper import pdf_of  # here, because few evenings need its many megabytes

    shown = shown_of(token)
    paper = request.args.get("paper") or usual_paper(request.accept_languages.best)
    made = pdf_of(shown.tally, shown.started, "letter" if paper == "letter" else "a4")
    return _file(made, "application/pdf", "pdf", shown)


@pages.get("/tally.png")
@mark("long", "watch", "seat")
def picture(token: str) -> Response:
    """Give the tally as a picture to send around."""
    from companion.tally.picture import picture_of  # here, as above

    shown = shown_of(token)
    return _file(picture_of(shown.tally, shown.started), "image/png", "png", shown)


def usual_paper(language: str | None) -> str:
    """Name the paper that is usual where a language is spoken: Letter in North America."""
    return "letter" if (language or "").upper().endswith(("-US", "-CA", "-MX")) else "a4"


@pages.get("/tally.csv")
@mark("long", "watch", "seat")
def csv(token: str) -> Response:
    """Give the tally for a spreadsheet."""
    shown = shown_of(token)
    return _file(csv_of(shown.tally, shown.started), "text/csv; charset=utf-8", "csv", shown)


@pages.get("/record.json")
@mark("long")
def record(token: str) -> Response:
    """Give the whole evening as a record that can be replayed and imported."""
    text = json.dumps(store.export(token), ensure_ascii=True, separators=(",", ":"))
    answer = Response(text, mimetype="application/json")
    name = f"record-{local_date(store.began(token)):%Y-%m-%d}.json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    evenings.remember_saved(token)
    return answer


def _file(content: bytes, kind: str, ending: str, shown: TallyPage) -> Response:
    name = f"{shown.tally['game']}-{shown.started:%Y-%m-%d}.{ending}"
    answer = Response(content, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
