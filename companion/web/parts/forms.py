"""What is typed and tapped on forms, and numbers as they are typed."""

import re

from werkzeug.datastructures import MultiDict
from wtforms import Field

from companion.core.entries.reading import MOST, NAME_LENGTH
from companion.core.errors import InvalidValue
from companion.core.sentences import Sentence, say

FormData = MultiDict[str, str]
"""What was typed and tapped on a form, by the names of its fields."""

WHOLE = re.compile(r"\d+|\d{1,3}(?:[ ,'’\u00a0\u2009\u202f]\d{3})+")
A_NUMBER = say("a whole number from 0 to {most}", most=MOST)


def parse_typed_number(text: str) -> int | None:
    """Read a typed number, with thousands parted or not; None where nothing is typed.

    Raises Unfit saying what it should be.
    """
    text = text.strip()
    if not text:
        return None
    digits = re.sub(r"\D", "", text).lstrip("0") or "0"
    if not WHOLE.fullmatch(text) or len(digits) > len(str(MOST)) or int(digits) > MOST:
        raise InvalidValue(A_NUMBER)
    return int(digits)


def not_a_number_sentence(text: str) -> Sentence:
    """Say that what was typed is no number that can be read."""
    return say("“{text}” is not {wanted}.", text=text[:NAME_LENGTH], wanted=A_NUMBER)


class NumberField(Field):
    """A whole number that is typed or tapped; None where there is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number. Raises Unfit."""
        if not valuelist:
            return
        try:
            self.data = parse_typed_number(valuelist[0])
        except InvalidValue:
            raise InvalidValue(not_a_number_sentence(valuelist[0])) from None

    @property
    def text(self) -> str:
        """What is to be shown: what was typed, else the number."""
        return self.raw_data[0] if self.raw_data else str(self.data)
