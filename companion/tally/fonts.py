"""The fonts of paper and picture: one for every script in daily use, all of them vendored."""

from functools import cache
from pathlib import Path

from typst import Fonts

FOLDER = Path(__file__).parent / "vendor"
FIRST, LAST = ("Noto Emoji", "DejaVu Sans"), ("Droid Sans Fallback",)
"""Emoji go first, so that no part of a sequence is drawn from elsewhere; Han and Hangul go last."""


@cache
def load_fonts() -> Fonts:
    """Read what the fonts are, once; the fonts of the system are never used."""
    return Fonts(False, False, [str(FOLDER)])


@cache
def font_families() -> tuple[str, ...]:
    """Name the fonts in the order in which a letter is looked for.

    What none of them has, a private or a future character, is drawn as a box by the first.
    """
    between = sorted(set(load_fonts().families()) - {*FIRST, *LAST})
    return (*FIRST, *between, *LAST)
