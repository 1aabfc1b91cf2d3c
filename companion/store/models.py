"""The mapped classes of tables, entries, visits, presets and circles.

Sessions load circles, people, payments, presets and invitations as objects. The classes that end in
`Row` are mostly for statements written by hand, as on the path of a tap.
"""

import secrets
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b

from sqlalchemy import (
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    String,
    Text,
    TypeDecorator,
    false,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from companion.store.database import Model


def utc_now() -> datetime:
    return datetime.now(UTC)


class UTCDateTime(TypeDecorator[datetime]):
    """A time that is UTC in Python, whatever time zone the database or its server has."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


# How places become points: 3, 2, 1; one for everybody left behind; one for winning.
SCALES = ("podium", "beaten", "wins")

# The prefix of the key of a circle that came from a file; the file's key follows.
IMPORTED_PREFIX = "c-"

# The number of a deleted row is never reused.
UNIQUE_IDS = {"sqlite_autoincrement": True}


class TableRow(Model):
    """A table: its address, its set-up (the record without its log), and its tally.

    Every write increments `version`. `length` is the number of entries; lists of tables show `hand`
    (None: unknown) and `winners` (None until the evening is over). `key` identifies a form, so that
    sending it twice creates one table. `seats_tap` permits entries on players' own devices,
    `memory_aid` the memory aid. `leavers` are the players who leave after the hand, as JSON.
    """

    __tablename__ = "tables"
    __table_args__ = UNIQUE_IDS

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    setup: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    version: Mapped[int]
    length: Mapped[int]
    hand: Mapped[int | None]
    winners: Mapped[str | None] = mapped_column(Text)
    tally: Mapped[str | None] = mapped_column(Text)
    key: Mapped[str | None] = mapped_column(String(32), unique=True)
    seats_tap: Mapped[bool] = mapped_column(server_default=true())
    memory_aid: Mapped[bool] = mapped_column(server_default=true())
    leavers: Mapped[str | None] = mapped_column(Text)


class EntryRow(Model):
    """An entry of a table's log, as JSON; numbers run from 0 without a gap.

    `made` is the time and `by` the device of the entry, `seat` the player of that device (None: a
    device of no player; "": all players gave a part). `key` identifies a form, so that sending it
    twice makes one entry. An imported entry may lack all four.
    """

    __tablename__ = "entries"
    __table_args__ = (Index("ix_entries_table_id_key", "table_id", "key", unique=True),)

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    raw: Mapped[str] = mapped_column(Text)
    made: Mapped[datetime | None] = mapped_column(UTCDateTime)
    by: Mapped[str | None] = mapped_column(String(40))
    seat: Mapped[str | None] = mapped_column(String(40))
    key: Mapped[str | None] = mapped_column(String(32))


class Invitation(Model):
    """An invitation: an address of a table or circle that gives one role.

    `player` is the player whose seat it is. A row with `withdrawn` stays, so that the address can
    be refused with the reason. Until `code_until` the invitation is found by its `code`, too.
    """

    __tablename__ = "invitations"

    address: Mapped[str] = mapped_column("token", String(32), primary_key=True)
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id"), index=True)
    circle_id: Mapped[int | None] = mapped_column(ForeignKey("circles.id"), index=True)
    role: Mapped[str] = mapped_column(String(8))
    player: Mapped[str | None] = mapped_column(String(40))
    withdrawn: Mapped[datetime | None] = mapped_column(UTCDateTime)
    code: Mapped[str | None] = mapped_column(String(4), index=True)
    code_until: Mapped[datetime | None] = mapped_column(UTCDateTime)

    @property
    def has_code(self) -> bool:
        """Whether the code is still valid."""
        return self.code_until is not None and self.code_until > utc_now()


class VisitRow(Model):
    """The last time that a device opened a table.

    `address` is the invitation that it used; None if it knows the table's own address.
    """

    __tablename__ = "visits"

    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    last: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    address: Mapped[str | None] = mapped_column(String(32))


class DismissedFindingRow(Model):
    """A finding that the players of a table have dismissed."""

    __tablename__ = "noted"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    what: Mapped[str] = mapped_column(String(80), primary_key=True)


class PartialAnswerRow(Model):
    """A player's part of a joint entry, as JSON, for one version of the table."""

    __tablename__ = "told"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    player: Mapped[str] = mapped_column(String(40), primary_key=True)
    version: Mapped[int]
    raw: Mapped[str] = mapped_column(Text)


class Preset(Model):
    """House rules of a game that a device has saved under a name; `options` are as in a record."""

    __tablename__ = "presets"

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(32), index=True)
    name: Mapped[str] = mapped_column(String(40))
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[str] = mapped_column(Text)


class Circle(Model):
    """A circle: people who play together.

    `scale` is how places become points, `currency` that of the chips' value (None: chips have
    none). With `shows_findings` its pages show how often each player broke a rule.
    """

    __tablename__ = "circles"
    __table_args__ = UNIQUE_IDS

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(
        String(32), unique=True, default=partial(secrets.token_urlsafe, 16)
    )
    name: Mapped[str] = mapped_column(String(60))
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    scale: Mapped[str] = mapped_column(String(16), default=SCALES[0])
    shows_findings: Mapped[bool] = mapped_column(server_default=true())
    currency: Mapped[str | None] = mapped_column(String(3))
    key: Mapped[str | None] = mapped_column(String(32), unique=True)

    @property
    def file_key(self) -> str:
        return file_key(self.token, self.key)


def file_key(token: str, key: str | None) -> str:
    """Return the key of a circle in its file: the same in every copy, and not its address."""
    if key is not None and key.startswith(IMPORTED_PREFIX):
        return key.removeprefix(IMPORTED_PREFIX)
    return blake2b(token.encode(), digest_size=12).hexdigest()


class Person(Model):
    """A person of a circle; `name` is None if erased. `colour` and `symbol` count from 0."""

    __tablename__ = "people"
    __table_args__ = UNIQUE_IDS

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    name: Mapped[str | None] = mapped_column(String(40))
    colour: Mapped[int]
    symbol: Mapped[int]
    hidden: Mapped[bool] = mapped_column(server_default=false())


class EveningRow(Model):
    """An evening of a circle on a day (2026-07-04), with its facts as JSON.

    `table_id` is None if only the results are known, or the table was deleted. `key` identifies the
    evening in a circle's file. `changes` counts the changes that affect statistics.
    """

    __tablename__ = "evenings"
    __table_args__ = (
        Index("ix_evenings_circle_id_game_day", "circle_id", "game", "day"),
        Index("ix_evenings_circle_id_day", "circle_id", "day"),
        Index("ix_evenings_circle_id_key", "circle_id", "key", unique=True),
        UNIQUE_IDS,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"))
    table_id: Mapped[int | None] = mapped_column(
        ForeignKey("tables.id", ondelete="SET NULL"), unique=True
    )
    game: Mapped[str] = mapped_column(String(40))
    day: Mapped[str] = mapped_column(String(10))
    hands: Mapped[int]
    over: Mapped[bool]
    key: Mapped[str] = mapped_column(String(32), default=partial(secrets.token_hex, 8))
    facts: Mapped[str] = mapped_column(Text)
    changes: Mapped[int] = mapped_column(server_default="0")

    seats: Mapped[list["SeatRow"]] = relationship()
    hand_rows: Mapped[list["HandRow"]] = relationship(order_by="HandRow.number")


class SeatRow(Model):
    """A player of an evening: the name at its table, the person, and the day of the evening."""

    __tablename__ = "seats"
    __table_args__ = (
        Index("ix_seats_person_id_day", "person_id", "day"),
        Index("ix_seats_evening_id_person_id", "evening_id", "person_id", unique=True),
    )

    evening_id: Mapped[int] = mapped_column(ForeignKey("evenings.id"), primary_key=True)
    player: Mapped[str] = mapped_column(String(40), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    day: Mapped[str] = mapped_column(String(10))


class HandRow(Model):
    """The facts of a finished hand, as JSON, and its duration in seconds, if known."""

    __tablename__ = "hands"

    evening_id: Mapped[int] = mapped_column(ForeignKey("evenings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seconds: Mapped[int | None]
    facts: Mapped[str] = mapped_column(Text)


class CircleVisitRow(Model):
    """The last time that a device opened a circle; `address` is the invitation that it used."""

    __tablename__ = "circle_visits"

    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), primary_key=True)
    last: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    address: Mapped[str | None] = mapped_column(String(32))


class ChipValueRow(Model):
    """The value of a chip in a circle from a day on, in cents."""

    __tablename__ = "worths"

    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), primary_key=True)
    since: Mapped[str] = mapped_column(String(10), primary_key=True)
    cents: Mapped[int] = mapped_column(BigInteger)


class PostingRow(Model):
    """A posting: a person's result of an evening in cents, or (`amends`) a correction of it."""

    __tablename__ = "bookings"

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    evening_id: Mapped[int] = mapped_column(ForeignKey("evenings.id"), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    cents: Mapped[int] = mapped_column(BigInteger)
    made: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    amends: Mapped[bool] = mapped_column(server_default=false())


class Payment(Model):
    """A payment from one person to another, in cents; `undone` is the time when it was undone.

    `evening_id` is the evening at whose table it was made, `booked` the last posting before it.
    """

    __tablename__ = "payments"

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    payer_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    payee_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    cents: Mapped[int] = mapped_column(BigInteger)
    made: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    undone: Mapped[datetime | None] = mapped_column(UTCDateTime)
    evening_id: Mapped[int | None] = mapped_column(ForeignKey("evenings.id"))
    booked: Mapped[int] = mapped_column(default=0)
