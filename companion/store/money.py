"""Money in a circle: balances, postings, payments, and the value of a chip."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from companion.circles.circle_file import MAX_PAYMENT
from companion.core.errors import Refused
from companion.language import current_language
from companion.store.database import read_session, upsert_statement, write_session
from companion.store.evening_facts import post_evening
from companion.store.models import (
    ChipValueRow,
    Circle,
    EveningRow,
    Payment,
    Person,
    PostingRow,
    utc_now,
)
from companion.store.people import lock_circle
from companion.store.table_cache import EveningRef

# The most postings and payments that are listed.
MAX_LISTED = 100


@dataclass(frozen=True, slots=True)
class EveningPosting:
    """The postings of an evening at one time: cents by person; `amends` if they correct others."""

    evening: int
    day: str
    game: str
    created_at: datetime
    amends: bool
    cents: Mapping[int, int]


def get_balances(circle: int) -> dict[int, int]:
    """Return each person's balance in cents: above 0 is due to the person, below 0 is owed."""
    with read_session() as session:
        return _balances(session, circle)


def _balances(session: Session, circle: int) -> dict[int, int]:
    row, paid = PostingRow, Payment
    winnings = select(row.person_id, func.sum(row.cents)).where(row.circle_id == circle)
    balances = {who: int(cents) for who, cents in session.execute(winnings.group_by(row.person_id))}
    query = select(paid.payer_id, paid.payee_id, func.sum(paid.cents)).where(
        paid.circle_id == circle, paid.undone.is_(None)
    )
    for payer, payee, cents in session.execute(query.group_by(paid.payer_id, paid.payee_id)):
        balances[payer] = balances.get(payer, 0) + int(cents)
        balances[payee] = balances.get(payee, 0) - int(cents)
    return balances


def list_postings(circle: int, after: int = 0, until: int | None = None) -> list[EveningPosting]:
    """Return the postings of the latest evenings in a circle, the latest first.

    Their numbers are above `after`, and at most `until` (None: any).
    """
    row, evening = PostingRow, EveningRow
    columns = row.evening_id, evening.day, evening.game, row.made, row.amends
    query = (
        select(*columns, row.person_id, row.cents)
        .join(evening, evening.id == row.evening_id)
        .where(row.circle_id == circle, row.id > after)
        .order_by(row.id.desc())
        .limit(MAX_LISTED * 10)
    )
    if until is not None:
        query = query.where(row.id <= until)
    postings: dict[tuple[int, str, str, datetime, bool], dict[int, int]] = {}
    with read_session() as session:
        for number, day, game, moment, amends, person, cents in session.execute(query):
            postings.setdefault((number, day, game, moment, amends), {})[person] = cents
    return [EveningPosting(*line, cents) for line, cents in postings.items()][:MAX_LISTED]


def list_payments(circle: int, limit: int | None = MAX_LISTED) -> Sequence[Payment]:
    """Return at most `limit` payments (None: all), undone ones too, the latest first."""
    query = select(Payment).filter_by(circle_id=circle).order_by(Payment.id.desc()).limit(limit)
    with read_session() as session:
        return session.scalars(query).all()


def create_payment(
    circle: int,
    payer: int,
    payee: int,
    cents: int,
    evening: int | None = None,
    after: int | None = None,
) -> None:
    """Store a payment in cents.

    It must not be more than the payer owes and the payee is owed, except at the table of an
    `evening`. If an equal one was stored since the payment `after`, it is the same, sent again.
    Raises Refused (`bad-entry`).
    """
    with write_session() as session:
        lock_circle(session, circle)
        people = {*session.scalars(select(Person.id).filter_by(circle_id=circle))}
        if payer == payee or not {payer, payee} <= people or not 0 < cents <= MAX_PAYMENT:
            raise Refused(
                "bad-entry", "A payment needs two different people and an amount above zero."
            )
        debts = _balances(session, circle)
        if evening is None and cents > min(-debts.get(payer, 0), debts.get(payee, 0)):
            raise Refused(
                "bad-entry", "This payment is more than is owed now. Check the book again."
            )
        at_table = select(EveningRow.id).filter_by(id=evening, circle_id=circle)
        if evening is not None and session.scalar(at_table) is None:
            raise Refused("bad-entry", "There is no such evening in this circle.")
        last = session.scalar(select(func.max(PostingRow.id)).filter_by(circle_id=circle)) or 0
        fields = {"payer_id": payer, "payee_id": payee, "cents": cents, "evening_id": evening}
        equal = select(func.max(Payment.id)).filter_by(circle_id=circle, **fields)
        if after is None or (session.scalar(equal) or 0) <= after:
            session.add(Payment(circle_id=circle, booked=last, **fields))


def is_booked(circle: int) -> bool:
    """Return whether a circle has postings or payments."""
    with read_session() as session:
        return _is_booked(session, circle)


def _is_booked(session: Session, circle: int) -> bool:
    rows = PostingRow.circle_id, Payment.circle_id
    return any(session.scalar(select(row).where(row == circle).limit(1)) for row in rows)


def set_payment_undone(circle: int, payment: int, *, undone: bool) -> None:
    statement = update(Payment).filter_by(id=payment, circle_id=circle)
    with write_session() as session:
        session.execute(statement.values(undone=utc_now() if undone else None))


def list_chip_values(circle: int) -> list[tuple[str, int]]:
    """Return the days from which the value of a chip changes, and the cents, latest first."""
    query = select(ChipValueRow.since, ChipValueRow.cents).filter_by(circle_id=circle)
    with read_session() as session:
        rows = session.execute(query.order_by(ChipValueRow.since.desc()))
        return [(day, cents) for day, cents in rows]


def set_chip_value(circle: int, since: str, cents: int, currency: str) -> None:
    """Set the value of a chip from the day `since` on ("": always), and redo the later postings.

    Values from later days are deleted. The currency cannot change once there are postings or
    payments: their cents are in it. Raises Refused (`bad-entry`).
    """
    if not 0 <= cents <= MAX_PAYMENT:
        least, most = (current_language().money(limit, currency) for limit in (0, MAX_PAYMENT))
        raise Refused(
            "bad-entry", "A chip can be worth from {least} to {most}.", least=least, most=most
        )
    row, evening = ChipValueRow, EveningRow
    later = select(evening.id, evening.game, evening.day, evening.facts).where(
        evening.circle_id == circle, evening.day >= since, evening.over
    )
    with write_session() as session:
        lock_circle(session, circle)
        condition = Circle.id == circle
        text = session.scalar(select(Circle.currency).where(condition))
        if text and currency != text and _is_booked(session, circle):
            raise Refused(
                "bad-entry",
                "The book is in {currency}, and its currency cannot be changed.",
                currency=text,
            )
        session.execute(update(Circle).where(condition).values(currency=currency))
        session.execute(delete(row).where(row.circle_id == circle, row.since > since))
        session.execute(upsert_statement(row, circle_id=circle, since=since, cents=cents))
        for number, game, day, facts in session.execute(later).all():
            post_evening(
                session.connection(), EveningRef(number, circle, game, day), json.loads(facts)
            )
