"""Circles as people meet them: from a table, on the first page, by links, and by taps."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.access import resolve_circle_address
from companion.store.circles import add_table_to_circle, create_circle, get_circle_by_token
from companion.store.entries import create_table
from companion.store.evenings import get_latest_table_token
from companion.store.invitations import Invitations
from companion.store.names import update_person
from companion.store.people import list_people
from companion.store.records import create_from_record
from tests.evenings import PLAYERS, in_chips, record
from tests.web.pages import Page, page_of
from tests.web.sending import filled, send

END = {"do": "end"}


@pytest.fixture
def home(app: Flask, client: FlaskClient) -> str:
    """The keeper's address of a circle in which two games were played."""
    with app.app_context():
        made = create_circle("Sundays at Ann's")
        evening = in_chips(4, 4)
        evening["log"].append(END)
        add_table_to_circle(create_from_record(evening), made.id)
        score = {"do": "score", "out": "Ann", "points": {"Bob": 5, "Cal": 20}}
        rummy = record("kids-rummy", PLAYERS[:3], log=[{"do": "deal"}, score])
        add_table_to_circle(create_from_record(rummy), made.id)
    address = f"/c/{made.token}"
    assert client.get(address).status_code == 200
    return address


def look(client: FlaskClient, path: str) -> Page:
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == 200, (path, answer.text)
    return page_of(answer.text)


def test_one_tap_at_the_end_of_an_evening_makes_a_circle(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        token = create_from_record({**in_chips(4, 2), "log": [*in_chips(4, 2)["log"], END]})
    assert "Remember these players" in look(client, f"/t/{token}").text
    answer = send(client, f"/t/{token}/circle", {})
    assert answer.status_code == 303
    page = look(client, answer.location)
    assert "Ann, Bob, Cal and Dee" in page.text
    assert "is ahead" in page.text or "are level at the top" in page.text
    assert "To the circle" in look(client, f"/t/{token}").text
    assert send(client, f"/t/{token}/circle", {}).location == answer.location


def test_a_circle_that_begins_says_what_it_is(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        token = create_from_record({**in_chips(4, 2), "log": [*in_chips(4, 2)["log"], END]})
    circle = send(client, f"/t/{token}/circle", {}).location
    told = "A circle remembers who plays together"
    assert told in look(client, circle).text
    assert told not in look(client, circle).text


def test_two_quick_taps_make_one_circle(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        token = create_from_record({**in_chips(4, 2), "log": [*in_chips(4, 2)["log"], END]})
    first, second = (send(client, f"/t/{token}/circle", {}) for _ in range(2))
    assert first.location == second.location
    assert len(look(client, "/").all("a", href=f"{first.location}/again")) == 1


def test_a_circle_begins_on_the_first_page(client: FlaskClient) -> None:
    answer = send(client, "/circles", {"circle": " Sundays  at Ann's "})
    assert "Sundays at Ann's" in look(client, answer.location).text
    assert "Sundays at Ann's" in look(client, "/").text
    refused = send(client, "/circles", {"circle": ""})
    assert refused.status_code == 422
    assert "1 to 60 characters" in refused.text


def test_play_again_takes_three_taps_to_the_first_deal(client: FlaskClient, home: str) -> None:
    first = look(client, "/").all("a", href=f"{home}/again")
    assert first
    form = client.get(f"{home}/again", follow_redirects=True).text
    fields = filled(form)
    assert [name for name in fields.getlist("names") if name][:3] == PLAYERS[:3]
    answer = start(client, form)
    assert answer.status_code == 303
    assert "Deal" in look(client, answer.location).text


def start(client: FlaskClient, form: str) -> Any:
    fields = filled(form)
    fields["do"] = "start"
    return send(client, "/new", fields)


def test_the_next_dealer_deals_when_they_play_again(
    app: Flask, client: FlaskClient, home: str
) -> None:
    with app.app_context():
        circle = resolve_circle_address(home.removeprefix("/c/")).circle
        token = create_table(record(), circle=circle.id)
    form = client.get(f"{home}/again", follow_redirects=True).text
    ticked = [e for e in page_of(form).all("input", name="dealer") if "checked" in e.attributes]
    assert [e.get("value") for e in ticked] == ["3"]
    assert token


def test_who_is_missing_is_a_tap_each(client: FlaskClient, home: str) -> None:
    form = client.get(f"{home}/again", follow_redirects=True).text
    fields = filled(form)
    fields["do"] = "seat-remove:0"
    fewer = send(client, "/new", fields).text
    back = page_of(fewer).all("button", value="seat-person:Ann")
    assert back
    fields = filled(fewer)
    fields["do"] = "seat-person:Ann"
    assert "Ann" in filled(send(client, "/new", fields).text).getlist("names")


def test_different_games_are_never_added_up(client: FlaskClient, home: str) -> None:
    page = look(client, home)
    heads = [e.text for e in page.all("th", scope="col")]
    assert "Result" not in heads
    assert "Chips of different games are never added up" in page.text
    own = look(client, f"{home}/games/michigan-kitty")
    assert "Result" in [e.text for e in own.all("th", scope="col")]
    assert "Results, evening by evening" in own.text
    assert "Points in hand" in look(client, f"{home}/games/kids-rummy").text


def test_every_page_of_a_circle_opens(client: FlaskClient, home: str) -> None:
    page = look(client, home)
    links = {a.get("href") for a in page.all("a") if a.get("href").startswith(home)}
    kinds = {"people", "evenings", "games", "season.csv"}
    assert all(any(f"{home}/{kind}" in link for link in links) for kind in kinds)
    for link in links - {f"{home}/again"}:
        assert client.get(link).status_code == 200, link
    assert client.get(f"{home}/people/999").status_code == 404
    assert client.get(f"{home}/evenings/999").status_code == 404
    assert client.get(f"{home}/games/whist").status_code == 404
    assert client.get(f"{home}?season=nonsense").status_code == 200
    assert client.get("/c/nobody").status_code == 404
    assert client.get("/c/look.nobody").status_code == 404


def test_the_course_of_a_season_is_in_the_colours_of_its_people(
    app: Flask, client: FlaskClient, home: str
) -> None:
    with app.app_context():
        circle = get_circle_by_token(home.removeprefix("/c/")).id
        for one in list_people(circle):
            update_person(circle, one.id, str(one.name), (7, 4), hidden=False)
    lines = re.findall(
        r'class="chart-line who-(\d)"', client.get(f"{home}/games/michigan-kitty").text
    )
    assert {*lines} == {"7"}


def test_the_season_is_taken_along(client: FlaskClient, home: str) -> None:
    csv = client.get(f"{home}/season.csv?game=michigan-kitty")
    assert "Ann" in csv.text
    assert client.get(f"{home}/season.pdf?game=michigan-kitty").data[:4] == b"%PDF"
    assert client.get(f"{home}/season.png").data[1:4] == b"PNG"


def test_an_evening_of_a_circle_is_drawn_as_a_tally_is(client: FlaskClient, home: str) -> None:
    page = look(client, f"{home}/evenings/1")
    assert "Hand by hand" in page.text


@pytest.fixture
def invited(client: FlaskClient, app: Flask, home: str) -> dict[str, str]:
    send(client, f"{home}/people/invite", {})
    with app.app_context():
        circle = resolve_circle_address(home.removeprefix("/c/")).circle
        found = Invitations("circle", circle.id).list()
    return {one.role: f"/c/{one.address}" for one in found}


KEEPING = [
    ("people/add", {"name": "Eve"}),
    ("people/1", {"name": "Annie"}),
    ("people/1/merge", {"into": "2"}),
    ("people/1/erase", {"sure": "yes"}),
    ("people/set", {"name": "x", "scale": "wins"}),
    ("people/erase", {"name": "Sundays at Ann's"}),
    ("people/invite", {}),
    ("people/renew", {}),
    ("people/withdraw", {"address": "look.x"}),
]


@pytest.mark.parametrize("role", ["look", "member"])
def test_only_a_keeper_changes_anything(
    app: Flask, invited: dict[str, str], home: str, role: str
) -> None:
    guest = app.test_client()
    assert guest.get(invited[role]).status_code == 200
    assert guest.get(f"{invited[role]}/people").status_code == 403
    for path, fields in KEEPING:
        assert send(guest, f"{invited[role]}/{path}", fields).status_code == 403, path
    assert home.removeprefix("/c/") not in guest.get(invited[role]).text


def test_who_looks_on_cannot_play(app: Flask, invited: dict[str, str]) -> None:
    guest = app.test_client()
    assert guest.get(f"{invited['look']}/again").status_code == 403
    address = invited["look"].removeprefix("/c/")
    assert guest.get(f"/new?circle={address}").status_code == 403
    assert guest.get(f"{invited['member']}/again", follow_redirects=True).status_code == 200


def test_a_keeper_sees_the_invitations(
    client: FlaskClient, home: str, invited: dict[str, str]
) -> None:
    page = look(client, f"{home}/people")
    links = [a.text for a in page.all("a") if a.get("href") in invited.values()]
    assert [link.rpartition("/c/")[2] for link in links] == [
        invited[role].removeprefix("/c/") for role in ("look", "member", "keeper")
    ]
    assert client.get(page.all("img")[0].get("src")).mimetype == "image/svg+xml"


def test_a_link_that_was_withdrawn_is_good_no_more(
    app: Flask, client: FlaskClient, home: str, invited: dict[str, str]
) -> None:
    address = invited["look"].removeprefix("/c/")
    send(client, f"{home}/people/withdraw", {"address": address})
    assert app.test_client().get(invited["look"]).status_code == 410


def test_a_withdrawn_member_reads_no_name_of_the_circle_anywhere(
    app: Flask, client: FlaskClient, home: str, invited: dict[str, str]
) -> None:
    member, address = app.test_client(), invited["member"].removeprefix("/c/")
    assert member.get(invited["member"]).status_code == 200
    with app.app_context():
        own = create_table(record())
    assert "Sundays at Ann&#39;s" in member.get(f"/t/{own}/circle").text
    send(client, f"{home}/people/withdraw", {"address": address})
    for path in ("/", f"/t/{own}/circle"):
        assert "Sundays at Ann&#39;s" not in member.get(path).text


def test_a_members_link_tells_no_tables_own_address(
    app: Flask, client: FlaskClient, home: str, invited: dict[str, str]
) -> None:
    member = app.test_client()
    with app.app_context():
        token = get_latest_table_token(resolve_circle_address(home.removeprefix("/c/")).circle.id)
    links = [a.get("href") for a in look(client, f"{home}/evenings").all("a")]
    evening = next(link for link in links if "/evenings/" in link)
    number = evening.rpartition("/")[2]
    for path in ("", "/again", "/evenings", f"/evenings/{number}", "/book"):
        answer = member.get(invited["member"] + path, follow_redirects=True)
        assert answer.status_code == 200
        assert token not in answer.text + answer.request.url


def test_the_circles_own_address_is_renewed_and_invitations_stay_good(
    app: Flask, client: FlaskClient, home: str, invited: dict[str, str]
) -> None:
    other = app.test_client()
    assert other.get(home).status_code == 200
    moved = send(client, f"{home}/people/renew", {}).location.removesuffix("/people")
    assert client.get(moved).status_code == 200
    assert client.get(home).status_code == other.get(home).status_code == 404
    assert home not in other.get("/").text
    assert other.get(invited["member"]).status_code == 200
    assert send(other, f"{invited['keeper']}/people/renew", {}).status_code == 403


def test_a_tables_link_opens_no_circle(app: Flask, home: str) -> None:
    with app.app_context():
        token = get_latest_table_token(resolve_circle_address(home.removeprefix("/c/")).circle.id)
    stranger = app.test_client()
    assert stranger.get(f"/c/{token}").status_code == 404
    assert home not in stranger.get(f"/t/{token}").text
    assert send(stranger, f"/t/{token}/circle", {}).status_code == 403


def test_a_keeper_keeps_the_people(client: FlaskClient, home: str) -> None:
    for path, fields in KEEPING[:2]:
        assert send(client, f"{home}/{path}", fields).status_code == 303
    page = look(client, f"{home}/people")
    assert "Annie" in page.text
    assert "Eve" in page.text
    twice = send(client, f"{home}/people/add", {"name": "eve"})
    assert twice.status_code == 422
    assert "There is a eve in this circle already." in twice.text
    together = send(client, f"{home}/people/1/merge", {"into": "2"})
    assert together.status_code == 422
    assert "they are two" in together.text
    assert send(client, f"{home}/people/set", {"name": "A", "scale": "odd"}).status_code == 422


def test_a_circle_is_erased_by_its_name_alone(client: FlaskClient, home: str) -> None:
    assert send(client, f"{home}/people/erase", {"name": "x"}).status_code == 422
    assert send(client, f"{home}/people/erase", {"name": "Sundays at Ann's"}).status_code == 303
    assert client.get(home).status_code == 404


def test_a_table_joins_a_circle_later(app: Flask, client: FlaskClient, home: str) -> None:
    with app.app_context():
        token = create_table(record(players=["Anne", "Bob", "Zoe"]))
    page = look(client, f"/t/{token}/circle")
    chosen = [e.get("value") for e in page.all("option") if "selected" in e.attributes]
    assert len(chosen) == 1
    fields = {"circle": home.removeprefix("/c/"), "who:Anne": "1", "who:Zoe": "new"}
    assert send(client, f"/t/{token}/circle/join", fields).status_code == 303
    assert "Zoe" in look(client, f"{home}/people").text
    assert "Anne" not in look(client, f"{home}/people").text
    again = send(client, f"/t/{token}/circle/join", fields)
    assert again.status_code == 422
    assert "belongs to a circle already" in again.text
