"""Something is wrong: what may have been tapped wrong, and the way to the preview of each."""

import json
from itertools import chain
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.evenings import PLAYERS, record
from tests.notation import entry
from tests.simulated.mistaken import mistaken
from tests.web.cases import read_cases, visit
from tests.web.log.test_log_change import amend, lead
from tests.web.pages import Page, page_of
from tests.web.tapping import Table, buttons

STOP = {"do": "stop"}
DEALT = "deal; keep"
LED = f"{DEALT}; Ann 3C"
WITHHELD = f"{LED}; stop; Ann 5H; stop; Ann 9S; stop; Ann 4H"


CASES = """
a penalty that really is due is applied where it is asked
    boodle: WITHHELD
    /wrong?finding=0 => h2 "No, Ann really did it", button "Let it go"
    tap "Apply the penalty"
    /wrong?finding=0 => no "really did it"
a refused tap is explained and entered with one tap
    LED; stop; Ann 7D
    not Bob 9D
    follow "Was an earlier tap wrong?" => button "Ann led 8♦, not 7♦": amend 4: Ann 8D
    take amend 4: Ann 8D => log amend 4: Ann 8D; Bob 9D
what was forgotten just now comes first and is entered with what follows
    LED
    explain Ann 5D => saves stop
    take stop => log stop; Ann 5D
a bid that is too low may follow a wrong tap
    deal; Ann bids 5
    not Bob bids 1
    follow "Was an earlier tap wrong?"
a loan that is too much may follow a wrong tap
    deal; Ann bids 5
    not Ann borrows 500 from Bob
    follow "Was an earlier tap wrong?"
a bid of who may not bid may follow a wrong tap
    deal; Ann bids 5
    not Dee bids 5
    follow "Was an earlier tap wrong?"
where nothing explains it the page says what can be done
    LED
    explain Ann collects AS => "No single wrong tap explains the problem"
what names nobody at the table is explained by nothing
    deal; keep
    explain Zed borrows 1 from Ann => "No single wrong tap explains the problem"
    explain Zed buys in 1 => "No single wrong tap explains the problem"
    explain Zed pays 1 to Ann => "No single wrong tap explains the problem"
    explain count Zed 1 => "No single wrong tap explains the problem"
what nobody can have told is explained by nothing
    deal; keep
    /wrong?entry={"do":[]}&player=Ann => "No single wrong tap explains the problem"
    /wrong?entry={"do":"undo"} => "No single wrong tap explains the problem"
    /wrong?entry={"do":"play"}&player=Zed => "No single wrong tap explains the problem"
    /wrong?chips:=3 => "No single wrong tap explains the problem"
what cannot be read is not found
    deal; keep
    not /wrong?finding=0 (404)
    not /wrong?finding=-1 (404)
    not /wrong?entry={ (404)
    not /wrong?entry=5 (404)
    not /wrong?entry=[] (404)
a contradiction says what cannot all be true
    deal; keep; Ann 2C; stop; Ann skips; Bob skips; Cal skips
    /wrong?finding=0 => "Either ", "Ann skipped while holding a card to lead"
ways that differ in one thing stand under one question
    LED; stop
    explain Bob 5C => h2 "Did Ann, Cal, Dee, or Bob have 4♣?", button "Ann had 4♣",
        button "Bob had 4♣", button "Cal had 4♣", button "Dee had 4♣"
an evening that is over takes no count
    end
    /wrong?chips:Ann=3 => no button "Ann holds 3 chips"
a show that was forgotten asks for its cards
    wanagan: deal; Bob shows 2C 3C 4C 5H 7D
    explain next => no link /more/show?player=Bob
    follow "Cal shows" => "What does Cal show?"
what differs on the table is counted with taps
    LED; Bob 4C; stop
    /wrong
    follow "Bob 9"
    follow "+1"
    follow "Cal 10"
    follow "−1"
    follow "Find the wrong tap"
    take amend 3: Cal 4C
chips that nothing explains can be taken as they are counted
    LED
    /wrong?chips:Ann=3&chips:Bob=7
    take count Ann 3 => log count Ann 3
cards that nothing explains can be taken as they are counted
    LED
    /wrong?cards:Bob=5&chips:Ann=3
    take Bob holds 5 => log Bob holds 5
points that differ are counted with taps
    kids-rummy: deal; Ann out: Bob 25 Cal 10 Dee 5
    /wrong
    follow "Bob 25" => "−10"
    /wrong?points:Bob=15
    take amend 1: Ann out: Bob 15 Cal 10 Dee 5
before the first deal chips are counted too
    /more
    follow "Count real chips" => title "Count real chips"
    /wrong?chips:Dee=103
    take count Dee 103
before the first deal there is a way to say what else happened
    Ann leaves => "Something else happened"
    explain Bob returns
    take amend 0: Bob leaves
"""


@pytest.mark.parametrize("case", read_cases(CASES, LED=LED, WITHHELD=WITHHELD))
def test_what_may_have_been_tapped_wrong_is_offered_and_entered(app: Flask, case: str) -> None:
    visit(app, case)


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
    assert {"do": "undo"} in buttons(page).values()
    (really,) = page.all("button", name="finding")
    assert really.text == "No, Ann really did it"
    assert table.post("/noted", finding=really.get("value")).status_code == 303
    assert "still had" not in table.look().text


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


def test_what_really_happens_is_told_by_seat_and_card(app: Flask) -> None:
    table = Table(app, log=f"{LED}; Bob 4C; Cal 5C")
    page = table.look(table.page.link("Something else happened"))
    assert page.values("player") == PLAYERS
    (card,) = page.values("entry", "button", **{"data-card": "2D"})
    page = table.look(f"/wrong?{urlencode({'player': 'Bob', 'entry': card})}")
    assert "Bob plays" in page.text
    assert takes(table, page, amend(4, STOP)).status_code == 303
    assert table.log[-1] == entry("Bob 2D")


@pytest.mark.parametrize("game", ["wanagan", "oh-claire", "kids-rummy"])
def test_what_happens_can_be_told_in_every_game(app: Flask, game: str) -> None:
    table = Table(app, record(game), "deal")
    page = table.look("/wrong/else")
    assert page.values("player")
    sheets = forms_on(page)
    assert sheets
    for sheet in sheets:
        assert "This happened" in table.look(sheet).text, sheet


def forms_on(page: Page) -> list[str]:
    """The forms to which the buttons lead that lack more than a player."""
    addresses = [button.get("formaction") for button in page.all("button")]
    return [address for address in addresses if "/wrong/else/" in address]


@pytest.mark.parametrize("game", ["boodle", "michigan-rummy-tournament", "great-lakes"])
def test_every_entry_that_a_contradiction_names_can_be_corrected(app: Flask, game: str) -> None:
    made = mistaken(game, "skip-too-many", 1)
    log = made.log
    (contradiction,) = log.setup.game.review.findings(log.table)
    assert contradiction.player is None
    table = Table(app, made.record, [*log.raw_entries])
    links = table.look("/wrong?finding=0").links
    deal = max(line.number for line in log.lines if line.entry.do == "deal")
    for doubt in chain(*log.setup.game.review.doubtful_claims(log.table)):
        number = deal if doubt.entry is None else doubt.entry
        assert f"{table.url}/log/{number}" in links, str(doubt.words)


HAPPENED = [
    ("michigan-kitty", "deal; swap; Ann 3C", ["Possible now", "Play", "Or one of these entries"]),
    ("michigan-kitty", "deal", ["Possible now", "Bid for the dummy", "Or one of these entries"]),
    ("oh-claire", "deal", ["Bid", "Or one of these entries"]),
]


@pytest.mark.parametrize(("game", "log", "titles"), HAPPENED)
def test_what_is_possible_now_can_be_told_first(
    app: Flask, game: str, log: str, titles: list[str]
) -> None:
    page = Table(app, record(game), log).look("/wrong/else")
    assert [title.text for title in page.all("h2")][: len(titles) + 1] == ["Who?", *titles]


def test_whoever_is_ticked_borrows_on_the_sheet_that_offers_only_those_who_can_lend(
    app: Flask,
) -> None:
    table = Table(app, record(chips={"Ann": 16, "Bob": 8, "Cal": 100, "Dee": 100}), LED)
    page = table.look("/wrong/else")
    assert not [address for address in forms_on(page) if address.endswith(("borrow", "repay"))]
    (chips,) = [tap for tap in page.all("button") if tap.said.startswith("Borrow, pay")]
    assert page.source.index("Borrow, pay") < page.source.index("data-card")
    sheet = table.look(f"{chips.get('formaction')}?player=Ann")
    assert sheet.title == "Ann"
    lenders = sheet.values("key-from")
    assert {"Cal", "pot:AS"} < {*lenders}
    assert "Bob" not in lenders
    assert "Repay" not in sheet.text


def test_whoever_is_ticked_is_ticked_on_the_form(app: Flask) -> None:
    page = Table(app, log="deal").look("/wrong/else/show?player=Cal")
    assert page.checked("player") == ["Cal"]


def test_what_happens_and_is_possible_now_is_entered_at_once(app: Flask) -> None:
    table = Table(app, log=LED)
    page = explain(table, entry("Bob borrows 3 from Ann"))
    assert page.all("h1")[0].text == "Something else happened"
    assert "This is possible now: Bob borrows 3 chips from Ann." in page.text
    assert page.source.index("Enter it") < page.source.index("<details") < page.source.index("ways")
    (value,) = [tap.get("value") for tap in page.all("button") if tap.said == "Enter it"]
    assert table.send(htmx=False, entry=value).status_code == 303
    assert table.log[-1] == entry("Bob borrows 3 from Ann")


def test_what_is_to_be_confirmed_is_not_folded_away(app: Flask) -> None:
    table = Table(app, log="deal")
    then, bid = (json.dumps(entry(words)) for words in ("Bob borrows 3 from Ann", "Ann bids 500"))
    page = page_of(table.post("/wrong", then=then, entry=bid).text)
    assert "This is possible now: Bob borrows 3 chips from Ann." in page.text
    (fold,) = [fold for fold in page.all("details") if "Was an earlier tap wrong?" in fold.text]
    assert "Yes, enter it" in fold.text
    assert "open" in fold.attributes


def test_what_takes_more_than_a_tap_is_filled_in(app: Flask) -> None:
    table = Table(app, log=LED)
    answer = table.get("/wrong/else/sell", look="1", player="Bob", chips="3")
    assert answer.status_code == 303
    assert "Bob buys the dummy for 3 chips" in table.look(answer.location).text
    assert table.get("/wrong/else/nothing").status_code == 404
    answer = table.get("/wrong/else/borrow?look=1&player=Ann&from=Ann&chips=1")
    assert "must borrow from somebody else" in answer.text


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
    taken = next(b for b in page.all("button", name="entry") if b.text == "Ann holds 90 chips")
    to = taken.get("formaction").removeprefix(table.url)
    answer = table.post(to, entry=taken.get("value"))
    assert answer.location == f"{table.url}/wrong?chips:Bob=91"
    assert table.log[1:] == [entry("count Ann 90")]
    tally = table.look("/tally").text
    assert "400 received at the start or bought, −2 by correction = 398" in tally
    assert "Correction in hand 1: Ann −2" in tally


def tap_plate(table: Table, player: str) -> Page:
    """Tap the plate of somebody who is not to play now."""
    (plate,) = (a for a in table.page.all("a", class_="seat") if player in a.said)
    return page_of(table.client.get(plate.get("href"), follow_redirects=True).text)


def test_a_plate_that_is_tapped_in_a_lead_gives_the_last_card_to_its_player(app: Flask) -> None:
    page = tap_plate(Table(app, log=f"{LED}; Cal 4C; stop"), "Bob")
    assert page.title == "Bob leads?"
    assert "Did Bob play 4♣?" in page.text
    assert ways(page) == [("Save the change", amend(3, lead("Bob", "4C")))]


def test_a_plate_that_is_tapped_in_a_lead_lets_all_before_its_player_skip(app: Flask) -> None:
    table = Table(app, log=f"{LED}; stop")
    page = tap_plate(table, "Dee")
    (skips,) = page.all("button", name="leads")
    assert skips.said == "Ann, Bob, and Cal have no card to lead"
    drawn = table.version
    for _ in range(2):
        assert table.send(drawn, leads=skips.get("value")).status_code == 200
        assert table.log[4:] == [entry(f"{player} skips") for player in ("Ann", "Bob", "Cal")]
    assert "Dee leads ♦ or ♥" in table.page.text
    assert tap_plate(table, "Ann").all("button", name="leads")[0].said == "Dee has no card to lead"


def test_nobody_skips_for_a_player_whose_turn_would_not_come(app: Flask) -> None:
    table = Table(app, log=f"{LED}; stop; Ann skips; Bob skips; Cal skips; Dee skips")
    assert tap_plate(table, "Bob").all("button", name="leads") == []
    assert table.send(leads="Bob").status_code == 422
    assert table.log[8:] == []
    assert tap_plate(Table(app, log=f"{LED}; stop; Ann skips"), "Ann").title == "Ann leads?"


def test_a_lead_that_was_tapped_too_late_skips_nobody(app: Flask) -> None:
    table = Table(app, log=f"{LED}; stop; Ann skips")
    assert table.send(table.version - 1, leads="Dee").status_code == 409
    assert table.log[5:] == []


DUMPED = f"{LED}; Cal 4C; Bob dumps 5C 5D 5H 4D for full-house"


@pytest.mark.parametrize("log", [DEALT, DUMPED])
def test_a_plate_asks_what_else_happened_where_nothing_explains_it(app: Flask, log: str) -> None:
    table = Table(app, record("great-lakes"), log)
    assert tap_plate(table, "Dee").title == "Something else happened"


def test_the_plate_of_a_team_leads_there_and_the_tab_says_whose_it_is(app: Flask) -> None:
    table = Table(app, record(players=["Ann", "Bob/Cal", "Dee"]), f"{LED}; stop")
    page = tap_plate(table, "Bob/Cal")
    assert page.all("title")[0].text == "Bob/Cal leads? · Michigan Kitty"


def test_a_play_that_was_inserted_into_an_earlier_hand_is_not_the_last_of_this_one(
    app: Flask,
) -> None:
    table = Table(app, log=f"{LED}; break-off; {DEALT}")
    table.tap({"do": "insert", "before": 3, "entry": lead("Bob", "4C")})
    assert tap_plate(table, "Dee").title == "Something else happened"
