"""The tally as a picture to send around: the felt, a podium and all places, by ``picture.typ``."""

from datetime import date
from typing import Any

from companion.core.words import numeral, signed
from companion.language import spoken
from companion.machine.paths import PICTURE
from companion.tally import words
from companion.tally.fonts import families
from companion.tally.press import press
from companion.tally.summary import Tally

STEPS = 5
"""So many stand on the podium at most, where several share a place."""


def picture_of(tally: Tally, started: date) -> bytes:
    """Draw a tally as a PNG, 1,080 pixels wide and 1,350 high."""
    places = [_place(line) for line in tally["lines"]]
    data: dict[str, object] = {
        "title": words.game_name(tally),
        "day": words.day(started),
        "under": str(words.evening_won(tally) or words.stage(tally)),
        "with": str(words.PLAYED_WITH),
        "lang": spoken().code,
        "fonts": families(),
        "steps": [place for place in places if place["place"] <= 3][:STEPS],
        "places": places,
    }
    return press(PICTURE, data, "png")


def _place(line: dict[str, Any]) -> dict[str, Any]:
    """Tell a line of the tally: the place, the player, and the chips or points."""
    got = signed(line["result"]) if "result" in line else numeral(line["score"])
    return {"place": line["place"], "player": line["player"], "got": got}
