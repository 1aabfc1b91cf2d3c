"""Names of players and people: which are accepted, and which are the same to a reader."""

from unicodedata import category, normalize

from companion.core.ledger import BANK, POT
from companion.core.sentences import say

NAME_LENGTH = 40
NAME_RULE = say("1 to {most} characters, all visible, with no space at an end", most=NAME_LENGTH)

# Letters without a glyph.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")

# The format characters that a name may contain: they join letters and emoji.
_JOINERS = "\u200c\u200d"


def is_name(text: str) -> bool:
    """Return whether a player may have this name: 1 to 40 visible characters, unlike any pot."""
    fits = 1 <= len(text) <= NAME_LENGTH and text == text.strip()
    return fits and not text.startswith((POT, BANK)) and all(map(is_visible, text))


def is_visible(letter: str) -> bool:
    """Return whether a character may be in a name: it is visible, or joins those that are."""
    if letter in _BLANK:
        return False
    return category(letter) not in ("Cc", "Cf", "Cs") or letter in _JOINERS


def name_key(name: str) -> str:
    """Return a key that is equal for names that look the same, whatever their case."""
    return normalize("NFKC", name).casefold()
