"""The page that counts the cards, chips or points on the table, by taps."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress

from flask import request, url_for

from companion.core.accounts import Account, account_text
from companion.core.entries.schema import Raw
from companion.core.errors import InvalidValue
from companion.core.game import Table
from companion.core.repair.evidence import CountEvidence
from companion.core.sentences import Sentence, say
from companion.core.words import CardCount, Chips
from companion.web.base.urls import with_query
from companion.web.components.entry_form import parse_typed_number
from companion.web.components.seats_and_pots import TapButton, tap_button

# The prefixes of counts, before the name of a player or an account.
CARDS, CHIPS, POINTS = "cards:", "chips:", "points:"

COUNT_PREFIXES = (CARDS, CHIPS, POINTS)

# The parameters for the field that is being counted, and for a number typed for it.
CURRENT, TYPED = "at", "typed"

STEPS = (-10, -1, 1, 10)


class CountRow:
    """The count of a player or pot: the expected number, the counted one, and the link of a tap."""

    def __init__(self, field: str, number: int, counts: Mapping[str, int]) -> None:
        self.field, self.name = field, account_text(field.partition(":")[2])
        self.expected, self.counted = number, counts.get(field, number)
        self.difference = self.counted - self.expected
        self.url = count_url(counts, field)


class CountPage:
    """Everything that can be counted at a table; `at` is counted now, by `steps`.

    `repairs_url` leads to the mistaps that explain the counts, `recount_button` counts a player's
    cards. `other_counts` are the counts besides `at`.
    """

    def __init__(self, table: Table) -> None:
        counts, numbers = read_counts(), dict(_expected_numbers(table))
        self.rows = [CountRow(field, number, counts) for field, number in numbers.items()]
        self.at = next((row for row in self.rows if row.field == request.args.get(CURRENT)), None)
        self.steps = [_step_link(self.at, counts, step) for step in STEPS] if self.at else []
        # Only differences are evidence.
        self.repairs_url = count_url({f: n for f, n in counts.items() if n != numbers.get(f)})
        self.recount_button = _recount_button(table, self.at)
        self.other_counts = {f: n for f, n in counts.items() if not self.at or f != self.at.field}
        self.problem = _count_problem()

    def rows_of(self, prefix: str) -> list[CountRow]:
        return [row for row in self.rows if row.field.startswith(prefix)]


class AcceptableCount:
    """A count that may be stored as it is, by `entry`; `rest_url` leads to the others."""

    def __init__(self, field: str, raw: Raw, counts: Mapping[str, int]) -> None:
        unit = CardCount if field.startswith(CARDS) else Chips
        self.name, self.counted = Account(field.partition(":")[2]), unit(counts[field])
        self.entry = json.dumps(raw)
        self.rest_url = count_url({other: n for other, n in counts.items() if other != field})


def read_counts() -> dict[str, int]:
    """Return the counts in the URL by their fields, without those that are no numbers."""
    args = request.args
    texts = {field: text for field, text in args.items() if field.startswith(COUNT_PREFIXES)}
    if TYPED in args and args.get(CURRENT, "").startswith(COUNT_PREFIXES):
        texts[args[CURRENT]] = args[TYPED]
    counts = {}
    for field, text in texts.items():
        with suppress(InvalidValue):
            counts[field] = parse_typed_number(text)
    return {field: number for field, number in counts.items() if number is not None}


def _count_problem() -> Sentence | None:
    try:
        parse_typed_number(request.args.get(TYPED, ""))
    except InvalidValue as error:
        return say("A count must be {wanted}.", wanted=error.reason)
    return None


def count_evidence() -> CountEvidence | None:
    """Return the counts; None while one is being entered."""
    numbers = read_counts()
    if not numbers or CURRENT in request.args:
        return None
    groups: dict[str, dict[str, int]] = {prefix: {} for prefix in COUNT_PREFIXES}
    for field, number in numbers.items():
        prefix, colon, name = field.partition(":")
        groups[prefix + colon][name] = number
    return CountEvidence(*groups.values())


def _expected_numbers(table: Table) -> Iterator[tuple[str, int]]:
    game, chips = table.setup.game, table.ledger.chips
    yield from ((CARDS + player, n) for player, n in game.review.cards_left(table).items())
    for account in (*table.present, *table.pot_accounts()):
        if account in chips:
            yield CHIPS + account, chips[account]
    if game.unit == "points":
        yield from ((POINTS + player, n) for player, n in game.current_results(table).items())


def _step_link(at: CountRow, counts: Mapping[str, int], step: int) -> tuple[int, str]:
    return step, count_url({**counts, at.field: max(0, at.counted + step)}, at.field)


def _recount_button(table: Table, at: CountRow | None) -> TapButton | None:
    offers = table.setup.game.correction_offers(table)
    player = at.field.removeprefix(CARDS) if at else ""
    return next(map(tap_button, offers.get(player, ())), None)


def count_url(numbers: Mapping[str, int], at: str = "") -> str:
    """Return the URL of the page with these counts, the one of `at` being entered."""
    return with_query(url_for("repair.show"), [*numbers.items(), *([(CURRENT, at)] if at else [])])


def acceptable_counts(table: Table, evidence: CountEvidence) -> Iterator[AcceptableCount]:
    game, counts = table.setup.game, read_counts()
    for player, cards in evidence.cards.items():
        raw = game.review.recount_entry(table, player, cards)
        if raw is not None:
            yield AcceptableCount(CARDS + player, raw, counts)
    if "count" not in game.entries or table.phase == "over":
        return
    for account, chips in evidence.chips.items():
        if table.ledger.chips.get(account) != chips:
            raw = {"do": "count", "of": account, "chips": chips}
            yield AcceptableCount(CHIPS + account, raw, counts)
