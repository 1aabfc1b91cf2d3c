"""Numbers of tables, circles, people and evenings given once, and cents of 64 bits."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

NUMBERED = ("tables", "circles", "people", "evenings")
MONEY = ("worths", "bookings", "payments")


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":  # a server never gives a number twice
        for name in NUMBERED:
            with op.batch_alter_table(
                name, recreate="always", table_kwargs={"sqlite_autoincrement": True}
            ):
                pass
    change_cents(sa.Integer(), sa.BigInteger())


def downgrade() -> None:
    change_cents(sa.BigInteger(), sa.Integer())


def change_cents(old: sa.Integer, new: sa.Integer) -> None:
    for name in MONEY:
        with op.batch_alter_table(name) as table:
            table.alter_column("cents", existing_type=old, type_=new, existing_nullable=False)
