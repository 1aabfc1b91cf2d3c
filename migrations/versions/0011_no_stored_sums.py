"""Statistics of circles added up when they are asked for, without sums that are stored."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("sums")
    op.add_column(
        "evenings", sa.Column("changes", sa.Integer(), nullable=False, server_default="0")
    )


def downgrade() -> None:
    with op.batch_alter_table("evenings") as evenings:
        evenings.drop_column("changes")
    op.create_table(
        "sums",
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("span", sa.String(7), nullable=False),
        sa.Column("sums", sa.Text()),
        sa.ForeignKeyConstraint(["circle_id"], ["circles.id"], name="fk_sums_circle_id_circles"),
        sa.PrimaryKeyConstraint("circle_id", "game", "span", name="pk_sums"),
    )
