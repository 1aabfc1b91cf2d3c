"""Old evenings come into a circle by their results, all rows or none."""

import csv
import io
import re
from io import StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.access import resolve_circle_address
from companion.store.circles import add_table_to_circle, create_circle, get_circle_by_token
from companion.store.evenings import list_latest_evenings
from companion.store.invitations import Invitations
from companion.store.models import utc_now
from companion.store.money import set_chip_value
from companion.store.names import anonymize_person
from companion.store.people import list_people
from companion.store.records import create_from_record
from tests.evenings import in_chips
from tests.web.pages import page_of
from tests.web.sending import send

GOOD = "date,game,Ann,Bob\n2024-03-01,Boodle,12,-12\n2024-03-08,Kids Rummy,5,20\n"


@pytest.fixture
def home(app: Flask, client: FlaskClient) -> str:
    with app.app_context():
        address = f"/c/{create_circle('Sundays').token}"
    client.get(address)
    return address


def sent(client: FlaskClient, home: str, text: str, do: str) -> tuple[int, str]:
    fields = {"file": (io.BytesIO(text.encode()), "old.csv"), "do": do}
    answer = send(client, f"{home}/results/file", fields)
    return answer.status_code, answer.text


def test_a_look_tells_what_each_row_will_do_and_does_nothing(
    client: FlaskClient, home: str
) -> None:
    status, text = sent(client, home, GOOD, "look")
    assert status == 200
    assert "2 evenings can be added." in text
    assert "New people: Ann and Bob." in text
    assert "1 March 2024, Boodle: 2 people, Ann first" in text
    assert "Boodle" not in client.get(f"{home}/evenings").text


def test_rows_are_added_all_together(client: FlaskClient, home: str) -> None:
    assert sent(client, home, GOOD, "add")[0] == 303
    page = page_of(client.get(home).text)
    assert "2 evenings" in page.text
    assert "5 evenings" not in page.text
    assert client.get(f"{home}/evenings/1").status_code == 200
    assert "Points" in client.get(f"{home}/evenings/2").text


def test_with_one_bad_row_nothing_is_added(client: FlaskClient, home: str) -> None:
    status, text = sent(client, home, GOOD + "2024-02-30,Boodle,1,2\n", "add")
    assert status == 422
    assert "Row 4: “2024-02-30” is not a date." in text
    assert "No evening of this circle" in client.get(home).text


@pytest.mark.parametrize("text", ["", "nothing", "\x00\x01"])
def test_a_file_that_is_none_is_told(client: FlaskClient, home: str, text: str) -> None:
    assert sent(client, home, text, "look")[0] == 422


def test_one_evening_is_typed(client: FlaskClient, home: str) -> None:
    fields = {"day": "2024-05-04", "game": "boodle", "name": ["Ann", "Bob"], "result": ["3", "-3"]}
    assert send(client, f"{home}/results", fields).status_code == 303
    assert "Ann is ahead" in page_of(client.get(home).text).text
    refused = send(client, f"{home}/results", {**fields, "result": ["3", "x"]})
    assert refused.status_code == 422
    assert "not a whole number" in refused.text


def test_who_looks_on_adds_nothing(app: Flask, home: str) -> None:
    with app.app_context():
        circle = resolve_circle_address(home.removeprefix("/c/")).circle
        host = Invitations("circle", circle.id)
        host.create([("look", None)])
        address = host.list()[0].address
    assert app.test_client().get(f"/c/{address}/results").status_code == 403


def test_the_evenings_are_written_as_they_are_read(
    app: Flask, client: FlaskClient, home: str
) -> None:
    played = in_chips(4, 2)
    played["log"].append({"do": "end"})
    with app.app_context():
        add_table_to_circle(
            create_from_record(played), get_circle_by_token(home.rpartition("/")[2]).id
        )
        other = f"/c/{create_circle('Elsewhere').token}"
    sent(client, home, GOOD.replace("Bob", "=Eve"), "add")
    table = client.get(f"{home}/evenings.csv").data.decode("utf-8-sig")
    assert sent(client, other, table, "add")[0] == 303
    again = client.get(f"{other}/evenings.csv").data.decode("utf-8-sig")
    assert len(rows(table)) == 3
    assert sorted(map(results, rows(table))) == sorted(map(results, rows(again)))


def rows(table: str) -> list[dict[str, str]]:
    return [*csv.DictReader(StringIO(table.rstrip()))]


def results(row: dict[str, str]) -> list[tuple[str, str]]:
    return sorted(cell for cell in row.items() if cell[1])


def test_the_csv_of_a_season_calculates(client: FlaskClient, home: str) -> None:
    sent(client, home, "date,game,Ann,=Bob\n2024-03-01,Boodle,1596,-1596\n", "add")
    text = client.get(f"{home}/season.csv?game=boodle&season=all").data.decode("utf-8-sig")
    _, _, *lines = [line for line in csv.reader(StringIO(text)) if line]
    assert [(line[1], int(line[2])) for line in lines] == [("Ann", 1596), ("'=Bob", -1596)]
    assert all(cell.isdecimal() for line in lines for cell in line[4:])


def test_a_record_counts_on_the_day_when_it_was_played(app: Flask) -> None:
    evening, today = in_chips(4, 2), utc_now().astimezone().date().isoformat()
    for played, day in (("2025-03-04T20:00:00Z", "2025-03-04"), ("2925-03-04T20:00:00Z", today)):
        evening["made"] = [{"at": played}] * len(evening["log"])
        with app.app_context():
            circle = create_circle(played)
            add_table_to_circle(create_from_record(evening), circle.id)
            assert [one.day for one in list_latest_evenings(circle.id, 9)] == [day]


def test_two_who_were_erased_are_told_apart(app: Flask, client: FlaskClient, home: str) -> None:
    sent(client, home, GOOD, "add")
    with app.app_context():
        circle = get_circle_by_token(home.rpartition("/")[2])
        set_chip_value(circle.id, "", 5, "EUR")
        ann, bob = (one.id for one in list_people(circle.id))
        anonymize_person(circle.id, ann)
        assert "somebody 1" not in client.get(f"{home}/book").text
        anonymize_person(circle.id, bob)
    for page in (f"{home}/book", home):
        assert {"somebody 1", "somebody 2"} <= {*re.findall(r"somebody \d", client.get(page).text)}
