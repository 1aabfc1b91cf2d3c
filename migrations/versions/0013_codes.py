"""Codes of invitations, short enough for a television."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("invitations", sa.Column("code", sa.String(4), nullable=True))
    op.add_column("invitations", sa.Column("code_until", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_invitations_code", "invitations", ["code"])


def downgrade() -> None:
    op.drop_index("ix_invitations_code", "invitations")
    op.drop_column("invitations", "code_until")
    op.drop_column("invitations", "code")
