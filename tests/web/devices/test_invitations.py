"""Guests: what each invitation is good for, what it is not, and what it gives away of others."""

import json
import random
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from companion.games import all_games
from companion.store import access, models, visits
from companion.store.database import read_connection
from companion.store.models import VisitRow, utc_now
from companion.store.records import export_table
from companion.web.games import screen_of
from companion.web.table.sheets import SHEETS
from tests.core.test_prompts import FILES
from tests.evenings import accepted
from tests.notation import entries
from tests.web.cases import read_cases, visit
from tests.web.pages import Element, page_of
from tests.web.sending import send
from tests.web.tapping import Guest, Table, buttons, impossible, offered, play

# So many evenings, each of another kind, are seen from a seat at a moment drawn by chance.
EVENINGS = 3

LED = "deal; swap; Ann 2C"


CASES = """
a seat that tells nothing is asked again
    deal; swap; chips-only
    as Bob: not fill out left:Bob= => "Enter exactly one number for Bob."
a seat borrows for itself on its own sheet
    LED
    as Bob: /more/player?player=Bob => no "Sit out or leave", no "buys chips",
        choice key-from pot:AS, no choice key-from Ann
    not /more/player?player=Cal (403)
    not post /log entry: undo (403) => "This invitation does not let you do that"
    not fill borrow on player player=Bob from=Ann chips=2 (403) => "use the tablet on the table"
    as Bob: fill borrow on player player=Bob from=pot:AS chips=2
    not fill borrow on player player=Cal from=pot:AS chips=2 (403)
        => log Bob borrows 2 from pot:AS
a seat takes back what it has entered itself
    LED
    as Bob => no button "Undo"
    Bob 3C => button "Undo Bob plays 3♣"
    as Cal: not undo (403)
    as Bob: undo => no button "Undo"
a run from a seat is one entry
    LED
    as Bob: run 5C: Bob 3C => log Bob 3C 4C 5C
a seat takes a cup for its own player
    wanagan: deal
    as Bob: fill award players=Bob pot=flush => log award flush Bob
where the table has switched it off seats only look
    LED
    post /guests/seats tap=off
    as Bob: not Bob 3C (403) => "Tapping on players’ own devices is turned off"
    as Bob => no button "I play 3♣"
    as table: post /guests/seats tap=on
    as Bob: Bob 3C
a seat of somebody who has left says so
    Ann buys in 1
    as Bob => no "Not at the table now"
    as table: Bob leaves
    as Bob => "Not at the table now"
"""


@pytest.mark.parametrize("case", read_cases(CASES, LED=LED))
def test_a_seat_enters_what_its_player_does(app: Flask, case: str) -> None:
    visit(app, case)


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, log=LED).invite()


def test_the_page_says_that_who_helped_knows_the_other_invitations(table: Table) -> None:
    helping, *others = table.look("/guests").text.partition("help.")[2].split('<li class="sheet')
    assert "replace the others as well" in helping
    assert not any("replace the others as well" in other for other in others)


READ = ["", "/board", "/tally", "/tally.pdf", "/tally.csv", "/rules"]
SCORERS = ["/more", "/log", "/log/0", "/wrong", "/setup", "/seats", "/guests", "/record.json"]


def test_the_invitations_are_there_for_everybody_who_sits_here(table: Table) -> None:
    found = table.invited
    assert set(found) == {"watch", "help", "Ann", "Bob", "Cal", "Dee"}
    assert len({address.partition(".")[2] for address in found.values()}) == 6
    page = table.look("/guests")
    assert all(address in page.text for address in found.values())
    code = table.get(f"/guests/{found['watch']}.svg")
    assert (code.status_code, code.mimetype) == (200, "image/svg+xml")
    assert table.get(f"/guests/{table.token}.svg").status_code == 404


def test_a_helper_may_do_everything_that_the_first_tablet_may(table: Table) -> None:
    helper = Guest(table, "help")
    assert set(helper.statuses([*READ, *SCORERS[:5], "/guests"]).values()) <= {200, 303}
    assert helper.tap("undo").status_code == 200
    assert helper.tap("Ann 4C").status_code == 200


@pytest.mark.parametrize("who", ["watch", "Bob", "help"])
def test_no_page_names_another_address_of_the_table(table: Table, who: str) -> None:
    guest = Guest(table, who)
    found = table.invited
    others = {table.token, *found.values()} - {found[who]}
    pages = [guest.url, "/", f"/new?like={found[who]}"]
    pages += [
        guest.url + path for path in ("/tally", "/rules", "/board", "/more/player?player=Bob")
    ]
    if who == "help":
        others = {table.token}
        pages += [guest.url + path for path in ("/log", "/more", "/guests", "/setup", "/wrong")]
        assert guest.post("/side", player="Bob").status_code == 303
        assert guest.post("/memory").status_code == 303
    for address in pages:
        text = guest.client.get(address, follow_redirects=True).text
        assert not [other for other in others if other in text], address
    with guest.client.session_transaction() as remembered:
        told = json.dumps(dict(remembered))
    assert not [other for other in others if other in told]


def test_a_withdrawn_invitation_leads_to_a_kind_page_and_the_new_one_to_the_table(
    table: Table,
) -> None:
    before, guest = table.invited["watch"], Guest(table, "watch")
    assert withdraw(table, "watch", anew="yes").status_code == 303
    answer = guest.get()
    assert answer.status_code == 410
    assert "Ask for a new invitation" in answer.text
    assert table.invited["watch"] != before
    assert Guest(table, "watch").page.text


def withdraw(table: Table, who: str, **more: str) -> TestResponse:
    return table.post("/guests/withdraw", address=table.invited[who], **more)


def test_what_was_withdrawn_long_ago_is_known_no_more(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "MAX_WITHDRAWN", 1)
    addresses = []
    for _ in range(3):
        addresses.append(table.invited["watch"])
        withdraw(table, "watch", anew="yes")
    statuses = [table.client.get(f"/t/{one}").status_code for one in addresses]
    assert statuses == [404, 404, 410]
    assert Guest(table, "watch").page.text


def test_a_role_cannot_be_changed_in_the_address(table: Table) -> None:
    secret = table.invited["watch"].partition(".")[2]
    assert table.client.get(f"/t/help.{secret}").status_code == 404
    assert table.client.get(f"/t/{secret}").status_code == 404


def test_whoever_watches_is_offered_nothing_to_tap(table: Table) -> None:
    page = Guest(table, "watch").page
    tappable = [e.tag for e in page.elements if e.tag in ("button", "form", "input", "a")]
    assert tappable in (["a"], ["a", "button"])


def test_a_seat_is_offered_its_own_answers_only(table: Table) -> None:
    assert [entry["player"] for entry in offered(Guest(table, "Bob"))] == ["Bob"]
    assert "I play 3♣" in buttons(Guest(table, "Bob").page)
    table.tap("stop")
    assert {entry["player"] for entry in offered(Guest(table, "Ann"))} == {"Ann"}
    assert offered(Guest(table, "Bob")) == []


def test_a_seat_enters_for_its_own_player_and_the_log_says_so(table: Table) -> None:
    bob = Guest(table, "Bob")
    entry = buttons(bob.page)["I play 3♣"]
    assert bob.tap(entry).status_code == 200
    assert table.log[3:] == [entry]
    assert "Bob’s phone" in table.look("/log").said
    with table.app.app_context():
        assert export_table(table.token)["made"][3]["seat"] == "Bob"


OTHERS: list[Any] = [
    *entries("Cal 3C; stop; undo; redo; end; misdeal; chips-only; last-hand; break-off"),
    *entries(
        "Bob buys in 100; Cal leaves; Cal returns; Cal pays 1 to Bob; pot:kitty pays 1 to Bob"
    ),
    *entries("Bob holds 1; count Bob 1000; Cal borrows 1 from Bob; award kitty Bob Cal"),
    *entries("amend 2: Bob 2C; insert 2: Bob 2C"),
    *(["Bob"], "Bob", None),
]


def test_a_seat_enters_nothing_for_others_or_for_the_table(table: Table) -> None:
    bob = Guest(table, "Bob")
    for raw in OTHERS:
        answer = bob.send(entry=json.dumps(raw), version=3)
        assert answer.status_code == 403, raw
        assert re.search("what Bob does|undone here", answer.text)
    assert bob.tap({"do": "play", "player": ["Bob"], "cards": ["3C"]}, version=3).status_code == 422
    assert len(table.log) == 3


def test_a_guest_finds_the_table_again_by_the_invitation(table: Table) -> None:
    bob = Guest(table, "Bob")
    assert bob.url in page_of(bob.client.get("/").text).links


def test_at_no_moment_of_any_game_is_a_seat_offered_what_it_may_not_do(
    app: Flask, chance: random.Random
) -> None:
    for path in chance.sample(FILES, EVENINGS):
        evening = chance.choice(accepted(path))
        log = evening.pop("log")
        table = Table(app, evening, log[: chance.randint(0, len(log))]).invite()
        seats = sorted(table.invited.keys() - {"watch", "help"})
        _look_round(Guest(table, chance.choice(seats)), path.stem)


def _look_round(seat: Guest, where: str) -> None:
    """Follow every link of a seat, and of the sheets that it leads to; try every button."""
    taps = seat.page.all("button", name="entry")
    barred = [json.loads(tap.get("value")) for tap in taps if is_barred(tap)]
    assert impossible(seat, barred) == barred, where
    told = [json.loads(tap.get("value")) for tap in taps if not is_barred(tap)]
    entries = [entry for entry in told if entry["do"] != "undo" and not is_told(entry)]
    assert not impossible(seat, entries), where
    links = {link for link in seat.page.links if seat.url in link}
    further = {a for link in sorted(links) for a in seat.look(link).links if seat.url in a}
    statuses = {a: seat.client.get(a).status_code for a in sorted(further - links)}
    assert set(statuses.values()) <= {200}, (where, statuses)


def is_barred(tap: Element) -> bool:
    """Whether a button is greyed out, as the bid that would make all bids add up."""
    return "disabled" in tap.attributes


def is_told(entry: dict[str, Any]) -> bool:
    """Whether an entry is a player's part of one of all."""
    return entry["do"] in ("tricks", "score", "totals", "out")


def test_whatever_a_link_says_a_seat_opens_no_sheet_but_its_own(
    table: Table, chance: random.Random
) -> None:
    seat, game = Guest(table, "Bob"), all_games()["michigan-kitty"]
    sheets = {*SHEETS, *screen_of(game).sheets, *game.entries, "more", ""}
    for sheet in sorted(sheets):
        page = f"/more/{sheet}" if sheet else "/more"
        for named in ("", "player=Ann", "player=Bob&key-player=Ann", "player=Ann&key-player=Bob"):
            paths = [f"{page}?do={do}&{named}" for do in chance.sample(sorted(game.entries), 2)]
            own = sheet == "mine" or (sheet in game.entries and game.kinds[sheet].is_dealers)
            assert own or set(seat.statuses([f"{page}?{named}", *paths]).values()) == {403}
    assert seat.statuses(["/more/borrow?player=Bob&do=count", "/more/borrow?do=borrow"]) == {
        "/more/borrow?player=Bob&do=count": 200,
        "/more/borrow?do=borrow": 403,
    }


def similar(code: str) -> str:
    """The code as somebody reads it who takes letters for others."""
    return code.translate(str.maketrans("DLZSGBV", "O12568U"))


@pytest.fixture
def code(table: Table) -> str:
    """The letters for a television, as the tablet shows them."""
    table.post("/guests/code", address=table.invited["watch"])
    found = re.search(r"and type\s+([A-Z]{4})", table.look("/guests").text)
    assert found
    return found[1]


@pytest.mark.parametrize("typing", [str.lower, " ".join, similar])
def test_a_television_watches_by_the_code_that_the_tablet_shows(
    table: Table, code: str, typing: Callable[[str], str]
) -> None:
    television = table.app.test_client()
    answer = send(television, "/tv", {"code": typing(code)})
    assert answer.location == f"/t/{table.invited['watch']}"
    assert television.get(answer.location).status_code == 200


@pytest.mark.parametrize("late", [timedelta(0), timedelta(minutes=10)])
def test_a_wrong_code_and_an_old_one_open_nothing(
    table: Table, code: str, late: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (access, models):
        monkeypatch.setattr(module, "utc_now", lambda: utc_now() + late)
    typed = code if late else code[:-1] + ("B" if code[-1] == "C" else "C")
    answer = send(table.app.test_client(), "/tv", {"code": typed})
    assert (answer.status_code, "Ask for a new code" in answer.text) == (422, True)
    assert (code in table.look("/guests").text) == (not late)


def test_a_code_is_for_an_invitation_to_watch_that_is_not_withdrawn(
    table: Table, code: str
) -> None:
    for role in ("help", "Bob"):
        assert table.post("/guests/code", address=table.invited[role]).status_code == 303
    assert table.look("/guests").text.count("and type") == 1
    withdraw(table, "watch")
    assert send(table.client, "/tv", {"code": code}).status_code == 422


def test_a_link_of_another_table_opens_nothing_here(app: Flask, table: Table) -> None:
    other = Table(app, log=LED).invite()
    bob, helper, there = Guest(table, "Bob"), Guest(table, "help"), other.invited
    assert helper.get(f"/guests/{there['watch']}.svg").status_code == 404
    helper.post("/guests/withdraw", address=there["Bob"])
    assert "Bob" in other.invited
    for path in ("/entries", "/log", "/guests/seats"):
        fields = {"version": 3, "entry": json.dumps({"do": "undo"}), "tap": "off"}
        assert send(bob.client, f"/t/{there['Bob']}{path}", fields).status_code == 403
    assert bob.tap({**play("Bob", "3C"), "table": other.token}, version=3).status_code == 422
    assert (len(table.log), len(other.log)) == (3, 3)


def test_however_many_look_on_the_owner_finds_the_table_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "MAX_VISITS", 3)
    helper = Guest(table, "help")
    watch = f"/t/{table.invited['watch']}"
    for _ in range(5):
        table.app.test_client().get(watch)
    assert f"/t/{table.token}" in table.client.get("/").text
    assert helper.url in helper.client.get("/").text
    with table.app.app_context(), read_connection() as connection:
        seen = connection.scalars(select(VisitRow.address)).all()
    kinds = sorted(str(address).partition(".")[0] for address in seen)
    assert kinds == ["None", "help", *["watch"] * 3]


def test_the_first_page_tells_nothing_of_a_table_after_its_invitation_was_withdrawn(
    table: Table,
) -> None:
    seat = Guest(table, "Bob")
    assert "Dee" in seat.client.get("/").text
    withdraw(table, "Bob", anew="yes")
    assert "Dee" not in seat.client.get("/").text
    again = Guest(table, "Bob")
    seat.client.get(again.url)
    assert "Dee" in seat.client.get("/").text


def test_a_saved_record_does_not_name_an_address_of_the_table(table: Table) -> None:
    for device in (table, Guest(table, "help")):
        name = device.get("/record.json").headers["Content-Disposition"]
        assert re.fullmatch(r'attachment; filename="record-\d{4}-\d\d-\d\d\.json"', name)
