"""Who leaves a table after the hand."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("leavers", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "leavers")
