"""Taps on the table screen."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.store.tables import load_table
from tests.evenings import PLAYERS, record, recorded
from tests.web.pages import escaped, page_of
from tests.web.tapping import HX, SWAPPED, Table, buttons, play


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, record())


def test_a_tap_is_stored_once_and_answered_with_the_board(table: Table) -> None:
    answer = table.tap({"do": "deal"})
    assert answer.status_code == 200
    assert table.page.elements[0].get("id") == "board"
    assert table.log == [{"do": "deal"}]
    assert table.version == 1


def test_a_double_tap_is_stored_once(table: Table) -> None:
    table.tap({"do": "buy-in", "player": "Ann", "chips": 5})
    answer = table.tap({"do": "buy-in", "player": "Ann", "chips": 5}, version=0)
    assert answer.status_code == 200
    assert len(table.log) == 1


def test_a_tap_from_an_old_screen_shows_the_present_board(table: Table) -> None:
    table.tap({"do": "deal"})
    answer = table.tap({"do": "end"}, version=0)
    assert answer.status_code == 409
    assert "Somebody else was quicker" in table.page.text
    assert table.version == 1
    assert len(table.log) == 1


def test_a_refused_tap_says_why_until_the_next_tap(table: Table) -> None:
    answer = table.tap({"do": "stop"})
    assert answer.status_code == 422
    assert "Not now" in table.page.all("div", role="alert")[0].text
    assert table.log == []
    table.tap({"do": "deal"})
    assert table.page.all("div", role="alert") == []


def test_an_unknown_table_is_404(client: FlaskClient) -> None:
    assert client.get("/t/nowhere").status_code == 404
    assert client.get("/t/nowhere/board").status_code == 404
    assert client.get("/t/nowhere/more").status_code == 404
    assert client.get("/t/nowhere/guests").status_code == 404


def test_a_tap_without_its_token_is_400_and_stores_nothing(table: Table) -> None:
    fields = {"version": 0, "entry": '{"do":"deal"}'}
    answer = table.client.post(f"{table.url}/entries", data=fields, headers=HX)
    assert answer.status_code == 400
    assert answer.headers["HX-Retarget"] == "body"
    assert table.log == []


def test_more_than_a_megabyte_is_413(table: Table) -> None:
    answer = table.send(entry="x" * (1024 * 1024 + 1))
    assert answer.status_code == 413
    assert table.log == []


def test_without_htmx_a_tap_leads_back_to_the_page(table: Table) -> None:
    answer = table.tap({"do": "deal"}, htmx=False)
    assert answer.status_code == 303
    assert answer.headers["Location"] == table.url
    refused = table.tap({"do": "deal"}, version=1, htmx=False)
    assert refused.status_code == 422
    assert table.page.all("html")


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "נועה בת־שבע", "🦊🎴👩‍👩‍👧", "O'Brien & “Q”", "x" * 40]
)
def test_any_name_is_shown_as_it_is(app: Flask, name: str) -> None:
    setup = {**record(), "players": [name, "Bob"], "dealer": name}
    table = Table(app, setup, [*SWAPPED, play("Bob", "2C")])
    for path in ("", "/more", "/board"):
        assert f"<bdi>{escaped(name)}</bdi>" in table.look(path).source.replace("&shy;", "")
    assert table.tap(play(name, "3C")).status_code == 200
    sheet = table.client.get(f"{table.url}/more/player", query_string={"player": name})
    assert escaped(name) in sheet.get_data(as_text=True)


def test_a_tablet_that_has_seen_everything_is_sent_nothing(table: Table) -> None:
    table.tap({"do": "deal"})
    assert table.client.get(f"{table.url}/board?version=1").status_code == 204
    assert table.client.get(f"{table.url}/board?version=0").status_code == 200
    assert table.client.get(f"{table.url}/board?version=x").status_code == 200


def test_a_follow_is_one_tap_on_a_seat(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "10C")])
    seats = [tap for tap in table.page.all("button", name="entry") if "seat" in tap.get("class")]
    entries = [json.loads(seat.get("value")) for seat in seats]
    assert entries == [{"do": "play", "player": player, "card": "JC"} for player in PLAYERS]


def test_a_run_is_its_last_card_and_a_seat(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "10C")])
    ends = [radio.get("value") for radio in table.page.all("input", name="upto")]
    assert ends == ["QC", "KC", "AC"]
    table.send(entry=json.dumps({"do": "play", "player": "Bob", "card": "JC"}), upto="KC")
    assert table.log[-1] == {"do": "play", "player": "Bob", "cards": ["JC", "QC", "KC"]}


def test_a_run_goes_no_further_than_anybody_has_cards(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "2C")])
    ends = [radio.get("value") for radio in table.page.all("input", name="upto")]
    assert ends == [f"{rank}C" for rank in ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")]


def test_a_run_to_a_card_that_is_none_of_it_is_the_card_alone(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "10C")])
    jack = {"do": "play", "player": "Bob", "card": "JC"}
    table.send(entry=json.dumps(jack), upto="2H")
    assert table.log[-1] == jack


def ahead(table: Table, entry: str) -> Any:
    return table.client.get(f"{table.url}/ahead", query_string={"entry": entry})


def test_a_seat_that_is_held_shows_how_its_player_goes_on(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "QC")])
    answer = ahead(table, json.dumps({"do": "play", "player": "Bob", "card": "KC"}))
    drawn = page_of(answer.get_data(as_text=True))
    ways = [json.loads(tile.get("value"))["cards"] for tile in drawn.all("button", name="entry")]
    assert ["KC", "AC"] in ways
    assert ["KC", "AC", "2D"] in ways
    assert len(ways) == 27


def test_who_may_put_four_cards_down_is_led_there_from_a_seat_that_is_held(app: Flask) -> None:
    log = [*SWAPPED, play("Ann", "5C"), play("Bob", "6C")]
    table = Table(app, record("great-lakes"), log)
    held = {name: ahead(table, json.dumps(play(name, "7C"))).data for name in ("Bob", "Cal")}
    assert b"more/dump?player=Cal" in held["Cal"]
    assert b"more/dump" not in held["Bob"]


@pytest.mark.parametrize("entry", ["", "{", "[]", '{"do": "stop"}', '{"do": "play"}'])
def test_what_is_no_play_goes_on_to_nothing(app: Flask, entry: str) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "QC")])
    assert ahead(table, entry).status_code == 204
    between_hands = Table(app, record(), [])
    assert ahead(between_hands, json.dumps(play("Bob", "KC"))).status_code == 204


def test_a_lead_is_one_tap_on_a_card_that_may_be_led(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "2C"), {"do": "stop"}])
    entries = buttons(table.page).values()
    leads = {entry["card"] for entry in entries if entry["do"] == "play"}
    assert len(leads) == 26
    assert all(card[-1] in "DH" for card in leads)
    assert {entry["player"] for entry in entries if entry["do"] == "play"} == {"Ann"}


def test_suits_in_a_question_have_their_colours(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "2S"), {"do": "stop"}])
    classes = (span.get("class") for span in table.page.all("span"))
    marks = [found for found in classes if found.startswith("suit-mark")]
    assert marks == ["suit-mark suit-d", "suit-mark suit-h"]


def test_what_moved_is_told_and_marked(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "9H")])
    table.tap(play("Dee", "10H"))
    told = " ".join(table.page.all("p", class_="last-move")[0].text.split())
    assert told == "Dee +4 from 10♥ Dee plays 10♥"
    marked = [e.get("id") for e in table.page.elements if "delta" in e.get("class")]
    assert marked == ["pot-10H-moved-4", "seat-4-moved-4"]


def test_undo_names_what_it_takes_back_and_redo_puts_it_back(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "9H")])
    assert "Undo Ann plays 9♥" in buttons(table.page)
    table.tap({"do": "undo"})
    assert "Restore Ann plays 9♥" in buttons(table.page)
    assert "Taken back Ann plays 9♥" in " ".join(table.page.text.split())
    table.tap({"do": "redo"})
    assert "Undo Ann plays 9♥" in buttons(table.page)


def test_undo_of_an_amend_names_the_entry_that_was_changed(app: Flask) -> None:
    table = Table(app, record(), [{"do": "buy-in", "player": "Ann", "chips": 5}])
    changed = {"do": "buy-in", "player": "Ann", "chips": 6}
    table.tap({"do": "amend", "entry": 0, "with": changed})
    assert "Undo the change to entry 1" in buttons(table.page)
    assert "Entry 1 was changed" in table.page.text
    table.tap({"do": "insert", "before": 0, "entry": changed})
    assert "An entry was inserted before entry 1" in table.page.text


def test_a_sale_is_a_buyer_and_a_price(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    sheet = table.look("/more/sell")
    buyers = [field.get("value") for field in sheet.all("input", name="key-player")]
    assert buyers == ["Ann", "Bob", "Cal"]
    assert table.fill("sell", player="Bob", chips="5", **{"chips-typed": "12"}).status_code == 200
    assert table.log[-1] == {"do": "sell", "player": "Bob", "chips": 5}


def test_a_plate_means_one_thing_through_an_auction(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    for player in ("Ann", "Bob"):
        taps = [tap for tap in table.page.all("button", name="entry") if "seat" in tap.get("class")]
        assert [json.loads(tap.get("value")) for tap in taps] == [{"do": "pass", "player": player}]
        assert not table.page.all("input", type="radio")
        table.tap({"do": "pass", "player": player})


@pytest.mark.parametrize("typed", ["-3", "two", "1.5", "9" * 30])
def test_a_number_that_is_none_is_refused_in_a_sentence(app: Flask, typed: str) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    assert table.fill("sell", player="Bob", **{"chips-typed": typed}).status_code == 422
    assert "is not a whole number from 0 to 1,000,000." in table.page.text


def test_an_auction_is_bid_by_bid(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    table.fill("bid", player="Ann", chips=2)
    assert table.fill("bid", player="Bob", **{"chips-typed": "7"}).status_code == 200
    for player in ("Cal", "Ann"):
        (plate,) = (words for words in buttons(table.page) if words.startswith(f"{player} passes"))
        table.tap(buttons(table.page)[plate])
    assert "Ann leads" in table.page.text
    told = " ".join(table.page.all("p", class_="last-move")[0].text.split())
    assert told == "Dee +7 from Bob Ann passes, and Bob buys the dummy for 7"
    with table.app.app_context():
        evening = load_table(table.token)
        assert evening.table.ledger.chips["Bob"] == 92 - 7


def test_chips_only_a_pot_is_won_by_two_taps_and_the_hand_ends(app: Flask) -> None:
    log = [{"do": "deal"}, {"do": "swap"}, {"do": "chips-only"}]
    table = Table(app, record(), log)
    assert table.fill("collect", pot="10H", player="Bob").status_code == 200
    assert table.log[-1] == {"do": "collect", "player": "Bob", "pot": "10H"}
    assert table.page.all("input", name="key-pot", value="10H") == []
    answer = table.fill("out", "out", player="Cal", left={"Ann": 2, "Bob": 3, "Cal": 5, "Dee": 4})
    assert answer.headers["HX-Redirect"] == table.url
    assert table.log[-1]["left"] == {"Ann": 2, "Bob": 3, "Dee": 4}


def test_a_sheet_that_is_refused_keeps_what_was_typed(app: Flask) -> None:
    log = [{"do": "deal"}, {"do": "swap"}, {"do": "chips-only"}]
    table = Table(app, record(), log)
    answer = table.fill("out", "out", player="Cal", left={"Ann": 2, "Bob": 99, "Dee": 4})
    assert answer.status_code == 422
    assert "Bob cannot have 99 cards left" in table.page.text
    chosen = [box for box in table.page.all("input") if "checked" in box.attributes]
    assert [box.get("value") for box in chosen] == ["2", "Cal", "4"]
    missing = table.fill("out", "out", player="Cal", left={"Ann": 2, "Dee": 4})
    assert missing.status_code == 422
    assert "How many cards does Bob have left?" in table.page.text


def test_a_blocked_hand_asks_for_totals(app: Flask) -> None:
    rules = {"no_lead": "blocked"}
    skips = [{"do": "skip", "player": player} for player in ("Ann", "Bob", "Cal", "Dee")]
    log = [*SWAPPED, play("Ann", "2C"), {"do": "stop"}, *skips]
    table = Table(app, record(options=rules), log)
    assert "lowest card total" in table.page.text
    points = {"Ann": 50, "Bob": 40, "Cal": 45, "Dee": 60}
    answer = table.fill("totals", "totals", htmx=False, points=points)
    assert answer.status_code == 303
    assert table.log[-1]["points"] == points


@pytest.fixture
def poker(app: Flask) -> Table:
    left = {"Ann": 2, "Bob": 2, "Cal": 2}
    log = [{"do": "deal"}, {"do": "keep"}, {"do": "chips-only"}]
    return Table(
        app, record("michigan-rummy-classic"), [*log, {"do": "out", "player": "Dee", "left": left}]
    )


def test_the_poker_pot_goes_to_the_winner_by_one_tap(poker: Table) -> None:
    won = buttons(poker.page)
    bobs = next(entry for entry in won.values() if entry.get("players") == ["Bob"])
    assert poker.tap(bobs).status_code == 200
    assert "Dee" in poker.page.text


def test_several_share_the_poker_pot(poker: Table) -> None:
    refused = poker.fill("award", "award", pot="poker")
    assert refused.status_code == 422
    assert poker.fill("award", "award", pot="poker", players=["Ann", "Bob"]).status_code == 200
    assert poker.log[-1] == {"do": "award", "pot": "poker", "players": ["Ann", "Bob"]}


def test_cards_are_shown_on_a_picture_and_the_pot_is_judged_in_words(app: Flask) -> None:
    piles = {"Ann": 1, "Bob": 2, "Cal": 2, "Dee": 2, "dummy": 45}
    log = [{"do": "deal", "piles": piles}, {"do": "keep"}, play("Ann", "2C")]
    table = Table(app, record("michigan-rummy-classic"), log)
    sheet = table.look("/more/show?player=Bob")
    assert len(sheet.all("input", name="key-cards")) == 51
    table.fill("show", "show", player="Bob", cards=["KH", "KS"])
    table.page = table.look()
    assert table.log[-1] == {"do": "show", "player": "Bob", "cards": ["KH", "KS"]}
    assert "Judge by the cards" not in buttons(table.page), "Cal and Dee have yet to show"
    for player, cards in {"Cal": ["3C", "5D"], "Dee": ["4C", "6D"]}.items():
        table.fill("show", "show", player=player, cards=cards)
        table.page = table.look()
    table.tap(buttons(table.page)["Judge by the cards"])
    said = " ".join(table.page.text.split())
    assert "Bob wins the poker compartment with a pair of kings" in said


def test_who_went_out_is_told_while_a_pot_waits_to_be_judged(poker: Table) -> None:
    assert [told.text for told in poker.page.all("p", class_="headline")] == ["Dee is out! +11"]


def test_notes_for_cards_left_are_told_with_who_went_out(app: Flask) -> None:
    log = [{"do": "deal"}, {"do": "chips-only"}]
    out = {"do": "out", "player": "Bob", "left": {"Ann": 7, "Cal": 2, "Dee": 1}}
    chips = {"Ann": 12, "Bob": 50, "Cal": 50, "Dee": 50}
    told = Table(app, record(chips=chips), [*log, out]).page.text
    assert "4 from the kitty, 7 for the cards of the others and 3 in IOUs" in told


def test_chips_only_shows_no_card_that_must_follow(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "2C")])
    assert table.page.all("div", class_="ask-card")
    table.tap({"do": "chips-only"})
    assert not table.page.all("div", class_="ask-card")


def after_a_hand(app: Flask, **left: int) -> Table:
    piles = {"Ann": 1, "Bob": 2, "Cal": 2, "Dee": 2, **left}
    piles["dummy"] = 52 - sum(piles.values())
    return Table(app, record(), [{"do": "deal", "piles": piles}, {"do": "keep"}, play("Ann", "2C")])


def first(table: Table, sheet: str) -> Any:
    return table.client.get(f"{table.url}/ahead/{sheet}")


def test_a_link_that_is_held_leads_to_its_sheet_with_the_first_card_tapped(app: Flask) -> None:
    table = after_a_hand(app)
    [link] = [link for link in table.page.all("a") if "What does Bob hold?" in link.text]
    drawn = page_of(table.client.get(link.get("data-ahead")).get_data(as_text=True))
    ways = drawn.all("a", class_="tile suit-c")
    assert len(ways) == 12
    sheet = table.look(ways[0].get("href").removeprefix(table.url))
    tapped = [box for box in sheet.all("input", name="key-cards") if "checked" in box.attributes]
    assert [box.get("value") for box in tapped] == ["3C"]
    assert "1 to go" in sheet.text


def test_the_only_card_that_somebody_holds_is_shown_by_its_tile(app: Flask) -> None:
    drawn = page_of(first(after_a_hand(app, Bob=1), "show?player=Bob").get_data(as_text=True))
    shows = [json.loads(tile.get("value")) for tile in drawn.all("button", name="entry")]
    assert {"do": "show", "player": "Bob", "cards": ["KH"]} in shows


@pytest.mark.parametrize("sheet", ["show?player=Ann", "show?player=Zoe", "award", "more", "x"])
def test_a_link_to_a_sheet_without_cards_shows_nothing_while_it_is_held(
    app: Flask, sheet: str
) -> None:
    assert first(after_a_hand(app), sheet).status_code == 204


def test_a_dump_claims_what_its_cards_make(app: Flask) -> None:
    log = [*SWAPPED, play("Ann", "5C"), play("Bob", "6C")]
    table = Table(app, record("great-lakes"), log)
    wrong = table.fill("dump", "dump", player="Cal", cards=["8H", "9H", "JH"])
    assert wrong.status_code == 422
    assert table.page.all("input", value="JH")[0].attributes.get("checked", "no") is None
    answer = table.fill("dump", "dump", player="Cal", cards=["8H", "9H", "10H"])
    assert answer.status_code == 200
    assert table.log[-1]["pot"] == "straight"


def test_a_finding_is_a_banner_that_blocks_nothing_and_can_be_noted(app: Flask) -> None:
    stop = {"do": "stop"}
    led = [play("Ann", "4C"), stop, play("Ann", "5D"), stop, play("Ann", "3C")]
    table = Table(app, record(options={"first_lead": "lowest-of-suit"}), [*SWAPPED, *led])
    assert "Ann led 4♣, but still had 3♣." in table.page.text
    assert any(entry["do"] == "play" for entry in buttons(table.page).values())
    (found,) = {tap.get("value") for tap in table.page.all("button", name="finding")}
    fields = {"csrf_token": table.csrf, "finding": found}
    noted = table.client.post(f"{table.url}/noted", data=fields, headers=HX)
    assert "still had" not in noted.get_data(as_text=True)
    assert "still had" not in table.look().text


@pytest.mark.parametrize(
    ("game", "suits", "said"),
    [("michigan-kitty", "CD", "It really happened"), ("boodle", "CS", "Apply the penalty")],
)
def test_each_of_several_findings_has_its_buttons(
    app: Flask, game: str, suits: str, said: str
) -> None:
    stop = {"do": "stop"}
    first, second = suits
    log = [*SWAPPED, play("Ann", f"5{first}"), stop, play("Ann", f"9{second}"), stop]
    table = Table(
        app, record(game), [*log, play("Ann", f"3{first}"), stop, play("Ann", f"4{second}")]
    )
    assert len(table.page.all("div", class_="banner banner-finding")) == 2
    assert [button.text.strip() for button in table.page.all("button")].count(said) == 2


def test_news_and_findings_are_told_to_those_who_listen(app: Flask) -> None:
    stop = {"do": "stop"}
    log = [*SWAPPED, play("Ann", "5C"), stop, play("Ann", "9S"), stop]
    table = Table(app, record("boodle"), [*log, play("Ann", "3C"), stop, play("Ann", "4S")])
    assert "2 mistakes found: Ann led 9♠, but still had 4♠." in heard(table, "found")
    assert "With the penalty: Ann pays" in heard(table, "found")
    table.tap({"do": "enforce", "finding": 0})
    assert heard(table, "news").startswith("Bob +1 from Ann")
    assert heard(table, "found").startswith("1 mistake found: Ann led 9♠")


def heard(table: Table, about: str) -> str:
    """What a screen reader is told of what just happened, or of what was found."""
    (told,) = table.page.all("p", id=about, role="status")
    return " ".join(told.text.split())


def test_what_was_enforced_is_told_before_the_next_finding(app: Flask) -> None:
    stop = {"do": "stop"}
    log = [*SWAPPED, play("Ann", "5C"), stop, play("Ann", "9S"), stop]
    table = Table(app, record("boodle"), [*log, play("Ann", "3C"), stop, play("Ann", "4S")])
    table.tap({"do": "enforce", "finding": 0})
    (told,) = table.page.all("details", id="findings")
    said = "Bob +1 from Ann, Cal +1 from Ann, Dee +1 from Ann 1 more mistake"
    assert " ".join(told.text.split()).startswith(said)
    (button,) = (tap for tap in table.page.all("button") if tap.text.strip() == "Apply the penalty")
    assert json.loads(button.get("value") or "")["finding"] == 1


def test_where_penalties_are_on_a_finding_is_enforced_or_waived(app: Flask) -> None:
    stop = {"do": "stop"}
    led = [play("Ann", "4C"), stop, play("Ann", "5D"), stop, play("Ann", "3C")]
    table = Table(app, record("michigan-rummy-classic"), [*SWAPPED, *led])
    assert buttons(table.page)["Let it go"] == {"do": "waive", "finding": 0, "entry": 2}
    assert "Ann collects no more in this hand." in table.page.text
    assert table.tap(buttons(table.page)["Apply the penalty"]).status_code == 200
    assert "Penalty applied: Ann led 4♣, but still had 3♣." in table.page.text
    assert "Apply the penalty" not in buttons(table.page)


WITHHELD = [play("Ann", "4H"), {"do": "stop"}, play("Ann", "2C"), {"do": "stop"}, play("Ann", "5H")]


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (3, "With the penalty: play goes on without Ann; Ann pays back Bob 5, Cal 4, Dee 4"),
        (4, "With the penalty: Ann collects no more in this hand and cannot win it."),
    ],
)
def test_who_withheld_a_card_is_told_not_to_win(app: Flask, cards: int, says: str) -> None:
    piles = {"Ann": cards, "Bob": 5, "Cal": 4, "Dee": 4, "dummy": 39 - cards}
    log = [{"do": "deal", "piles": piles}, {"do": "keep"}, *WITHHELD]
    told = " ".join(Table(app, record("boodle"), log).page.text.split())
    assert says in told


def test_the_memory_aid_shows_only_where_it_is_switched_on(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "4C"), {"do": "stop"}])
    assert not table.page.all("div", id="memory")
    table.client.post(f"{table.url}/memory", data={"csrf_token": table.csrf})
    assert "5 dead" in " ".join(table.look().all("div", id="memory")[0].text.split())
    elsewhere = app.test_client().get(table.url).get_data(as_text=True)
    assert 'id="memory"' not in elsewhere
    table.client.post(f"{table.url}/memory", data={"csrf_token": table.csrf})
    assert not table.look().all("div", id="memory")


def test_a_table_can_forbid_the_memory_aid_on_all_its_devices(app: Flask) -> None:
    table = Table(app, record(), [*SWAPPED, play("Ann", "4C"), {"do": "stop"}])
    table.client.post(f"{table.url}/memory", data={"csrf_token": table.csrf})
    table.client.post(f"{table.url}/memory/table", data={"csrf_token": table.csrf, "aid": "off"})
    assert not table.look().all("div", id="memory")
    more = table.client.get(f"{table.url}/more").get_data(as_text=True)
    assert "This table plays without it: no device shows it." in more
    assert "Switch it" not in more
    table.client.post(f"{table.url}/memory/table", data={"csrf_token": table.csrf, "aid": "on"})
    assert table.look().all("div", id="memory")


def test_the_screen_stays_awake_during_a_hand_only(table: Table) -> None:
    assert table.page.all("div", id="board")[0].get("data-wake") == "off"
    table.tap({"do": "deal"})
    assert table.page.all("div", id="board")[0].get("data-wake") == "on"


def test_an_ante_that_is_short_leads_to_a_loan(app: Flask) -> None:
    table = Table(app, record(chips=3))
    assert "borrow or buy in first" in table.page.text
    assert "Deal hand 1" not in buttons(table.page)
    links = [link.get("href") for link in table.page.all("a")]
    assert f"{table.url}/more/player?player=Ann" in links


@pytest.mark.parametrize(
    ("name", "long"),
    [("Ann", ""), ("Wilhelm", "some"), ("Lillifilli", "some"), ("Maximiliane", "yes")],
)
def test_a_name_is_small_only_where_it_must_be(app: Flask, name: str, long: str) -> None:
    table = Table(app, record(players=[name, "Bob", "Cal", "Dee"]))
    assert table.page.all("span", class_="seat-name")[0].get("data-long") == long


def test_somebody_may_join_whatever_the_others_are_called(app: Flask) -> None:
    table = Table(app, record(players=["\N{BULLET}", "0", "1"]))
    assert "Somebody joins" in table.look("/more").text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Bartholomew", "Bartholomew exchanges"),
        ("Bartholomew Montgomery-Smythe the Second", "Bartholomew… exchanges"),
        ("WMWMWMWMWMWMWMWM", "WMWMWMW… exchanges"),
    ],
)
def test_a_name_leaves_room_for_the_verb_on_a_button(app: Flask, name: str, said: str) -> None:
    table = Table(app, record(players=["Ann", "Bob", "Cal", name]), [{"do": "deal"}])
    assert buttons(table.page)[said] == {"do": "swap"}


def test_a_missing_lender_is_told_in_a_sentence_of_ours(app: Flask) -> None:
    table = Table(app, record(), SWAPPED)
    page = table.look("/more/player?player=Ann")
    forms = page.all("form", method="post")
    assert forms
    assert all("novalidate" in form.attributes for form in forms)
    answer = table.fill("borrow", "player", player="Ann", chips=3)
    assert answer.status_code == 422
    assert "Still to be answered: From whom?" in answer.text


def test_in_a_hand_it_is_said_when_somebody_may_join(app: Flask) -> None:
    table = Table(app, record(), SWAPPED)
    assert "Somebody joins after this hand" in " ".join(table.look("/more").text.split())
    assert "after this hand" not in Table(app, record(), []).look("/more").text


def plates(table: Table) -> list[tuple[str, str]]:
    """The classes of each plate, and what a screen reader calls it."""
    seats = [seat for seat in table.page.elements if re.fullmatch(r"seat-\d+", seat.get("id"))]
    return [(seat.get("class"), " ".join(seat.spoken.split())) for seat in seats]


@pytest.mark.parametrize(
    ("log", "name"),
    [
        ([*SWAPPED, play("Ann", "7S")], "Bob plays 8♠, 92 chips, 10 cards left"),
        ([{"do": "deal"}, {"do": "bid", "player": "Ann", "chips": 3}], "Bob passes"),
    ],
)
def test_a_plate_is_named_by_what_a_tap_on_it_enters(app: Flask, log: list[Any], name: str) -> None:
    named = plates(Table(app, record(), log))
    assert any(said.startswith(name) for _, said in named), named


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_next_dealer_is_marked_and_lit_once_a_hand_has_ended(app: Flask, game: str) -> None:
    evening, at, now = next(
        (evening, at, now)
        for evening in recorded(game)
        for at, (_, now) in enumerate(replay_record(evening, all_games()).tables(), 1)
        if now.hand
        and "deal" in [tap.raw["do"] for tap in now.setup.game.current_prompt(now).buttons]
    )
    table = Table(app, {**evening, "log": []}, evening["log"][:at])
    lit = [said for look, said in plates(table) if "is-turn" in look]
    assert lit == [said for _, said in plates(table) if ", dealer" in said]
    assert [said.startswith(now.next_dealer()) for said in lit] == [True]


def test_what_the_last_card_brought_is_one_number_and_the_hand_is_named_so(app: Flask) -> None:
    piles = {"Ann": 1, "Bob": 2, "Cal": 2, "Dee": 3, "dummy": 44}
    table = Table(app, record(), [{"do": "deal", "piles": piles}, {"do": "keep"}])
    table.tap(play("Ann", "AS"))
    said = {each.get("class"): " ".join(each.text.split()) for each in table.page.elements}
    assert said["headline"] == "Ann is out! +15"
    assert said["won-plate"] == "Ann +15"
    assert said["ask-hint"].startswith("4 from A♠, 4 from the kitty")
    assert said["by-player"].startswith("This handAnn +7")


def test_the_example_says_that_it_is_one_and_leads_to_a_table_of_ones_own(app: Flask) -> None:
    client = app.test_client()
    for path in ("/t/played", "/t/played/log", "/t/played/tally", "/t/seat.played"):
        ribbon = page_of(client.get(path).text).all("p", class_="example")
        assert [" ".join(each.text.split()) for each in ribbon] == ["An example Set up your own"]
    assert not Table(app, record()).page.all("p", class_="example")


def test_a_pot_that_is_judged_asks_for_a_tap_on_the_winner(poker: Table) -> None:
    hints = [hint.text for hint in poker.page.all("p", class_="ask-hint")]
    assert "Tap the winner." in hints


def test_leaving_is_the_first_of_a_players_sheet_and_buying_the_last(table: Table) -> None:
    sheet = table.look("/more/player?player=Ann").text
    order = [sheet.index(words) for words in ("Sit out, or leave", "Ann borrows", "Ann buys")]
    assert order == sorted(order)


def test_the_gesture_for_a_loan_is_told_where_it_would_have_saved_taps(table: Table) -> None:
    told, sheet = "hold the plate of Ann", "/more/player?player=Ann"
    assert told not in table.look(sheet).text
    table.tap({"do": "deal"})
    assert told in table.look(sheet).text


def test_a_follow_names_who_played_last(table: Table) -> None:
    for entry in ({"do": "deal"}, {"do": "swap"}, {"do": "play", "player": "Ann", "card": "3C"}):
        table.tap(entry)
    [run] = table.page.all("p", class_="ask-hint run-so-far")
    assert run.text.endswith("Ann")


@pytest.mark.parametrize("path", ["/more/player?player=Ann", "/wrong/else"])
def test_whoever_must_go_in_a_hand_leaves_after_it_or_calls_it_off(table: Table, path: str) -> None:
    table.tap({"do": "deal"})
    page = table.look(path)
    assert any("Ann leaves after this hand" in each.text for each in page.all("button"))
    assert any("Call off the hand" in each.text for each in page.all("a"))
    assert '"do": "leave"' not in page.source
