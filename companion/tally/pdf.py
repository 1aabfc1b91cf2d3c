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
from companion.system.settings import PDF_TEMPLATE, PICTURE_TEMPLATE
from companion.tally import rows
from companion.tally.chart import NO_AVATARS, Avatars, Results, layout_chart
from companion.tally.summary import Tally

FOLDER = Path(__file__).parent / "vendor"
# Emoji first, so that one font draws the whole of a sequence; Han and Hangul last.
FIRST_FONTS, LAST_FONTS = ("Noto Emoji", "DejaVu Sans"), ("Droid Sans Fallback",)


@cache
def load_fonts() -> Fonts:
    """Return the bundled fonts, read once; those of the system are never used."""
    return Fonts(False, False, [str(FOLDER)])


@cache
def font_families() -> tuple[str, ...]:
    """Return the names of the fonts, in the order in which they are searched for a letter."""
    # A letter that no font has, private or future, is drawn as a box by the first.
    others = sorted(set(load_fonts().families()) - {*FIRST_FONTS, *LAST_FONTS})
    return (*FIRST_FONTS, *others, *LAST_FONTS)


PICTURE_PPI = 144
# The number of later documents after which Typst drops its cached work on one.
MAX_CACHE_AGE = 10

# One thread for all: a crowd that prints delays no tap, and each thread would keep memory.
_EXECUTOR = ThreadPoolExecutor(1, "press")


def render_typst(layout: Path, data: dict[str, object], kind: Literal["pdf", "png"]) -> bytes:
    """Return `data` set by the file `layout`; a PNG has two pixels for each point."""
    return _EXECUTOR.submit(_compile, layout, data, kind).result()


def _compile(layout: Path, data: dict[str, object], kind: Literal["pdf", "png"]) -> bytes:
    compiler = Compiler(str(layout), str(layout.parent), load_fonts(), ignore_system_fonts=True)
    document = compiler.compile(format=kind, ppi=PICTURE_PPI, sys_inputs=_inputs(data))
    _evict_cache()
    return cast(bytes, document[0] if isinstance(document, list) else document)


def _evict_cache() -> None:
    # Typst keeps its work, 12 MB a tally, until ten more documents are made.
    for _ in range(MAX_CACHE_AGE + 1):
        Compiler(b"", font_paths=load_fonts(), ignore_system_fonts=True).compile(
            format="png", ppi=1
        )


def _inputs(data: dict[str, object]) -> dict[str, str]:
    text = json.dumps(_collapse_whitespace(data), ensure_ascii=False)
    # Half of a surrogate pair cannot be encoded.
    return {"data": text.encode("utf-8", "replace").decode()}


def _collapse_whitespace(data: object) -> object:
    """Return data with every white space in its texts reduced to one blank."""
    if isinstance(data, str):
        return " ".join(data.split())
    if isinstance(data, dict):
        return {key: _collapse_whitespace(value) for key, value in data.items()}
    return [*map(_collapse_whitespace, data)] if isinstance(data, (list, tuple)) else data


PAPERS = {"a4": "a4", "letter": "us-letter"}
Section = dict[str, Any]


def render_tally_pdf(
    tally: Tally, day: date, paper: str = "a4", avatars: Avatars = NO_AVATARS
) -> bytes:
    subtitle = f"{current_language().day(day)} · {rows.stage_sentence(tally)}"
    winner_text, sections = str(rows.winner_sentence_of(tally) or ""), _sections(tally, avatars)
    document = _document(rows.game_name(tally), subtitle, winner_text, PAPERS[paper], sections)
    return render_typst(PDF_TEMPLATE, document, "pdf")


def render_season(
    title: str,
    subtitle: str,
    table: Sequence[rows.Row],
    results: Results,
    avatars: Avatars,
    paper: str | None,
) -> bytes:
    """Return the table and the chart of a season as PDF on `paper`; None: as PNG."""
    sections = [_table(rows.PLACES, table, (1,), bold=(1, 2)), *_charts("", results, avatars)]
    document = _document(title, subtitle, "", paper and PAPERS[paper], sections)
    return render_typst(PDF_TEMPLATE, document, "pdf" if paper else "png")


def _document(
    title: str, subtitle: str, winner_text: str, paper: str | None, sections: list[Section]
) -> dict[str, object]:
    return {
        "title": title,
        "subtitle": subtitle,
        "winner": winner_text,
        "page": str(rows.PAGE),
        "lang": current_language().code,
        "fonts": font_families(),
        "paper": paper,
        "sections": sections,
    }


def _sections(tally: Tally, avatars: Avatars) -> list[Section]:
    sections = [_places(tally)]
    if tally["proof"]["bought"]:
        sections.append(_ious(tally))
    if tally["hands"]:
        title = str(rows.chart_title_sentence(tally))
        sections += [*_charts(title, tally["chart"], avatars), _hands(tally)]
    return sections + _proof(tally)


def _places(tally: Tally) -> Section:
    columns = rows.nonempty_columns(tally)
    signs = [2 + index for index, key in enumerate(columns) if key == "result"]
    return _table(rows.PLACES, rows.result_rows(tally, columns), (1,), signs, bold=(1, 2))


def _ious(tally: Tally) -> Section:
    if not tally["notes"]:
        return _text(rows.IOUS_TO_SETTLE, str(rows.NO_IOUS))
    return _table(rows.IOUS_TO_SETTLE, rows.iou_rows(tally), words=(0, 1))


def _charts(title: str, results: Results, avatars: Avatars) -> list[Section]:
    """Return the chart of all results; [] before the first hand."""
    chart, alt = layout_chart(results, avatars=avatars), rows.chart_alt_text(results)
    if chart is None:
        return []
    lines = [*map(vars, chart.lines)]
    return [{"kind": "chart", "title": title, "alt": alt, **vars(chart), "lines": lines}]


def _hands(tally: Tally) -> Section:
    """Return the table of all hands, whose columns are as wide as the widest number."""
    lines = rows.hand_rows(tally)
    table = _table(rows.hand_terms_of(tally).per_hand, lines, (1, 2), range(3, len(lines[0])))
    widest = max((cell for row in table["rows"][1:] for cell in row[3:]), key=len)
    return table | {"tight": True, "widest": widest}


def _proof(tally: Tally) -> list[Section]:
    """Return the corrections, and in a game with chips the proof that chips in = chips out."""
    sections: list[Section] = []
    if tally["corrections"]:
        sections.append(_table(rows.CORRECTIONS, rows.correction_rows(tally), (0,), (1,)))
    if tally["proof"]["bought"] or tally["proof"]["corrections"]:
        proof = tally["proof"]
        text = f"{rows.chips_in_sentence(proof)} {rows.chips_out_sentence(proof)}"
        sections.append(_text(rows.PROOF, text))
    return sections


def _text(title: Sentence, text: str) -> Section:
    return {"kind": "text", "title": str(title), "text": text}


def _table(
    title: Sentence,
    lines: Sequence[rows.Row],
    words: Collection[int],
    signs: Collection[int] = (),
    bold: Collection[int] = (),
) -> Section:
    """Return a table, with the indexes of columns of words, with signs, and in bold."""
    heading, *body = lines
    return {
        "kind": "table",
        "title": str(title),
        "rows": [[*heading], *(_cell_texts(row, signs) for row in body)],
        "words": [*words],
        "bold": [*bold],
        "tight": False,
    }


def _cell_texts(row: rows.Row, signs: Collection[int]) -> list[str]:
    return [
        cell if isinstance(cell, str) else (format_signed if n in signs else format_number)(cell)
        for n, cell in enumerate(row)
    ]


# The most players on the podium, where several share a place.
PODIUM_SIZE = 5


def render_tally_png(tally: Tally, day: date) -> bytes:
    """Return a tally as a PNG, 1,080 pixels wide and 1,350 high."""
    places = [_place(line) for line in tally["lines"]]
    data: dict[str, object] = {
        "title": rows.game_name(tally),
        "day": current_language().day(day),
        "subtitle": str(rows.winner_sentence_of(tally) or rows.stage_sentence(tally)),
        "with": str(rows.PLAYED_WITH),
        "lang": current_language().code,
        "fonts": font_families(),
        "podium": [place for place in places if place["place"] <= 3][:PODIUM_SIZE],
        "places": places,
    }
    return render_typst(PICTURE_TEMPLATE, data, "png")


def _place(line: dict[str, Any]) -> dict[str, Any]:
    result = format_signed(line["result"]) if "result" in line else format_number(line["score"])
    return {"place": line["place"], "player": line["player"], "result": result}
