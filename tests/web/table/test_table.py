"""Taps on the table screen."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.log.replay import replay_record
from companion.games import all_games
from tests.evenings import PLAYERS, record, recorded
from tests.notation import entry
from tests.web.pages import Page, escaped, page_of
from tests.web.tapping import HX, Table, buttons, offered, play


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def test_a_tap_is_stored_once_and_answered_with_the_board(table: Table) -> None:
    assert table.tap("deal").status_code == 200
    assert table.page.elements[0].get("id") == "board"
    assert table.log == [{"do": "deal"}]
    assert table.version == 1


def test_a_double_tap_is_stored_once(table: Table) -> None:
    table.tap("Ann buys in 5")
    assert table.tap("Ann buys in 5", version=0).status_code == 200
    assert len(table.log) == 1


def test_a_tap_from_an_old_screen_shows_the_present_board(table: Table) -> None:
    table.tap("deal")
    assert table.tap("end", version=0).status_code == 409
    assert "Somebody else was quicker" in table.page.text
    assert table.version == 1
    assert len(table.log) == 1


def test_a_refused_tap_says_why_until_the_next_tap(table: Table) -> None:
    assert table.tap("stop").status_code == 422
    assert "Not now" in table.page.all("div", role="alert")[0].text
    assert table.log == []
    table.tap("deal")
    assert table.page.all("div", role="alert") == []


def test_an_unknown_table_is_404(client: FlaskClient) -> None:
    pages = ["/board", "/more", "/guests", "/log", "/rules", "/seats", "/record.json"]
    for path in ("", *pages, "/tally", "/tally.pdf", "/tally.csv"):
        assert client.get(f"/t/nowhere{path}").status_code == 404, path


def test_a_tap_without_its_token_is_400_and_stores_nothing(table: Table) -> None:
    fields = {"version": 0, "entry": '{"do":"deal"}'}
    answer = table.client.post(f"{table.url}/entries", data=fields, headers=HX)
    assert answer.status_code == 400
    assert answer.headers["HX-Retarget"] == "body"
    assert table.log == []


def test_more_than_a_megabyte_is_413(table: Table) -> None:
    assert table.send(entry="x" * (1024 * 1024 + 1)).status_code == 413
    assert table.log == []


def test_without_htmx_a_tap_leads_back_to_the_page(table: Table) -> None:
    answer = table.tap("deal", htmx=False)
    assert answer.status_code == 303
    assert answer.headers["Location"] == table.url
    assert table.tap("deal", version=1, htmx=False).status_code == 422
    assert table.page.all("html")


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "נועה בת־שבע", "🦊🎴👩‍👩‍👧", "O'Brien & “Q”", "x" * 40]
)
def test_any_name_is_shown_as_it_is(app: Flask, name: str) -> None:
    table = Table(app, record(players=[name, "Bob"]) | {"dealer": name}, "deal; swap; Bob 2C")
    for path in ("", "/more", "/board"):
        assert f"<bdi>{escaped(name)}</bdi>" in table.look(path).source.replace("&shy;", "")
    assert table.tap(play(name, "3C")).status_code == 200
    assert escaped(name) in table.get("/more/player", player=name).text


def test_a_tablet_that_has_seen_everything_is_sent_nothing(table: Table) -> None:
    table.tap("deal")
    answers = {seen: table.get("/board", version=seen).status_code for seen in ("1", "0", "x")}
    assert answers == {"1": 204, "0": 200, "x": 200}


# a run of cards


def seat_taps(table: Table) -> list[Any]:
    """What a tap on each plate enters."""
    taps = [tap for tap in table.page.all("button", name="entry") if "seat" in tap.get("class")]
    return [json.loads(tap.get("value")) for tap in taps]


def test_a_follow_is_one_tap_on_a_seat(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 10C")
    assert seat_taps(table) == [{"do": "play", "player": name, "card": "JC"} for name in PLAYERS]


def test_a_run_is_its_last_card_and_a_seat(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 10C")
    assert table.page.values("upto") == ["QC", "KC", "AC"]
    table.send(entry=json.dumps({"do": "play", "player": "Bob", "card": "JC"}), upto="KC")
    assert table.log[-1] == play("Bob", "JC", "QC", "KC")


def test_a_run_goes_no_further_than_anybody_has_cards(app: Flask) -> None:
    ends = Table(app, log="deal; swap; Ann 2C").page.values("upto")
    assert ends == ["4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC"]


def test_a_run_to_a_card_that_is_none_of_it_is_the_card_alone(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 10C")
    jack = {"do": "play", "player": "Bob", "card": "JC"}
    table.send(entry=json.dumps(jack), upto="2H")
    assert table.log[-1] == jack


def ahead(table: Table, raw: Any) -> Any:
    """What is shown while the plate that makes an entry is held."""
    return table.get("/ahead", entry=raw if isinstance(raw, str) else json.dumps(raw))


def drawn(answer: Any) -> list[Any]:
    """The entries that the buttons of an answer make."""
    return [json.loads(value) for value in page_of(answer.text).values("entry", "button")]


def test_a_seat_that_is_held_shows_how_its_player_goes_on(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann QC")
    ways = [raw["cards"] for raw in drawn(ahead(table, entry("Bob KC")))]
    assert ["KC", "AC"] in ways
    assert ["KC", "AC", "2D"] in ways
    assert len(ways) == 27


def test_who_may_put_four_cards_down_is_led_there_from_a_seat_that_is_held(app: Flask) -> None:
    table = Table(app, record("great-lakes"), "deal; swap; Ann 5C; Bob 6C")
    held = {name: ahead(table, play(name, "7C")).text for name in ("Bob", "Cal")}
    assert "more/dump?player=Cal" in held["Cal"]
    assert "more/dump" not in held["Bob"]


@pytest.mark.parametrize("raw", ["", "{", "[]", '{"do": "stop"}', '{"do": "play"}'])
def test_what_is_no_play_goes_on_to_nothing(app: Flask, raw: str) -> None:
    assert ahead(Table(app, log="deal; swap; Ann QC"), raw).status_code == 204
    assert ahead(Table(app), play("Bob", "KC")).status_code == 204


def test_a_lead_is_one_tap_on_a_card_that_may_be_led(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 2C; stop")
    leads = [raw for raw in buttons(table.page).values() if raw["do"] == "play"]
    assert len({raw["card"] for raw in leads}) == 26
    assert {raw["card"][-1] for raw in leads} == {"D", "H"}
    assert {raw["player"] for raw in leads} == {"Ann"}


def test_suits_in_a_question_have_their_colours(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 2S; stop")
    classes = (span.get("class") for span in table.page.all("span"))
    marks = [found for found in classes if found.startswith("suit-mark")]
    assert marks == ["suit-mark suit-d", "suit-mark suit-h"]


def last_move(table: Table) -> str:
    return table.page.all("p", class_="last-move")[0].said


def test_what_moved_is_told_and_marked(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 9H")
    table.tap("Dee 10H")
    assert last_move(table) == "Dee +4 from 10♥ Dee plays 10♥"
    marked = [e.get("id") for e in table.page.elements if "delta" in e.get("class")]
    assert marked == ["pot-10H-moved-4", "seat-4-moved-4"]


def test_undo_names_what_it_takes_back_and_redo_puts_it_back(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 9H")
    assert "Undo Ann plays 9♥" in buttons(table.page)
    table.tap("undo")
    assert "Restore Ann plays 9♥" in buttons(table.page)
    assert "Taken back Ann plays 9♥" in table.page.said
    table.tap("redo")
    assert "Undo Ann plays 9♥" in buttons(table.page)


def test_undo_of_an_amend_names_the_entry_that_was_changed(app: Flask) -> None:
    table = Table(app, log="Ann buys in 5")
    table.tap("amend 0: Ann buys in 6")
    assert "Undo the change to entry 1" in buttons(table.page)
    assert "Entry 1 was changed" in table.page.text
    table.tap("insert 0: Ann buys in 6")
    assert "An entry was inserted before entry 1" in table.page.text


# the dummy


def test_a_sale_is_a_buyer_and_a_price(app: Flask) -> None:
    table = Table(app, log="deal")
    assert table.look("/more/sell").values("key-player") == ["Ann", "Bob", "Cal"]
    assert table.fill("sell", player="Bob", chips="5", **{"chips-typed": "12"}).status_code == 200
    assert table.log[-1] == entry("Bob buys for 5")


def test_a_plate_means_one_thing_through_an_auction(app: Flask) -> None:
    table = Table(app, log="deal")
    for player in ("Ann", "Bob"):
        assert seat_taps(table) == [{"do": "pass", "player": player}]
        assert not table.page.all("input", type="radio")
        table.tap(f"{player} passes")


def test_an_auction_is_bid_by_bid(app: Flask) -> None:
    table = Table(app, log="deal")
    table.fill("bid", player="Ann", chips=2)
    assert table.fill("bid", player="Bob", **{"chips-typed": "7"}).status_code == 200
    for player in ("Cal", "Ann"):
        (plate,) = (words for words in buttons(table.page) if words.startswith(f"{player} passes"))
        table.tap(buttons(table.page)[plate])
    assert "Ann leads" in table.page.text
    assert last_move(table) == "Dee +7 from Bob Ann passes, and Bob buys the dummy for 7"
    assert table.chips["Bob"] == 92 - 7


# the end of a hand


def test_chips_only_a_pot_is_won_by_two_taps_and_the_hand_ends(app: Flask) -> None:
    table = Table(app, log="deal; swap; chips-only")
    assert table.fill("collect", pot="10H", player="Bob").status_code == 200
    assert table.log[-1] == entry("Bob collects 10H")
    assert "10H" not in table.page.values("key-pot")
    answer = table.fill("out", "out", player="Cal", left={"Ann": 2, "Bob": 3, "Cal": 5, "Dee": 4})
    assert answer.headers["HX-Redirect"] == table.url
    assert table.log[-1]["left"] == {"Ann": 2, "Bob": 3, "Dee": 4}


def test_a_sheet_that_is_refused_keeps_what_was_typed(app: Flask) -> None:
    table = Table(app, log="deal; swap; chips-only")
    answer = table.fill("out", "out", player="Cal", left={"Ann": 2, "Bob": 99, "Dee": 4})
    assert answer.status_code == 422
    assert "Bob cannot have 99 cards left" in table.page.text
    assert table.page.checked() == ["2", "Cal", "4"]
    assert table.fill("out", "out", player="Cal", left={"Ann": 2, "Dee": 4}).status_code == 422
    assert "Enter how many cards Bob has left." in table.page.text


def test_a_blocked_hand_asks_for_totals(app: Flask) -> None:
    skips = "; ".join(f"{player} skips" for player in PLAYERS)
    rules = {"no_lead": "blocked"}
    table = Table(app, record(options=rules), f"deal; swap; Ann 2C; stop; {skips}")
    assert "lowest card total" in table.page.text
    points = {"Ann": 50, "Bob": 40, "Cal": 45, "Dee": 60}
    assert table.fill("totals", "totals", htmx=False, points=points).status_code == 303
    assert table.log[-1]["points"] == points


@pytest.fixture
def poker(app: Flask) -> Table:
    log = "deal; keep; chips-only; Dee out Ann 2 Bob 2 Cal 2"
    return Table(app, record("michigan-rummy-classic"), log)


def test_the_poker_pot_goes_to_the_winner_by_one_tap(poker: Table) -> None:
    assert [hint.text for hint in poker.page.all("p", class_="ask-hint")][-1] == "Tap the winner."
    won = buttons(poker.page).values()
    assert poker.tap(next(raw for raw in won if raw.get("players") == ["Bob"])).status_code == 200
    assert "Dee" in poker.page.text


def test_several_share_the_poker_pot(poker: Table) -> None:
    assert poker.fill("award", "award", pot="poker").status_code == 422
    assert poker.fill("award", "award", pot="poker", players=["Ann", "Bob"]).status_code == 200
    assert poker.log[-1] == entry("award poker Ann Bob")


def test_cards_are_shown_on_a_picture_and_the_pot_is_judged_in_words(app: Flask) -> None:
    log = "deal Ann 1 Bob 2 Cal 2 Dee 2 dummy 45; keep; Ann 2C"
    table = Table(app, record("michigan-rummy-classic"), log)
    assert len(table.look("/more/show?player=Bob").values("key-cards")) == 51
    table.fill("show", "show", player="Bob", cards=["KH", "KS"])
    table.page = table.look()
    assert table.log[-1] == entry("Bob shows KH KS")
    assert "Judge by the cards" not in buttons(table.page), "Cal and Dee have yet to show"
    for player, cards in {"Cal": ["3C", "5D"], "Dee": ["4C", "6D"]}.items():
        table.fill("show", "show", player=player, cards=cards)
        table.page = table.look()
    table.tap(buttons(table.page)["Judge by the cards"])
    assert "Bob wins the poker compartment with a pair of kings" in table.page.said


def test_who_went_out_is_told_while_a_pot_waits_to_be_judged(poker: Table) -> None:
    assert [told.text for told in poker.page.all("p", class_="headline")] == ["Dee is out! +11"]


def test_notes_for_cards_left_are_told_with_who_went_out(app: Flask) -> None:
    chips = {"Ann": 12, "Bob": 50, "Cal": 50, "Dee": 50}
    table = Table(app, record(chips=chips), "deal; chips-only; Bob out Ann 7 Cal 2 Dee 1")
    assert "4 from the kitty, 7 for the others’ cards and 3 in IOUs" in table.page.text


def test_chips_only_shows_no_card_that_must_follow(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 2C")
    assert table.page.all("div", class_="ask-card")
    table.tap("chips-only")
    assert not table.page.all("div", class_="ask-card")


def after_a_hand(app: Flask, bob: int = 2) -> Table:
    return Table(app, log=f"deal Ann 1 Bob {bob} Cal 2 Dee 2 dummy {47 - bob}; keep; Ann 2C")


def test_a_link_that_is_held_leads_to_its_sheet_with_the_first_card_tapped(app: Flask) -> None:
    table = after_a_hand(app)
    [link] = [link for link in table.page.all("a") if "What does Bob hold?" in link.text]
    ways = page_of(table.client.get(link.get("data-ahead")).text).all("a", class_="tile suit-c")
    assert len(ways) == 12
    sheet = table.look(ways[0].get("href"))
    assert sheet.checked("key-cards") == ["3C"]
    assert "1 to go" in sheet.text


def test_the_only_card_that_somebody_holds_is_shown_by_its_tile(app: Flask) -> None:
    tiles = drawn(after_a_hand(app, bob=1).get("/ahead/show?player=Bob"))
    assert entry("Bob shows KH") in tiles


@pytest.mark.parametrize("sheet", ["show?player=Ann", "show?player=Zoe", "award", "more", "x"])
def test_a_held_link_to_a_sheet_without_cards_shows_nothing(app: Flask, sheet: str) -> None:
    assert after_a_hand(app).get(f"/ahead/{sheet}").status_code == 204


def test_a_dump_claims_what_its_cards_make(app: Flask) -> None:
    table = Table(app, record("great-lakes"), "deal; swap; Ann 5C; Bob 6C")
    assert table.fill("dump", "dump", player="Cal", cards=["8H", "9H", "JH"]).status_code == 422
    assert "JH" in table.page.checked()
    assert table.fill("dump", "dump", player="Cal", cards=["8H", "9H", "10H"]).status_code == 200
    assert table.log[-1]["pot"] == "straight"


# what was found

DIRTY = "deal; swap; Ann 5C; stop; Ann 9S; stop; Ann 3C; stop; Ann 4S"


def test_a_finding_is_a_banner_that_blocks_nothing_and_can_be_noted(app: Flask) -> None:
    setup = record(options={"first_lead": "lowest-of-suit"})
    table = Table(app, setup, "deal; swap; Ann 4C; stop; Ann 5D; stop; Ann 3C")
    assert "Ann led 4♣, but still had 3♣." in table.page.text
    assert any(raw["do"] == "play" for raw in buttons(table.page).values())
    (found,) = {*table.page.values("finding", "button")}
    assert "still had" not in table.post("/noted", htmx=True, finding=found).text
    assert "still had" not in table.look().text


@pytest.mark.parametrize(
    ("game", "log", "said"),
    [
        ("michigan-kitty", DIRTY.replace("S", "D"), "It really happened"),
        ("boodle", DIRTY, "Apply the penalty"),
    ],
)
def test_each_of_several_findings_has_its_buttons(
    app: Flask, game: str, log: str, said: str
) -> None:
    page = Table(app, record(game), log).page
    assert len(page.all("div", class_="banner banner-finding")) == 2
    assert [button.said for button in page.all("button")].count(said) == 2


def heard(table: Table, about: str) -> str:
    """What a screen reader is told of what just happened, or of what was found."""
    (told,) = table.page.all("p", id=about, role="status")
    return told.said


def test_news_and_findings_are_told_to_those_who_listen(app: Flask) -> None:
    table = Table(app, record("boodle"), DIRTY)
    assert "2 mistakes found: Ann led 9♠, but still had 4♠." in heard(table, "found")
    assert "With the penalty: Ann pays" in heard(table, "found")
    table.tap("enforce 0")
    assert heard(table, "news").startswith("Bob +1 from Ann")
    assert heard(table, "found").startswith("1 mistake found: Ann led 9♠")


def test_what_was_enforced_is_told_before_the_next_finding(app: Flask) -> None:
    table = Table(app, record("boodle"), DIRTY)
    table.tap("enforce 0")
    (told,) = table.page.all("details", id="findings")
    said = "Bob +1 from Ann, Cal +1 from Ann, Dee +1 from Ann 1 more mistake"
    assert told.said.startswith(said)
    penalties = [raw for raw in offered(table) if raw["do"] == "enforce"]
    assert [penalty["finding"] for penalty in penalties] == [1]
    assert buttons(table.page)["Apply the penalty"] == penalties[0]


def test_where_penalties_are_on_a_finding_is_enforced_or_waived(app: Flask) -> None:
    setup = record("michigan-rummy-classic")
    table = Table(app, setup, "deal; swap; Ann 4C; stop; Ann 5D; stop; Ann 3C")
    assert buttons(table.page)["Let it go"] == {"do": "waive", "finding": 0, "entry": 2}
    assert "Ann collects no more in this hand." in table.page.text
    assert table.tap(buttons(table.page)["Apply the penalty"]).status_code == 200
    assert "Penalty applied: Ann led 4♣, but still had 3♣." in table.page.text
    assert "Apply the penalty" not in buttons(table.page)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (3, "With the penalty: play goes on without Ann; Ann pays back Bob 5, Cal 4, Dee 4"),
        (4, "With the penalty: Ann collects no more in this hand and cannot win it."),
    ],
)
def test_who_withheld_a_card_is_told_not_to_win(app: Flask, cards: int, says: str) -> None:
    deal = f"deal Ann {cards} Bob 5 Cal 4 Dee 4 dummy {39 - cards}; keep"
    table = Table(app, record("boodle"), f"{deal}; Ann 4H; stop; Ann 2C; stop; Ann 5H")
    assert says in table.page.said


# the memory aid


def memory(page: Page) -> list[str]:
    return [aid.said for aid in page.all("div", id="memory")]


def test_the_memory_aid_shows_only_where_it_is_switched_on(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 4C; stop")
    assert not memory(table.page)
    table.post("/memory")
    assert "5 dead" in memory(table.look())[0]
    assert not memory(page_of(app.test_client().get(table.url).text))
    table.post("/memory")
    assert not memory(table.look())


def test_a_table_can_forbid_the_memory_aid_on_all_its_devices(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 4C; stop")
    table.post("/memory")
    table.post("/memory/table", aid="off")
    assert not memory(table.look())
    more = table.look("/more").source
    assert "This table plays without it, so no device shows it." in more
    assert "Switch it" not in more
    table.post("/memory/table", aid="on")
    assert memory(table.look())


# names, plates and who is told what


def test_the_screen_stays_awake_during_a_hand_only(table: Table) -> None:
    assert table.page.all("div", id="board")[0].get("data-wake") == "off"
    table.tap("deal")
    assert table.page.all("div", id="board")[0].get("data-wake") == "on"


def test_an_ante_that_is_short_leads_to_a_loan(app: Flask) -> None:
    table = Table(app, record(chips=3))
    assert "Borrow or buy in first" in table.page.text
    assert "Deal hand 1" not in buttons(table.page)
    assert f"{table.url}/more/player?player=Ann" in table.page.links


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
    table = Table(app, record(players=["Ann", "Bob", "Cal", name]), "deal")
    assert buttons(table.page)[said] == {"do": "swap"}


def test_a_missing_lender_is_told_in_a_sentence_of_ours(app: Flask) -> None:
    table = Table(app, log="deal; swap")
    forms = table.look("/more/player?player=Ann").all("form", method="post")
    assert forms
    assert all("novalidate" in form.attributes for form in forms)
    answer = table.fill("borrow", "player", player="Ann", chips=3)
    assert answer.status_code == 422
    assert "Answer this first: From whom?" in answer.text


def test_in_a_hand_it_is_said_when_somebody_may_join(app: Flask) -> None:
    more = Table(app, log="deal; swap").look("/more")
    assert "Somebody joins after this hand" in more.said
    assert "after this hand" not in Table(app).look("/more").text


def plates(table: Table) -> list[tuple[str, str]]:
    """The classes of each plate, and what a screen reader calls it."""
    seats = [seat for seat in table.page.elements if re.fullmatch(r"seat-\d+", seat.get("id"))]
    return [(seat.get("class"), " ".join(seat.spoken.split())) for seat in seats]


@pytest.mark.parametrize(
    ("log", "name"),
    [
        ("deal; swap; Ann 7S", "Bob plays 8♠, 92 chips, 10 cards left"),
        ("deal; Ann bids 3", "Bob passes"),
    ],
)
def test_a_plate_is_named_by_what_a_tap_on_it_enters(app: Flask, log: str, name: str) -> None:
    named = plates(Table(app, log=log))
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
    table = Table(app, log="deal Ann 1 Bob 2 Cal 2 Dee 3 dummy 44; keep")
    table.tap("Ann AS")
    said = {each.get("class"): each.said for each in table.page.elements}
    assert said["headline"] == "Ann is out! +15"
    assert said["won-plate"] == "Ann +15"
    assert said["ask-hint"].startswith("4 from A♠, 4 from the kitty")
    assert said["by-player"].startswith("This handAnn +7")


@pytest.mark.parametrize("path", ["played", "played/log", "played/tally", "seat.played"])
def test_the_example_says_that_it_is_one_and_leads_to_a_table_of_ones_own(
    app: Flask, path: str
) -> None:
    ribbon = page_of(app.test_client().get(f"/t/{path}").text).all("p", class_="example")
    assert [each.said for each in ribbon] == ["An example Set up your own"]
    assert not Table(app).page.all("p", class_="example")


def test_leaving_is_the_first_of_a_players_sheet_and_buying_the_last(table: Table) -> None:
    sheet = table.look("/more/player?player=Ann").text
    order = [sheet.index(words) for words in ("Sit out, or leave", "Ann borrows", "Ann buys")]
    assert order == sorted(order)


def test_the_gesture_for_a_loan_is_told_where_it_would_have_saved_taps(table: Table) -> None:
    told, sheet = "hold Ann’s plate", "/more/player?player=Ann"
    assert told not in table.look(sheet).text
    table.tap("deal")
    assert told in table.look(sheet).text


def test_a_follow_names_who_played_last(app: Flask) -> None:
    [run] = Table(app, log="deal; swap; Ann 3C").page.all("p", class_="ask-hint run-so-far")
    assert run.text.endswith("Ann")


@pytest.mark.parametrize("path", ["/more/player?player=Ann", "/wrong/else"])
def test_whoever_must_go_in_a_hand_leaves_after_it_or_calls_it_off(table: Table, path: str) -> None:
    table.tap("deal")
    page = table.look(path)
    assert any("Ann leaves after this hand" in each.text for each in page.all("button"))
    assert any("Call off the hand" in each.text for each in page.all("a"))
    assert '"do": "leave"' not in page.source
