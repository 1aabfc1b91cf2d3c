"""How a table becomes an evening of a circle."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, insert, select

from companion.core.log.log import Log
from companion.database.circle_models import EveningRow
from companion.database.models import TableRow
from companion.store.cache import EveningRef
from companion.store.facts import facts_of_whole_log
from companion.store.people import lock_circle, set_evening_seats


class NewEvening:
    """Writes a table into a circle, inside of the transaction that makes or changes the table.

    ``place`` is where it is then, ``facts`` what is remembered of it.
    """

    def __init__(self, game: str, log: Log) -> None:
        self.place = EveningRef(0, 0, game, "")
        self.facts = facts_of_whole_log(self.place, 0, log)

    def write(
        self,
        connection: Connection,
        table_id: int,
        circle: int,
        given: Mapping[str, int | None] | None = None,
        brought: Mapping[str, str] | None = None,
    ) -> None:
        """Write the evening, its seats and its facts. Raises Refused as `seat` does.

        Its players sit there as the persons ``given``. One that is ``brought`` from elsewhere has
        its day and key, and its lines in the book.
        """
        day = brought["day"] if brought else _day(connection, table_id)
        row = {"circle_id": circle, "table_id": table_id, "game": self.place.game, "day": day}
        row |= {"hands": 0, "over": False, "facts": "{}", **(brought or {})}
        lock_circle(connection, circle)
        made = connection.execute(insert(EveningRow).returning(EveningRow.id), row)
        self.place = EveningRef(made.scalar_one(), circle, self.place.game, day)
        set_evening_seats(connection, self.place, self.facts.players or (), given)
        facts = replace(
            self.facts,
            evening_ref=self.place,
            table_id=table_id,
            players=None,
            posts_money=not brought,
        )
        facts.save(connection)


def _day(connection: Connection, table_id: int) -> str:
    made = connection.execute(select(TableRow.created).where(TableRow.id == table_id))
    return local_day(made.scalar_one())


def local_day(moment: datetime) -> str:
    """Give the day of a moment, by this computer's clock: 2026-07-04."""
    return moment.astimezone().date().isoformat()
