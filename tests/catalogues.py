"""Reads the catalogues as a careful proofreader does: `python -m tests.catalogues de`."""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from companion.language import COURT, FORMS, TRANSLATIONS
from tests.printed import TAG, misprints

# A fact in a sentence, maybe in one of the forms of its name.
NAMED = re.compile(rf"\{{(\w+)(?::(?:{'|'.join(filter(None, FORMS))}))?\}}")
MISSING = "is not translated"
CODES = sorted(path.name for path in TRANSLATIONS.iterdir() if path.is_dir())


def catalogue(code: str) -> Catalog:
    """Read the catalogue of a language as it is written."""
    with Path(TRANSLATIONS, code, "LC_MESSAGES", "messages.po").open("rb") as file:
        return read_po(file, code)


def faults(code: str) -> Iterator[str]:
    """Yield the faults of a catalogue: missing, fuzzy, or parts and facts lost in translation."""
    for message in catalogue(code):
        if message.id:
            yield from (f"{_source(message)!r}: {fault}" for fault in _faults(code, message))


def texts(message: Message, *, source: bool = False) -> Sequence[str]:
    """Give the texts of a message, one of each plural: translated, or as the source has them."""
    given = message.id if source else message.string
    return [given] if isinstance(given, str) else given


def _source(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _faults(code: str, message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield "is marked as fuzzy"
    for text in texts(message):
        yield from _faults_of(message, text) if text else [MISSING]
        yield from chain.from_iterable(misprints(code, form) for form in text.split(" | "))


def _faults_of(message: Message, text: str) -> Iterator[str]:
    sources = [message.id] if isinstance(message.id, str) else message.id
    known = [_named(source) for source in sources]
    if not all(_named(form) in known for form in text.split(" | ")):
        yield f"{text!r} names other facts"
    if not any(_tags(text) == _tags(source) for source in sources):
        yield f"{text!r} has other tags"
    if '"' in TAG.sub("", text):
        yield f"{text!r} has a straight quotation mark"
    if (text[0] == " ", text[-1] == " ") != (sources[0][0] == " ", sources[0][-1] == " "):
        yield f"{text!r} has other blanks round it"
    if len(sources[0]) > 60 and len(text) < len(sources[0]) / 3:
        yield f"{text!r} is only a part of it"
    if sources[0] == COURT and len(set(text.split())) != len(COURT.split()):
        yield f"{text!r} must be four different letters"


def _named(text: str) -> Counter[str]:
    """Count the facts; the number of a plural may be left out, or be said twice."""
    return Counter(name for name in NAMED.findall(text) if name != "n")


def _tags(text: str) -> Counter[str]:
    return Counter(TAG.findall(text))


if __name__ == "__main__":
    found = [f"{code}: {fault}" for code in sys.argv[1:] or CODES for fault in faults(code)]
    print(*found, f"{len(found)} faults.", sep="\n")
    raise SystemExit(bool(found))
