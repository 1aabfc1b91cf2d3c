"""Counting what lies on the table, by taps on a plate or pot and on buttons for more or less."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import request, url_for

from companion.core.accounts import Account, account_text
from companion.core.entries.schema import Raw
from companion.core.errors import InvalidValue
from companion.core.game import Table
from companion.core.repair.candidates import CountEvidence
from companion.core.sentences import Sentence, say
from companion.web.base.urls import with_query
from companion.web.components.entry_form import parse_typed_number
from companion.web.components.seats_and_pots import TapButton, tap_button

# How the fields begin of what was counted, before a player or an account.
CARDS, CHIPS, POINTS = "cards:", "chips:", "points:"

COUNT_PREFIXES = (CARDS, CHIPS, POINTS)

# What is counted now, and a number that is typed for it.
AT, TYPED = "at", "typed"

STEPS = (-10, -1, 1, 10)


@dataclass(frozen=True, slots=True)
class CountRow:
    """A plate or pot: the expected number, the counted one, and the link of a tap."""

    field: str
    name: str
    expected: int
    counted: int
    href: str

    @property
    def off(self) -> int:
        """The difference of the counted number to the expected one."""
        return self.counted - self.expected


@dataclass(frozen=True, slots=True)
class CountPage:
    """Everything that can be counted at a table; ``at`` is counted now, by ``steps``.

    ``find`` is the link to the mistaps that explain the counts, ``again`` the button that counts a
    player's cards. ``others`` are the counts beside ``at``.
    """

    cards: tuple[CountRow, ...]
    chips: tuple[CountRow, ...]
    points: tuple[CountRow, ...]
    at: CountRow | None
    steps: tuple[tuple[int, str], ...]
    find: str
    again: TapButton | None
    others: tuple[tuple[str, int], ...]
    problem: Sentence | None


@dataclass(frozen=True, slots=True)
class AcceptableCount:
    """A count that may be stored as it is, by ``entry``; ``rest`` is the link to the others."""

    name: Account
    counted: int
    entry: str
    rest: str


def read_counts() -> dict[str, int]:
    """Return the counts in the URL by their fields, without those that are no numbers."""
    args = request.args
    texts = {field: text for field, text in args.items() if field.startswith(COUNT_PREFIXES)}
    if TYPED in args and args.get(AT, "").startswith(COUNT_PREFIXES):
        texts[args[AT]] = args[TYPED]
    return {field: number for field, text in texts.items() if (number := _read(text)) is not None}


def _read(text: str) -> int | None:
    try:
        return parse_typed_number(text)
    except InvalidValue:
        return None


def count_problem() -> Sentence | None:
    """Return the error in the number that was typed, None if it is valid."""
    try:
        parse_typed_number(request.args.get(TYPED, ""))
    except InvalidValue as error:
        return say("A count must be {wanted}.", wanted=error.reason)
    return None


def count_evidence() -> CountEvidence | None:
    """Return the counts, None while one is being entered."""
    numbers = read_counts()
    if not numbers or AT in request.args:
        return None
    return CountEvidence(*(_of(numbers, part) for part in COUNT_PREFIXES))


def _of(numbers: Mapping[str, int], prefix: str) -> dict[str, int]:
    return {
        field.removeprefix(prefix): number
        for field, number in numbers.items()
        if field.startswith(prefix)
    }


def count_page(table: Table) -> CountPage:
    numbers = read_counts()
    cards_left = table.setup.game.review.cards_left(table)
    cards = tuple(_spot(CARDS + player, player, n, numbers) for player, n in cards_left.items())
    chips = tuple(_purses(table, numbers))
    scores = _scores(table).items()
    points = tuple(_spot(POINTS + player, player, n, numbers) for player, n in scores)
    at = next((s for s in (*cards, *chips, *points) if s.field == request.args.get(AT)), None)
    find = count_url(_differing(table, numbers))
    others = tuple((field, n) for field, n in numbers.items() if not at or field != at.field)
    steps = tuple(_steps(at, numbers))
    return CountPage(
        cards, chips, points, at, steps, find, _again(table, at), others, count_problem()
    )


def _again(table: Table, at: CountRow | None) -> TapButton | None:
    """Return the button that counts the cards of the player at `at`, if the game has one."""
    mends = table.setup.game.correction_offers(table)
    player = at.field.removeprefix(CARDS) if at else ""
    return next(map(tap_button, mends.get(player, ())), None)


def _scores(table: Table) -> Mapping[str, int]:
    """Return everybody's points, empty in games that have chips."""
    game = table.setup.game
    return game.current_results(table) if game.unit == "points" else {}


def _purses(table: Table, numbers: Mapping[str, int]) -> Iterator[CountRow]:
    for account in (*table.present, *table.pot_accounts()):
        chips = table.ledger.chips.get(account)
        if chips is not None:
            yield _spot(CHIPS + account, account_text(account), chips, numbers)


def _spot(field: str, name: str, number: int, numbers: Mapping[str, int]) -> CountRow:
    return CountRow(field, name, number, numbers.get(field, number), count_url(numbers, field))


def _steps(at: CountRow | None, numbers: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    for step in STEPS if at else ():
        assert at is not None
        yield step, count_url({**numbers, at.field: max(0, at.counted + step)}, at.field)


def _differing(table: Table, numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the counts that differ from what the table should have."""
    cards_left, chips = table.setup.game.review.cards_left(table), table.ledger.chips
    due = {CARDS + p: n for p, n in cards_left.items()} | {CHIPS + a: n for a, n in chips.items()}
    due |= {POINTS + player: n for player, n in _scores(table).items()}
    return {field: number for field, number in numbers.items() if due.get(field) != number}


def count_url(numbers: Mapping[str, int], at: str = "") -> str:
    """Return the URL of the page with these counts, the one of `at` being entered."""
    return with_query(url_for("repair.show"), [*numbers.items(), *([(AT, at)] if at else [])])


def acceptable_counts(table: Table, evidence: CountEvidence) -> tuple[AcceptableCount, ...]:
    """Return the counts that may be stored as they are."""
    numbers = read_counts()
    entries = (
        *_cards_as_they_are(table, evidence),
        *_chips_as_they_are(table, evidence),
    )
    return tuple(
        AcceptableCount(
            Account(field.partition(":")[2]),
            numbers[field],
            json.dumps(raw),
            count_url({other: n for other, n in numbers.items() if other != field}),
        )
        for field, raw in entries
    )


def _cards_as_they_are(table: Table, evidence: CountEvidence) -> Iterator[tuple[str, Raw]]:
    for player, cards in evidence.cards.items():
        raw = table.setup.game.review.recount_entry(table, player, cards)
        if raw is not None:
            yield CARDS + player, raw


def _chips_as_they_are(table: Table, evidence: CountEvidence) -> Iterator[tuple[str, Raw]]:
    can_count = "count" in table.setup.game.entries and table.phase != "over"
    for account, chips in evidence.chips.items() if can_count else ():
        if table.ledger.chips.get(account) != chips:
            yield CHIPS + account, {"do": "count", "of": account, "chips": chips}
