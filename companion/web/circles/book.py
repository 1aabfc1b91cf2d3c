"""The book of a circle: who owes whom, what was paid, and what a chip is worth."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.circles.money import read_cents
from companion.circles.settling import Due, fewest
from companion.core.errors import Refused
from companion.core.sentences import say
from companion.language import spoken
from companion.web.base.marks import mark
from companion.web.circles import words
from companion.web.circles.numbers import NUMBER, row_number
from companion.web.circles.roles import CIRCLE, here
from companion.web.parts.answers import Wrong, or_again, why

pages = Blueprint("book", __name__, url_prefix=CIRCLE + "/book")

CURRENCIES = (
    *("EUR", "USD", "GBP", "CHF", "CAD", "AUD", "ILS", "DKK", "SEK", "NOK"),
    *("PLN", "CZK", "JPY"),
)
"""What chips may be worth something in."""

NOBODY = 0
"""Stands for whoever has what counts of real chips brought or took: no person."""


def _again(wrong: Wrong, **_: object) -> str:
    return _draw(why(wrong))


@pages.get("")
@mark("member")
def show() -> str:
    """Show balances, what settles them, and the lines of the book."""
    return _draw()


@pages.post("/pay")
@or_again(_again)
def pay() -> ResponseReturnValue:
    """Mark a payment that is due as paid."""
    payer, payee, cents = (_number(name) for name in ("payer", "payee", "cents"))
    store.note_payment(here().circle.id, payer, payee, cents)
    return _back()


@pages.post("/note")
@or_again(_again)
def note() -> ResponseReturnValue:
    """Note money that changed hands at the table of an evening, once it is read back."""
    currency = here().circle.currency
    if currency is None:
        raise Refused("bad-entry", "Say first what a chip is worth.")
    cents = _amount("amount", currency)
    payer, payee, evening = (_number(name) for name in ("payer", "payee", "evening"))
    if not _is_sure(cents, currency):
        name = words.names_of(store.people_of(here().circle.id))
        facts = {"player": name.get(payer, ""), "other": name.get(payee, "")}
        paid = say("{player} paid {other} {money}").about(**facts, money=_money(cents))
        return _draw(asked=str(paid), understood=f"{cents} {currency}")
    store.note_payment(here().circle.id, payer, payee, cents, evening)
    return _back()


@pages.post("/undo")
def undo() -> ResponseReturnValue:
    """Take a payment back, or let it stand again."""
    undone = request.form.get("undone") == "yes"
    store.undo_payment(here().circle.id, _number("payment"), undone=undone)
    return _back()


@pages.post("/worth")
@or_again(_again)
def worth() -> ResponseReturnValue:
    """Set what a chip is worth from a day on, once it is read back."""
    circle, since = here().circle, _since()
    currency = request.form.get("currency") or circle.currency
    if currency not in CURRENCIES:
        raise Refused("bad-entry", "Choose a currency.")
    cents = _amount("worth", currency)
    if not _is_sure(cents, currency):
        one, hundred = (spoken().money(number * cents, currency) for number in (1, 100))
        asked = say("A chip is worth {money}: 100 chips are {more}.").about(money=one, more=hundred)
        return _draw(asked=str(asked), understood=f"{cents} {currency}")
    store.set_worth(circle.id, since, cents, currency)
    return _back()


def _is_sure(cents: int, currency: str) -> bool:
    """Tell whether what was understood of an amount has been read back and confirmed."""
    return request.form.get("understood") == f"{cents} {currency}"


def _since() -> str:
    """Read from when on: always, from today, or from a day that is typed. Raises Refused."""
    since, today = request.form.get("since", ""), datetime.now(UTC).astimezone().date()
    if since in ("always", "today"):
        return "" if since == "always" else today.isoformat()
    try:
        return date.fromisoformat(request.form.get("day", "")).isoformat()
    except ValueError:
        raise Refused("bad-entry", "Say from which day a chip is worth that.") from None


@pages.get(f"/payments/{NUMBER}")
@mark("member")
def payment(number: int) -> str:
    """Show a payment, and the evenings for which it was."""
    circle = here().circle
    found = store.payments(circle.id, None)
    one = next((one for one in found if one.id == number), None) or abort(404)
    return render_template(
        "circles/payment.html",
        circle=circle,
        payment=one,
        booked=_booked_for(circle.id, one, found),
        name=words.names_of(store.people_of(circle.id)),
        money=_money,
        words=words,
    )


def _booked_for(circle: int, one: store.Payment, others: list[store.Payment]) -> list[store.Booked]:
    """List the evenings since the last payment of the same payer, up to this one."""
    before = [p.booked for p in others if p.id < one.id and p.payer == one.payer and not p.undone]
    lines = store.bookings(circle, max(before, default=0), one.booked)
    return [line for line in lines if {one.payer, one.payee} & line.cents.keys()]


def _number(name: str) -> int:
    return request.form.get(name, -1, type=row_number)


def _amount(name: str, currency: str) -> int:
    """Read an amount of money, in cents. Raises Refused."""
    try:
        return read_cents(request.form.get(name, ""), currency)
    except ValueError:
        example = spoken().decimal(Decimal("1.5"))
        raise Refused("bad-entry", "Type an amount such as {amount}.", amount=example) from None


def _money(cents: int) -> str:
    return spoken().money(cents, here().circle.currency or CURRENCIES[0])


def _back() -> ResponseReturnValue:
    return redirect(url_for("book.show"), 303)


def _dues(balances: Mapping[int, int]) -> tuple[list[Due], bool]:
    """Tell what settles balances; what is nobody's is an account of its own."""
    return fewest({**balances, NOBODY: -sum(balances.values())})


def _draw(error: str = "", asked: str = "", understood: str = "") -> str:
    circle = here().circle
    found = store.balances(circle.id)
    dues, exact = _dues(found)
    return render_template(
        "circles/book.html",
        circle=circle,
        balances=sorted(found.items(), key=lambda item: -item[1]),
        dues=[due for due in dues if NOBODY not in (due.payer, due.payee)],
        stray=sum(found.values()),
        exact=exact,
        worths=store.worths(circle.id),
        booked=store.bookings(circle.id),
        payments=store.payments(circle.id),
        latest=[one for one in store.latest_evenings(circle.id, 10) if not one.waits],
        currencies=[circle.currency] if store.is_booked(circle.id) else CURRENCIES,
        name=words.names_of(store.people_of(circle.id)),
        money=_money,
        words=words,
        error=error,
        asked=asked,
        understood=understood,
    )
