"""Whether the devices of a table may show the memory aid."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("memory_aid", sa.Boolean(), nullable=False, server_default=sa.true())
    )


def downgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("memory_aid")
