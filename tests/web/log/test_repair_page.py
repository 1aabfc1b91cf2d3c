"""Something is wrong: what may have been tapped wrong, and the way to the preview of each."""

import json
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.evenings import PLAYERS, record
from tests.notation import entry
from tests.simulated.kinds import KINDS
from tests.simulated.mistaken import find_repairs, mistaken
from tests.soak import slips
from tests.web.log.test_log_change import amend, lead
from tests.web.pages import Page, page_of
from tests.web.tapping import Table, buttons

STOP = {"do": "stop"}
DEALT = "deal; keep"
LED = f"{DEALT}; Ann 3C"
WITHHELD = f"{LED}; stop; Ann 5H; stop; Ann 9S; stop; Ann 4H"


def ways(page: Page) -> list[tuple[str, Any]]:
    """Return the buttons of the offered ways: their words, and the entries that they make."""
    taps = page.all("button", name="entry")
    return [(tap.text, json.loads(tap.get("value") or "")) for tap in taps]


def made(page: Page) -> list[Any]:
    """The entries that the ways make."""
    return [raw for _, raw in ways(page)]


def explain(table: Table, then: Any, **more: str) -> Page:
    """Ask what may have been tapped wrong, since this cannot be."""
    return table.look(f"/wrong?{urlencode({'entry': json.dumps(then), **more})}")


def takes(table: Table, page: Page, wanted: Any) -> TestResponse:
    """Tap the way that makes an entry; give the answer."""
    assert wanted in made(page)
    then = {"then": page.value("then")} if page.values("then") else {}
    return table.post("/wrong", entry=json.dumps(wanted), **then)


def test_a_finding_asks_whether_it_was_tapped_wrong(app: Flask) -> None:
    table = Table(app, log=WITHHELD)
    page = table.look(table.page.link("Wrong tap?"))
    assert "but still had" in page.text
    assert ways(page)
    (really,) = page.all("button", name="finding")
    assert really.text == "No, Ann really did it"
    assert table.post("/noted", finding=really.get("value")).status_code == 303
    assert "still had" not in table.look().text


def test_a_penalty_that_really_is_due_is_applied_or_let_go_where_it_is_asked(app: Flask) -> None:
    table = Table(app, record("boodle"), WITHHELD)
    page = table.look("/wrong?finding=0")
    assert "No, Ann really did it" in [title.text for title in page.all("h2")]
    assert "Let it go" in buttons(page)
    assert table.tap(buttons(page)["Apply the penalty"]).status_code == 200
    assert table.log[-1]["do"] == "enforce"
    assert "really did it" not in table.look("/wrong?finding=0").text


def test_a_refused_tap_is_explained_and_entered_with_one_tap(app: Flask) -> None:
    table = Table(app, log=f"{LED}; stop; Ann 7D")
    assert table.tap(lead("Bob", "9D")).status_code == 422
    page = table.look(table.page.link("Was an earlier tap wrong?"))
    right = entry("amend 4: Ann 8D")
    assert "Ann led 8♦, not 7♦" in [words for words, _ in ways(page)]
    assert takes(table, page, right).status_code == 303
    assert table.log[-2:] == [right, lead("Bob", "9D")]


def test_what_was_forgotten_just_now_comes_first_and_is_entered_with_what_follows(
    app: Flask,
) -> None:
    table, then = Table(app, log=LED), lead("Ann", "5D")
    page = explain(table, then)
    assert made(page)[0] == STOP
    assert takes(table, page, STOP).status_code == 303
    assert table.log[-2:] == [STOP, then]


def test_a_way_that_would_leave_an_iou_asks_and_is_entered_with_what_follows(app: Flask) -> None:
    table, bid, then = Table(app, log="deal"), entry("Ann bids 500"), entry("Bob passes")
    answer = table.post("/wrong", then=json.dumps(then), entry=json.dumps(bid))
    page = page_of(answer.text)
    assert (answer.status_code, table.log) == (422, [{"do": "deal"}])
    assert "Ann has 92 chips. Paying 500 would leave an IOU for 408. Is that right?" in page.text
    (sure,) = page.all("button", name="sure")
    assert sure.text == "Yes, enter it"
    fields = {"then": page.value("then"), "sure": sure.get("value")}
    assert table.post("/wrong", **fields).status_code == 303
    assert table.log[1:] == [bid, then]


@pytest.mark.parametrize(
    ("then", "repair"),
    [
        ("Bob bids 600", "amend 1: nothing"),
        ("Bob passes", "amend 1: nothing"),
        ("Bob 7D", "amend 1: keep"),
    ],
)
def test_what_one_did_is_never_stored_as_anothers_after_a_repair(
    app: Flask, then: str, repair: str
) -> None:
    table, raw = Table(app, log="deal; Ann bids 5"), entry(then)
    table.post("/wrong", then=json.dumps(raw), entry=json.dumps(entry(repair)))
    assert [stored for stored in table.log[2:] if stored["do"] == raw["do"]] == []


@pytest.mark.parametrize("tried", ["Bob bids 1", "Ann borrows 500 from Bob", "Dee bids 5"])
def test_a_refusal_of_every_code_leads_to_the_page(app: Flask, tried: str) -> None:
    table = Table(app, log="deal; Ann bids 5")
    assert table.tap(tried).status_code == 422
    assert table.page.link("Was an earlier tap wrong?")


def test_what_really_happens_is_told_by_seat_and_card(app: Flask) -> None:
    table = Table(app, log=f"{LED}; Bob 4C; Cal 5C")
    page = table.look(table.page.link("Something else happened"))
    assert page.values("who") == PLAYERS
    (card,) = page.values("entry", "button", **{"data-card": "2D"})
    page = table.look(f"/wrong?{urlencode({'who': 'Bob', 'entry': card})}")
    assert "Bob plays" in page.text
    assert takes(table, page, amend(4, STOP)).status_code == 303
    assert table.log[-1] == entry("Bob 2D")


@pytest.mark.parametrize("game", ["wanagan", "oh-claire", "kids-rummy"])
def test_what_happens_can_be_told_in_every_game(app: Flask, game: str) -> None:
    table = Table(app, record(game), "deal")
    page = table.look("/wrong/else")
    assert page.values("who")
    sheets = {link for link in page.links if "/wrong/else/" in link}
    assert sheets
    for sheet in sheets:
        assert "This happened" in table.look(sheet).text, sheet


def test_what_takes_more_than_a_tap_is_filled_in(app: Flask) -> None:
    table = Table(app, log=LED)
    answer = table.get("/wrong/else/sell", look="1", player="Bob", chips="3")
    assert answer.status_code == 303
    assert "Bob buys the dummy for 3" in table.look(answer.location).text
    assert table.get("/wrong/else/nothing").status_code == 404
    answer = table.get("/wrong/else/borrow?look=1&player=Ann&from=Ann&chips=1")
    assert "cannot borrow" in answer.text


def test_a_score_is_told_by_cards_or_by_points(app: Flask) -> None:
    table = Table(app, record("kids-rummy"), "deal")
    fields = {field.get("name") for field in table.look("/wrong/else/score").all("input")}
    assert {"points:Bob", "cards:Bob"} <= fields
    held = {f"cards:{player}": "7H 2C" for player in PLAYERS if player != "Ann"}
    answer = table.get("/wrong/else/score", look="1", out="Ann", **held)
    (told,) = parse_qs(urlsplit(answer.location).query)["entry"]
    assert json.loads(told)["cards"]["Bob"] == ["7H", "2C"]


def test_who_dealt_first_is_put_right_with_a_tap(app: Flask) -> None:
    table, then = Table(app, log=DEALT), lead("Cal", "3C")
    setups = {
        way.text: way.get("value") for way in explain(table, then).all("button", name="setup")
    }
    setup = setups["Bob dealt first, not Dee"]
    assert table.post("/wrong", setup=setup, then=json.dumps(then)).status_code == 303
    assert table.log[-1] == then
    assert "Bob" in table.look("/log").text


def test_a_house_rule_is_put_right_after_the_deal_where_all_replays(app: Flask) -> None:
    table, then = Table(app, log=DEALT), lead("Dee", "3C")
    rule = '{"options": {"first_leader": "dealer"}}'
    assert rule in explain(table, then).values("setup", "button")
    assert table.post("/wrong", setup=rule, then=json.dumps(then)).status_code == 303
    assert table.log[-1] == then


def test_where_nothing_explains_it_the_page_says_what_can_be_done(app: Flask) -> None:
    page = explain(Table(app, log=LED), entry("Ann collects AS"))
    assert "No single wrong tap explains it" in page.source


def test_a_show_that_was_forgotten_asks_for_its_cards(app: Flask) -> None:
    table = Table(app, record("wanagan"), "deal; Bob shows 2C 3C 4C 5H 7D")
    page = explain(table, {"do": "next"})
    links = {a.text: a.get("href") for a in page.all("a") if a.text.endswith(" shows")}
    assert [*links] == ["Ann shows", "Cal shows", "Dee shows"]
    assert "What does Cal show?" in table.look(links["Cal shows"]).text


def test_a_contradiction_says_what_cannot_all_be_true(app: Flask) -> None:
    table = Table(app, log=f"{DEALT}; Ann 2C; stop; Ann skips; Bob skips; Cal skips")
    page = table.look("/wrong?finding=0")
    assert "Either " in page.source
    assert "Ann skipped although there was a card to lead" in page.source


def test_the_one_offence_that_explains_a_contradiction_is_named(app: Flask) -> None:
    options = {"dummy_use": "swap-or-sell", "first_lead": "lowest-card"}
    sold = [{"do": "deal"}, {"do": "sell", "player": "Ann", "chips": 2}]
    played = [lead("Ann", "9D"), STOP, {"do": "skip", "player": "Ann"}, lead("Bob", "5C"), STOP]
    log = [*sold, *played, lead("Bob", "10D"), STOP]
    page = Table(app, record(options=options), log).look("/wrong?finding=1")
    assert "This alone explains it: the sequence did not stop before J♦." in page.text


@pytest.mark.parametrize("query", ["finding=0", "finding=-1", "entry={", "entry=5", "entry=[]"])
def test_what_cannot_be_read_is_not_found(app: Flask, query: str) -> None:
    assert Table(app, log=DEALT).get(f"/wrong?{query}").status_code == 404


@pytest.mark.parametrize(
    "query",
    ['entry={"do":[]}&who=Ann', 'entry={"do":"undo"}', 'entry={"do":"play"}&who=Zed', "chips:=3"],
)
def test_what_nobody_can_have_told_is_explained_by_nothing(app: Flask, query: str) -> None:
    page = Table(app, log=DEALT).look(f"/wrong?{query}")
    assert "No single wrong tap explains it" in page.text


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"entry": "{}"}, 422),
        ({"setup": '{"dealer":"Zed"}'}, 422),
        ({"setup": '{"log":1}'}, 404),
        ({"entry": "5", "then": "[]"}, 404),
        ({"setup": '{"options":5}'}, 404),
        ({"setup": '{"players":5}'}, 404),
        ({"setup": '{"players":["Ann","Bob","Cal","Zed"]}'}, 404),
        ({"setup": '{"players":[1]}'}, 404),
        ({"setup": '{"dealer":"Bob"}', "version": "0"}, 409),
    ],
)
def test_a_correction_that_cannot_be_is_refused_on_the_page(
    app: Flask, fields: dict[str, str], status: int
) -> None:
    table = Table(app, log=DEALT)
    before = table.log
    assert table.post("/wrong", **fields).status_code == status
    assert table.log == before


@pytest.mark.share(2)
@pytest.mark.parametrize("game", KINDS)
def test_each_tap_gives_just_that_repair(app: Flask, game: str) -> None:
    tried = (mistaken(game, kind, seed) for kind in KINDS[game] for seed in range(60, 63))
    found = next(m for m in tried if m.refused and find_repairs(m.log, slips.evidence(m)))
    table = Table(app, {**found.record, "log": []}, found.log.raw_entries)
    page = explain(table, found.refused)
    wanted = [repair.raw for repair in find_repairs(found.log, slips.evidence(found))]
    assert ways(page)
    assert [raw for raw in made(page) if raw not in wanted] == []
    assert takes(table, page, made(page)[0]).status_code == 303
    assert table.log[len(found.log.raw_entries)] == made(page)[0]


def test_ways_that_differ_in_one_thing_stand_under_one_question(app: Flask) -> None:
    page = explain(Table(app, log=f"{LED}; stop"), lead("Bob", "5C"))
    assert "Did Ann, Cal, Dee or Bob have 4♣?" in [heading.text for heading in page.all("h2")]
    assert {words for words, _ in ways(page)} == {f"{name} had 4♣" for name in PLAYERS}


# counting


def test_what_differs_on_the_table_is_counted_with_taps(app: Flask) -> None:
    table = Table(app, log=f"{LED}; Bob 4C; stop")
    page = table.look("/wrong")
    for words in ("Bob 9", "+1", "Cal 10", "−1", "What may have been tapped wrong?"):
        page = table.look(page.link(words))
    assert entry("amend 3: Cal 4C") in made(page)


@pytest.mark.parametrize(
    ("query", "taken"),
    [
        ("chips:Ann=3&chips:Bob=7", {"do": "count", "of": "Ann", "chips": 3}),
        ("cards:Bob=5&chips:Ann=3", {"do": "recount", "player": "Bob", "cards": 5}),
    ],
)
def test_a_count_that_nothing_explains_can_be_taken_as_it_is(
    app: Flask, query: str, taken: Any
) -> None:
    table = Table(app, log=LED)
    assert takes(table, table.look(f"/wrong?{query}"), taken).status_code == 303
    assert table.log[-1] == taken


def test_points_that_differ_are_counted_with_taps(app: Flask) -> None:
    table = Table(app, record("kids-rummy"), "deal; Ann out: Bob 25 Cal 10 Dee 5")
    page = table.look("/wrong?points:Bob=15")
    assert entry("amend 1: Ann out: Bob 15 Cal 10 Dee 5") in made(page)
    page = table.look(table.look("/wrong").link("Bob 25"))
    assert "−10" in [a.said for a in page.all("a")]


def test_a_number_is_typed_where_steps_would_be_many(app: Flask) -> None:
    table = Table(app, log="deal")
    page = table.look("/wrong?chips:Bob=90&at=chips:Ann")
    forms = page.all("form", method="get")
    (form,) = [form for form in forms if "amount-typed" in form.get("class")]
    typed = {name: page.value(name) for name in ("chips:Bob", "at")} | {"typed": "1,034"}
    page = table.look(f"{form.get('action')}?{urlencode(typed)}")
    assert "Ann 1,034 92" in page.text
    found = [link for link in page.links if "#ways" in link]
    assert found == [f"{table.url}/wrong?chips:Bob=90&chips:Ann=1034#ways"]


def test_of_several_counts_one_after_another_is_taken(app: Flask) -> None:
    table = Table(app, log="deal")
    page = table.look("/wrong?chips:Ann=90&chips:Bob=91")
    taken = next(b for b in page.all("button", name="entry") if b.text == "Ann holds 90")
    to = taken.get("formaction").removeprefix(table.url)
    answer = table.post(to, entry=taken.get("value"))
    assert answer.location == f"{table.url}/wrong?chips:Bob=91"
    assert table.log[1:] == [entry("count Ann 90")]
    tally = table.look("/tally").text
    assert "400 bought, −2 by correction = 398" in tally
    assert "Counted in hand 1: Ann −2" in tally


def test_before_the_first_deal_chips_are_counted_too(app: Flask) -> None:
    table = Table(app)
    page = table.look(table.look("/more").link("Count real chips"))
    assert page.title == "Count real chips"
    page = table.look("/wrong?chips:Dee=103")
    assert takes(table, page, entry("count Dee 103")).status_code == 303


@pytest.mark.parametrize("game", ["oh-claire", "michigan-kitty"])
def test_an_evening_that_is_over_takes_no_count(app: Flask, game: str) -> None:
    page = Table(app, record(game), "end").look("/wrong?chips:Ann=3")
    assert [raw for raw in made(page) if raw["do"] == "count"] == []


@pytest.mark.parametrize(
    "told", ["Zed borrows 1 from Ann", "Zed buys in 1", "Zed pays 1 to Ann", "count Zed 1"]
)
def test_what_names_nobody_at_the_table_is_explained_by_nothing(app: Flask, told: str) -> None:
    page = explain(Table(app, log=DEALT), entry(told))
    assert "No single wrong tap explains it" in page.text


def test_before_the_first_deal_there_is_a_way_to_say_what_else_happened(app: Flask) -> None:
    table = Table(app, log="Ann leaves")
    assert "Something else happened" in table.page.text
    assert entry("amend 0: Bob leaves") in made(explain(table, entry("Bob returns")))


# a plate


def tap_plate(table: Table, player: str) -> Page:
    """Tap the plate of somebody who is not to play now."""
    (plate,) = (a for a in table.page.all("a", class_="seat") if player in a.text)
    return page_of(table.client.get(plate.get("href"), follow_redirects=True).text)


def test_a_plate_that_is_tapped_in_a_lead_gives_the_last_card_to_its_player(app: Flask) -> None:
    page = tap_plate(Table(app, log=f"{LED}; Cal 4C; stop"), "Bob")
    assert page.title == "Bob leads? Then Bob played last, not Cal."
    assert ways(page) == [("Save the change", amend(3, lead("Bob", "4C")))]


def test_before_a_card_is_played_a_plate_asks_what_else_happened(app: Flask) -> None:
    assert tap_plate(Table(app, log=DEALT), "Bob").title == "Something else happened"
