"""A season of any span: all time, a year, or from one month to another by two taps."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.circles.spreadsheet import EveningResult
from companion.store.circles import create_circle
from companion.store.evenings import import_results
from tests.web.pages import page_of

DAYS = ("2023-12-30", "2024-03-01", "2024-03-08", "2024-11-02", "2026-01-05")


@pytest.fixture
def home(app: Flask, client: FlaskClient) -> str:
    with app.app_context():
        made = create_circle("Sundays")
        import_results(
            made.id, [EveningResult(day, "boodle", {"Ann": 3, "Bob": -3}) for day in DAYS]
        )
    client.get(f"/c/{made.token}")
    return f"/c/{made.token}"


def evenings(client: FlaskClient, address: str) -> str:
    """How many evenings a page says that it counts."""
    return page_of(client.get(address).text).text.split(" · ")[1]


@pytest.mark.parametrize(
    ("span", "counted"),
    [
        ("all", "5 evenings"),
        ("2024", "3 evenings"),
        ("2024-03", "2 evenings"),
        ("2023-12..2024-03", "3 evenings"),
        ("2023-01..2026-12", "5 evenings"),
        ("2024-04..2024-12", "1 evening"),
        ("nonsense", "1 evening"),
        ("2024-12..2024-03", "1 evening"),
        ("2024-3..2024-04", "1 evening"),
        ("2024-13", "1 evening"),
    ],
)
def test_a_season_counts_the_evenings_of_its_span(
    client: FlaskClient, home: str, span: str, counted: str
) -> None:
    assert evenings(client, f"{home}/games/boodle?season={span}").startswith(counted)


def tapped(client: FlaskClient, address: str, words: str) -> str:
    """Where the link with these words leads."""
    (link,) = [a for a in page_of(client.get(address).text).all("a") if words in a.text]
    return link.get("href")


@pytest.mark.parametrize("page", ["", "/games/boodle", "/people/1"])
def test_a_span_is_chosen_by_a_tap_on_its_first_and_its_last_month(
    client: FlaskClient, home: str, page: str
) -> None:
    chooser = tapped(client, f"{home}{page}", "From … to …")
    then = page_of(client.get(chooser).text).all("a", **{"aria-label": "November 2024"})
    months = page_of(client.get(then[0].get("href")).text).all("a")
    (first,) = [a for a in months if a.get("aria-label") == "December 2023"]
    assert first.get("href") == f"{home}{page}?season=2023-12..2024-11"
    assert "December 2023 – November 2024" in client.get(first.get("href")).text


def test_a_circle_without_evenings_has_no_months(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        made = create_circle("Nobody yet")
    assert "No evening of this circle" in client.get(f"/c/{made.token}/span").text
