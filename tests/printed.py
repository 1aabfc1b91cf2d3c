"""What the printers of a language hold to: its spaces, its quotation marks, its people."""

import re
from collections.abc import Iterator

TAG = re.compile(r"</?\w+[^>]*>")
_MARKS = "„“”«»‹›‚‘״"
# The quotation marks of each language; those of a new one are not judged. ’ is an apostrophe as
# well, and looked for nowhere.
_QUOTES = {"en": "“”", "de": "„“", "fr": "«»", "es": "«»", "it": "«»", "nl": "‘", "he": "״"}
_RULES = {
    "fr": [
        (r" [:;?!»]|« ", "has a plain space at a sign"),
        (r"[^\s:;?!»][;?!»](?!\w)", "has no space before a sign"),
        (
            r"(?<![-\w])(?:de|que|la|le|ne|se) [aeiouyàâéèêëîïôöùûœ](?![♣♦♥♠]|nz|ui)",
            "lacks an elision",
        ),
    ],
    "it": [(r"\b(?-i:a [AÀ]|e [EÉÈ])(?!♣|♦|♥|♠)", "lacks a d between two vowels")],
    "he": [
        (r"(?<!⁦)[+−](?=[{\d])", "lets a sign turn away from its number"),
        (r"\b(?:[בכלמש][\u2066-\u2069]*[a-z]|ו[\u2066-\u2069]*[a-z\d])", "lacks a maqaf"),
    ],
}
_ANYWHERE = [
    (r"(?<![\w/:.@])[^\W\d_]+/[^\W\d_]+(?![\w/:.@])", "puts a slash between two words"),
    (r"\b(?!cinq)([^\W\d_]+) \1\b(?![♣♦♥♠])", "says a word twice"),
]


def misprints(code: str, text: str) -> Iterator[str]:
    """Say what a printer would mend in a text of a language."""
    bare = TAG.sub("", text)
    for pattern, fault in [*_ANYWHERE, *_RULES.get(code, [])]:
        if re.search(pattern, bare, re.IGNORECASE):
            yield f"{text!r} {fault}"
    if strange := (set(_MARKS) - set(_QUOTES.get(code, _MARKS))) & set(bare):
        yield f"{text!r} has quotation marks of another language: {''.join(sorted(strange))}"
