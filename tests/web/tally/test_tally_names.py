"""Whatever a player may be called is on paper: drawn, or where no font has it, as a box."""

import json
from datetime import date
from typing import Any

import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from companion.language import ENGLISH
from companion.tally.pdf import font_families, load_fonts, render_tally_pdf, render_tally_png

DAY = date(2026, 7, 4)
BOXES = {"\U00050000": "unassigned", "\ue000": "private", "\x07": "control", "\ud800": "half"}
SCRIPTS = {
    "Latin": "Zoë Łukasz", "Greek": "Νίκος", "Cyrillic": "Юрій", "Armenian": "Անի",
    "Georgian": "ნინო", "Hebrew": "שָׁלוֹם", "Arabic": "محمد", "Urdu": "کشمیر", "Syriac": "ܡܪܝܡ",
    "Thaana": "އަލީ", "Devanagari": "क्षत्रिय", "Bengali": "শ্রী", "Gurmukhi": "ਸਿੰਘ",
    "Gujarati": "શ્રી", "Odia": "ଶ୍ରୀ", "Tamil": "ஸ்ரீ", "Telugu": "శ్రీ", "Kannada": "ಶ್ರೀ",
    "Malayalam": "ശ്രീ", "Sinhala": "ශ්‍රී", "Thai": "กุ้ง", "Lao": "ແກ້ວ", "Tibetan": "བསྟན",
    "Myanmar": "ကျော်", "Khmer": "ស្រី", "Ethiopic": "አበበ", "Cherokee": "ᏣᎳᎩ",
    "Canadian": "ᐃᓄᒃ", "Mongolian": "ᠮᠣᠩᠭᠣᠯ", "Han": "李小明", "Kana": "さくらカナ",
    "Hangul": "김민준", "Bopomofo": "ㄅㄆㄇ", "Yi": "ꆈꌠ", "Javanese": "ꦗꦮ", "Balinese": "ᬩᬮᬶ",
    "N’Ko": "ߒߞߏ", "Tifinagh": "ⵜⵉⴼ", "Adlam": "𞤀𞤁", "Ogham": "ᚐᚑ", "Runes": "ᚱᚢᚾ",
    "fancy": "𝓐𝓷𝓷", "emoji": "🩷🫎🪿👩‍👩‍👧", "flag": "🇩🇪", "skin": "👍🏽", "keycap": "1️⃣",
}  # fmt: skip


def tally(name: str) -> dict[str, Any]:
    """The tally of a hand that somebody of this name won, dealt, and lent chips in."""
    line = {"player": name, "place": 1, "chips": 5, "owes": 0, "owed": 3, "result": 8, "bought": 0}
    return {
        "game": "michigan-kitty",
        "over": True,
        "lines": [line],
        "notes": [{"from": name, "to": name, "chips": 3}],
        "hands": [{"hand": 1, "dealer": name, "winners": [name], "changes": {name: 8}}],
        "chart": {name: [0, 8]},
        "corrections": [{"entry": 3, "hand": 1, "of": name, "chips": 8}],
        "proof": {"bought": 1, "corrections": 8, "purses": 5, "pots": 4},
    }


@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=40))
def test_every_name_of_all_of_unicode_gives_a_page_that_can_be_read(name: str) -> None:
    [page] = PdfDocument(render_tally_pdf(tally(name), DAY))
    text = page.get_textpage().get_text_range()
    assert "Chips in: 1 received at the start or bought, +8 by correction = 9." in text
    assert page.render(scale=0.2).width > 100


def drawn(name: str) -> None:
    """Draw a name for an archive, which refuses what no font has."""
    source = b"#set text(font: json(bytes(sys.inputs.fonts)))\n#sys.inputs.name"
    inputs = {"fonts": json.dumps(font_families()), "name": name}
    typst.compile(
        source,
        font_paths=load_fonts(),
        ignore_system_fonts=True,
        sys_inputs=inputs,
        pdf_standards="a-2b",
    )


@pytest.mark.parametrize("name", SCRIPTS.values(), ids=SCRIPTS)
def test_every_script_is_drawn_by_a_font_of_ours(name: str) -> None:
    drawn(name)


def test_what_no_font_has_is_known_to_be_missing() -> None:
    with pytest.raises(typst.TypstError):
        drawn("\U00050000")


@pytest.mark.parametrize("name", BOXES, ids=BOXES.values())
def test_what_no_font_has_is_still_something_on_paper(name: str) -> None:
    [page] = PdfDocument(render_tally_pdf(tally(name), DAY))
    assert page.get_textpage().count_chars() > 100


@pytest.mark.parametrize("name", ["Ann", "דנה", "🫎", "\u2066", "\u2069", "\u202e"])
def test_a_name_never_turns_the_words_round_it(name: str) -> None:
    told = ENGLISH.isolate_direction(name)
    assert told == name or told[0] == "\u2068"
    assert told.count("\u2069") >= sum(told.count(mark) for mark in "\u2066\u2067\u2068")


def test_a_picture_takes_every_script() -> None:
    for name in ("".join(SCRIPTS.values())[:40], *BOXES):
        assert render_tally_png(tally(name), DAY).startswith(b"\x89PNG")
