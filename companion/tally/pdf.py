"""The tally as PDF and PNG, set by Typst."""

import json
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

from typst import Compiler, Fonts

from companion.core.sentences import Sentence
from companion.core.words import format_number, format_signed
from companion.language import current_language
from companion.system.settings import PAPER, PICTURE
from companion.tally import rows
from companion.tally.chart import NO_LOOKS, Looks, Results, layout_chart
from companion.tally.summary import Tally

FOLDER = Path(__file__).parent / "vendor"
# Emoji first, so that one font draws the whole of a sequence; Han and Hangul last.
FIRST, LAST = ("Noto Emoji", "DejaVu Sans"), ("Droid Sans Fallback",)


@cache
def load_fonts() -> Fonts:
    """Return the bundled fonts, read once; those of the system are never used."""
    return Fonts(False, False, [str(FOLDER)])


@cache
def font_families() -> tuple[str, ...]:
    """Return the names of the fonts, in the order in which they are searched for a letter."""
    # A letter that no font has, private or future, is drawn as a box by the first.
    between = sorted(set(load_fonts().families()) - {*FIRST, *LAST})
    return (*FIRST, *between, *LAST)


PICTURE_PPI = 144
# The number of later documents after which Typst forgets its work on one.
KEPT = 10

# One thread for all: a crowd that prints delays no tap, and each thread would keep memory.
_PRESS = ThreadPoolExecutor(1, "press")


def render_typst(layout: Path, data: dict[str, object], kind: Literal["pdf", "png"]) -> bytes:
    """Return `data` set by the file `layout`; a PNG has two pixels for each point."""
    return _PRESS.submit(_pressed, layout, data, kind).result()


def _pressed(layout: Path, data: dict[str, object], kind: Literal["pdf", "png"]) -> bytes:
    compiler = Compiler(str(layout), str(layout.parent), load_fonts(), ignore_system_fonts=True)
    document = compiler.compile(format=kind, ppi=PICTURE_PPI, sys_inputs=_inputs(data))
    _forget()
    return cast(bytes, document[0] if isinstance(document, list) else document)


def _forget() -> None:
    # Typst keeps its work, 12 MB a tally, until ten more documents are made.
    for _ in range(KEPT + 1):
        Compiler(b"", font_paths=load_fonts(), ignore_system_fonts=True).compile(
            format="png", ppi=1
        )


def _inputs(data: dict[str, object]) -> dict[str, str]:
    text = json.dumps(_on_one_line(data), ensure_ascii=False)
    # Half of a surrogate pair cannot be encoded.
    return {"data": text.encode("utf-8", "replace").decode()}


def _on_one_line(data: object) -> object:
    """Return data with every white space in its texts reduced to one blank."""
    if isinstance(data, str):
        return " ".join(data.split())
    if isinstance(data, dict):
        return {key: _on_one_line(value) for key, value in data.items()}
    return [*map(_on_one_line, data)] if isinstance(data, (list, tuple)) else data


PAPERS = {"a4": "a4", "letter": "us-letter"}
Section = dict[str, object]


def render_tally_pdf(tally: Tally, day: date, paper: str = "a4", looks: Looks = NO_LOOKS) -> bytes:
    under = f"{current_language().day(day)} · {rows.stage_sentence(tally)}"
    winner_text, sections = str(rows.winner_sentence_of(tally) or ""), _sections(tally, looks)
    sheet = _sheet(rows.game_name(tally), under, winner_text, PAPERS[paper], sections)
    return render_typst(PAPER, sheet, "pdf")


def render_season(
    title: str,
    under: str,
    table: Sequence[rows.Row],
    course: Results,
    looks: Looks,
    paper: str | None,
) -> bytes:
    """Return the table and the chart of a season (`course`) as PDF on `paper`; None: as PNG."""
    sections = [_table(rows.PLACES, table, (1,), strong=(1, 2)), *_charts("", course, looks)]
    sheet = _sheet(title, under, "", paper and PAPERS[paper], sections)
    return render_typst(PAPER, sheet, "pdf" if paper else "png")


def _sheet(
    title: str, under: str, winner_text: str, paper: str | None, sections: list[Section]
) -> dict[str, object]:
    return {
        "title": title,
        "under": under,
        "won": winner_text,
        "page": str(rows.PAGE),
        "lang": current_language().code,
        "fonts": font_families(),
        "paper": paper,
        "sections": sections,
    }


def _sections(tally: Tally, looks: Looks) -> list[Section]:
    sections = [_places(tally)]
    if tally["proof"]["bought"]:
        sections.append(_notes(tally))
    if tally["hands"]:
        title = str(rows.chart_title_sentence(tally))
        sections += [*_charts(title, tally["chart"], looks), _hands(tally)]
    return sections + _proof(tally)


def _places(tally: Tally) -> Section:
    columns = rows.nonempty_columns(tally)
    gains = [2 + at for at, key in enumerate(columns) if key == "result"]
    return _table(rows.PLACES, rows.result_rows(tally, columns), (1,), gains, strong=(1, 2))


def _notes(tally: Tally) -> Section:
    if not tally["notes"]:
        return _text(rows.NOTES, str(rows.NO_IOUS))
    return _table(rows.NOTES, rows.iou_rows(tally), names=(0, 1))


def _charts(title: str, course: Results, looks: Looks) -> list[Section]:
    """Return the chart of a course; [] before the first hand."""
    chart, alt = layout_chart(course, looks=looks), rows.course_text(course)
    if chart is None:
        return []
    lines = [*map(vars, chart.lines)]
    return [{"kind": "chart", "title": title, "alt": alt, **vars(chart), "lines": lines}]


def _hands(tally: Tally) -> Section:
    """Return the table of all hands, whose columns are as wide as the widest number."""
    lines = rows.hand_rows(tally)
    gains = range(3, len(lines[0]))
    widest = max((cell for row in lines[1:] for cell in _written(row, gains)[3:]), key=len)
    return _table(rows.hand_terms_of(tally).per_hand, lines, (1, 2), gains) | {
        "tight": True,
        "widest": widest,
    }


def _proof(tally: Tally) -> list[Section]:
    """Return the corrections, and in a game with chips the proof that chips in = chips out."""
    sections: list[Section] = []
    if tally["corrections"]:
        sections.append(_table(rows.CORRECTIONS, rows.correction_rows(tally), (0,), (1,)))
    if tally["proof"]["bought"] or tally["proof"]["corrections"]:
        proof = (
            f"{rows.chips_in_sentence(tally['proof'])} {rows.chips_out_sentence(tally['proof'])}"
        )
        sections.append(_text(rows.PROOF, proof))
    return sections


def _text(title: Sentence, text: str) -> Section:
    return {"kind": "text", "title": str(title), "text": text}


def _table(
    title: Sentence,
    lines: Sequence[rows.Row],
    names: Collection[int],
    gains: Collection[int] = (),
    strong: Collection[int] = (),
) -> Section:
    """Return a table; columns in `names` are words, and those in `gains` have a sign."""
    heading, *body = lines
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


# The most players on the podium, where several share a place.
STEPS = 5


def render_tally_png(tally: Tally, day: date) -> bytes:
    """Return a tally as a PNG, 1,080 pixels wide and 1,350 high."""
    places = [_place(line) for line in tally["lines"]]
    data: dict[str, object] = {
        "title": rows.game_name(tally),
        "day": current_language().day(day),
        "under": str(rows.winner_sentence_of(tally) or rows.stage_sentence(tally)),
        "with": str(rows.PLAYED_WITH),
        "lang": current_language().code,
        "fonts": font_families(),
        "steps": [place for place in places if place["place"] <= 3][:STEPS],
        "places": places,
    }
    return render_typst(PICTURE, data, "png")


def _place(line: dict[str, Any]) -> dict[str, Any]:
    got = format_signed(line["result"]) if "result" in line else format_number(line["score"])
    return {"place": line["place"], "player": line["player"], "got": got}
