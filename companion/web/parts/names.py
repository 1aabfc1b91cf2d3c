"""How much room names take, and what is shown of one where there is little."""

from unicodedata import combining, east_asian_width

from companion.core.sentences import Fact, Sentence

SLIM, BROAD = frozenset("fijlrtIJ1.,' -"), frozenset("mwMW@")
"""Letters much narrower and much broader than others."""


def text_width(name: str) -> float:
    """Say about how many letters of middling breadth a name takes."""
    return sum(_breadth(letter) for letter in name)


def _breadth(letter: str) -> float:
    if letter in SLIM or combining(letter):
        return 0.6
    return 1.5 if letter in BROAD or east_asian_width(letter) in "WF" else 1.0


def shorten(words: Fact, most: int = 16) -> Fact:
    """Cut a name, or every name in a sentence, to so many letters, so that there is room for more.

    As many as it says without being told leave room for a verb on most buttons.
    """
    if isinstance(words, Sentence):
        return words.with_facts(**{key: shorten(fact, most) for key, fact in words.facts.items()})
    return _cut(words, most) if isinstance(words, str) and text_width(words) > most else words


def _cut(name: str, most: int) -> str:
    while text_width(name) >= most:
        name = name[:-1]
    return f"{name.rstrip()}…"
