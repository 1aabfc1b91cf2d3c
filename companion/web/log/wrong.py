"""Something is wrong: what may have been tapped wrong, each a tap away from its preview."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from companion import store
from companion.core.entries.entry import Raw
from companion.core.entries.incoming import Unreadable, read_json
from companion.core.log.force import Line
from companion.core.log.log import Log
from companion.core.log.repair.evidence import Counted, Evidence, Finding, Refusal
from companion.core.log.repair.rank import Choice, ranked
from companion.core.log.repair.search import Repair, repairs
from companion.core.looking_back import Found
from companion.core.sentences import Sentence, say
from companion.core.words import OneOf, account_name
from companion.web.base.addresses import TABLE, filled_in
from companion.web.parts.forms import Fields, read_number

CARDS, CHIPS = "cards:", "chips:"
"""How the fields begin of what was counted, before the name of a player or an account."""

pages = Blueprint("wrong", __name__, url_prefix=TABLE + "/wrong")


@dataclass(frozen=True, slots=True)
class Way:
    """One repair: what to tap, and the address of its preview."""

    label: Sentence
    address: str


@dataclass(frozen=True, slots=True)
class Row:
    """An entry that may have been tapped wrong: as it is, what was wrong, and how it may be."""

    number: int
    said: Sentence
    words: Sentence
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """Something to be counted: the field, whose it is, how many there should be, what was typed."""

    field: str
    name: str
    expected: int
    typed: str


@pages.get("")
def show(token: str) -> str:
    """Show what may have been tapped wrong: about a finding, a refused entry, or a count."""
    evening = store.evening(token)
    log = evening.log
    found = _found(log)
    evidence = _evidence(log, found)
    return render_template(
        "log/wrong.html",
        token=token,
        game=log.setup.game,
        found=found,
        refused=request.args.get("entry"),
        doubts=_doubts(log, found),
        rows=None if evidence is None else rows(log, evidence),
        countings=() if found or "entry" in request.args else tuple(_countings(log, request.args)),
    )


def _found(log: Log) -> Found | None:
    """Give the finding that is asked about, by its place."""
    place = request.args.get("finding", type=int)
    findings = log.setup.game.findings(log.table)
    if place is None:
        return None
    if not 0 <= place < len(findings):
        abort(404)
    return findings[place]


def _evidence(log: Log, found: Found | None) -> Evidence | None:
    if found is not None:
        return Finding(found)
    if "entry" in request.args:
        return Refusal(Line(len(log.raw), _tried(request.args["entry"]), log.setup.game.kinds))
    cards, chips = _typed(request.args, CARDS), _typed(request.args, CHIPS)
    return Counted(cards, chips) if cards or chips else None


def _tried(text: str) -> Any:
    try:
        return read_json(text)
    except Unreadable:
        abort(404)


def _typed(args: Mapping[str, str], prefix: str) -> dict[str, int]:
    """Read what was counted; what cannot be read was not counted."""
    numbers = {}
    for name, text in args.items():
        if name.startswith(prefix) and (number := _number(text)) is not None:
            numbers[name.removeprefix(prefix)] = number
    return numbers


def _number(text: str) -> int | None:
    try:
        return read_number(text)
    except ValueError:
        return None


def rows(log: Log, evidence: Evidence) -> tuple[Row, ...]:
    """List the repairs that explain what is wrong, the likeliest first."""
    return tuple(_row(log, choice) for choice in ranked(repairs(log, evidence)))


def _row(log: Log, choice: Choice) -> Row:
    first = choice.repairs[0]
    line = log.line(first.number)
    assert line is not None
    ways = tuple(
        Way(repair.slip.answer or say("See what changes"), address(repair))
        for repair in choice.repairs
    )
    return Row(first.number, line.entry.said(), first.slip.words, ways)


def address(repair: Repair) -> str:
    """Give the address of the preview of a repair."""
    instead, number = repair.slip.instead, repair.number
    if not instead:
        return url_for("log.change", number=number, remove=1)
    page = "log.change" if len(instead) == 1 else "log.insert"
    return filled_in(url_for(page, number=number), [("look", 1), *_fields(instead[0])])


def _fields(raw: Raw) -> Iterator[tuple[str, object]]:
    """Fill the form of an entry."""
    for key, value in raw.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}:{name}", number) for name, number in value.items())
        elif value is not None:
            yield key, value


def _doubts(log: Log, found: Found | None) -> tuple[Sentence, ...]:
    """Say what cannot all be true, where the cards cannot lie as they were said to."""
    if found is None or found.player is not None:
        return ()
    place = next(at for at, line in enumerate(log.lines) if line.number == found.proof)
    sets = log.setup.game.doubts(log.table_after(place + 1))
    return tuple(
        say("Either {doubts}.", doubts=OneOf(doubt.words for doubt in doubts)) for doubts in sets
    )


def _countings(log: Log, args: Fields | Mapping[str, str]) -> Iterator[Counting]:
    table = log.table
    for player, cards in table.setup.game.cards_left(table).items():
        name = str(say("{player}, cards", player=player))
        yield Counting(CARDS + player, name, cards, args.get(CARDS + player, ""))
    for account in (*table.pot_accounts(), *table.present):
        chips = table.ledger.chips.get(account)
        if chips is not None:
            name, typed = account_name(account), args.get(CHIPS + account, "")
            yield Counting(CHIPS + account, name, chips, typed)
