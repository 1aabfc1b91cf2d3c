"""The rows: a table, its entries, who has seen it, and presets of house rules."""

from datetime import UTC, datetime

from sqlalchemy import DateTime, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from companion.extensions import Model


def now() -> datetime:
    """Give the present time, in UTC."""
    return datetime.now(UTC)


class TableRow(Model):
    """An evening: its address, how it was set up (the record without its log), and its tally."""

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    setup: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    tally: Mapped[str | None] = mapped_column(Text)


class EntryRow(Model):
    """An entry of a table's log, as it was written; numbers run from 0 without a gap."""

    __tablename__ = "entries"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    raw: Mapped[str] = mapped_column(Text)
    made: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class VisitRow(Model):
    """A device that has opened a table, and when it last did."""

    __tablename__ = "visits"

    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    last: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class PresetRow(Model):
    """House rules of a game under a name, to be used again."""

    __tablename__ = "presets"

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(32), index=True)
    name: Mapped[str] = mapped_column(String(40))
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[str] = mapped_column(Text)
