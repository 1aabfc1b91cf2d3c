"""A person's name in all evenings: it follows when it is changed, and goes when it is erased."""

import json
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, select, update

from companion.core.errors import Refused
from companion.core.words import told
from companion.database.circle_models import EveningRow, HandRow, PersonRow, SeatRow
from companion.database.engine import reading, writing
from companion.database.models import TableRow
from companion.store.circles import UNNAMED
from companion.store.looking import UnknownTable, Unplayable, version
from companion.store.naming import rename
from companion.store.writing import Stale

TRIES = 20
"""How many names are tried for somebody who has none, where others are called so."""


def follow_name(person: int, name: str) -> None:
    """Call a person so at all tables, but where somebody else is called so there."""
    for token, player in _tables_of(person):
        if player != name:
            with suppress(Refused, Stale, UnknownTable, Unplayable):
                rename(token, version(token), player, name)


def erase_person(circle: int, person: int) -> bool:
    """Erase somebody's name for good, at all tables and in all evenings.

    False: at some table it could not be; then the person is still there, to be erased again.
    """
    if not all(_forget_at(token, player) for token, player in _tables_of(person)):
        return False
    _forget_elsewhere(person)
    row = PersonRow
    with writing() as connection:
        mine = row.id == person, row.circle_id == circle
        connection.execute(update(row).where(*mine).values(name=None, hidden=False))
    return True


def _tables_of(person: int) -> list[tuple[str, str]]:
    """List the addresses of the tables where somebody sat, with the name there."""
    sat = (
        select(TableRow.token, SeatRow.player)
        .join(EveningRow, EveningRow.table_id == TableRow.id)
        .join(SeatRow, SeatRow.evening_id == EveningRow.id)
        .where(SeatRow.person_id == person)
    )
    with reading() as connection:
        return [(token, player) for token, player in connection.execute(sat)]


def _nameless() -> list[str]:
    plain = told(UNNAMED)
    return [plain, *(f"{plain} {number}" for number in range(2, TRIES))]


def _forget_at(token: str, player: str) -> bool:
    """Call somebody nothing at a table; say whether that could be done."""
    for name in _nameless():
        try:
            rename(token, version(token), player, name)
        except UnknownTable:
            return True
        except (Refused, Stale, Unplayable):
            continue
        return True
    return False


def _forget_elsewhere(person: int) -> None:
    """Take the name from evenings that have no table any more."""
    row = SeatRow
    sat = (
        select(row.evening_id, row.player)
        .join(EveningRow, EveningRow.id == row.evening_id)
        .where(row.person_id == person, EveningRow.table_id.is_(None))
    )
    with writing() as connection:
        for which, player in connection.execute(sat).all():
            there = set(connection.scalars(select(row.player).where(row.evening_id == which)))
            name = next(name for name in _nameless() if name not in there)
            mine = row.evening_id == which, row.player == player
            connection.execute(update(row).where(*mine).values(player=name))
            _rewrite(connection, which, player, name)


def _rewrite(connection: Connection, which: int, old: str, new: str) -> None:
    evening, hand = EveningRow, HandRow
    facts = connection.scalar(select(evening.facts).where(evening.id == which))
    text = json.dumps(_called(json.loads(facts or "{}"), old, new))
    connection.execute(update(evening).where(evening.id == which).values(facts=text))
    hands = select(hand.number, hand.facts).where(hand.evening_id == which)
    for number, found in connection.execute(hands).all():
        told_anew = json.dumps(_called(json.loads(found), old, new))
        mine = hand.evening_id == which, hand.number == number
        connection.execute(update(hand).where(*mine).values(facts=told_anew))


def _called(facts: Any, old: str, new: str) -> Any:
    """Give facts with another name wherever one stands."""
    if isinstance(facts, dict):
        return {_called(key, old, new): _called(value, old, new) for key, value in facts.items()}
    if isinstance(facts, list):
        return [_called(value, old, new) for value in facts]
    return new if facts == old else facts
