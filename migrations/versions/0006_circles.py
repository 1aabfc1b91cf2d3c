"""Circles: their people, the facts of their evenings, what these come to, and the book."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MADE = ("payments", "bookings", "worths", "circle_visits", "sums", "hands", "seats", "evenings")


def _id(name: str = "id") -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _time(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _text(name: str, length: int, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length=length), nullable=nullable)


def _of(table: str, column: str, other: str, **more: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, **more)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}"))


def upgrade() -> None:
    op.create_table(
        "circles",
        _id(),
        _text("token", 32),
        _text("name", 60),
        _time("created"),
        sa.Column("version", sa.Integer(), nullable=False),
        _text("scale", 16),
        sa.Column("shows_findings", sa.Boolean(), nullable=False, server_default=sa.true()),
        _text("currency", 3, nullable=True),
        _text("key", 32, nullable=True),
        _key("circles", "id"),
        sa.UniqueConstraint("token", name=op.f("uq_circles_token")),
        sa.UniqueConstraint("key", name=op.f("uq_circles_key")),
    )
    op.create_table(
        "people",
        _id(),
        _id("circle_id"),
        _text("name", 40, nullable=True),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("symbol", sa.Integer(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        _of("people", "circle_id", "circles"),
        _key("people", "id"),
    )
    op.create_index("ix_people_circle_id", "people", ["circle_id"])
    _evenings()
    _book()
    op.create_table(
        "circle_visits",
        _text("device", 32),
        _id("circle_id"),
        _time("last"),
        _text("address", 32, nullable=True),
        _of("circle_visits", "circle_id", "circles"),
        _key("circle_visits", "device", "circle_id"),
    )
    with op.batch_alter_table("invitations") as invitations:
        invitations.alter_column("table_id", existing_type=sa.Integer(), nullable=True)
        invitations.add_column(sa.Column("circle_id", sa.Integer()))
        invitations.create_foreign_key(
            op.f("fk_invitations_circle_id_circles"), "circles", ["circle_id"], ["id"]
        )
        invitations.create_index("ix_invitations_circle_id", ["circle_id"])


def _evenings() -> None:
    op.create_table(
        "evenings",
        _id(),
        _id("circle_id"),
        sa.Column("table_id", sa.Integer()),
        _text("game", 40),
        _text("day", 10),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        _of("evenings", "circle_id", "circles"),
        _of("evenings", "table_id", "tables", ondelete="SET NULL"),
        _key("evenings", "id"),
        sa.UniqueConstraint("table_id", name=op.f("uq_evenings_table_id")),
    )
    op.create_index("ix_evenings_circle_id_game_day", "evenings", ["circle_id", "game", "day"])
    op.create_index("ix_evenings_circle_id_day", "evenings", ["circle_id", "day"])
    op.create_table(
        "seats",
        _id("evening_id"),
        _text("player", 40),
        _id("person_id"),
        _text("day", 10),
        _of("seats", "evening_id", "evenings"),
        _of("seats", "person_id", "people"),
        _key("seats", "evening_id", "player"),
    )
    op.create_index("ix_seats_person_id_day", "seats", ["person_id", "day"])
    op.create_index(
        "ix_seats_evening_id_person_id", "seats", ["evening_id", "person_id"], unique=True
    )
    op.create_table(
        "hands",
        _id("evening_id"),
        _id("number"),
        sa.Column("seconds", sa.Integer()),
        sa.Column("facts", sa.Text(), nullable=False),
        _of("hands", "evening_id", "evenings"),
        _key("hands", "evening_id", "number"),
    )
    op.create_table(
        "sums",
        _id("circle_id"),
        _text("game", 40),
        _text("span", 7),
        sa.Column("sums", sa.Text()),
        _of("sums", "circle_id", "circles"),
        _key("sums", "circle_id", "game", "span"),
    )


def _book() -> None:
    op.create_table(
        "worths",
        _id("circle_id"),
        _text("since", 10),
        sa.Column("cents", sa.Integer(), nullable=False),
        _of("worths", "circle_id", "circles"),
        _key("worths", "circle_id", "since"),
    )
    op.create_table(
        "bookings",
        _id(),
        _id("circle_id"),
        _id("evening_id"),
        _id("person_id"),
        sa.Column("cents", sa.Integer(), nullable=False),
        _time("made"),
        sa.Column("amends", sa.Boolean(), nullable=False, server_default=sa.false()),
        _of("bookings", "circle_id", "circles"),
        _of("bookings", "evening_id", "evenings"),
        _of("bookings", "person_id", "people"),
        _key("bookings", "id"),
    )
    op.create_index("ix_bookings_circle_id", "bookings", ["circle_id"])
    op.create_index("ix_bookings_evening_id", "bookings", ["evening_id"])
    op.create_table(
        "payments",
        _id(),
        _id("circle_id"),
        _id("payer_id"),
        _id("payee_id"),
        sa.Column("cents", sa.Integer(), nullable=False),
        _time("made"),
        _time("undone", nullable=True),
        sa.Column("evening_id", sa.Integer()),
        sa.Column("booked", sa.Integer(), nullable=False),
        _of("payments", "circle_id", "circles"),
        _of("payments", "payer_id", "people"),
        _of("payments", "payee_id", "people"),
        _of("payments", "evening_id", "evenings"),
        _key("payments", "id"),
    )
    op.create_index("ix_payments_circle_id", "payments", ["circle_id"])


def downgrade() -> None:
    op.execute("DELETE FROM invitations WHERE table_id IS NULL")
    with op.batch_alter_table("invitations") as invitations:
        invitations.drop_index("ix_invitations_circle_id")
        invitations.drop_constraint(op.f("fk_invitations_circle_id_circles"), type_="foreignkey")
        invitations.drop_column("circle_id")
        invitations.alter_column("table_id", existing_type=sa.Integer(), nullable=False)
    for table in (*MADE, "people", "circles"):
        op.drop_table(table)
