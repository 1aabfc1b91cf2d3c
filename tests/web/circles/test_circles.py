"""Circles as people meet them: from a table, on the first page, by links, and by taps."""

import gzip
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.access import resolve_circle_address
from companion.store.circles import add_table_to_circle, create_circle, create_circle_from_table
from companion.store.entries import create_table
from companion.store.evenings import get_latest_table_token, list_latest_evenings
from companion.store.money import create_payment, set_chip_value
from companion.store.people import list_people
from companion.store.records import create_from_record
from tests.bench.circles import filled as filled_circle
from tests.evenings import PLAYERS, in_chips, record
from tests.notation import entries, entry
from tests.store.test_versions import enter
from tests.web.cases import read_cases
from tests.web.circles.cases import visit_circle
from tests.web.circles.devices import CircleDevice
from tests.web.pages import Page, page_of
from tests.web.sending import filled, send

NAME = "Sundays at Ann's"
# Bytes of a page as it is sent, compressed.
HEAVIEST = 80_000


@pytest.fixture
def keeper(app: Flask) -> CircleDevice:
    """The keeper of a circle in which two games were played."""
    with app.app_context():
        circle = create_circle(NAME)
        add_table_to_circle(create_from_record(in_chips(4, 4, over=True)), circle.id)
        log = entries("deal; Ann out: Bob 5 Cal 20")
        rummy = create_from_record(record("kids-rummy", PLAYERS[:3], log=log))
        add_table_to_circle(rummy, circle.id)
    return CircleDevice(app, circle)


@pytest.fixture
def table(app: Flask) -> str:
    """The address of a table at which an evening is over."""
    with app.app_context():
        return f"/t/{create_from_record(in_chips(4, 2, over=True))}"


CASES = """
different games are never added up
    / => no th "Result", "Chips from different games are never added together"
    /games/michigan-kitty => th "Result", "Results, evening by evening"
    /games/kids-rummy => "Points scored"
the page of a person says who was ahead of whom
    /people/1 => "How often Ann was ahead of each of the others, and how often behind."
an evening is drawn as a tally is
    /evenings/1 => "Hand by hand"
there is no page of what nobody has played
    not /people/999 (404)
    not /evenings/999 (404)
    not /games/whist (404)
    /?season=nonsense
a keeper keeps the people
    post /people/add name=Eve
    post /people/1 name=Annie => names Annie Bob Cal Dee Eve
    not post /people/set name=A scale=odd
a circle is erased by its name alone
    not post /people/erase name=x
    post /people/erase name="Sundays at Ann's"
    not / (404)
"""


@pytest.mark.parametrize("case", read_cases(CASES))
def test_a_circle_is_looked_at_and_kept(keeper: CircleDevice, case: str) -> None:
    visit_circle(keeper, case)


def look(client: FlaskClient, path: str) -> Page:
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == 200, (path, answer.text)
    return page_of(answer.text)


def test_one_tap_at_the_end_of_an_evening_makes_a_circle(client: FlaskClient, table: str) -> None:
    end = look(client, table).text
    assert "Remember these players" in end
    assert "makes a circle that adds up their results" in end
    answer = send(client, f"{table}/circle", {})
    assert answer.status_code == 303
    page = look(client, answer.location)
    assert "Ann, Bob, Cal, and Dee" in page.text
    assert "is ahead" in page.text or "are tied for the lead" in page.text
    end = look(client, table).text
    assert "Go to the circle" in end
    assert "makes a circle" not in end
    assert send(client, f"{table}/circle", {}).location == answer.location
    assert len(look(client, "/").all("a", href=f"{answer.location}/again")) == 1


def test_a_circle_that_begins_says_what_it_is(client: FlaskClient, table: str) -> None:
    circle = send(client, f"{table}/circle", {}).location
    told = "A circle remembers the people who play together"
    assert [told in look(client, circle).text for _ in range(2)] == [True, False]


def test_a_circle_begins_on_the_first_page(client: FlaskClient) -> None:
    answer = send(client, "/circles", {"circle": " Sundays  at Ann's "})
    assert NAME in look(client, answer.location).text
    assert NAME in look(client, "/").text
    refused = send(client, "/circles", {"circle": ""})
    assert refused.status_code == 422
    assert "1 to 60 visible characters" in refused.text


def test_play_again_takes_three_taps_to_the_first_deal(keeper: CircleDevice) -> None:
    assert f"{keeper.home}/again" in look(keeper.client, "/").links
    form = filled(keeper.get("/again").text)
    assert [name for name in form.getlist("names") if name][:3] == PLAYERS[:3]
    answer = tap(keeper.client, form, "start")
    assert answer.status_code == 303
    assert "Deal" in look(keeper.client, answer.location).text


def tap(client: FlaskClient, form: Any, do: str) -> Any:
    form["do"] = do
    return send(client, "/new", form)


def test_the_next_dealer_deals_when_they_play_again(keeper: CircleDevice) -> None:
    with keeper.app.app_context():
        create_table(record(), circle=keeper.circle.id)
    assert keeper.look("/again").checked("dealer") == ["3"]


def test_who_is_missing_is_a_tap_each(keeper: CircleDevice) -> None:
    fewer = tap(keeper.client, filled(keeper.get("/again").text), "seat-remove:0").text
    assert page_of(fewer).all("button", value="seat-person:Ann")
    again = tap(keeper.client, filled(fewer), "seat-person:Ann").text
    assert "Ann" in filled(again).getlist("names")


def test_every_page_of_a_circle_opens(keeper: CircleDevice) -> None:
    links = {link for link in keeper.look().links if link.startswith(keeper.home)}
    for kind in ("people", "evenings", "games", "season.csv"):
        assert any(f"{keeper.home}/{kind}" in link for link in links), kind
    for link in links - {f"{keeper.home}/again"}:
        assert keeper.client.get(link).status_code == 200, link


def test_the_season_is_taken_along(keeper: CircleDevice) -> None:
    assert "Ann" in keeper.get("/season.csv?game=michigan-kitty").text
    assert keeper.get("/season.pdf?game=michigan-kitty").data[:4] == b"%PDF"
    assert keeper.get("/season.png").data[1:4] == b"PNG"


def test_a_keeper_sees_the_invitations_and_nobody_invited_the_circles_own_address(
    keeper: CircleDevice,
) -> None:
    keeper.send("/people/invite")
    addresses = keeper.invite()
    page = keeper.look("/people")
    invited = [f"/c/{addresses[role]}" for role in ("look", "member", "keeper")]
    links = [link for link in page.all("a") if link.get("href") in invited]
    assert [link.get("href") for link in links] == invited
    assert ["/c/" + link.text.rpartition("/c/")[2] for link in links] == invited
    assert keeper.client.get(page.all("img")[0].get("src")).mimetype == "image/svg+xml"
    for role in ("look", "member"):
        assert keeper.circle.token not in keeper.guest(role).get().text


def test_who_looks_on_cannot_play(keeper: CircleDevice) -> None:
    guest = keeper.guest("look")
    address = guest.home.removeprefix("/c/")
    assert guest.client.get(f"/new?circle={address}").status_code == 403
    assert keeper.guest("member").get("/again").status_code == 200


def test_a_withdrawn_member_reads_no_name_of_the_circle_anywhere(keeper: CircleDevice) -> None:
    member = keeper.guest("member")
    with keeper.app.app_context():
        own = f"/t/{create_table(record())}/circle"
    assert "Sundays at Ann&#39;s" in member.client.get(own).text
    keeper.send("/people/withdraw", address=member.home.removeprefix("/c/"))
    for path in ("/", own):
        assert "Sundays at Ann&#39;s" not in member.client.get(path).text


def test_a_members_link_tells_no_tables_own_address(keeper: CircleDevice) -> None:
    member, token = keeper.guest("member"), keeper.stored(get_latest_table_token)
    evening = next(link for link in keeper.look("/evenings").links if "/evenings/" in link)
    for path in ("", "/again", "/evenings", evening.removeprefix(keeper.home), "/book"):
        answer = member.get(path)
        assert answer.status_code == 200
        assert token not in answer.text + answer.request.url


def test_the_circles_own_address_is_renewed_and_invitations_stay_good(
    keeper: CircleDevice,
) -> None:
    other = CircleDevice(keeper.app, keeper.circle)
    member, second = keeper.guest("member"), keeper.guest("keeper")
    moved = keeper.send("/people/renew").location.removesuffix("/people")
    assert keeper.client.get(moved).status_code == 200
    assert keeper.get().status_code == other.get().status_code == 404
    assert keeper.home not in other.client.get("/").text
    assert member.get().status_code == 200
    assert second.send("/people/renew").status_code == 403


LONG_NAMES = ("Wilhelmina-Alexandra", "שמעון בן־יוחאי", "Großmutter Brünnhilde", "Bartholomew")


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (LONG_NAMES[:2], "Wilhelmina-Alexandra and שמעון בן־יוחאי"),
        (LONG_NAMES, "Wilhelmina-Alexandra, שמעון בן־יוחאי, and …"),
    ],
)
def test_a_circle_is_named_after_whole_players_and_erased_by_typing_them(
    app: Flask, players: tuple[str, ...], name: str
) -> None:
    with app.app_context():
        evening = in_chips(len(players), 1, players)
        circle = create_circle_from_table(create_from_record(evening))
    keeper = CircleDevice(app, circle)
    assert keeper.send("/people/erase", name=name).status_code == 303


def test_a_table_joins_a_circle_later(keeper: CircleDevice) -> None:
    with keeper.app.app_context():
        joins = f"/t/{create_table(record(players=['Anne', 'Bob', 'Zoe']))}/circle"
    assert len(look(keeper.client, joins).selected()) == 1
    fields = {"circle": keeper.circle.token, "who:Anne": "1", "who:Zoe": "new"}
    assert send(keeper.client, f"{joins}/join", fields).status_code == 303
    assert "Zoe" in keeper.names
    assert "Anne" not in keeper.names
    again = send(keeper.client, f"{joins}/join", fields)
    assert again.status_code == 422
    assert "already belongs to a circle" in again.text


def test_the_largest_kitty_of_a_circle_is_told_when_it_is_won(
    app: Flask, client: FlaskClient
) -> None:
    stays = "deal; chips-only; break-off"
    log = entries(f"{stays}; {stays}; deal; chips-only")
    with app.app_context():
        circle = create_circle_from_table(create_from_record(in_chips(3, 10)))
        token = create_from_record(record(players=PLAYERS[:3], chips=100, log=log))
        add_table_to_circle(token, circle.id)
        enter(token, entry("Ann out Bob 1 Cal 1"))
    told = "New circle record: Largest saucer for going out, 9 chips"
    assert told in client.get(f"/t/{token}").text
    with app.app_context():
        enter(token, {"do": "deal"})
    assert told not in client.get(f"/t/{token}").text


def test_a_record_is_told_in_the_words_of_its_game(app: Flask) -> None:
    hand = "deal; chips-only; Ann collects AH; Ann collects JS; Ann out Bob 1 Cal 1"
    log = entries(f"{hand}; award poker Bob; end")
    with app.app_context():
        token = create_from_record(record("michigan-rummy-tournament", PLAYERS[:3], log=log))
        keeper = CircleDevice(app, create_circle_from_table(token))
    page = keeper.get("").text
    assert "Most cups in one round" in page
    assert "3 cups" in page


def test_nothing_is_a_record_in_the_first_hands_of_a_circle(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        token = create_from_record(in_chips(3, 2))
        create_circle_from_table(token)
    assert "A record" not in client.get(f"/t/{token}").text


def test_no_page_of_a_large_circle_is_heavy(app: Flask) -> None:
    with app.app_context():
        circle = resolve_circle_address(filled_circle(1_000).removeprefix("/c/")).circle
        set_chip_value(circle.id, "", 5, "EUR")
        payer, payee = (one.id for one in list_people(circle.id)[:2])
        evening = list_latest_evenings(circle.id, 1)[0].id
        for cents in range(1, 120):
            create_payment(circle.id, payer, payee, cents, evening)
    keeper = CircleDevice(app, circle)
    pages = (
        *("", "?season=all", "/games/michigan-kitty?season=all", f"/people/{payer}?season=all"),
        *("/evenings", f"/evenings/{evening}", "/book", "/people", "/results", "/span"),
    )
    weights = {page: len(gzip.compress(keeper.look(page).source.encode(), 6)) for page in pages}
    assert max(weights.values()) < HEAVIEST, weights
