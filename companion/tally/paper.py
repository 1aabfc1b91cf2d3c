"""The tally on paper and as a picture: its words and numbers, set by ``paper.typ``.

Typst draws both from one layout. It shapes every script, sets right-to-left names, embeds what
it uses of the vendored fonts, and tags the PDF for those who have it read to them.
"""

import json
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import date
from typing import Literal, cast

from typst import Compiler

from companion.core.sentences import Sentence
from companion.core.words import numeral, signed
from companion.language import spoken
from companion.machine.paths import PAPER
from companion.tally import rows, words
from companion.tally.chart import chart_of
from companion.tally.fonts import families, fonts
from companion.tally.summary import Tally

PAPERS = {"a4": "a4", "letter": "us-letter"}
PICTURE_HANDS = 40
"""The most hands that a picture tells one by one; it would be too tall to be looked at."""

PICTURE_PPI = 144
KEPT = 10
"""How many documents Typst looks back for work that it need not do again."""

_PRESS = ThreadPoolExecutor(1, "press")
"""One thread prints for all: taps need not wait for a crowd, and each thread would keep memory."""

Section = dict[str, object]


def pdf_of(tally: Tally, started: date, paper: str = "a4") -> bytes:
    """Draw a tally as a PDF, on ``a4`` or ``letter``."""
    return _set(_document(tally, started, PAPERS[paper], _sections(tally)), "pdf")


def picture_of(tally: Tally, started: date) -> bytes:
    """Draw a tally as a PNG, 1,080 pixels wide and as tall as it needs."""
    sections = _sections(tally, by_hand=len(tally["hands"]) <= PICTURE_HANDS)
    return _set(_document(tally, started, None, sections), "png")


def _set(data: dict[str, object], kind: Literal["pdf", "png"]) -> bytes:
    return _PRESS.submit(_pressed, data, kind).result()


def _pressed(data: dict[str, object], kind: Literal["pdf", "png"]) -> bytes:
    compiler = Compiler(str(PAPER), str(PAPER.parent), fonts(), ignore_system_fonts=True)
    made = compiler.compile(format=kind, ppi=PICTURE_PPI, sys_inputs=_inputs(data))
    _forget()
    return cast(bytes, made[0] if isinstance(made, list) else made)


def _forget() -> None:
    """Let Typst forget the document.

    It keeps what it has worked out, 12 MB a tally, until ten more are made; ten empty ones do.
    """
    for _ in range(KEPT + 1):
        Compiler(b"", font_paths=fonts(), ignore_system_fonts=True).compile(format="png", ppi=1)


def _inputs(data: dict[str, object]) -> dict[str, str]:
    """Pass data to the layout. What is no character, half of a pair, is replaced by a mark."""
    text = json.dumps(_on_one_line(data), ensure_ascii=False)
    return {"data": text.encode("utf-8", "replace").decode()}


def _on_one_line(data: object) -> object:
    """Make every white space one blank, as a page does."""
    if isinstance(data, str):
        return " ".join(data.split())
    if isinstance(data, dict):
        return {key: _on_one_line(value) for key, value in data.items()}
    return [*map(_on_one_line, data)] if isinstance(data, (list, tuple)) else data


def _document(
    tally: Tally, started: date, paper: str | None, sections: list[Section]
) -> dict[str, object]:
    return {
        "title": words.game_name(tally),
        "under": f"{words.day(started)} · {words.stage(tally)}",
        "won": str(words.won(tally) or ""),
        "page": str(words.PAGE),
        "lang": spoken().code,
        "fonts": families(),
        "paper": paper,
        "sections": sections,
    }


def _sections(tally: Tally, *, by_hand: bool = True) -> list[Section]:
    sections = [_places(tally)]
    if tally["proof"]["bought"]:
        sections.append(_notes(tally))
    if tally["hands"]:
        sections += [_chart(tally), *([_hands(tally)] if by_hand else [])]
    return sections + _proof(tally)


def _places(tally: Tally) -> Section:
    columns = rows.told_columns(tally)
    gains = [2 + at for at, key in enumerate(columns) if key == "result"]
    return _table(words.PLACES, rows.places(tally, columns), (1,), gains, strong=(1, 2))


def _notes(tally: Tally) -> Section:
    if not tally["notes"]:
        return _text(words.NOTES, str(words.NO_NOTES))
    return _table(words.NOTES, rows.notes(tally), names=(0, 1))


def _chart(tally: Tally) -> Section:
    chart = chart_of(tally["chart"])
    assert chart is not None
    alt = words.chart_words(tally)
    return {"kind": "chart", "title": str(words.chart_title(tally)), "alt": alt, **asdict(chart)}


def _hands(tally: Tally) -> Section:
    """Tell hand by hand; the widest number is the one that all must have room for."""
    told = rows.hands(tally)
    gains = range(3, len(told[0]))
    widest = max((cell for row in told[1:] for cell in _written(row, gains)[3:]), key=len)
    return _table(words.called(tally).by_one, told, (1, 2), gains) | {
        "tight": True,
        "widest": widest,
    }


def _proof(tally: Tally) -> list[Section]:
    """Prove that chips in = chips out; a game without chips has nothing to prove."""
    sections: list[Section] = []
    if tally["corrections"]:
        sections.append(_table(words.CORRECTIONS, rows.corrections(tally), (0,), (1,)))
    if tally["proof"]["bought"] or tally["proof"]["corrections"]:
        proof = f"{words.chips_in(tally['proof'])} {words.chips_out(tally['proof'])}"
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
        cell if isinstance(cell, str) else (signed if at in gains else numeral)(cell)
        for at, cell in enumerate(row)
    ]
