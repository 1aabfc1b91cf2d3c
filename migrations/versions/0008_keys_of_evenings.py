"""A key for every evening of a circle, by which it is known where a circle is taken along."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("evenings", sa.Column("key", sa.String(length=32)))
    evenings = sa.table("evenings", sa.column("id", sa.Integer()), sa.column("key", sa.String()))
    there = op.get_bind().execute(sa.select(evenings.c.id)).scalars().all()
    for number in there:
        keyed = sa.update(evenings).where(evenings.c.id == number)
        op.execute(keyed.values(key=secrets.token_hex(8)))
    with op.batch_alter_table("evenings") as table:
        table.alter_column("key", existing_type=sa.String(length=32), nullable=False)
        table.create_index("ix_evenings_circle_id_key", ["circle_id", "key"], unique=True)


def downgrade() -> None:
    with op.batch_alter_table("evenings") as table:
        table.drop_index("ix_evenings_circle_id_key")
        table.drop_column("key")
