"""The tally as a picture to send around: the felt, a podium and all places, by ``picture.typ``."""

from datetime import date
from typing import Any

from companion.core.words import format_number, format_signed
from companion.language import current_language
from companion.machine.paths import PICTURE
from companion.tally import words
from companion.tally.fonts import font_families
from companion.tally.press import render_typst
from companion.tally.summary import Tally

STEPS = 5
"""So many stand on the podium at most, where several share a place."""


def render_tally_png(tally: Tally, started: date) -> bytes:
    """Draw a tally as a PNG, 1,080 pixels wide and 1,350 high."""
    places = [_place(line) for line in tally["lines"]]
    data: dict[str, object] = {
        "title": words.game_name(tally),
        "day": words.format_day(started),
        "under": str(words.winner_sentence_of(tally) or words.stage_sentence(tally)),
        "with": str(words.PLAYED_WITH),
        "lang": current_language().code,
        "fonts": font_families(),
        "steps": [place for place in places if place["place"] <= 3][:STEPS],
        "places": places,
    }
    return render_typst(PICTURE, data, "png")


def _place(line: dict[str, Any]) -> dict[str, Any]:
    """Tell a line of the tally: the place, the player, and the chips or points."""
    got = format_signed(line["result"]) if "result" in line else format_number(line["score"])
    return {"place": line["place"], "player": line["player"], "got": got}
