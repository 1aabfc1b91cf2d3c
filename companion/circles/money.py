"""Amounts of money as people type them, whatever language the page is in."""

import re

from babel.numbers import get_currency_precision

_SPACES = " \N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}"
_AMOUNT = re.compile(
    rf"(?P<whole>[0-9]*|[1-9][0-9]{{0,2}}(?:(?P<group>[.,'’{_SPACES}])[0-9]{{3}})"
    r"(?P<more>(?:(?P=group)[0-9]{3})*))(?:(?P<mark>[.,])(?P<rest>[0-9]{1,2}))?"
)


def parse_cents(text: str, currency: str) -> int:
    """Return an amount in the smallest coins of a currency. Raises ValueError for a doubtful one.

    One mark with one or two digits behind it is a decimal mark in every language. With three it
    groups thousands for one reader and parts a coin for another, so it is none.
    """
    typed = _AMOUNT.fullmatch(text.strip())
    if typed is None or not typed[0] or typed["group"] == (typed["mark"] or ""):
        raise ValueError(text)
    if typed["group"] in {".", ","} and not typed["more"] and not typed["mark"]:
        raise ValueError(text)
    places = get_currency_precision(currency)
    rest = typed["rest"] or ""
    if rest[places:].strip("0"):
        raise ValueError(text)
    return int(re.sub(r"[^0-9]", "", typed["whole"]) + rest[:places].ljust(places, "0"))
