"""The mapped rows of tables, entries, visits and presets, and of circles."""

import secrets
from datetime import UTC, datetime
from functools import partial

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
from sqlalchemy.orm import Mapped, mapped_column

from companion.store.database import Model


def utc_now() -> datetime:
    """Return the present time, in UTC."""
    return datetime.now(UTC)


class UTCDateTime(TypeDecorator[datetime]):
    """A time in UTC, whatever zone the database or its server keeps times in."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _: Dialect) -> datetime | None:
        """Return a time that knows its zone to the database, in UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _: Dialect) -> datetime | None:
        """Read a time from the database; one without a zone is in UTC."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


# The number of a row that was deleted is never given to another one.
NEVER_AGAIN = {"sqlite_autoincrement": True}


class TableRow(Model):
    """An evening: its address, how it was set up (the record without its log), and its tally.

    Every write raises ``version``. ``length`` counts the entries; ``hand`` (None: not known)
    and ``winners`` (once it is over) are what lists of tables show. ``key`` is the same where
    the same form is sent twice. ``seats_tap``: players may tap what is theirs on their own devices.
    ``memory_aid``: devices may show the memory aid. ``leavers`` names those who go after the hand.
    """

    __tablename__ = "tables"
    __table_args__ = NEVER_AGAIN

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
    """An entry of a table's log, as it was written; numbers run from 0 without a gap.

    ``made`` and ``by`` say when and on which device it was made, ``seat`` whose device that is
    (None: one that may tap all; "": players gave their parts), ``key`` is the same where the same
    form is sent twice; an imported entry may have none of them.
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


class InvitationRow(Model):
    """An address of a table, or of a circle, for those who are invited to it, by their role.

    ``player`` is whose seat it is. One that is ``withdrawn`` stays, so that whoever comes by it
    can be told.
    """

    __tablename__ = "invitations"
    __table_args__ = (
        Index("ix_invitations_table_id", "table_id"),
        Index("ix_invitations_circle_id", "circle_id"),
    )

    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id"))
    circle_id: Mapped[int | None] = mapped_column(ForeignKey("circles.id"))
    role: Mapped[str] = mapped_column(String(8))
    player: Mapped[str | None] = mapped_column(String(40))
    withdrawn: Mapped[datetime | None] = mapped_column(UTCDateTime)


class VisitRow(Model):
    """A device that has opened a table, and when it last did.

    ``address`` is the invitation by which it came; None: it knows the table's own address.
    """

    __tablename__ = "visits"

    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    last: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    address: Mapped[str | None] = mapped_column(String(32))


class DismissedFindingRow(Model):
    """What the players of a table have been told and have noted."""

    __tablename__ = "noted"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    what: Mapped[str] = mapped_column(String(80), primary_key=True)


class PartialAnswerRow(Model):
    """What a player has told of an entry of all, as JSON, at one version of the table."""

    __tablename__ = "told"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    player: Mapped[str] = mapped_column(String(40), primary_key=True)
    version: Mapped[int]
    raw: Mapped[str] = mapped_column(Text)


class PresetRow(Model):
    """House rules of a game under a name, to be used again."""

    __tablename__ = "presets"

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(32), index=True)
    name: Mapped[str] = mapped_column(String(40))
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[str] = mapped_column(Text)


class CircleRow(Model):
    """People who play together.

    ``scale`` is how places become points, ``currency`` what chips are worth something in (None:
    nothing). ``shows_findings``: it is told how often the referee found something.
    """

    __tablename__ = "circles"
    __table_args__ = NEVER_AGAIN

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    name: Mapped[str] = mapped_column(String(60))
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    scale: Mapped[str] = mapped_column(String(16))
    shows_findings: Mapped[bool] = mapped_column(server_default=true())
    currency: Mapped[str | None] = mapped_column(String(3))
    key: Mapped[str | None] = mapped_column(String(32), unique=True)


class PersonRow(Model):
    """Somebody of a circle. ``name`` None: erased; ``colour`` and ``symbol`` count from 0."""

    __tablename__ = "people"
    __table_args__ = (Index("ix_people_circle_id", "circle_id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"))
    name: Mapped[str | None] = mapped_column(String(40))
    colour: Mapped[int]
    symbol: Mapped[int]
    hidden: Mapped[bool] = mapped_column(server_default=false())


class EveningRow(Model):
    """An evening of a circle, on a day (2026-07-04), with its facts as JSON.

    ``table_id`` is None where only its results are known, or where its table is gone. By its
    ``key`` it is known where the circle is taken along. ``changes`` counts what has changed the
    statistics of its circle.
    """

    __tablename__ = "evenings"
    __table_args__ = (
        Index("ix_evenings_circle_id_game_day", "circle_id", "game", "day"),
        Index("ix_evenings_circle_id_day", "circle_id", "day"),
        Index("ix_evenings_circle_id_key", "circle_id", "key", unique=True),
        NEVER_AGAIN,
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


class SeatRow(Model):
    """Who of a circle sat at an evening: a name of its table, the person, and its day again."""

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
    """The facts of a hand that has ended, as JSON, and how many seconds it took, if known."""

    __tablename__ = "hands"

    evening_id: Mapped[int] = mapped_column(ForeignKey("evenings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seconds: Mapped[int | None]
    facts: Mapped[str] = mapped_column(Text)


class CircleVisitRow(Model):
    """A device that has opened a circle; ``address`` is the invitation by which it came."""

    __tablename__ = "circle_visits"

    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), primary_key=True)
    last: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    address: Mapped[str | None] = mapped_column(String(32))


class ChipValueRow(Model):
    """What a chip is worth in a circle from a day on, in cents."""

    __tablename__ = "worths"

    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), primary_key=True)
    since: Mapped[str] = mapped_column(String(10), primary_key=True)
    cents: Mapped[int] = mapped_column(BigInteger)


class PostingRow(Model):
    """What an evening brought a person, in cents, or what a later change of it moved."""

    __tablename__ = "bookings"
    __table_args__ = (
        Index("ix_bookings_circle_id", "circle_id"),
        Index("ix_bookings_evening_id", "evening_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"))
    evening_id: Mapped[int] = mapped_column(ForeignKey("evenings.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    cents: Mapped[int] = mapped_column(BigInteger)
    made: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    amends: Mapped[bool] = mapped_column(server_default=false())


class PaymentRow(Model):
    """Money that went from one person to another, in cents; ``undone``: it did not, after all.

    ``evening_id`` is the evening at whose table it changed hands, ``booked`` the last booking
    that it may have been for.
    """

    __tablename__ = "payments"
    __table_args__ = (Index("ix_payments_circle_id", "circle_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"))
    payer_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    payee_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    cents: Mapped[int] = mapped_column(BigInteger)
    made: Mapped[datetime] = mapped_column(UTCDateTime, default=utc_now)
    undone: Mapped[datetime | None] = mapped_column(UTCDateTime)
    evening_id: Mapped[int | None] = mapped_column(ForeignKey("evenings.id"))
    booked: Mapped[int] = mapped_column(default=0)
