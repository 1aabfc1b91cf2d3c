"""Parsing of results from a spreadsheet, row by row.

Each row is an evening: its date, its game, and a column for each person. The file that the page of
a tally exports is parsed as well: it is one evening, with a row for each player.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from io import StringIO
from itertools import groupby

from companion.core.accounts import is_name, name_key
from companion.core.entries.parsing import FIRST_YEAR, MAX_NUMBER
from companion.core.errors import InvalidValue
from companion.core.sentences import Sentence, say
from companion.games import all_games

# The most rows of a file.
MAX_ROWS = 10_000

SEPARATORS = ";\t,"
ENCODINGS = "utf-8-sig", "cp1252"
_DATE = re.compile(r"(\d{1,4})[-./ ]+(\d{1,2})[-./ ]+(\d{1,4})\.?")
_NUMBER = re.compile(r"[+-]?\d{1,3}([ .,'’]?\d{3})*")


@dataclass(frozen=True, slots=True)
class EveningResult:
    """The results of an evening by name, its ISO day, and the slug of its game."""

    day: str
    game: str
    results: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SpreadsheetRow:
    """A row of a file, numbered from 1: its evening, or the problem with it."""

    number: int
    result: EveningResult | None = None
    problem: Sentence | None = None


def parse_spreadsheet(data: bytes) -> list[SpreadsheetRow]:
    """Return the rows of a file. Raises InvalidValue if it is no spreadsheet."""
    rows = [*_split_rows(_decode(data))]
    if not rows:
        raise InvalidValue(say("This file is empty."))
    if len(rows) > MAX_ROWS + 1:
        raise InvalidValue(say("A file can have at most {most} rows.", most=MAX_ROWS))
    if _is_tally(rows):
        return [_parse_row(1, partial(_parse_tally, rows))]
    heading, *lines = rows
    names, month_first = [*map(_strip_apostrophe, heading[2:])], _is_month_first(lines)
    _check_heading(names)
    return [
        _parse_row(number, partial(_parse_evening, cells, names, month_first=month_first))
        for number, cells in enumerate(lines, 2)
        if any(cell.strip() for cell in cells)
    ]


def parse_typed_evening(
    day: str, game: str, names: Sequence[str], numbers: Sequence[str]
) -> EveningResult:
    """Return an evening from the texts of a form. Raises InvalidValue."""
    plain_names = [" ".join(name.split()) for name in names]
    _check_names(plain_names, say("{name} is listed twice."))
    return _parse_evening([day, game, *numbers], plain_names, month_first=False)


def _decode(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    for encoding in ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _split_rows(text: str) -> Iterator[list[str]]:
    """Yield the rows of a text, split by the separator that is most frequent at its start."""
    separator = max(SEPARATORS, key=text[:2000].count)
    try:
        yield from csv.reader(StringIO(text.replace("\0", "")), delimiter=separator)
    except csv.Error:
        raise InvalidValue(
            say("This file cannot be read as rows and columns. Save it as CSV, then try again.")
        ) from None


def _parse_row(number: int, parse: Callable[[], EveningResult]) -> SpreadsheetRow:
    try:
        return SpreadsheetRow(number, parse())
    except InvalidValue as error:
        return SpreadsheetRow(number, problem=error.reason)


def _parse_evening(
    cells: Sequence[str], names: Sequence[str], *, month_first: bool
) -> EveningResult:
    day = _parse_day(cells[0] if cells else "", month_first=month_first)
    game = _find_game(cells[1] if len(cells) > 1 else "")
    results = {
        name: _parse_number(cell)
        for name, cell in zip(names, cells[2:], strict=False)
        if cell.strip() and name
    }
    if len(results) < 2:
        raise InvalidValue(say("An evening needs the results of at least two people."))
    return EveningResult(day, game, results)


def _check_heading(names: Sequence[str]) -> None:
    if sum(map(bool, names)) < 2:
        why = say(
            "The first row of the file must name the columns: date, game, and at least two people."
        )
        raise InvalidValue(why)
    _check_names(names, say("There are two columns for {name}."))


def _check_names(names: Sequence[str], duplicate: Sentence) -> None:
    keys = [name_key(name) for name in names if name]
    for name in filter(None, names):
        if not is_name(name):
            raise InvalidValue(say("“{name}” cannot be used as a name.", name=name[:40]))
        if keys.count(name_key(name)) > 1:
            raise InvalidValue(duplicate.with_facts(name=name))


def _is_tally(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether this is an exported tally: a row with game and day, then its lines."""
    cells = [cell for cell in rows[0] if cell]
    has_date = len(cells) == 2 and _DATE.fullmatch(cells[1].strip()) is not None
    return has_date and len(rows) > 2


def _parse_tally(rows: Sequence[Sequence[str]]) -> EveningResult:
    game, day = _find_game(rows[0][0]), _parse_day(rows[0][1], month_first=False)
    parts = [[*part] for has_values, part in groupby(rows[1:], any) if has_values]
    _, *lines = parts[0] if parts else [[]]
    full_lines = [line for line in lines if len(line) > 2]
    results = {_strip_apostrophe(line[1]): _parse_number(line[2]) for line in full_lines}
    if len(results) < 2 or len(results) != len(lines):
        raise InvalidValue(say("An evening needs the results of at least two people."))
    return EveningResult(day, game, results)


def _strip_apostrophe(name: str) -> str:
    """Return a name without the apostrophe that keeps programs from reading it as a formula."""
    return re.sub(r"^'(?=[=+\-@])", "", name.strip())


def _is_month_first(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a date can only be read with the month first, as in America."""
    matches = (_DATE.fullmatch(row[0].strip()) for row in rows if row)
    return any(int(one[2]) > 12 and len(one[1]) < 3 for one in matches if one)


def _parse_day(text: str, *, month_first: bool) -> str:
    if not text.strip():
        raise InvalidValue(say("The date is missing."))
    try:
        day = _parse_date(text, month_first=month_first)
    except ValueError:
        raise InvalidValue(
            say("“{text}” is not a date. Write it like 2026-07-04.", text=text.strip()[:40])
        ) from None
    tomorrow = datetime.now(UTC).date() + timedelta(1)  # in some time zone it is that day already
    if day.year < FIRST_YEAR or day > tomorrow:
        raise InvalidValue(
            say(
                "The date “{text}” is too long ago or in the future.",
                text=text.strip()[:40],
            )
        )
    return day.isoformat()


def _parse_date(text: str, *, month_first: bool) -> date:
    """Parse a date. Raises ValueError."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    first, second, third = (int(part) for part in match.groups())
    year, month, day = (first, second, third) if len(match[1]) > 2 else (third, second, first)
    if month_first and len(match[1]) <= 2:
        month, day = day, month
    return date(year + 2000 if year < 100 else year, month, day)


def _find_game(text: str) -> str:
    name = text.strip().casefold()
    for slug, game in all_games().items():
        if name in (slug, str(game.name).casefold(), game.name.template.casefold()):
            return slug
    raise InvalidValue(say("“{text}” is not one of the games.", text=text.strip()[:40]))


def _parse_number(text: str) -> int:
    digits = text.strip().removeprefix("'").replace("−", "-")
    if not _NUMBER.fullmatch(digits):
        raise InvalidValue(say("“{text}” is not a whole number.", text=text.strip()[:40]))
    number = int(re.sub(r"[^\d-]", "", digits))
    if abs(number) > MAX_NUMBER:
        raise InvalidValue(say("“{text}” is too large.", text=text.strip()[:40]))
    return number
