"""Putting entries right: the form of each kind, the preview, and what is saved."""

import json
import random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.core.entries.schema import entry_fields
from companion.games import all_games
from tests.evenings import record
from tests.notation import entry
from tests.web.cases import read_cases, visit
from tests.web.pages import Page, page_of
from tests.web.tapping import HX, Table

RUN = "deal; keep; Ann 3C; Bob 4C; Cal 5C"
ON = "deal; keep; Ann QC; Bob KC AC 2D"
PLAY = {"look": 1, "do": "play"}


SHORT = {"RUN": RUN, "ON": ON, "PLAY": "look=1 do=play"}

CASES = """
a form is filled with the entry and changes nothing yet
    RUN
    /log/3 => ticked player Bob, ticked cards 4C, saves nothing, only #preview ""
a wrong player is put right
    RUN
    /log/3 PLAY player=Dee cards=4C => saves amend 3: Dee 4C,
        #preview "Dee plays 4♣ What changes Nobody’s chips change.", log nothing
    post /log entry: amend 3: Dee 4C => log amend 3: Dee 4C
a wrong amount shows whose chips change and by how much
    Ann borrows 4 from Bob
    /log/0 look=1 do=borrow player=Ann from=Bob chips=10 => saves amend 0: Ann borrows 10 from Bob,
        rows "Ann 104 110 +6; Bob 96 90 −6",
        #preview "IOUs after the change: Ann owes Bob 10 chips."
a typed amount goes before a chosen one and that before the old one
    Ann buys in 4
    /log/0 look=1 do=buy-in player=Ann chips-was=4 => saves nothing
    /log/0 look=1 do=buy-in player=Ann chips-was=4 chips=5 => saves amend 0: Ann buys in 5
    /log/0 look=1 do=buy-in player=Ann chips-was=4 chips-chosen=5 chips-typed=33
        => saves amend 0: Ann buys in 33
the cards of a run are put right in their order
    deal; keep; Ann 9H 10H
    /log/2 PLAY player=Ann cards=10H,JH,9H,8H
        => saves amend 2: Ann 8H 9H 10H JH, no #preview "Newly found"
    /log/2 PLAY player=Ann cards=9H => saves amend 2: Ann 9H
one card may become several
    RUN
    /log/4 PLAY player=Cal several=1 cards=5C,6C => saves amend 4: Cal 5C 6C
a wrong seat is put right with the lead that follows
    RUN; stop; Cal JD; Ann QD
    /log/4 PLAY player=Dee cards=5C => saves amend 4: Dee 5C & 6: Dee JD,
        #preview "Entry 7 becomes: Dee plays J♦", row "Dee 92 96 +4"
    post /log entry: amend 4: Dee 5C & 6: Dee JD
an entry that cannot be says why and cannot be saved
    RUN
    /log/4 PLAY player=Cal cards=9S => saves nothing, #preview "9♠"
a finding that goes is shown
    deal; keep; Ann JC; stop; Ann 2D
    /log/4 PLAY player=Ann cards=KD
        => #preview "No longer found: Ann led J♣ first, but still had 2♦."
a finding that comes is shown
    deal; keep; Ann JC; stop; Ann KD
    /log/4 PLAY player=Ann cards=2D
        => #preview "Newly found in entry 3: Ann led J♣ first, but still had 2♦."
an entry can be removed
    Ann buys in 5; Bob buys in 5
    /log/0 remove=1 => saves amend 0: nothing, rows "Ann 105 100 −5", log nothing
something else may have happened
    RUN
    /log/4 do=stop => saves amend 4: stop
    /log/4 do=collect => "Which saucer?", saves nothing
what is still open is asked for
    RUN
    /log/4 look=1 do=borrow player=Ann => only #preview "From whom? How many chips?", saves nothing
an unknown kind of entry asks what happened
    RUN
    /log/4 look=1 do=dance => "Something else happened", saves nothing
a forgotten entry is put in
    RUN
    /log/4/before => saves nothing
    /log/4/before look=1 do=buy-in player=Cal chips=5 => saves insert 4: Cal buys in 5
    post /log entry: insert 4: Cal buys in 5
    /log => "Cal buys 5 chips (inserted before entry 5)"
    post /log entry: undo => log insert 4: Cal buys in 5; undo
a forgotten card is put in and its neighbour changes too
    ON
    /log/3/before PLAY player=Dee cards=KC
        => #preview "With this change, entry 4 would no longer be valid: A♣ is next, not K♣."
    follow "Correct entry 4 too" => ticked with-player Bob, choice with-cards KC
    /log/3/before PLAY player=Dee cards=KC also=1 with-player=Bob with-cards=AC,2D
        => saves insert 3: Dee KC & 3: Bob AC 2D
a finding enforced by mistake is waived
    penalties=on: deal; keep; Ann JC; stop; Ann 2D; Ann 3D; stop; enforce 0
    /log/7 => ticked finding 0
    /log/7 look=1 do=waive finding=0 => saves amend 7: waive 0, row "Ann 89 92 +3"
"""


@pytest.mark.parametrize("case", read_cases(CASES, **SHORT))
def test_an_entry_is_put_right_by_its_form(app: Flask, case: str) -> None:
    visit(app, case)


def lead(player: str, card: str) -> dict[str, Any]:
    """A play of one card as the form records it."""
    return {"do": "play", "player": player, "card": card}


def look(table: Table, number: int, before: bool = False, **fields: Any) -> Page:
    """Open the form of an entry, filled in so."""
    path = f"/log/{number}{'/before' if before else ''}"
    return table.look(f"{path}?{urlencode(fields, doseq=True)}")


def saved(page: Page) -> Any:
    """What the button “Save the change” would record; None where nothing can be saved."""
    values = page.values("entry", "button")
    return json.loads(values[0]) if values else None


def preview(page: Page) -> str:
    return page.all("fieldset", id="preview")[0].said


def amend(number: int, entry: Any) -> dict[str, Any]:
    return {"do": "amend", "entry": number, "with": entry}


def test_a_later_entry_that_would_fall_is_named_with_a_link_to_it(app: Flask) -> None:
    page = look(Table(app, log=ON), 2, **PLAY, player="Ann", cards="JC")
    assert saved(page) is None
    assert "entry 4 would no longer be valid" in preview(page)
    [link] = [a for a in page.all("a") if a.text.startswith("Open entry 4")]
    assert link.get("href").endswith("/log/3")
    assert "Bob plays K♣ A♣ 2♦" in link.text


def test_of_a_run_every_card_is_ticked_for_itself(app: Flask) -> None:
    page = look(Table(app, log="deal; keep; Ann 9H 10H"), 2)
    assert [tile.get("type") for tile in page.all("input", name="cards")] == ["checkbox"] * 52


def test_a_preview_alone_is_a_fragment_that_owns_its_id(app: Flask) -> None:
    table = Table(app, log="Ann buys in 4")
    query = "look=1&do=buy-in&player=Bob&chips=4"
    page = page_of(table.client.get(f"{table.url}/log/0?{query}", headers=HX).text)
    assert page.elements[0].get("id") == "preview"
    assert saved(page) == amend(0, entry("Bob buys in 4"))


ENTRIES = [
    ("michigan-kitty", "deal Ann 11 Bob 10 Cal 10 Dee 10 dummy 11"),
    ("michigan-kitty", "deal; Ann buys for 3"),
    ("michigan-kitty", "deal; keep; Ann holds 12"),
    ("michigan-kitty", "Eve joins left of Ann with 50"),
    ("michigan-kitty", "count Ann 90"),
    ("michigan-kitty", "deal; chips-only; Ann collects AS"),
    ("michigan-kitty", "deal; chips-only; Ann out Bob 1 Cal 2 Dee 3"),
    ("michigan-kitty", "Ann borrows 4 from Bob; Ann repays 4 to Bob"),
    ("wanagan", "deal; award 1-pair Ann Bob"),
    ("wanagan", "deal; award 1-pair nobody"),
    ("oh-claire", "deal; Ann bids 3 tricks"),
    ("kids-rummy", "deal; Ann out: Bob 5 Cal 10 Dee 15"),
    ("kids-rummy", "deal; nobody out: Ann 7H Bob KD+2C Cal AS Dee 3D"),
]


@pytest.mark.parametrize(("game", "log"), ENTRIES)
def test_every_kind_of_entry_comes_back_from_its_form_as_it_was(
    app: Flask, game: str, log: str
) -> None:
    table = Table(app, record(game), log)
    number = len(table.log) - 1
    page = look(table, number)
    filled = [
        (i.get("name"), i.get("value"))
        for i in page.all("input")
        if i.get("name") not in ("", "csrf_token", "version")
        and (i.get("type") not in ("radio", "checkbox") or "checked" in i.attributes)
    ]
    again = table.look(f"/log/{number}?{urlencode(filled)}")
    assert saved(again) is None
    assert preview(again) == ""
    before = table.look(f"/log/{number}/before?{urlencode(filled)}")
    tried = saved(before)
    assert tried is None or tried["entry"] == table.log[number]


ODD = ("", "-", "XX", "X" * 300, "AS", "\x00", "-1", "9" * 30, "pot:", "pot:XX", "Nobody", "\ud83d")
# So many kinds of entries are tried with each value.
SHARE = 3


@pytest.mark.share(1)
@pytest.mark.parametrize("game", ["michigan-kitty", "great-lakes", "wanagan", "kids-rummy"])
def test_nothing_that_a_form_may_send_breaks_the_page(
    app: Flask, chance: random.Random, game: str
) -> None:
    table = Table(app, record(game), "deal")
    for value in ODD:
        send_everywhere(table, value, chance.sample(sorted(all_games()[game].entries), SHARE))
    assert table.log == [{"do": "deal"}]


def send_everywhere(table: Table, value: str, kinds_of_entries: list[str]) -> None:
    """Fill a value into every field that any form has, for entries of some kinds."""
    kinds = [kind for game in all_games().values() for kind in game.kinds.values()]
    named = dict.fromkeys(key for kind in kinds for key in entry_fields(kind))
    keys = [*named, *(f"{key}:Ann" for key in named), "chips-typed", "also", "several"]
    odd = {key: value.encode("utf-8", "replace").decode() for key in keys}
    for do in kinds_of_entries:
        look(table, 0, look=1, do=do, **odd)
        look(table, 0, before=True, look=1, do=do, **odd, **{"with-player": "x"})
