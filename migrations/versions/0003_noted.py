"""What was noted at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "noted",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_noted_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "what", name=op.f("pk_noted")),
    )


def downgrade() -> None:
    op.drop_table("noted")
