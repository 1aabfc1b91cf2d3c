"""The rows: a table, its entries, its guests, who has seen it, presets of house rules."""

from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, ForeignKey, Index, String, Text, TypeDecorator, true
from sqlalchemy.orm import Mapped, mapped_column

from companion.database.base import Model


def utc_now() -> datetime:
    """Give the present time, in UTC."""
    return datetime.now(UTC)


class UTCDateTime(TypeDecorator[datetime]):
    """A time in UTC, whatever zone the database or its server keeps times in."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _: Dialect) -> datetime | None:
        """Give a time that knows its zone to the database, in UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _: Dialect) -> datetime | None:
        """Read a time from the database; one without a zone is in UTC."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


NEVER_AGAIN = {"sqlite_autoincrement": True}
"""The number of a row that was deleted is never given to another one."""


class TableRow(Model):
    """An evening: its address, how it was set up (the record without its log), and its tally.

    Every write raises ``version``. ``length`` counts the entries; ``hand`` (None: not known)
    and ``winners`` (once it is over) are what lists of tables show. ``key`` is the same where
    the same form is sent twice. ``seats_tap``: players may tap what is theirs on their own devices.
    ``memory_aid``: devices may show the memory aid.
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
