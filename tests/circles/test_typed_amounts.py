"""Amounts that are typed: taken as they are meant in every language's habit, or refused."""

from itertools import product

import pytest
from babel import Locale
from babel.numbers import format_decimal

from companion.language import available_languages
from companion.web.circles.money import parse_cents

HABITS = [*available_languages(), "en_US", "de_CH", "de_AT", "fr_CH", "fr_CA", "es_MX", "it_CH"]
CENTS = (0, 1, 5, 10, 50, 99, 100, 150, 999, 1_000, 123_450, 150_000, 123_456_789, 1_000_000_00)
PATTERNS = ("0", "0.0", "0.00", "#,##0", "#,##0.0", "#,##0.00", "#.##")
TYPED = " ", "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}", "\N{THIN SPACE}"


def written(cents: int, habit: str, pattern: str) -> set[str]:
    """Return the texts that people of one country may type for an amount."""
    text = format_decimal(cents / 100, pattern, Locale.parse(habit), group_separator=True)
    if habit == "de_CH":  # the typewriter's apostrophe stands in for the other
        return {text, text.replace("’", "'")}
    return {text.replace(old, new) for old, new in product(TYPED, TYPED)}


@pytest.mark.parametrize("habit", HABITS)
def test_an_amount_is_taken_as_meant_or_refused(habit: str) -> None:
    exact = 0
    for cents, pattern in product(CENTS, PATTERNS):
        meant = round(float(format_decimal(cents / 100, pattern, "en").replace(",", "") or 0) * 100)
        for text in written(cents, habit, pattern):
            try:
                assert parse_cents(text, "EUR") == meant, text
            except ValueError:
                continue
            exact += 1
    assert exact > 70


@pytest.mark.parametrize("text", ["0.10", "0,10", ".10", ",10", " 0,1 ", "0.1"])
def test_ten_cents_are_ten_cents(text: str) -> None:
    assert parse_cents(text, "EUR") == 10


@pytest.mark.parametrize(
    "text", ["1.500", "1,500", "0.055", "1.5.5", "1,500,00", "1 50", "-1", "−1", "5,", "", ".", "١"]
)
def test_what_may_mean_two_amounts_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^"):
        parse_cents(text, "EUR")


def test_a_currency_without_small_coins_has_none() -> None:
    assert parse_cents("150", "JPY") == parse_cents("150.00", "JPY") == 150
    with pytest.raises(ValueError, match=r"^"):
        parse_cents("1.5", "JPY")
