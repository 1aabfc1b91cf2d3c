"""Evenings of a circle: added by their results, put right or taken out, and counted by spans."""

import csv
import re
from datetime import datetime
from io import StringIO

import pytest
from flask import Flask

from companion.circles.spreadsheet import EveningResult
from companion.store.circles import add_table_to_circle, create_circle
from companion.store.evenings import (
    get_latest_table_token,
    import_results,
    list_latest_evenings,
)
from companion.store.maintenance import list_faults
from companion.store.models import utc_now
from companion.store.money import create_payment, get_balances, list_postings, set_chip_value
from companion.store.names import anonymize_person
from companion.store.people import list_people
from companion.store.records import create_from_record
from companion.store.tables import load_table
from companion.store.totals import get_totals, list_months
from tests.evenings import in_chips
from tests.store.test_versions import enter
from tests.web.cases import read_cases
from tests.web.circles.cases import visit_circle
from tests.web.circles.devices import CircleDevice
from tests.web.pages import page_of

GOOD = "date,game,Ann,Bob\n2024-03-01,Boodle,12,-12\n2024-03-08,Kids Rummy,5,20\n"
TIE = "date,game,Ann,Bob,Cal / 2024-03-01,Boodle,6,6,-12"


def boodle(day: str, chips: int = 12) -> EveningResult:
    """An evening at which Ann won so many chips from Bob."""
    return EveningResult(day, "boodle", {"Ann": chips, "Bob": -chips})


ADDED = """
a look tells what each row will do and does nothing
    file look GOOD => "2 evenings can be added.", "New people: Ann and Bob.",
        "March 1, 2024, Boodle: 2 people, Ann in first place"
    /evenings => no "Boodle"
a tie for the first place is told in a sentence
    file look TIE => "Boodle: 3 people, Ann and Bob in first place"
rows are added all together
    file add GOOD => days 2024-03-08 2024-03-01
    / => "2 evenings", no "5 evenings"
    /evenings/1 => no "Points"
    /evenings/2 => "Points"
the same file twice is known
    file add GOOD
    file look GOOD => "0 evenings can be added.", "already there"
    not file add GOOD
    file add GOOD / 2024-03-15,Boodle,1,-1 => days 2024-03-15 2024-03-08 2024-03-01
one evening is typed
    post /results day=2024-05-04 game=boodle name=Ann,Bob result=3,-3
    / => "Ann is ahead"
a circle without evenings has no months
    /span => "There is nothing to show here yet"
"""


@pytest.mark.parametrize("case", read_cases(ADDED, GOOD=GOOD.strip().replace("\n", " / "), TIE=TIE))
def test_evenings_are_added_by_their_results(newcomer: CircleDevice, case: str) -> None:
    visit_circle(newcomer, case)


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


@pytest.fixture
def booked(keeper: CircleDevice) -> CircleDevice:
    """The keeper of an evening with a table (1) and one by its results (2), with a book."""
    keeper.stored(import_results, [boodle("2024-03-01")])
    return keeper


def require_table_agrees(keeper: CircleDevice, token: str) -> None:
    """Play on at a table; what the circle remembers of it must follow."""
    with keeper.app.app_context():
        enter(token, {"do": "undo"})
        assert list(list_faults(token)) == []


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
    assert len(booked.stored(list_latest_evenings, 9)) == 1
    assert number not in {line.evening for line in booked.stored(list_postings)}
    assert sum(booked.balances) == 0
    require_table_agrees(booked, token)
    with booked.app.app_context():
        assert (load_table(token).evening_ref is None) == (number == 1)


def test_a_result_is_put_right_and_the_book_follows(booked: CircleDevice) -> None:
    fields = {"day": "2024-03-01", "result": ["10", "-10"]}
    before = booked.stored(get_balances)
    assert "+12 → +10" in booked.send("/evenings/2", **fields).text
    assert booked.stored(get_balances) == before
    assert booked.send("/evenings/2", **fields, sure="yes").status_code == 303
    after = booked.stored(get_balances)
    assert sorted(after[who] - before[who] for who in before) == [-10, 0, 0, 10]


CORRECTED = """
a day is put right of a table too
    post /evenings/1 day=2023-05-06 result=12,-12 => "May 6, 2023"
    post /evenings/1 day=2023-05-06 result=12,-12 sure=yes
    post /evenings/2 day=2023-05-06 result=12,-12 sure=yes => days 2023-05-06 2023-05-06
    /?season=2023 => "2 evenings"
an evening is put right by its keeper alone
    /evenings/2 => "Correct this evening"
    not post /evenings/2 day=soon result=10,-10
    not post /evenings/2 day=2024-03-01 result=10,
    as member: /evenings/2 => no "Correct this evening"
"""


@pytest.mark.parametrize("case", read_cases(CORRECTED))
def test_an_evening_is_put_right(booked: CircleDevice, case: str) -> None:
    token = booked.stored(get_latest_table_token)
    visit_circle(booked, case)
    require_table_agrees(booked, token)


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


WAITS = """
the keeper removes what waits once sure
    not post /evenings/waiting evening=1,2,3 do=remove
    post /evenings/waiting evening=1,2,3 do=remove sure=yes => days 2023-03-01, balances -60 60
an evening put right by the keeper waits no more
    post /evenings/2 day=2024-03-01 result=9,-9 sure=yes => balances -105 105
a member sees that it waits and cannot accept it
    as member => no "waiting for you to accept"
    /evenings => "Waiting for the keeper"
    /evenings/2 => "until the keeper has accepted them"
    not post /evenings/waiting evening=2 do=accept (403)
who looks on sees that it waits and cannot accept it
    as look => no "waiting for you to accept"
    /evenings/2 => "until the keeper has accepted them"
    not post /evenings/waiting evening=2 do=accept (403)
"""


@pytest.mark.parametrize("case", read_cases(WAITS))
def test_what_a_member_has_added_waits(waiting: CircleDevice, case: str) -> None:
    visit_circle(waiting, case)


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


def test_an_evening_that_was_left_out_is_not_removed_with_the_others(waiting: CircleDevice) -> None:
    assert waiting.look("/evenings/waiting").checked("evening") == ["3", "2"]
    refused = waiting.send("/evenings/waiting", evening=["2"], do="remove")
    assert page_of(refused.text).checked("evening") == ["2"]


@pytest.fixture
def seasons(newcomer: CircleDevice) -> CircleDevice:
    played = ("2023-12-30", "2024-03-01", "2024-03-08", "2024-11-02", "2026-01-05")
    newcomer.stored(import_results, [boodle(day) for day in played])
    return newcomer


SPANS = {"all": 5, "2024": 3, "2024-03": 2, "2023-12..2024-03": 3, "2023-01..2026-12": 5}
ONE_OR_NO_SPAN = "2024-04..2024-12 nonsense 2024-12..2024-03 2024-3..2024-04 2024-13"


@pytest.mark.parametrize(
    ("span", "counted"), [*SPANS.items(), *((span, 1) for span in ONE_OR_NO_SPAN.split())]
)
def test_a_season_counts_the_evenings_of_its_span(
    seasons: CircleDevice, span: str, counted: int
) -> None:
    told = seasons.look(f"/games/boodle?season={span}").text.split(" · ")[1]
    assert told.startswith(f"{counted} evening")


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
