"""A version for every table, what lists of tables show, and who made an entry."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("version", sa.Integer(), nullable=True))
        tables.add_column(sa.Column("length", sa.Integer(), nullable=True))
        tables.add_column(sa.Column("hand", sa.Integer(), nullable=True))
        tables.add_column(sa.Column("winners", sa.Text(), nullable=True))
        tables.add_column(sa.Column("key", sa.String(length=32), nullable=True))
    count_entries()
    read_tallies()
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("version", existing_type=sa.Integer(), nullable=False)
        tables.alter_column("length", existing_type=sa.Integer(), nullable=False)
        tables.create_unique_constraint(op.f("uq_tables_key"), ["key"])
    with op.batch_alter_table("entries") as entries:
        entries.alter_column("made", existing_type=sa.DateTime(timezone=True), nullable=True)
        entries.add_column(sa.Column("by", sa.String(length=40), nullable=True))
        entries.add_column(sa.Column("key", sa.String(length=32), nullable=True))
    op.create_index("ix_entries_table_id_key", "entries", ["table_id", "key"], unique=True)


def count_entries() -> None:
    """A table was as old as its log was long."""
    op.execute(
        "UPDATE tables SET length = (SELECT count(*) FROM entries WHERE table_id = tables.id)"
    )
    op.execute("UPDATE tables SET version = length")


def read_tallies() -> None:
    """Of an evening that is over the tally says the last hand and the winners."""
    connection = op.get_bind()
    stored = sa.text("SELECT id, tally FROM tables WHERE tally IS NOT NULL")
    said = sa.text("UPDATE tables SET hand = :hand, winners = :winners WHERE id = :id")
    for table_id, text in connection.execute(stored).all():
        tally = json.loads(text)
        winners = [line["player"] for line in tally["lines"] if line["place"] == 1]
        values = {"hand": len(tally["hands"]), "winners": json.dumps(winners), "id": table_id}
        connection.execute(said, values)


def downgrade() -> None:
    op.drop_index("ix_entries_table_id_key", "entries")
    with op.batch_alter_table("entries") as entries:
        entries.drop_column("key")
        entries.drop_column("by")
    op.execute("UPDATE entries SET made = CURRENT_TIMESTAMP WHERE made IS NULL")
    with op.batch_alter_table("entries") as entries:
        entries.alter_column("made", existing_type=sa.DateTime(timezone=True), nullable=False)
    with op.batch_alter_table("tables") as tables:
        tables.drop_constraint(op.f("uq_tables_key"), type_="unique")
        for column in ("key", "winners", "hand", "length", "version"):
            tables.drop_column(column)
