"""Texts as a PDF can draw them: a font for every character, and none that is missing."""

import unicodedata
from functools import cache
from itertools import groupby

from arabic_reshaper import reshape
from bidi.algorithm import get_display
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont

from companion.settings import ROOT

PLAIN, BOLD, ASIAN = "Companion", "Companion-Bold", "STSong-Light"
UNKNOWN = "□"
_HIDDEN = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff")


@cache
def load_fonts() -> frozenset[int]:
    """Make the fonts known to reportlab, once; give the characters that the plain one can draw."""
    folder = ROOT / "static" / "vendor"
    plain = TTFont(PLAIN, folder / "DejaVuSansCondensed.ttf")
    pdfmetrics.registerFont(plain)
    pdfmetrics.registerFont(TTFont(BOLD, folder / "DejaVuSansCondensed-Bold.ttf"))
    pdfmetrics.registerFont(UnicodeCIDFont(ASIAN))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)
    return frozenset(plain.face.charToGlyph)


def visual(text: str) -> str:
    """Put a text into the order in which it is drawn, from left to right, its letters joined."""
    return str(get_display(reshape(text)))


def runs(text: str, font: str = PLAIN) -> list[tuple[str, str]]:
    """Split a text into (font, characters) as they are drawn from left to right."""
    known = load_fonts()
    drawn = [_drawn(letter, font, known) for letter in visual(text) if letter not in _HIDDEN]
    return [
        (name, "".join(letter for _, letter in letters))
        for name, letters in groupby(drawn, key=lambda pair: pair[0])
    ]


def _drawn(letter: str, font: str, known: frozenset[int]) -> tuple[str, str]:
    if ord(letter) in known and unicodedata.category(letter) != "Cc":
        return font, letter
    if unicodedata.east_asian_width(letter) in "WF" and ord(letter) < 0x10000:
        return ASIAN, letter
    return font, " " if letter.isspace() else UNKNOWN


def markup(text: str, font: str = PLAIN) -> str:
    """Write a text as a reportlab paragraph reads it."""
    return "".join(
        escaped(part) if name == font else f'<font name="{name}">{escaped(part)}</font>'
        for name, part in runs(text, font)
    )


def escaped(text: str) -> str:
    """Escape what would be markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def width(text: str, size: float, font: str = PLAIN) -> float:
    """Measure a text in points."""
    return sum(pdfmetrics.stringWidth(part, name, size) for name, part in runs(text, font))
