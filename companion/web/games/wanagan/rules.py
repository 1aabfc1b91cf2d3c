"""What the rules page of Wanagan takes from the rules."""

from collections.abc import Mapping

from companion.games.wanagan import game
from companion.games.wanagan.options import WanaganOptions
from companion.games.wanagan.words import CUP_WORDS


def facts(_: WanaganOptions) -> Mapping[str, object]:
    """Give the antes by cup, cards passed, wild cards, and when a second pack is used."""
    return {
        "antes": game.ANTES,
        "cup_words": CUP_WORDS,
        "passed": game.CARDS_PASSED,
        "wild": game.WILD,
        "two_packs_from": game.TWO_PACKS_FROM,
    }
