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
from tests.notation import entries, entry
from tests.web.log.test_log_page import UNDO, post
from tests.web.pages import Page, page_of
from tests.web.tapping import HX, Table

RUN = "deal; keep; Ann 3C; Bob 4C; Cal 5C"
ON = "deal; keep; Ann QC; Bob KC AC 2D"
PLAY = {"look": 1, "do": "play"}


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


def changes(page: Page) -> list[list[str]]:
    """The rows of the table of what changes: who, before, after, by how much."""
    cells = [e.text for e in page.elements if e.tag == "td" or e.get("scope") == "row"]
    return [cells[at : at + 4] for at in range(0, len(cells), 4)]


def checked(page: Page) -> list[tuple[str, str]]:
    return [(i.get("name"), i.get("value")) for i in page.all("input") if "checked" in i.attributes]


def amend(number: int, entry: Any) -> dict[str, Any]:
    return {"do": "amend", "entry": number, "with": entry}


def test_a_form_is_filled_with_the_entry_and_changes_nothing_yet(app: Flask) -> None:
    page = look(Table(app, log=RUN), 3)
    assert checked(page) == [("player", "Bob"), ("cards", "4C")]
    assert saved(page) is None
    assert preview(page) == ""


def test_a_wrong_player_is_put_right(app: Flask) -> None:
    table = Table(app, log=RUN)
    page = look(table, 3, **PLAY, player="Dee", cards="4C")
    assert saved(page) == amend(3, lead("Dee", "4C"))
    assert "Dee plays 4♣ What changes Nobody’s chips change." in preview(page)
    assert post(table, saved(page)).status_code == 303
    assert table.log[-1] == amend(3, lead("Dee", "4C"))


def test_a_wrong_amount_shows_whose_chips_change_and_by_how_much(app: Flask) -> None:
    fields = {"look": 1, "do": "borrow", "player": "Ann", "from": "Bob", "chips": 10}
    page = look(Table(app, log="Ann borrows 4 from Bob"), 0, **fields)
    assert changes(page) == [["Ann", "104", "110", "+6"], ["Bob", "96", "90", "−6"]]
    assert "Open IOUs then: Ann owes Bob 10." in preview(page)
    assert saved(page)["with"]["chips"] == 10


def test_a_typed_amount_goes_before_a_chosen_one_and_that_before_the_old_one(app: Flask) -> None:
    table = Table(app, log="Ann buys in 4")
    fields = {"look": 1, "do": "buy-in", "player": "Ann", "chips-was": 4}
    assert saved(look(table, 0, **fields)) is None
    assert saved(look(table, 0, **fields, chips=5)) == amend(0, entry("Ann buys in 5"))
    typed = {**fields, "chips-chosen": 5, "chips-typed": 33}
    assert saved(look(table, 0, **typed)) == amend(0, entry("Ann buys in 33"))


def test_the_cards_of_a_run_are_put_right_in_their_order(app: Flask) -> None:
    table = Table(app, log="deal; keep; Ann 9H 10H")
    page = look(table, 2)
    assert [i.get("type") for i in page.all("input", name="cards")] == ["checkbox"] * 52
    page = look(table, 2, **PLAY, player="Ann", cards=["10H", "JH", "9H", "8H"])
    assert saved(page)["with"]["cards"] == ["8H", "9H", "10H", "JH"]
    assert "Newly found" not in preview(page)
    page = look(table, 2, **PLAY, player="Ann", cards=["9H"])
    assert saved(page) == amend(2, lead("Ann", "9H"))


def test_one_card_may_become_several(app: Flask) -> None:
    table = Table(app, log=RUN)
    page = look(table, 4, **PLAY, player="Cal", several=1, cards=["5C", "6C"])
    assert saved(page)["with"] == entry("Cal 5C 6C")


def test_a_later_entry_that_would_fall_is_named_with_a_link_to_it(app: Flask) -> None:
    page = look(Table(app, log=ON), 2, **PLAY, player="Ann", cards="JC")
    assert saved(page) is None
    assert "Then entry 4 would not be possible" in preview(page)
    [link] = [a for a in page.all("a") if a.text.startswith("Open entry 4")]
    assert link.get("href").endswith("/log/3")
    assert "Bob plays K♣ A♣ 2♦" in link.text


def test_a_wrong_seat_is_put_right_with_the_lead_that_follows(app: Flask) -> None:
    table = Table(app, log=f"{RUN}; stop; Cal JD; Ann QD")
    page = look(table, 4, **PLAY, player="Dee", cards="5C")
    assert "Entry 7 becomes: Dee plays J♦" in preview(page)
    made = saved(page)
    also = [{"entry": 6, "with": entry("Dee JD")}]
    assert made == {**amend(4, lead("Dee", "5C")), "also": also}
    assert ["Dee", "92", "96", "+4"] in changes(page)
    assert post(table, made).status_code == 303


def test_an_entry_that_cannot_be_says_why_and_cannot_be_saved(app: Flask) -> None:
    page = look(Table(app, log=RUN), 4, **PLAY, player="Cal", cards="9S")
    assert saved(page) is None
    assert "9♠" in preview(page)


def test_findings_that_come_and_go_are_shown(app: Flask) -> None:
    led, low, high = "deal; keep; Ann JC; stop", "2D", "KD"
    page = look(Table(app, log=f"{led}; Ann {low}"), 4, **PLAY, player="Ann", cards=high)
    assert "No longer found: Ann led J♣ first, but still had 2♦." in preview(page)
    page = look(Table(app, log=f"{led}; Ann {high}"), 4, **PLAY, player="Ann", cards=low)
    assert "Newly found, entry 3: Ann led J♣ first, but still had 2♦." in preview(page)


def test_an_entry_can_be_removed(app: Flask) -> None:
    table = Table(app, log="Ann buys in 5; Bob buys in 5")
    page = look(table, 0, remove=1)
    assert saved(page) == amend(0, None)
    assert changes(page) == [["Ann", "105", "100", "−5"]]


def test_something_else_may_have_happened(app: Flask) -> None:
    table = Table(app, log=RUN)
    page = look(table, 4, do="stop")
    assert saved(page) == amend(4, {"do": "stop"})
    page = look(table, 4, do="collect")
    assert "Which saucer?" in page.text
    assert saved(page) is None


def test_what_is_still_open_is_asked_for(app: Flask) -> None:
    page = look(Table(app, log=RUN), 4, look=1, do="borrow", player="Ann")
    assert preview(page) == "From whom? How many chips?"
    assert saved(page) is None


def test_an_unknown_kind_of_entry_asks_what_happened(app: Flask) -> None:
    page = look(Table(app, log=RUN), 4, look=1, do="dance")
    assert saved(page) is None
    assert "Something else happened" in page.text


def test_a_forgotten_entry_is_put_in(app: Flask) -> None:
    table = Table(app, log=RUN)
    page = look(table, 4, before=True)
    assert saved(page) is None
    fields = {"look": 1, "do": "buy-in", "player": "Cal", "chips": 5}
    page = look(table, 4, before=True, **fields)
    assert saved(page) == {"do": "insert", "before": 4, "entry": entry("Cal buys in 5")}
    post(table, saved(page))
    assert "Cal buys 5 chips (inserted before entry 5)" in table.look("/log").text
    post(table, UNDO)
    assert table.log[-1] == UNDO


def test_a_forgotten_skip_is_put_in_and_the_lead_after_it_is_anothers(app: Flask) -> None:
    table = Table(app, log=f"{RUN}; stop; Cal 2D")
    page = look(table, 6, before=True, look=1, do="skip", player="Cal")
    assert "Entry 7 becomes: Dee plays 2♦" in preview(page)
    made = {**entry("insert 6: Cal skips"), "with": entry("Dee 2D")}
    assert saved(page) == made
    assert post(table, made).status_code == 303


def test_a_forgotten_card_is_put_in_and_its_neighbour_changes_too(app: Flask) -> None:
    table = Table(app, log=ON)
    fields: dict[str, Any] = {**PLAY, "player": "Dee", "cards": "KC"}
    page = look(table, 3, before=True, **fields)
    assert "Then entry 4 would not be possible: A♣ is next, not K♣." in preview(page)
    page = table.look(page.link("Change entry 4 too"))
    assert ("with-player", "Bob") in checked(page)
    assert ("with-cards", "KC") in checked(page)
    fields |= {"also": 1, "with-player": "Bob", "with-cards": ["AC", "2D"]}
    page = look(table, 3, before=True, **fields)
    put_in = {"do": "insert", "before": 3, "entry": lead("Dee", "KC")}
    assert saved(page) == {**put_in, "with": entry("Bob AC 2D")}


def test_who_went_on_with_a_forgotten_card_played_the_next_one(app: Flask) -> None:
    page = look(Table(app, log=RUN), 4, True, **PLAY, player="Dee", cards="5C")
    assert "Entry 5 becomes: Cal plays 6♣" in preview(page)
    put_in = {"do": "insert", "before": 4, "entry": lead("Dee", "5C")}
    assert saved(page) == {**put_in, "with": entry("Cal 6C")}


def test_a_preview_alone_is_a_fragment_that_owns_its_id(app: Flask) -> None:
    table = Table(app, log="Ann buys in 4")
    query = "look=1&do=buy-in&player=Bob&chips=4"
    page = page_of(table.client.get(f"{table.url}/log/0?{query}", headers=HX).text)
    assert page.elements[0].get("id") == "preview"
    assert saved(page) == amend(0, entry("Bob buys in 4"))


def test_looking_at_a_change_stores_nothing(app: Flask) -> None:
    table = Table(app, log=RUN)
    look(table, 3, **PLAY, player="Dee", cards="4C")
    look(table, 3, remove=1)
    assert table.log == entries(RUN)


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


def test_a_finding_enforced_by_mistake_is_waived(app: Flask) -> None:
    log = "deal; keep; Ann JC; stop; Ann 2D; Ann 3D; stop; enforce 0"
    table = Table(app, record(options={"penalties": "on"}), log)
    page = look(table, 7)
    assert checked(page) == [("finding", "0")]
    page = look(table, 7, look=1, do="waive", finding=0)
    assert saved(page) == entry("amend 7: waive 0")
    assert ["Ann", "89", "92", "+3"] in changes(page)
