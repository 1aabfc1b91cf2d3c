"""The tally on paper: its words and numbers, set by ``paper.typ``."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import date

from companion.core.sentences import Sentence
from companion.core.words import format_number, format_signed
from companion.language import current_language
from companion.machine.paths import PAPER
from companion.tally import rows, words
from companion.tally.chart import Looks, layout_chart
from companion.tally.fonts import font_families
from companion.tally.press import render_typst
from companion.tally.summary import Tally

PAPERS = {"a4": "a4", "letter": "us-letter"}
Section = dict[str, object]

Course = Mapping[str, Sequence[int]]
"""Everybody's results one after another, by name."""


def render_tally_pdf(tally: Tally, started: date, paper: str = "a4") -> bytes:
    """Draw a tally as a PDF, on ``a4`` or ``letter``."""
    return render_typst(PAPER, _document(tally, started, PAPERS[paper]), "pdf")


def render_season(
    title: str,
    under: str,
    table: Sequence[rows.Row],
    course: Course,
    looks: Looks,
    paper: str | None,
) -> bytes:
    """Draw the table of a season and its course: as a PDF on a paper, without one as a PNG."""
    chart = layout_chart(course, looks=looks)
    sections = [_table(words.PLACES, table, (1,), strong=(1, 2))]
    if chart is not None:
        alt = words.course_text(course)
        sections.append({"kind": "chart", "title": "", "alt": alt, **asdict(chart)})
    sheet = _sheet(title, under, "", paper and PAPERS[paper], sections)
    return render_typst(PAPER, sheet, "pdf" if paper else "png")


def _document(tally: Tally, started: date, paper: str) -> dict[str, object]:
    under = f"{words.format_day(started)} · {words.stage_sentence(tally)}"
    won = str(words.winner_sentence_of(tally) or "")
    return _sheet(words.game_name(tally), under, won, paper, _sections(tally))


def _sheet(
    title: str, under: str, won: str, paper: str | None, sections: list[Section]
) -> dict[str, object]:
    return {
        "title": title,
        "under": under,
        "won": won,
        "page": str(words.PAGE),
        "lang": current_language().code,
        "fonts": font_families(),
        "paper": paper,
        "sections": sections,
    }


def _sections(tally: Tally) -> list[Section]:
    sections = [_places(tally)]
    if tally["proof"]["bought"]:
        sections.append(_notes(tally))
    if tally["hands"]:
        sections += [_chart(tally), _hands(tally)]
    return sections + _proof(tally)


def _places(tally: Tally) -> Section:
    columns = rows.nonempty_columns(tally)
    gains = [2 + at for at, key in enumerate(columns) if key == "result"]
    return _table(words.PLACES, rows.result_rows(tally, columns), (1,), gains, strong=(1, 2))


def _notes(tally: Tally) -> Section:
    if not tally["notes"]:
        return _text(words.NOTES, str(words.NO_IOUS))
    return _table(words.NOTES, rows.iou_rows(tally), names=(0, 1))


def _chart(tally: Tally) -> Section:
    chart = layout_chart(tally["chart"])
    assert chart is not None
    alt = words.chart_text(tally)
    return {
        "kind": "chart",
        "title": str(words.chart_title_sentence(tally)),
        "alt": alt,
        **asdict(chart),
    }


def _hands(tally: Tally) -> Section:
    """Tell hand by hand; the widest number is the one that all must have room for."""
    told = rows.hand_rows(tally)
    gains = range(3, len(told[0]))
    widest = max((cell for row in told[1:] for cell in _written(row, gains)[3:]), key=len)
    return _table(words.hand_terms_of(tally).per_hand, told, (1, 2), gains) | {
        "tight": True,
        "widest": widest,
    }


def _proof(tally: Tally) -> list[Section]:
    """Prove that chips in = chips out; a game without chips has nothing to prove."""
    sections: list[Section] = []
    if tally["corrections"]:
        sections.append(_table(words.CORRECTIONS, rows.correction_rows(tally), (0,), (1,)))
    if tally["proof"]["bought"] or tally["proof"]["corrections"]:
        proof = (
            f"{words.chips_in_sentence(tally['proof'])} {words.chips_out_sentence(tally['proof'])}"
        )
        sections.append(_text(words.PROOF, proof))
    return sections


def _text(title: Sentence, text: str) -> Section:
    return {"kind": "text", "title": str(title), "text": text}


def _table(
    title: Sentence,
    told: Sequence[rows.Row],
    names: Collection[int],
    gains: Collection[int] = (),
    strong: Collection[int] = (),
) -> Section:
    """Describe a table; the columns of ``names`` are words, those of ``gains`` carry a sign."""
    heading, *body = told
    return {
        "kind": "table",
        "title": str(title),
        "rows": [[*heading], *(_written(row, gains) for row in body)],
        "words": [*names],
        "strong": [*strong],
        "tight": False,
    }


def _written(row: rows.Row, gains: Collection[int]) -> list[str]:
    return [
        cell if isinstance(cell, str) else (format_signed if at in gains else format_number)(cell)
        for at, cell in enumerate(row)
    ]
