"""Evenings of a circle: added by their results, put right or taken out, and counted by spans."""

import csv
import re
from datetime import datetime
from io import StringIO

import pytest
from flask import Flask

from companion.circles.spreadsheet import EveningResult
from companion.store.circle_export import export_circle
from companion.store.circle_import import import_circle
from companion.store.circles import add_table_to_circle, create_circle, delete_circle
from companion.store.evenings import (
    get_latest_table_token,
    import_results,
    list_latest_evenings,
    list_pending_evenings,
)
from companion.store.maintenance import check_table
from companion.store.models import utc_now
from companion.store.money import create_payment, get_balances, list_postings, set_chip_value
from companion.store.names import anonymize_person
from companion.store.people import list_people
from companion.store.records import create_from_record
from companion.store.tables import load_table
from companion.store.totals import get_totals, list_months
from tests.evenings import in_chips
from tests.store.test_versions import enter
from tests.web.circles.devices import CircleDevice
from tests.web.pages import page_of

GOOD = "date,game,Ann,Bob\n2024-03-01,Boodle,12,-12\n2024-03-08,Kids Rummy,5,20\n"


def boodle(day: str, chips: int = 12) -> EveningResult:
    """An evening at which Ann won so many chips from Bob."""
    return EveningResult(day, "boodle", {"Ann": chips, "Bob": -chips})


def days(keeper: CircleDevice) -> list[str]:
    return [past.day for past in keeper.stored(list_latest_evenings, 9)]


# from a spreadsheet


def test_a_look_tells_what_each_row_will_do_and_does_nothing(newcomer: CircleDevice) -> None:
    answer = newcomer.upload(GOOD, "look")
    assert answer.status_code == 200
    assert "2 evenings can be added." in answer.text
    assert "New people: Ann and Bob." in answer.text
    assert "March 1, 2024, Boodle: 2 people, Ann in first place" in answer.text
    assert "Boodle" not in newcomer.get("/evenings").text


def test_rows_are_added_all_together(newcomer: CircleDevice) -> None:
    assert newcomer.upload(GOOD, "add").status_code == 303
    assert "2 evenings" in newcomer.look().text
    assert "5 evenings" not in newcomer.look().text
    assert newcomer.get("/evenings/1").status_code == 200
    assert "Points" in newcomer.get("/evenings/2").text


@pytest.mark.parametrize("text", ["", "nothing", "\x00\x01"])
def test_a_file_that_is_none_is_told(newcomer: CircleDevice, text: str) -> None:
    assert newcomer.upload(text, "look").status_code == 422


def test_the_same_file_twice_is_known(newcomer: CircleDevice) -> None:
    assert newcomer.upload(GOOD, "add").status_code == 303
    again = newcomer.upload(GOOD, "look").text
    assert again.count("already there") == 2
    assert "0 evenings can be added." in again
    assert newcomer.upload(GOOD, "add").status_code == 422
    assert newcomer.upload(GOOD + "2024-03-15,Boodle,1,-1\n", "add").status_code == 303
    assert newcomer.get("/evenings.csv").text.count("2024-03-") == 3


def test_one_evening_is_typed(newcomer: CircleDevice) -> None:
    fields = {"day": "2024-05-04", "game": "boodle", "name": ["Ann", "Bob"], "result": ["3", "-3"]}
    assert newcomer.send("/results", **fields).status_code == 303
    assert "Ann is ahead" in newcomer.look().text
    assert "not a whole number" in newcomer.refused("/results", **{**fields, "result": ["3", "x"]})


def csv_of(keeper: CircleDevice, path: str) -> str:
    return keeper.get(path).data.decode("utf-8-sig")


def test_the_evenings_are_written_as_they_are_read(app: Flask, newcomer: CircleDevice) -> None:
    with app.app_context():
        played = create_from_record(in_chips(4, 2, over=True))
        add_table_to_circle(played, newcomer.circle.id)
        other = CircleDevice(app, create_circle("Elsewhere"))
    newcomer.upload(GOOD.replace("Bob", "=Eve"), "add")
    table = csv_of(newcomer, "/evenings.csv")
    assert other.upload(table, "add").status_code == 303
    assert len(rows(table)) == 3
    assert sorted(rows(table)) == sorted(rows(csv_of(other, "/evenings.csv")))


def rows(table: str) -> list[list[tuple[str, str]]]:
    """The filled cells of each row with their heads."""
    return [sorted(cell for cell in row.items() if cell[1])
            for row in csv.DictReader(StringIO(table.rstrip()))]  # fmt: skip


def test_the_csv_of_a_season_calculates(newcomer: CircleDevice) -> None:
    newcomer.upload("date,game,Ann,=Bob\n2024-03-01,Boodle,1596,-1596\n", "add")
    text = csv_of(newcomer, "/season.csv?game=boodle&season=all")
    _, _, *lines = [line for line in csv.reader(StringIO(text)) if line]
    assert [(line[1], int(line[2])) for line in lines] == [("Ann", 1596), ("'=Bob", -1596)]
    assert all(cell.isdecimal() for line in lines for cell in line[4:])


def test_a_record_counts_on_the_day_when_it_was_played(app: Flask) -> None:
    evening, began = in_chips(4, 2), utc_now()
    for played in ("2025-03-04T20:00:00Z", "2925-03-04T20:00:00Z"):
        evening["made"] = [{"at": played}] * len(evening["log"])
        with app.app_context():
            circle = create_circle(played)
            add_table_to_circle(create_from_record(evening), circle.id)
            [one] = list_latest_evenings(circle.id, 9)
        moment = datetime.fromisoformat(played)
        days = [moment] if moment < began else [began, utc_now()]  # it may just be midnight
        assert one.day in {f"{day.astimezone():%Y-%m-%d}" for day in days}


def test_two_who_were_erased_are_told_apart(newcomer: CircleDevice) -> None:
    newcomer.upload(GOOD, "add")
    newcomer.stored(set_chip_value, "", 5, "EUR")
    ann, bob = (one.id for one in newcomer.stored(list_people))
    newcomer.stored(anonymize_person, ann)
    assert "Erased person 1" not in newcomer.get("/book").text
    newcomer.stored(anonymize_person, bob)
    for page in ("/book", ""):
        told = {*re.findall(r"Erased person \d", newcomer.get(page).text)}
        assert {"Erased person 1", "Erased person 2"} <= told


# put right by the keeper


@pytest.fixture
def booked(keeper: CircleDevice) -> CircleDevice:
    """The keeper of an evening with a table (1) and one by its results (2), with a book."""
    keeper.stored(import_results, [boodle("2024-03-01")])
    return keeper


def require_table_agrees(keeper: CircleDevice, token: str) -> None:
    """Play on at a table; what the circle remembers of it must follow."""
    with keeper.app.app_context():
        enter(token, {"do": "undo"})
        assert list(check_table(token)) == []


@pytest.mark.parametrize("number", [1, 2])
def test_an_evening_is_taken_out_and_its_money_with_it(booked: CircleDevice, number: int) -> None:
    booked.stored(create_payment, 1, 2, 7, number)
    token = booked.stored(get_latest_table_token)
    out = f"/evenings/{number}/out"
    asked = booked.send(out).text
    assert "no longer count in any season or balance" in asked
    assert "Yes, remove the evening" in asked
    assert booked.send(out, sure="yes").status_code == 303
    assert booked.send(out, sure="yes").status_code == 404
    for page in ("", "/evenings", "/book", "/season.csv", "/people"):
        assert booked.get(page).status_code == 200
    assert len(days(booked)) == 1
    assert number not in {line.evening for line in booked.stored(list_postings)}
    assert sum(booked.balances) == 0
    require_table_agrees(booked, token)
    with booked.app.app_context():
        assert (load_table(token).evening_ref is None) == (number == 1)


def test_a_day_is_put_right_where_there_is_a_table_too(booked: CircleDevice) -> None:
    fields = {"day": "2023-05-06", "result": ["12", "-12"]}
    for number in (1, 2):
        assert "May 6, 2023" in booked.send(f"/evenings/{number}", **fields).text
        assert booked.send(f"/evenings/{number}", **fields, sure="yes").status_code == 303
    assert days(booked) == ["2023-05-06"] * 2
    sums = booked.stored(get_totals, "2023").by_game.values()
    assert sum(game.evenings for game in sums) == 2
    require_table_agrees(booked, booked.stored(get_latest_table_token))


def test_a_result_is_put_right_and_the_book_follows(booked: CircleDevice) -> None:
    fields = {"day": "2024-03-01", "result": ["10", "-10"]}
    before = booked.stored(get_balances)
    assert "+12 → +10" in booked.send("/evenings/2", **fields).text
    assert booked.stored(get_balances) == before
    assert booked.send("/evenings/2", **fields, sure="yes").status_code == 303
    after = booked.stored(get_balances)
    assert sorted(after[who] - before[who] for who in before) == [-10, 0, 0, 10]
    for wrong in ({"day": "soon"}, {"result": ["10", ""]}):
        assert booked.send("/evenings/2", **{**fields, **wrong}).status_code == 422


def test_a_member_is_not_offered_to_put_an_evening_right(booked: CircleDevice) -> None:
    assert "Correct this evening" in booked.get("/evenings/2").text
    assert "Correct this evening" not in booked.guest("member").get("/evenings/2").text


# added by a member


TWO = "date,game,Ann,Bob\n2024-03-01,Boodle,900,-900\n2025-03-08,Boodle,5,-5\n"
SETTLED = [[-60, 60], [1], ["2023"]]


@pytest.fixture
def waiting(newcomer: CircleDevice) -> CircleDevice:
    """The keeper of an evening of 2023 that counts, and of two that a member has added."""
    newcomer.stored(set_chip_value, "", 5, "EUR")
    newcomer.stored(import_results, [boodle("2023-03-01")])
    assert newcomer.guest("member").upload(TWO, "add").status_code == 303
    return newcomer


def counted(circle: int) -> list[object]:
    """What the evenings of a circle come to: in money, and in seasons."""
    evenings = [sums.evenings for sums in get_totals(circle, "").by_game.values()]
    years = [month[:4] for month in list_months(circle)]
    return [sorted(get_balances(circle).values()), evenings, years]


def test_results_of_a_member_wait_until_the_keeper_accepts_them(waiting: CircleDevice) -> None:
    assert waiting.stored(counted) == SETTLED
    waiting.stored(set_chip_value, "", 10, "EUR")
    assert waiting.stored(counted) == [[-120, 120], [1], ["2023"]]
    assert "2024" not in waiting.get("/evenings.csv").text
    assert "2 evenings are waiting for you to accept them." in waiting.get().text
    assert page_of(waiting.get().text).link("Review").endswith("/evenings/waiting")
    assert f"{waiting.home}/evenings/waiting" in waiting.get("/evenings/2").text
    assert "900" in waiting.get("/evenings/waiting").text
    assert waiting.send("/evenings/waiting", evening=["2"], do="accept").location
    assert "1 evening is waiting for you to accept it." in waiting.get().text
    assert waiting.stored(counted) == [[-9120, 9120], [2], ["2023", "2024"]]


def test_the_keeper_removes_what_waits_once_sure(waiting: CircleDevice) -> None:
    fields = {"evening": ["1", "2", "3"], "do": "remove"}
    assert waiting.send("/evenings/waiting", **fields).status_code == 422
    assert waiting.send("/evenings/waiting", **fields, sure="yes").status_code == 303
    assert [past.id for past in waiting.stored(list_latest_evenings, 9)] == [1]
    assert waiting.stored(counted) == SETTLED


def test_an_evening_put_right_by_the_keeper_waits_no_more(waiting: CircleDevice) -> None:
    right = {"day": "2024-03-01", "result": ["9", "-9"], "sure": "yes"}
    assert waiting.send("/evenings/2", **right).status_code == 303
    assert waiting.stored(counted) == [[-105, 105], [2], ["2023", "2024"]]


@pytest.mark.parametrize("role", ["member", "look"])
def test_others_see_that_it_waits_and_cannot_accept_it(waiting: CircleDevice, role: str) -> None:
    guest = waiting.guest(role)
    assert "waiting for you to accept" not in guest.get().text
    assert guest.get("/evenings").text.count("Waiting for the keeper") == 2
    assert "until the keeper has accepted them" in guest.get("/evenings/2").text
    assert guest.send("/evenings/waiting", evening=["2"], do="accept").status_code == 403


def test_what_waits_also_waits_in_a_copy_of_the_circle(waiting: CircleDevice) -> None:
    with waiting.app.app_context():
        file = export_circle(waiting.circle)
        delete_circle(waiting.circle.id)
        copy = import_circle(file)
        assert counted(copy.id) == SETTLED
        assert len(list_pending_evenings(copy.id)) == 2


# by spans


@pytest.fixture
def seasons(newcomer: CircleDevice) -> CircleDevice:
    played = ("2023-12-30", "2024-03-01", "2024-03-08", "2024-11-02", "2026-01-05")
    newcomer.stored(import_results, [boodle(day) for day in played])
    return newcomer


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
    seasons: CircleDevice, span: str, counted: str
) -> None:
    told = seasons.look(f"/games/boodle?season={span}").text.split(" · ")[1]
    assert told.startswith(counted)


@pytest.mark.parametrize("page", ["", "/games/boodle", "/people/1"])
def test_a_span_is_chosen_by_a_tap_on_its_first_and_its_last_month(
    seasons: CircleDevice, page: str
) -> None:
    (chooser,) = [a.get("href") for a in seasons.look(page).all("a") if "Choose months" in a.text]
    address = chooser
    for month in ("November 2024", "December 2023"):
        months = page_of(seasons.client.get(address).text)
        (link,) = months.all("a", **{"aria-label": month})[:1]
        address = link.get("href")
    assert address == f"{seasons.home}{page}?season=2023-12..2024-11"
    assert "December 2023 – November 2024" in seasons.client.get(address).text


def test_a_circle_without_evenings_has_no_months(newcomer: CircleDevice) -> None:
    assert "This circle has not played an evening yet" in newcomer.get("/span").text
