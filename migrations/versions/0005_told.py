"""What players have told of an entry of all, each on a device of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "told",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_told_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "player", name=op.f("pk_told")),
    )


def downgrade() -> None:
    op.drop_table("told")
