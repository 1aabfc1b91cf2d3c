"""A table that comes back from its record, into the circle that still remembers its evening."""

import json
from collections.abc import Iterable

from sqlalchemy import Connection, select, update

from companion.circles.facts import EveningFacts, HandFacts
from companion.core.log.renaming import NameMap
from companion.database.circle_models import EveningRow, HandRow
from companion.store.facts import FactsUpdate
from companion.store.rewriting import plan_table_rename


def restore_to_circle(connection: Connection, table_id: int, facts: FactsUpdate) -> None:
    """Let a circle that lacks a new table have it again.

    An evening of a circle is known by what each of its hands came to. Its players are called
    at the table as the circle calls them by now.
    """
    found = _remembered(connection, facts) if facts.hands else None
    if found:
        which, names = found
        row = EveningRow
        free = update(row).where(row.id == which, row.table_id.is_(None))
        called = plan_table_rename(connection, table_id, names)
        if connection.execute(free.values(table_id=table_id)).rowcount and called:
            called.write(connection)


def _remembered(connection: Connection, facts: FactsUpdate) -> tuple[int, NameMap] | None:
    """Find the evening without a table that these facts are of, and what its players are called."""
    row, known = EveningRow, facts.evening
    query = select(row.id, row.facts).where(
        row.table_id.is_(None), row.game == facts.evening_ref.game
    )
    alike = query.where(row.hands == known["hands"], row.over == known["over"]).order_by(row.id)
    for which, text in connection.execute(alike).all():
        stored: EveningFacts = json.loads(text)
        same = _results(known) == _results(stored)
        if same and _course(facts.hands.values()) == _course(_hands(connection, which)):
            return which, dict(zip(known["standing"], stored["standing"], strict=True))
    return None


def _hands(connection: Connection, which: int) -> Iterable[HandFacts]:
    row = HandRow
    query = select(row.facts).where(row.evening_id == which).order_by(row.number)
    return map(json.loads, connection.scalars(query))


def _course(hands: Iterable[HandFacts]) -> list[object]:
    return [(hand["dealt"], hand["ended"], _results(hand)) for hand in hands]


def _results(facts: EveningFacts | HandFacts) -> list[int]:
    """Give everybody's result in the order in which the game has them, however they are called."""
    return [*facts["standing"].values()]
