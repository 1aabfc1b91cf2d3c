"""Counting what lies on the table: a plate or a saucer is tapped, and then one more or one less."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import request, url_for

from companion.core.accounts import Account, account_name
from companion.core.entries.entry import Raw
from companion.core.errors import Unfit
from companion.core.game import Table
from companion.core.log.repair.evidence import Counted
from companion.core.sentences import Sentence, say
from companion.web.base.addresses import filled_in
from companion.web.parts.forms import read_number
from companion.web.parts.plates import TapButton, tap

CARDS, CHIPS, POINTS = "cards:", "chips:", "points:"
"""How the fields begin of what was counted, before a player or an account."""

PARTS = (CARDS, CHIPS, POINTS)

AT, TYPED = "at", "typed"
"""What is counted now, and a number that is typed for it."""

STEPS = (-10, -1, 1, 10)


@dataclass(frozen=True, slots=True)
class Spot:
    """A plate or saucer: how many there should be, how many there are, and where a tap leads."""

    field: str
    name: str
    expected: int
    counted: int
    href: str

    @property
    def off(self) -> int:
        """How many more there are than there should be."""
        return self.counted - self.expected


@dataclass(frozen=True, slots=True)
class Felt:
    """All that can be counted; ``at`` is what is counted now, with the steps to tap.

    ``find`` leads to what may have been tapped wrong, ``again`` to counting those cards anew;
    ``others`` is what was counted besides, and ``problem`` what is wrong with what was typed.
    """

    cards: tuple[Spot, ...]
    chips: tuple[Spot, ...]
    points: tuple[Spot, ...]
    at: Spot | None
    steps: tuple[tuple[int, str], ...]
    find: str
    again: TapButton | None
    others: tuple[tuple[str, int], ...]
    problem: Sentence | None


@dataclass(frozen=True, slots=True)
class Accepted:
    """A count that may be taken as it is: whose, how many, the entry, and what is left."""

    name: Account
    counted: int
    entry: str
    rest: str


def counted() -> dict[str, int]:
    """Read what was counted, by its fields; what is no count is left out."""
    given = request.args
    texts = {field: text for field, text in given.items() if field.startswith(PARTS)}
    if TYPED in given and given.get(AT, "").startswith(PARTS):
        texts[given[AT]] = given[TYPED]
    return {field: number for field, text in texts.items() if (number := _read(text)) is not None}


def _read(text: str) -> int | None:
    try:
        return read_number(text)
    except Unfit:
        return None


def problem() -> Sentence | None:
    """Say what is wrong with the number that was typed."""
    try:
        read_number(request.args.get(TYPED, ""))
    except Unfit as wrong:
        return say("A count must be {wanted}.", wanted=wrong.why)
    return None


def evidence() -> Counted | None:
    """Give what was counted, once it is all."""
    numbers = counted()
    if not numbers or AT in request.args:
        return None
    return Counted(*(_of(numbers, part) for part in PARTS))


def _of(numbers: Mapping[str, int], prefix: str) -> dict[str, int]:
    return {
        field.removeprefix(prefix): number
        for field, number in numbers.items()
        if field.startswith(prefix)
    }


def felt(table: Table) -> Felt:
    """Lay out what can be counted at a table."""
    numbers = counted()
    held = table.setup.game.looks_back.cards_left(table)
    cards = tuple(_spot(CARDS + player, player, n, numbers) for player, n in held.items())
    chips = tuple(_purses(table, numbers))
    scores = _scores(table).items()
    points = tuple(_spot(POINTS + player, player, n, numbers) for player, n in scores)
    at = next((s for s in (*cards, *chips, *points) if s.field == request.args.get(AT)), None)
    find = address(_differing(table, numbers))
    others = tuple((field, n) for field, n in numbers.items() if not at or field != at.field)
    steps = tuple(_steps(at, numbers))
    return Felt(cards, chips, points, at, steps, find, _again(table, at), others, problem())


def _again(table: Table, at: Spot | None) -> TapButton | None:
    """Give the button that counts the cards anew of whom is counted, where a game has one."""
    mends = table.setup.game.mends(table)
    player = at.field.removeprefix(CARDS) if at else ""
    return next(map(tap, mends.get(player, ())), None)


def _scores(table: Table) -> Mapping[str, int]:
    """Give everybody's points, in a game that is counted in them."""
    game = table.setup.game
    return game.standing(table) if game.unit == "points" else {}


def _purses(table: Table, numbers: Mapping[str, int]) -> Iterator[Spot]:
    for account in (*table.present, *table.pot_accounts()):
        chips = table.ledger.chips.get(account)
        if chips is not None:
            yield _spot(CHIPS + account, account_name(account), chips, numbers)


def _spot(field: str, name: str, expected: int, numbers: Mapping[str, int]) -> Spot:
    return Spot(field, name, expected, numbers.get(field, expected), address(numbers, field))


def _steps(at: Spot | None, numbers: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    for step in STEPS if at else ():
        assert at is not None
        yield step, address({**numbers, at.field: max(0, at.counted + step)}, at.field)


def _differing(table: Table, numbers: Mapping[str, int]) -> dict[str, int]:
    """Leave out what is as it should be."""
    held, chips = table.setup.game.looks_back.cards_left(table), table.ledger.chips
    known = {CARDS + p: n for p, n in held.items()} | {CHIPS + a: n for a, n in chips.items()}
    known |= {POINTS + player: n for player, n in _scores(table).items()}
    return {field: number for field, number in numbers.items() if known.get(field) != number}


def address(numbers: Mapping[str, int], at: str = "") -> str:
    """Give the address of the page with what was counted, and what is counted now."""
    return filled_in(url_for("wrong.show"), [*numbers.items(), *([(AT, at)] if at else [])])


def counts_as_they_are(table: Table, found: Counted) -> tuple[Accepted, ...]:
    """List the counts that may be taken as they are."""
    numbers = counted()
    taken = (*_cards_as_they_are(table, found), *_chips_as_they_are(table, found))
    return tuple(
        Accepted(
            Account(field.partition(":")[2]),
            numbers[field],
            json.dumps(raw),
            address({other: n for other, n in numbers.items() if other != field}),
        )
        for field, raw in taken
    )


def _cards_as_they_are(table: Table, found: Counted) -> Iterator[tuple[str, Raw]]:
    for player, cards in found.cards.items():
        raw = table.setup.game.looks_back.recounted(table, player, cards)
        if raw is not None:
            yield CARDS + player, raw


def _chips_as_they_are(table: Table, found: Counted) -> Iterator[tuple[str, Raw]]:
    can_count = "count" in table.setup.game.entries and table.phase != "over"
    for account, chips in found.chips.items() if can_count else ():
        if table.ledger.chips.get(account) != chips:
            yield CHIPS + account, {"do": "count", "of": account, "chips": chips}
