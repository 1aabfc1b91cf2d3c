"""Something is wrong: what may have been tapped wrong, and the way to the preview of each."""

import json
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask

from tests.evenings import PLAYERS, record
from tests.simulated.kinds import KINDS
from tests.simulated.mistaken import find_repairs, mistaken
from tests.soak import slips
from tests.web.log.test_log_change import amend
from tests.web.log.test_log_page import DEAL, lead
from tests.web.pages import Page, page_of
from tests.web.tapping import Table

STOP = {"do": "stop"}
LOWER = [*DEAL, lead("Ann", "3C"), STOP, lead("Ann", "5H"), STOP, lead("Ann", "9S"), STOP]


def ways(page: Page) -> list[tuple[str, Any]]:
    """Return the buttons of the offered ways: their words, and the entries that they make."""
    buttons = page.all("button", name="entry")
    return [(button.text, json.loads(button.get("value") or "")) for button in buttons]


def takes(table: Table, page: Page, wanted: Any) -> Any:
    """Tap the way that makes an entry; give the answer."""
    assert wanted in [entry for _, entry in ways(page)]
    then = [field.get("value") for field in page.all("input", name="then")]
    fields = {"csrf_token": table.csrf, "version": len(table.log), "entry": json.dumps(wanted)}
    more = {"then": then[0]} if then else {}
    return table.client.post(f"{table.url}/wrong", data={**fields, **more})


def test_a_finding_asks_whether_it_was_tapped_wrong(app: Flask) -> None:
    table = Table(app, record(), [*LOWER, lead("Ann", "4H")])
    board = table.look("")
    (asked,) = {a.get("href") for a in board.all("a") if a.text == "Wrong tap?"}
    page = table.look((asked or "").removeprefix(table.url))
    assert "but still had" in page.text
    assert ways(page)
    (really,) = page.all("button", name="finding")
    assert really.text == "No, Ann really did it"
    fields = {"csrf_token": table.csrf, "finding": really.get("value")}
    assert table.client.post(f"{table.url}/noted", data=fields).status_code == 303
    assert "still had" not in table.look("").text


def test_a_penalty_that_really_is_due_is_applied_or_let_go_where_it_is_asked(app: Flask) -> None:
    table = Table(app, record("boodle"), [*LOWER, lead("Ann", "4H")])
    page = table.look("/wrong?finding=0")
    taps = {words.strip(): entry for words, entry in ways(page)}
    assert "No, Ann really did it" in [title.text for title in page.all("h2")]
    assert table.tap(taps["Apply the penalty"]).status_code == 200
    assert "Let it go" in taps
    assert table.log[-1]["do"] == "enforce"
    assert "really did it" not in table.look("/wrong?finding=0").text


def test_a_refused_tap_is_explained_and_entered_with_one_tap(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C"), STOP, lead("Ann", "7D")])
    assert table.tap(lead("Bob", "9D")).status_code == 422
    (asked,) = [a for a in table.page.all("a") if a.text == "Was an earlier tap wrong?"]
    page = table.look(asked.get("href").removeprefix(table.url))
    right = amend(4, {"do": "play", "player": "Ann", "cards": ["8D"]})
    assert "Ann led 8♦, not 7♦" in [words for words, _ in ways(page)]
    assert takes(table, page, right).status_code == 303
    assert table.log[-2:] == [right, lead("Bob", "9D")]


def test_what_was_forgotten_just_now_comes_first_and_is_entered_with_what_follows(
    app: Flask,
) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C")])
    then = lead("Ann", "5D")
    page = table.look(f"/wrong?{urlencode({'entry': json.dumps(then)})}")
    assert ways(page)[0][1] == STOP
    assert takes(table, page, STOP).status_code == 303
    assert table.log[-2:] == [STOP, then]


def test_a_way_that_would_leave_an_iou_asks_and_is_entered_with_what_follows(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    bid, then = {"do": "bid", "player": "Ann", "chips": 500}, {"do": "pass", "player": "Bob"}
    fields = {"csrf_token": table.csrf, "version": 1, "then": json.dumps(then)}
    answer = table.client.post(f"{table.url}/wrong", data={**fields, "entry": json.dumps(bid)})
    page = page_of(answer.text)
    assert (answer.status_code, table.log) == (422, [{"do": "deal"}])
    assert "Ann has 92 chips: 500 would leave an IOU of 408. Is that right?" in page.text
    (sure,) = page.all("button", name="sure")
    assert sure.text == "Yes, enter it"
    fields |= {"then": page.value("then"), "sure": sure.get("value")}
    assert table.client.post(f"{table.url}/wrong", data=fields).status_code == 303
    assert table.log[1:] == [bid, then]


@pytest.mark.parametrize(
    ("then", "repair"),
    [
        ({"do": "bid", "player": "Bob", "chips": 600}, amend(1, None)),
        ({"do": "pass", "player": "Bob"}, amend(1, None)),
        (lead("Bob", "7D"), amend(1, {"do": "keep"})),
    ],
)
def test_what_one_did_is_never_stored_as_anothers_after_a_repair(
    app: Flask, then: Any, repair: Any
) -> None:
    table = Table(app, record(), [{"do": "deal"}, {"do": "bid", "player": "Ann", "chips": 5}])
    fields = {"csrf_token": table.csrf, "version": 2, "then": json.dumps(then)}
    table.client.post(f"{table.url}/wrong", data={**fields, "entry": json.dumps(repair)})
    assert [raw for raw in table.log[2:] if raw["do"] == then["do"]] == []


@pytest.mark.parametrize("code", ["bid-too-low", "short-of-chips", "may-not-bid"])
def test_a_refusal_of_every_code_leads_to_the_page(app: Flask, code: str) -> None:
    bid = {"do": "bid", "player": "Ann", "chips": 5}
    loan = {"do": "borrow", "player": "Ann", "from": "Bob", "chips": 500}
    tried = {"bid-too-low": {**bid, "player": "Bob", "chips": 1}, "short-of-chips": loan}
    table = Table(app, record(), [{"do": "deal"}, bid])
    assert table.tap(tried.get(code, {**bid, "player": "Dee"})).status_code == 422
    assert "Was an earlier tap wrong?" in [a.text for a in table.page.all("a")]


def test_what_really_happens_is_told_by_seat_and_card(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C"), lead("Bob", "4C"), lead("Cal", "5C")])
    (door,) = [a for a in table.page.all("a") if a.text == "Something else happened"]
    page = table.look(door.get("href").removeprefix(table.url))
    assert [seat.get("value") for seat in page.all("input", name="who")] == [
        "Ann",
        "Bob",
        "Cal",
        "Dee",
    ]
    (card,) = [tap for tap in page.all("button", name="entry") if tap.get("data-card") == "2D"]
    told = {"who": "Bob", "entry": card.get("value")}
    page = table.look(f"/wrong?{urlencode(told)}")
    assert "Bob plays" in page.text
    assert takes(table, page, amend(4, STOP)).status_code == 303
    assert (table.log[-1]["player"], table.log[-1]["cards"]) == ("Bob", ["2D"])


@pytest.mark.parametrize("game", ["wanagan", "oh-claire", "kids-rummy"])
def test_what_happens_can_be_told_in_every_game(app: Flask, game: str) -> None:
    table = Table(app, record(game), [{"do": "deal"}])
    page = table.look("/wrong/else")
    assert page.all("input", name="who")
    links = {a.get("href").removeprefix(table.url) for a in page.all("a")}
    ways = {href for href in links if href.startswith("/wrong/else/")}
    assert ways
    for href in ways:
        assert "This happened" in table.look(href).text


def test_what_takes_more_than_a_tap_is_filled_in(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C")])
    look = {"look": 1, "player": "Bob", "chips": 3}
    answer = table.client.get(f"{table.url}/wrong/else/sell?{urlencode(look)}")
    assert answer.status_code == 303
    page = table.look(answer.headers["Location"].removeprefix(table.url))
    assert "Bob buys the dummy for 3" in page.text
    assert table.client.get(f"{table.url}/wrong/else/nothing").status_code == 404
    answer = table.client.get(f"{table.url}/wrong/else/borrow?look=1&player=Ann&from=Ann&chips=1")
    assert "cannot borrow" in answer.text


def test_a_score_is_told_by_cards_or_by_points(app: Flask) -> None:
    table = Table(app, record("kids-rummy"), [{"do": "deal"}])
    page = table.look("/wrong/else/score")
    assert {"points:Bob", "cards:Bob"} <= {field.get("name") for field in page.all("input")}
    held = {f"cards:{player}": "7H 2C" for player in PLAYERS if player != "Ann"}
    look = urlencode({"look": 1, "out": "Ann", **held})
    answer = table.client.get(f"{table.url}/wrong/else/score?{look}")
    (told,) = parse_qs(urlsplit(answer.headers["Location"]).query)["entry"]
    assert json.loads(told)["cards"]["Bob"] == ["7H", "2C"]


def test_who_dealt_first_is_put_right_with_a_tap(app: Flask) -> None:
    table = Table(app, record(), [*DEAL])
    then = lead("Cal", "3C")
    page = table.look(f"/wrong?{urlencode({'entry': json.dumps(then)})}")
    ways = {way.text: way.get("value") for way in page.all("button", name="setup")}
    setup = ways["Bob dealt first, not Dee"]
    fields = {"csrf_token": table.csrf, "version": len(table.log), "setup": setup}
    fields |= {"then": json.dumps(then)}
    assert table.client.post(f"{table.url}/wrong", data=fields).status_code == 303
    assert table.log[-1] == then
    assert "Bob" in table.look("/log").text


def test_what_differs_on_the_table_is_counted_with_taps(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C"), lead("Bob", "4C"), STOP])
    page = table.look("/wrong")
    for name, step in (("Bob 9", "+1"), ("Cal 10", "−1")):
        page = follow(table, page, name)
        page = follow(table, page, step)
    page = follow(table, page, "What may have been tapped wrong?")
    cal = amend(3, {"do": "play", "player": "Cal", "cards": ["4C"]})
    assert cal in [entry for _, entry in ways(page)]


def follow(table: Table, page: Page, words: str) -> Page:
    (link,) = [a for a in page.all("a") if a.said == words]
    return table.look(link.get("href").removeprefix(table.url))


def test_a_count_that_nothing_explains_can_be_taken_as_it_is(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C")])
    page = table.look("/wrong?chips:Ann=3&chips:Bob=7")
    count = {"do": "count", "of": "Ann", "chips": 3}
    assert takes(table, page, count).status_code == 303
    assert table.log[-1] == count


def test_where_nothing_explains_it_the_page_says_what_can_be_done(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C")])
    entry = {"do": "collect", "player": "Ann", "pot": "AS"}
    page = table.look(f"/wrong?{urlencode({'entry': json.dumps(entry)})}")
    assert "No single wrong tap explains it" in page.source


def test_a_show_that_was_forgotten_asks_for_its_cards(app: Flask) -> None:
    show = {"do": "show", "player": "Bob", "cards": ["2C", "3C", "4C", "5H", "7D"]}
    table = Table(app, record("wanagan"), [{"do": "deal"}, show])
    page = table.look(f"/wrong?{urlencode({'entry': json.dumps({'do': 'next'})})}")
    links = {a.text: a.get("href") or "" for a in page.all("a") if a.text.endswith(" shows")}
    assert [*links] == ["Ann shows", "Cal shows", "Dee shows"]
    sheet = table.look(links["Cal shows"].removeprefix(table.url))
    assert "What does Cal show?" in sheet.text


def test_a_contradiction_says_what_cannot_all_be_true(app: Flask) -> None:
    skips = [{"do": "skip", "player": player} for player in ("Ann", "Bob", "Cal")]
    table = Table(app, record(), [*DEAL, lead("Ann", "2C"), STOP, *skips])
    page = table.look("/wrong?finding=0")
    assert "Either " in page.source
    assert "Ann skipped although there was a card to lead" in page.source


def test_what_cannot_be_read_is_not_found(app: Flask) -> None:
    table = Table(app, record(), DEAL)
    for query in ("finding=0", "finding=-1", "entry={", "entry=5", "entry=[]"):
        assert table.client.get(f"{table.url}/wrong?{query}").status_code == 404


@pytest.mark.parametrize(
    "query",
    ['entry={"do":[]}&who=Ann', 'entry={"do":"undo"}', 'entry={"do":"play"}&who=Zed', "chips:=3"],
)
def test_what_nobody_can_have_told_is_explained_by_nothing(app: Flask, query: str) -> None:
    table = Table(app, record(), DEAL)
    assert "No single wrong tap explains it" in table.look(f"/wrong?{query}").text


def test_a_correction_that_cannot_be_is_refused_on_the_page(app: Flask) -> None:
    table = Table(app, record(), DEAL)
    for fields in (
        {"entry": "{}"},
        {"setup": '{"dealer":"Zed"}'},
        {"setup": '{"log":1}'},
        {"entry": "5", "then": "[]"},
    ):
        sent = {"csrf_token": table.csrf, "version": len(table.log), **fields}
        assert table.client.post(f"{table.url}/wrong", data=sent).status_code in (404, 422)
    for setup in (
        '{"options":5}',
        '{"players":5}',
        '{"players":["Ann","Bob","Cal","Zed"]}',
        '{"players":[1]}',
    ):
        sent = {"csrf_token": table.csrf, "version": len(table.log), "setup": setup}
        assert table.client.post(f"{table.url}/wrong", data=sent).status_code == 404
    late = {"csrf_token": table.csrf, "version": 0, "setup": '{"dealer":"Bob"}'}
    assert table.client.post(f"{table.url}/wrong", data=late).status_code == 409
    assert table.log == DEAL


@pytest.mark.share(2)
@pytest.mark.parametrize("game", KINDS)
def test_each_tap_gives_just_that_repair(app: Flask, game: str) -> None:
    tried = (mistaken(game, kind, seed) for kind in KINDS[game] for seed in range(60, 63))
    made = next(m for m in tried if m.refused and find_repairs(m.log, slips.evidence(m)))
    table = Table(app, {**made.record, "log": []}, [*made.log.raw_entries])
    page = table.look(f"/wrong?{urlencode({'entry': json.dumps(made.refused)})}")
    wanted = [repair.raw for repair in find_repairs(made.log, slips.evidence(made))]
    assert ways(page)
    assert all(entry in wanted for _, entry in ways(page))
    assert takes(table, page, ways(page)[0][1]).status_code == 303
    assert table.log[len(made.log.raw_entries)] == ways(page)[0][1]


def test_points_that_differ_are_counted_with_taps(app: Flask) -> None:
    scored = {"do": "score", "out": "Ann", "points": {"Bob": 25, "Cal": 10, "Dee": 5}}
    table = Table(app, record("kids-rummy"), [{"do": "deal"}, scored])
    page = table.look("/wrong?points:Bob=15")
    wanted = amend(1, {**scored, "points": {"Bob": 15, "Cal": 10, "Dee": 5}})
    assert wanted in [entry for _, entry in ways(page)]
    page = follow(table, table.look("/wrong"), "Bob 25")
    assert "−10" in [a.said for a in page.all("a")]


def test_cards_counted_are_taken_as_they_are_where_nothing_explains_them(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C")])
    page = table.look("/wrong?cards:Bob=5&chips:Ann=3")
    recount = {"do": "recount", "player": "Bob", "cards": 5}
    assert takes(table, page, recount).status_code == 303
    assert table.log[-1] == recount


def test_ways_that_differ_in_one_thing_stand_under_one_question(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C"), STOP])
    page = table.look(f"/wrong?{urlencode({'entry': json.dumps(lead('Bob', '5C'))})}")
    assert "Did Ann, Cal, Dee or Bob have 4♣?" in [heading.text for heading in page.all("h2")]
    assert {words for words, _ in ways(page)} == {f"{name} had 4♣" for name in PLAYERS}


# counting


def test_a_number_is_typed_where_steps_would_be_many(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    page = table.look("/wrong?chips:Bob=90&at=chips:Ann")
    (form,) = [
        form for form in page.all("form", method="get") if "amount-typed" in form.get("class")
    ]
    sent = {field.get("name"): field.get("value") for field in page.all("input")}
    typed = {"chips:Bob": sent["chips:Bob"], "at": sent["at"], "typed": "1,034"}
    page = table.look(f"{form.get('action').removeprefix(table.url)}?{urlencode(typed)}")
    assert "Ann 1,034 92" in page.text
    found = [a.get("href") for a in page.all("a") if "#ways" in a.get("href")]
    assert found == [f"{table.url}/wrong?chips:Bob=90&chips:Ann=1034#ways"]


@pytest.mark.parametrize("typed", ["x", "-1", "1000001", "9" * 5000, "1.5", "1_00"])
def test_what_is_no_count_is_said_to_be_none(app: Flask, typed: str) -> None:
    page = Table(app, record()).look(f"/wrong?at=chips:Ann&typed={typed}")
    assert "A count must be a whole number from 0 to 1,000,000." in page.text
    assert page.all("button", name="entry") == []


def test_of_several_counts_one_after_another_is_taken(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    page = table.look("/wrong?chips:Ann=90&chips:Bob=91")
    taken = next(b for b in page.all("button", name="entry") if b.text == "Ann holds 90")
    fields = {"csrf_token": table.csrf, "version": 1, "entry": taken.get("value")}
    answer = table.client.post(taken.get("formaction"), data=fields)
    assert answer.headers["Location"] == f"{table.url}/wrong?chips:Bob=91"
    assert table.log[1:] == [{"do": "count", "of": "Ann", "chips": 90}]
    tally = table.look("/tally").text
    assert "400 bought −2 corrected = 398" in tally
    assert "Counted in hand 1: Ann −2" in tally


def test_before_the_first_deal_chips_are_counted_too(app: Flask) -> None:
    table = Table(app, record())
    (tile,) = [a for a in table.look("/more").all("a") if a.text == "Count real chips"]
    page = table.look(tile.get("href").removeprefix(table.url))
    assert page.all("h1")[0].text == "Count real chips"
    count = {"do": "count", "of": "Dee", "chips": 103}
    assert takes(table, table.look("/wrong?chips:Dee=103"), count).status_code == 303


@pytest.mark.parametrize("game", ["oh-claire", "michigan-kitty"])
def test_an_evening_that_is_over_takes_no_count(app: Flask, game: str) -> None:
    table = Table(app, record(game), [{"do": "end"}])
    page = table.look("/wrong?chips:Ann=3")
    assert [entry for _, entry in ways(page) if entry["do"] == "count"] == []


@pytest.mark.parametrize("do", ["borrow", "buy-in", "pay", "count"])
def test_what_names_nobody_at_the_table_is_explained_by_nothing(app: Flask, do: str) -> None:
    table = Table(app, record(), DEAL)
    raw = {"borrow": {"player": "Zed", "from": "Ann"}, "buy-in": {"player": "Zed"}}
    raw |= {"pay": {"from": "Zed", "to": "Ann"}, "count": {"of": "Zed"}}
    query = urlencode({"entry": json.dumps({"do": do, "chips": 1, **raw[do]})})
    assert table.client.get(f"{table.url}/wrong?{query}").status_code == 200


def test_before_the_first_deal_there_is_a_way_to_say_what_else_happened(app: Flask) -> None:
    gone = {"do": "leave", "player": "Ann"}
    table = Table(app, record(), [gone])
    assert "Something else happened" in table.look("").text
    told = {"do": "return", "player": "Bob"}
    page = table.look(f"/wrong?{urlencode({'entry': json.dumps(told)})}")
    assert amend(0, {"do": "leave", "player": "Bob"}) in [entry for _, entry in ways(page)]


def test_a_house_rule_is_put_right_after_the_deal_where_all_replays(app: Flask) -> None:
    table = Table(app, record(), DEAL)
    then = lead("Dee", "3C")
    page = table.look(f"/wrong?{urlencode({'entry': json.dumps(then)})}")
    setups = [button.get("value") for button in page.all("button", name="setup")]
    rule = '{"options": {"first_leader": "dealer"}}'
    assert rule in setups
    fields = {"csrf_token": table.csrf, "version": len(table.log), "setup": rule}
    fields |= {"then": json.dumps(then)}
    assert table.client.post(f"{table.url}/wrong", data=fields).status_code == 303
    assert table.log[-1] == then


def test_a_plate_that_is_tapped_in_a_lead_gives_the_last_card_to_its_player(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C"), lead("Cal", "4C"), STOP])
    (plate,) = (a for a in table.look("").all("a", class_="seat") if "Bob" in a.text)
    page = page_of(table.client.get(plate.get("href"), follow_redirects=True).text)
    assert page.all("h1")[0].text == "Bob leads? Then Bob played last, not Cal."
    ((words, entry),) = ways(page)
    assert (words, entry) == ("Save the change", amend(3, lead("Bob", "4C")))


def test_before_a_card_is_played_a_plate_asks_what_else_happened(app: Flask) -> None:
    table = Table(app, record(), [*DEAL])
    (plate,) = (a for a in table.look("").all("a", class_="seat") if "Bob" in a.text)
    page = page_of(table.client.get(plate.get("href"), follow_redirects=True).text)
    assert page.all("h1")[0].text == "Something else happened"
