"""A language that is none: every letter of a sentence is turned, and each sentence is longer.

What reads in plain letters on a page in this language was never given to a catalogue.
"""

import re
import sys
from collections.abc import Iterable
from gettext import NullTranslations
from textwrap import wrap

from babel import Locale

from companion import language
from companion.language import ENGLISH, Language

# What a translation keeps as it is: facts, tags, and letters that HTML writes as words.
KEPT = re.compile(r"(\{\w+\}|<[^>]*>|&\w+;)")

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
TURNED = "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ"
LETTERS = str.maketrans(PLAIN, TURNED)


def turned(text: str) -> str:
    """Turn the letters of a sentence, and make it longer; not a sign, nor beside what is hidden."""
    parts = KEPT.split(text)
    if not any(map(str.isalpha, "".join(parts[::2]))):
        return text
    said = "".join(part if at % 2 else part.translate(LETTERS) for at, part in enumerate(parts))
    longer = len(text) // 3 * "·"
    return said if "<span" in text or len(text) < 3 else f"⟦{said}{' '.join(wrap(longer, 7))}⟧"


class Pseudo(NullTranslations):
    """Translates every sentence, whatever it is."""

    def gettext(self, message: str) -> str:
        return turned(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return turned(msgid1 if n == 1 else msgid2)

    def pgettext(self, _: str, message: str) -> str:
        return message if message == "J Q K A" else turned(message)


# It passes for Greek, whose numbers, days and lists have no plain letters either.
PSEUDO = Language(Locale("el"), Pseudo())

WORDS = re.compile(r"(?!\b[AJQK]+[CDHS]?\b)(?<![0-9a-f])[A-Za-z]{2,}(?![0-9a-f]*[0-9])")
# What reads the same in every language.
ALIKE = {"Companion", "PDF", "CSV", "http", "Jk", "JK", "English", "Deutsch", "KD"}

# The program where all who ask for Greek get this language.
PROGRAM = (
    sys.executable,
    "-c",
    "from tests.pseudo import begin; begin(); from companion.cli import main; main()",
)


def begin() -> None:
    """Let the program speak English and this language, before the rest of it is loaded."""
    spoken = {"en": ENGLISH, "el": PSEUDO}
    language.available_languages = lambda: spoken  # type: ignore[assignment]


def plain(texts: Iterable[str], known: set[str]) -> set[str]:
    """Give the texts that hold words in plain letters, besides known ones."""
    return {text.strip() for text in texts if set(WORDS.findall(text)) - known - ALIKE}
