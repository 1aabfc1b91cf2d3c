"""The one reader of JSON that others wrote: what it gives can be kept, shown and written again."""

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import NoReturn

from companion.core.errors import InvalidValue
from companion.core.sentences import say

DEEPEST = 24
"""How deep lists and objects may lie in each other; a record needs six."""

LONGEST_NUMBER = 18
"""More digits than these are cut off: no number of a record is nearly as large."""

_HALF = re.compile("\\\\u[dD][89a-fA-F]|[\ud800-\udfff]")
"""Finds what may be half of a character, as a letter or as an escape."""


NO_RECORD = object()
"""What stands for a record that cannot be read; no game accepts it."""


class InvalidJson(InvalidValue):
    """A text that is no JSON."""


class UnstorableJson(InvalidJson):
    """JSON that could not be kept or shown as it is."""


def parse_json(text: str | bytes) -> object:
    """Read one JSON value, with or without a byte order mark. Raises Unreadable.

    Refused are also: names twice in an object, numbers that are none, half characters, and
    lists deeper in each other than ``DEEPEST``.
    """
    value = _parse(text)
    if isinstance(text, bytes) or _HALF.search(text):
        _refuse_halves(value)
    return value


def parse_records(data: bytes) -> Iterator[tuple[int, object]]:
    """Read one JSON value, or one a line, each with the line that it begins on, from 1.

    ``NO_RECORD`` stands for what is unfit, or a line without. Raises Unreadable where nothing is
    JSON. Half characters are left for a game to refuse.
    """
    try:
        yield 1, _fit(data)
    except InvalidJson:
        yield from _lines(data)


def _lines(data: bytes) -> list[tuple[int, object]]:
    lines = enumerate(data.split(b"\n"), 1)
    values = [(number, _line(line)) for number, line in lines if line.strip()]
    if all(value is NO_RECORD for _, value in values):
        raise InvalidJson(say("It is not JSON.")) from None
    return values


def _line(line: bytes) -> object:
    try:
        return _fit(line)
    except InvalidJson:
        return NO_RECORD


def _fit(data: bytes) -> object:
    try:
        return _parse(data)
    except UnstorableJson:
        return NO_RECORD


def _parse(text: str | bytes) -> object:
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value = _DECODER.decode(text.removeprefix("\ufeff"))
    except UnstorableJson:
        raise
    except UnicodeDecodeError:
        raise InvalidJson(say("It is not written in UTF-8.")) from None
    except (ValueError, RecursionError):
        raise InvalidJson(say("It cannot be read as JSON.")) from None
    _refuse_deep(value)
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise UnstorableJson(say("It names something twice in one object."))
    return made


def _parse_digits(digits: str) -> int:
    return int(digits[:LONGEST_NUMBER])


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise UnstorableJson(say("It holds a number that is too large."))
    return number


def _no_number(word: str) -> NoReturn:
    raise InvalidJson(say("{word} is not a number in JSON.", word=word))


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_int=_parse_digits,
    parse_float=_finite,
    parse_constant=_no_number,
)


def _refuse_deep(value: object) -> None:
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(DEEPEST):
        if not level:
            return
        boxes = [box.values() if isinstance(box, dict) else box for box in level]
        level = [inner for box in boxes for inner in box if isinstance(inner, (dict, list))]
    if level:
        raise UnstorableJson(say("Its lists are nested more than {most} deep.", most=DEEPEST))


def _refuse_halves(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UnstorableJson(say("It contains a broken character.")) from None
