"""A language that is none: every letter of a sentence is turned, and each sentence is longer.

What reads in plain letters on a page in this language was never given to a catalogue.
"""

import re
from gettext import NullTranslations

from babel import Locale

from companion.language import Language

KEPT = re.compile(r"(\{\w+\}|<[^>]*>|&\w+;)")
"""What a translation keeps as it is: facts, tags, and letters that HTML writes as words."""

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
TURNED = "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ"
LETTERS = str.maketrans(PLAIN, TURNED)


def turned(text: str) -> str:
    """Turn the letters of a sentence, and make it a third longer; not beside what is hidden."""
    parts = KEPT.split(text)
    said = "".join(part if at % 2 else part.translate(LETTERS) for at, part in enumerate(parts))
    return said if "<span" in text else f"⟦{said}{'·' * (len(text) // 3)}⟧"


class Pseudo(NullTranslations):
    """Translates every sentence, whatever it is."""

    def gettext(self, message: str) -> str:
        return turned(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return turned(msgid1 if n == 1 else msgid2)

    def pgettext(self, _: str, message: str) -> str:
        return message if message == "J Q K A" else turned(message)


PSEUDO = Language(Locale("el"), Pseudo())
"""It passes for Greek, whose numbers, days and lists have no plain letters either."""
