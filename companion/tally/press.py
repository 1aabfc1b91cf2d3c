"""The press: Typst sets data by a layout, as a PDF or as a picture.

Typst shapes every script, sets right-to-left names, embeds what it uses of the vendored fonts, and
tags a PDF for those who have it read to them.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal, cast

from typst import Compiler

from companion.tally.fonts import load_fonts

PICTURE_PPI = 144
KEPT = 10
"""How many documents Typst looks back for work that it need not do again."""

_PRESS = ThreadPoolExecutor(1, "press")
"""One thread prints for all: taps need not wait for a crowd, and each thread would keep memory."""


def render_typst(layout: Path, data: dict[str, object], kind: Literal["pdf", "png"]) -> bytes:
    """Set data by a layout; a picture has two pixels a point."""
    return _PRESS.submit(_pressed, layout, data, kind).result()


def _pressed(layout: Path, data: dict[str, object], kind: Literal["pdf", "png"]) -> bytes:
    compiler = Compiler(str(layout), str(layout.parent), load_fonts(), ignore_system_fonts=True)
    made = compiler.compile(format=kind, ppi=PICTURE_PPI, sys_inputs=_inputs(data))
    _forget()
    return cast(bytes, made[0] if isinstance(made, list) else made)


def _forget() -> None:
    """Let Typst forget the document.

    It keeps what it has worked out, 12 MB a tally, until ten more are made; ten empty ones do.
    """
    for _ in range(KEPT + 1):
        Compiler(b"", font_paths=load_fonts(), ignore_system_fonts=True).compile(
            format="png", ppi=1
        )


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
