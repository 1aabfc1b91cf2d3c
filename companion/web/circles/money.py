"""The pages of a circle's money: chip values, payments, settling up, typed amounts."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from decimal import Decimal

from babel.numbers import get_currency_precision
from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.circles.settle_up import minimal_payments
from companion.core.errors import Refused
from companion.core.sentences import say
from companion.language import current_language
from companion.store import money
from companion.store.evenings import list_latest_evenings
from companion.store.models import Payment
from companion.store.people import list_people
from companion.web.access import current_circle
from companion.web.base.errors import TapError, error_text, redraw_on_error
from companion.web.base.guards import tag_view
from companion.web.base.urls import ROW_ID, parse_row_id
from companion.web.circles import circle_blueprint, words

_SPACES = " \N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}"
_AMOUNT = re.compile(
    rf"(?P<whole>[0-9]*|[1-9][0-9]{{0,2}}(?:(?P<group>[.,'’{_SPACES}])[0-9]{{3}})"
    r"(?P<more_groups>(?:(?P=group)[0-9]{3})*))(?:(?P<decimal_mark>[.,])(?P<decimals>[0-9]{1,2}))?"
)


def parse_cents(text: str, currency: str) -> int:
    """Return a typed amount in the smallest unit of a currency.

    Raises ValueError if it is ambiguous. One mark with one or two digits after it is a decimal mark
    in every language. With three digits it may be either mark, so it is rejected.
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or not match[0] or match["group"] == (match["decimal_mark"] or ""):
        raise ValueError(text)
    if match["group"] in {".", ","} and not match["more_groups"] and not match["decimal_mark"]:
        raise ValueError(text)
    places = get_currency_precision(currency)
    decimals = match["decimals"] or ""
    if decimals[places:].strip("0"):
        raise ValueError(text)
    return int(re.sub(r"[^0-9]", "", match["whole"]) + decimals[:places].ljust(places, "0"))


pages = circle_blueprint("money", "/book")

# What chips may be worth something in.
CURRENCIES = (
    *("EUR", "USD", "GBP", "CHF", "CAD", "AUD", "ILS", "DKK", "SEK", "NOK"),
    *("PLN", "CZK", "JPY"),
)

# Stands for nobody: it has the chips that counts of real chips added or took away.
NOBODY = 0


@pages.get("")
@tag_view("member")
def show(error: TapError | None = None, question: str = "", confirmation: str = "") -> str:
    """Show the book; a `question` is confirmed by the text that the form then sends."""
    circle = current_circle()
    balances = money.get_balances(circle.id)
    difference = sum(balances.values())
    # balances that do not add up to 0 need an account for the difference
    dues, exact = minimal_payments({**balances, NOBODY: -difference})
    return render_template(
        "circles/money.html",
        balances=sorted(balances.items(), key=lambda item: -item[1]),
        dues=[due for due in dues if NOBODY not in (due.payer, due.payee)],
        difference=difference,
        exact=exact,
        chip_values=money.list_chip_values(circle.id),
        postings=money.list_postings(circle.id),
        payments=money.list_payments(circle.id),
        latest=[past for past in list_latest_evenings(circle.id, 10) if not past.waits],
        currencies=[circle.currency] if money.is_booked(circle.id) else CURRENCIES,
        name=words.names_of(list_people(circle.id)),
        money=_money,
        error=error_text(error),
        question=question,
        confirmation=confirmation,
    )


@pages.post("/pay")
@redraw_on_error(show)
def pay() -> ResponseReturnValue:
    payer, payee, cents = (_number(name) for name in ("payer", "payee", "cents"))
    money.create_payment(current_circle().id, payer, payee, cents)
    return _redirect_to_book()


@pages.post("/note")
@redraw_on_error(show)
def add_payment() -> ResponseReturnValue:
    """Store a payment made at an evening; the first request only asks to confirm the amount."""
    currency = current_circle().currency
    if currency is None:
        raise Refused("bad-entry", "First enter what a chip is worth.")
    cents = _amount("amount", currency)
    payer, payee, evening = (_number(name) for name in ("payer", "payee", "evening"))
    if not _is_sure(cents, currency):
        name = words.names_of(list_people(current_circle().id))
        facts = {"player": name.get(payer, ""), "other": name.get(payee, "")}
        sentence = say("{player} paid {other} {money}").with_facts(**facts, money=_money(cents))
        return show(question=str(sentence), confirmation=f"{cents} {currency}")
    after = request.form.get("after", type=parse_row_id)
    money.create_payment(current_circle().id, payer, payee, cents, evening, after)
    return _redirect_to_book()


@pages.post("/undo")
def undo() -> ResponseReturnValue:
    """Undo a payment, or restore an undone one."""
    undone = request.form.get("undone") == "yes"
    money.set_payment_undone(current_circle().id, _number("payment"), undone=undone)
    return _redirect_to_book()


@pages.post("/worth")
@redraw_on_error(show)
def save_chip_value() -> ResponseReturnValue:
    """Store the value of a chip from a day on; the first request only asks to confirm it."""
    circle, since = current_circle(), _since()
    currency = request.form.get("currency") or circle.currency
    if currency not in CURRENCIES:
        raise Refused("bad-entry", "Choose a currency.")
    cents = _amount("worth", currency)
    if not _is_sure(cents, currency):
        one, hundred = (current_language().money(number * cents, currency) for number in (1, 100))
        sentence = say("A chip is worth {money}, so 100 chips are worth {more}.")
        sentence = sentence.with_facts(money=one, more=hundred)
        return show(question=str(sentence), confirmation=f"{cents} {currency}")
    money.set_chip_value(circle.id, since, cents, currency)
    return _redirect_to_book()


def _is_sure(cents: int, currency: str) -> bool:
    """Return whether the form confirms this amount."""
    return request.form.get("understood") == f"{cents} {currency}"


def _since() -> str:
    """Return the day from which the value applies, "" for all. Raises Refused (`bad-entry`)."""
    since, today = request.form.get("since", ""), datetime.now(UTC).astimezone().date()
    if since in ("always", "today"):
        return "" if since == "always" else today.isoformat()
    try:
        return date.fromisoformat(request.form.get("day", "")).isoformat()
    except ValueError:
        raise Refused("bad-entry", "Choose the day from which this value counts.") from None


@pages.get(f"/payments/{ROW_ID}")
@tag_view("member")
def payment(number: int) -> str:
    """Show a payment, with the evenings that it settled."""
    circle = current_circle().id
    payments = money.list_payments(circle, None)
    payment = next((p for p in payments if p.id == number), None) or abort(404)
    return render_template(
        "circles/payment.html",
        payment=payment,
        postings=_postings_for(circle, payment, payments),
        name=words.names_of(list_people(circle)),
        money=_money,
    )


def _postings_for(
    circle: int, payment: Payment, payments: Iterable[Payment]
) -> list[money.EveningPosting]:
    """Return the postings of the two people since the payer's last payment, up to this one."""
    before = [
        p.booked
        for p in payments
        if p.id < payment.id and p.payer_id == payment.payer_id and not p.undone
    ]
    people = {payment.payer_id, payment.payee_id}
    postings = money.list_postings(circle, max(before, default=0), payment.booked)
    return [posting for posting in postings if people & posting.cents.keys()]


def _number(name: str) -> int:
    return request.form.get(name, -1, type=parse_row_id)


def _amount(name: str, currency: str) -> int:
    """Return an amount from the form, in cents. Raises Refused (`bad-entry`)."""
    try:
        return parse_cents(request.form.get(name, ""), currency)
    except ValueError:
        example = current_language().decimal(Decimal("1.5"))
        raise Refused("bad-entry", "Type an amount such as {amount}.", amount=example) from None


def _money(cents: int) -> str:
    return current_language().money(cents, current_circle().currency or CURRENCIES[0])


def _redirect_to_book() -> ResponseReturnValue:
    return redirect(url_for("money.show"), 303)
