"""Circles without a version: what is written to one is held by its row, and nobody read it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("circles") as circles:
        circles.drop_column("version")


def downgrade() -> None:
    op.add_column("circles", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
