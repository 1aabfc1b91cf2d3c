"""Invitations, who made an entry on a device of their own, and by which address a device came."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("player", sa.String(length=40)),
        sa.Column("withdrawn", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_invitations_table_id_tables")
        ),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_invitations")),
    )
    op.create_index("ix_invitations_table_id", "invitations", ["table_id"])
    op.add_column(
        "tables", sa.Column("seats_tap", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.add_column("entries", sa.Column("seat", sa.String(length=40)))
    op.add_column("visits", sa.Column("address", sa.String(length=32)))


def downgrade() -> None:
    with op.batch_alter_table("visits") as visits:
        visits.drop_column("address")
    with op.batch_alter_table("entries") as entries:
        entries.drop_column("seat")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("seats_tap")
    op.drop_index("ix_invitations_table_id", "invitations")
    op.drop_table("invitations")
