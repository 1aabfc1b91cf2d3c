"""What people send that cannot be: each is told in a sentence, and nothing is half done."""

from datetime import date

import pytest
from flask import Flask

from companion.language import ENGLISH
from companion.store.access import create_table_invitations, table_invitations
from companion.store.evenings import get_latest_table_token, list_latest_evenings
from companion.store.money import list_payments
from tests.evenings import PLAYERS
from tests.web.cases import read_cases
from tests.web.circles.cases import visit_circle
from tests.web.circles.devices import CircleDevice
from tests.web.pages import page_of
from tests.web.sending import send

SHORT = {
    "COMPOSED": "Zo\u00eb",
    "SPLIT": "Zoe\u0308",
    "WORTH": "post /book/worth worth=0.10 currency=EUR",
    "EVENING": "post /results day=2024-03-01 game=boodle name=Ann,Bob result=1,-1",
    "LONG": "x" * 41,
    "INVISIBLE": "\N{ZERO WIDTH SPACE}",
    "CROWD": ",".join(f"P{number}" for number in range(201)),
    "ONES": ",1" * 201,
    "WRONG_AND_RIGHT": "date,game,Ann,Eve / 2024-02-30,Boodle,1,-1 / 2024-03-08,Boodle,3,-3",
}
CASES = """
a name that another has is refused
    not post /people/add name=Bob => "Somebody named Bob is already in this circle"
    not post /people/1 name=BOB => "Somebody named BOB is already in this circle"
    not post /people/1 name=bob => "Somebody named bob is already in this circle"
names that look alike are one
    post /people/add name=COMPOSED => names Ann Bob Cal Dee COMPOSED
    not post /people/add name=SPLIT => "Somebody named SPLIT is already in this circle."
    not file add date,game,COMPOSED,SPLIT / 2024-03-01,Boodle,1,-1 => "two columns for"
a name that nobody can have is refused
    not post /people/2 name= => "A name must have 1 to 40 visible characters"
    not post /people/2 name=LONG => "A name must have 1 to 40 visible characters"
    not post /people/2 name=pot:kitty => "A name must have 1 to 40 visible characters"
a merge that cannot be is refused
    not post /people/1/merge into=1 => "two different"
    not post /people/1/merge into=99 => "two different", names Ann Bob Cal Dee
a worth that changes asks from when
    not WORTH => "Choose the day"
    not WORTH since=soon => "Choose the day"
    not WORTH since=day day=31.12. => "Choose the day"
    not WORTH since=always currency=XXX => "Choose a currency."
a typed evening is refused without a word of rows and columns
    not EVENING day= => only #refused "The date is missing."
    not EVENING result=1,x => only #refused "“x” is not a whole number."
    not EVENING name=Ann,ann => only #refused "Ann is listed twice."
    not EVENING name=Ann,INVISIBLE => only #refused "“INVISIBLE” cannot be used as a name."
    not EVENING name=Ann, => only #refused "An evening needs the results of at least two people."
a row that cannot be is told by its number and none is added
    file look WRONG_AND_RIGHT => "“2024-02-30” is not a date.", "1 evening can be added.",
        "Correct 1 row first. Until then, nothing will be added."
    not file add WRONG_AND_RIGHT => "Row 2: “2024-02-30” is not a date.", names Ann Bob Cal Dee
a table of too many people adds nobody
    not file add date,game,CROWD / 2024-03-01,BoodleONES
        => "A circle can have at most 200 people.", names Ann Bob Cal Dee
of an address that is no invitation there is no code
    not /people/x.svg (404)
    not /people/member.x.svg (404)
"""


@pytest.mark.parametrize("case", read_cases(CASES, **SHORT))
def test_what_cannot_be_is_told_in_a_sentence(keeper: CircleDevice, case: str) -> None:
    visit_circle(keeper, case)


def test_who_sat_together_is_told_the_day(keeper: CircleDevice) -> None:
    (evening,) = keeper.stored(list_latest_evenings, 2)
    day = ENGLISH.day(date.fromisoformat(evening.day))
    assert f"at the same table on {day}, so" in keeper.refused("/people/1/merge", into="2")


def test_a_payment_above_the_debt_is_refused(keeper: CircleDevice) -> None:
    page = keeper.look("/book")
    due = {name: page.value(name) for name in ("payer", "payee", "cents")}
    more = {**due, "cents": str(int(due["cents"]) + 1)}
    back = {**due, "payer": due["payee"], "payee": due["payer"]}
    for fields in (more, back):
        assert "more than is owed" in keeper.refused("/book/pay", **fields)
    for cents in ("0", "-5", "x", ""):
        told = keeper.refused("/book/pay", **{**due, "cents": cents})
        assert "an amount above zero" in told, cents
    assert keeper.stored(list_payments) == []


def test_the_links_of_a_table_open_no_circle(app: Flask, keeper: CircleDevice) -> None:
    token = str(keeper.stored(get_latest_table_token))
    with app.app_context():
        create_table_invitations(token)
        invited = [one.address for one in table_invitations(token).list()]
    assert len(invited) > 2
    for link in (token, *invited):
        stranger = app.test_client()
        assert stranger.get(f"/c/{link}").status_code == 404
        assert keeper.circle.token not in stranger.get(f"/t/{link}").text
        assert stranger.get(f"/t/{link}/circle").status_code == 403
        assert send(stranger, f"/t/{link}/circle", {}).status_code == 403


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_a_number_that_no_row_can_have_is_nobodys(keeper: CircleDevice, number: int) -> None:
    big = str(number)
    for path in ("evenings", "people", "book/payments"):
        assert keeper.get(f"/{path}/{big}").status_code in (404, 405)
    for path, fields in (("", {"name": "Zed"}), ("/erase", {"sure": "yes"}), ("/merge", {})):
        assert keeper.send(f"/people/{big}{path}", **fields).status_code in (404, 405)
    paid = {"payer": "1", "payee": "2", "amount": "1", "evening": big, "understood": "100 EUR"}
    assert "no such evening" in keeper.refused("/book/note", **paid)
    assert "two different" in keeper.refused("/people/1/merge", into=big)
    assert keeper.send("/book/undo", payment=big, undone="yes").status_code == 303
    assert keeper.names == PLAYERS


@pytest.mark.parametrize(
    ("path", "fields", "opened"),
    [
        ("/people/add", {"name": "Bob\x07"}, []),
        ("/people/2", {"name": "Cal", "colour": "7", "symbol": "9"}, ["person-2"]),
        ("/people/2/erase", {}, ["person-2"]),
        ("/people/set", {"name": "x" * 61, "scale": "wins"}, []),
        ("/people/erase", {"name": "Pennies"}, ["erase"]),
    ],
)
def test_what_is_refused_of_people_can_be_put_right_where_it_was_typed(
    keeper: CircleDevice, path: str, fields: dict[str, str], opened: list[str]
) -> None:
    page = page_of(keeper.send(path, **fields).text)
    assert [e.get("id") for e in page.all("details") if "open" in e.attributes] == opened
    typed = [e.get("value") for e in page.all("input", type="text")]
    assert {*fields.values()} <= {*typed, *page.checked()}


def test_a_correction_that_is_refused_stays_as_it_was_typed(keeper: CircleDevice) -> None:
    keeper.upload("date,game,Ann,Bob\n2024-03-01,Boodle,1,-1\n", "add")
    _, evening = keeper.stored(list_latest_evenings, 2)
    fields = {"day": "2024-03-02", "result": ["7", "seven"]}
    answer = keeper.send(f"/evenings/{evening.id}", **fields)
    assert answer.status_code == 422
    page = page_of(answer.text)
    assert page.values("day") == ["2024-03-02"]
    assert page.values("result") == ["7", "seven"]
