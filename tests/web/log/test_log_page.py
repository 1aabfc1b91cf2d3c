"""The log page: every entry ever made, hand by hand, and undo and redo."""

import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.evenings import in_chips, recorded
from tests.notation import entries
from tests.web.cases import read_cases, visit
from tests.web.pages import Page, page_of
from tests.web.tapping import HX, Table

UNDO = {"do": "undo"}


CASES = """
an empty log says that nothing has happened
    /log => "Nothing has happened yet"
what was taken back stays struck through and cannot be changed
    Ann buys in 5; Bob buys in 5; undo
    /log => only del "Bob buys 5 chips", #entry-1 "undone by entry 3",
        link /log/0, no link /log/1, no link /log/2
    not /log/1 (404)
    not /log/2 (404)
what was replaced stays struck through with what it became
    Ann buys in 5; amend 0: Ann buys in 7
    /log => only del "Ann buys 5 chips",
        #entry-0 "became Ann buys 7 chips corrected by entry 2 Ann +7"
a finding stands at the entry that broke the rule
    deal; keep; Ann JC; stop; Ann 2D
    /log => #entry-2 "Ann led J♣ first, but still had 2♦. Entry 5 proves it.",
        no #entry-4 "still had"
a refused entry is answered with the log and why
    Ann buys in 5
    not post /log entry: stop => "no hand is in progress", log nothing
what was asked for stays chosen and what is found is drawn as elsewhere
    Ann buys in 5; Bob buys in 5; undo; deal; keep; Ann JC
    /log?player=Bob&hand=0 => chosen "Bob, Before the first hand", only del "Bob buys 5 chips"
where nothing is found the log says so
    deal; keep; Ann JC; stop; Ann 2D
    /log?find=findings&player=Dee => "Nothing in the log matches this search."
each choice of the search is clear without the words beside it
    deal
    /log => .log-find "all entries", .log-find "all players", no .log-find "about"
the log of a game with pots offers to find them
    deal
    /log => "Saucers won"
the log of a game without pots does not
    kids-rummy: deal
    /log => no "Pots won"
a device is called as those at the table call it
    => log nothing
    Ann buys in 5
    /log => #entry-0 "this device"
    as help
    /log => #entry-0 "another device"
a tap from an old log changes nothing and one sent twice is stored once
    Ann buys in 5; Bob buys in 5
    not post /log version=1 entry={"do":"undo"} (409) => log nothing
    post /log version=2 entry={"do":"undo"}
    post /log version=2 entry={"do":"undo"} => log undo
"""


@pytest.mark.parametrize("case", read_cases(CASES))
def test_the_log_tells_what_became_of_each_entry(app: Flask, case: str) -> None:
    visit(app, case)


def rows(page: Page) -> dict[str, str]:
    """What every row of the log says, by its id."""
    listed = page.all("li")
    return {row.get("id"): row.said for row in listed if row.get("id").startswith("entry-")}


def post(table: Table, raw: Any, **more: Any) -> TestResponse:
    """Send an entry by the form of the log."""
    return table.post("/log", entry=json.dumps(raw), **more)


def test_every_entry_is_listed_the_newest_first_with_what_it_moved(app: Flask) -> None:
    table = Table(app, log="deal; keep; Ann JC; Bob QC")
    told = rows(table.look("/log"))
    assert list(told) == ["entry-3", "entry-2", "entry-1", "entry-0"]
    assert told["entry-0"].startswith("1 Deal 32 chips into the saucers")
    assert told["entry-3"].startswith("4 Bob plays Q♣ Bob +4 from Q♣")


def test_undo_and_redo_are_here_too_and_lead_back_to_the_log(app: Flask) -> None:
    table = Table(app, log="Ann buys in 5")
    answer = post(table, UNDO)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{table.url}/log#entry-1")
    assert table.look("/log").values("entry", "button") == ['{"do":"redo"}']
    post(table, {"do": "redo"})
    assert table.log == entries("Ann buys in 5; undo; redo")


def test_the_latest_hand_is_open_and_earlier_ones_are_fetched_with_a_tap(app: Flask) -> None:
    setup = in_chips(players=4, hands=3)
    log = setup.pop("log")
    table = Table(app, setup, log)
    page = table.look("/log")
    length = len(log) // 3
    assert [*rows(page)][-1] == f"entry-{2 * length}"
    assert len(rows(page)) == length
    second, first = (a for a in page.all("a") if "/log/part/" in a.get("hx-get"))
    assert (first.text, second.text) == (f"Hand 1 {length} entries", f"Hand 2 {length} entries")
    part = page_of(table.client.get(first.get("hx-get"), headers=HX).text)
    assert [*rows(part)][-1] == "entry-0"
    assert part.elements[0].get("id") == first.get("hx-target").removeprefix("#")
    assert "entry-0" in rows(table.look("/log?from=0"))
    assert table.get("/log/part/1").status_code == 404


def test_a_hand_of_many_entries_is_drawn_in_parts(app: Flask) -> None:
    table = Table(app, log="Ann buys in 1;" * 250)
    page = table.look("/log")
    assert len(rows(page)) == 10
    assert "Before the first hand, entries 121 to 240" in page.text


PLAYED = "Ann buys in 5; deal; keep; Ann JC; Bob QC"
DIRTY = "deal; keep; Ann JC; stop; Ann 2D"
PAID = "deal; chips-only; Dee collects AS; Bob out Ann 1 Cal 1 Dee 1"
UNDONE = "Ann buys in 5; Bob buys in 5; undo; deal; keep; Ann JC"
FOUND = {
    "the pots that were won for good": (PLAYED, "find=pots", [4]),
    "no chips that were borrowed from a pot": ("deal; Ann borrows 1 from pot:AS", "find=pots", []),
    "the pots that somebody won with a card": (PAID, "find=pots&player=Dee", [2]),
    "the pots that somebody won by going out": (PAID, "find=pots&player=Bob", [3]),
    "what was found out": (DIRTY, "find=findings", [2]),
    "all about a player": (UNDONE, "player=Bob", [3, 1]),
    "what was entered before the first hand": (PLAYED, "hand=0", [0]),
    "what was entered in a hand about a player": (PLAYED, "hand=1&player=Bob", [4, 1]),
}


@pytest.mark.parametrize(("log", "asked", "found"), FOUND.values(), ids=FOUND)
def test_the_log_finds(app: Flask, log: str, asked: str, found: list[int]) -> None:
    page = Table(app, log=log).look(f"/log?{asked}")
    assert list(rows(page)) == [f"entry-{number}" for number in found]


def test_the_log_finds_what_was_found_about_a_player(app: Flask) -> None:
    dirty = next(it for it in recorded("boodle", "dirty") if len(it["players"]) == 8)
    table = Table(app, dirty, dirty.pop("log"))
    found = {name: rows(table.look(f"/log?find=findings&player={name}")) for name in ("Cal", "Hal")}
    assert list(found["Cal"]) == ["entry-27"]
    assert list(found["Hal"]) == ["entry-3", "entry-2"]


def test_the_log_finds_no_more_than_can_be_drawn_at_once(app: Flask) -> None:
    table = Table(app, log="Ann buys in 1;" * 300)
    assert [*rows(table.look("/log?player=Ann"))][-1] == "entry-180"
