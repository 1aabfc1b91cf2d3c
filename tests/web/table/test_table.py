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
from tests.web.cases import read_cases, visit
from tests.web.pages import escaped, page_of
from tests.web.tapping import HX, Table, buttons, offered, play

# The moments of a hand: Ann has shown that she led wrong; somebody is out, and who holds what.
SHORT = {
    "WRONG": "deal; swap; Ann 4C; stop; Ann 5D; stop; Ann 3C",
    "OUT": "deal; keep; chips-only; Dee out Ann 2 Bob 2 Cal 2",
}
CASES = """
a refused tap says why until the next tap
    not stop => .banner "This entry is not possible now", log nothing
    deal => no .banner
undo names what it takes back and redo puts it back
    deal; swap; Ann 9H => button "Undo Ann plays 9♥"
    undo => button "Redo Ann plays 9♥", "Undone: Ann plays 9♥"
    redo => button "Undo Ann plays 9♥"
undo of an amend names the entry that was changed
    Ann buys in 5
    amend 0: Ann buys in 6 => button "Undo the change to entry 1", "Entry 1 was changed"
    insert 0: Ann buys in 6 => "An entry was inserted before entry 1"
a run goes no further than anybody has cards
    deal; swap; Ann 2C => choices upto 4C 5C 6C 7C 8C 9C 10C JC QC KC
a follow names who played last
    deal; swap; Ann 3C => .run-so-far "Ann"
a sale is a buyer and a price
    deal
    /more/sell => choices key-player Ann Bob Cal
    fill sell player=Bob chips=5 chips-typed=12 => log Bob buys for 5
an auction is bid by bid
    deal
    fill bid player=Ann chips=2
    fill bid player=Bob chips-typed=7
    tap "Cal passes"
    tap "Ann passes" => "Ann leads", Bob 85
    / => only .last-move "Dee +7 from Bob Ann passes, and Bob buys the dummy for 7 chips"
in chips only a pot is won by two taps and the hand ends
    deal; swap; chips-only => choice key-pot 10H
    fill collect pot=10H player=Bob => log Bob collects 10H, no choice key-pot 10H
    fill out on out player=Cal left:Ann=2 left:Bob=3 left:Cal=5 left:Dee=4
        => log Bob collects 10H; Cal out Ann 2 Bob 3 Dee 4
a sheet that is refused keeps what was typed
    deal; swap; chips-only
    not fill out on out player=Cal left:Ann=2 left:Bob=99 left:Dee=4
        => "Bob cannot have 99 cards left", ticked key-player Cal, ticked key-left:Ann 2,
        ticked key-left:Dee 4, ticked key-left:Bob
    not fill out on out player=Cal left:Ann=2 left:Dee=4 => "Enter how many cards Bob has left."
chips only shows no card that must follow
    deal; swap; Ann 2C => .ask-card
    chips-only => no .ask-card
a blocked hand asks for totals
    no_lead=blocked: deal; swap; Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips
        => "lowest card total"
    fill totals on totals points:Ann=50 points:Bob=40 points:Cal=45 points:Dee=60
        => log totals Ann 50 Bob 40 Cal 45 Dee 60
the poker pot goes to the winner by one tap, and it is told who is out meanwhile
    michigan-rummy-classic: OUT => only .headline "Dee went out! +11", .ask-hint "Tap the winner."
    tap "The poker compartment goes to Bob" => log award poker Bob
several share the poker pot
    michigan-rummy-classic: OUT
    not fill award on award pot=poker
    fill award on award pot=poker players=Ann,Bob => log award poker Ann Bob
cards are shown on a picture and the pot is judged in words
    michigan-rummy-classic: deal Ann 1 Bob 2 Cal 2 Dee 2 dummy 45; keep; Ann 2C
    fill show on show player=Bob cards=KH,KS => log Bob shows KH KS, no button "Judge by the cards"
    fill show on show player=Cal cards=3C,5D
    fill show on show player=Dee cards=4C,6D
    tap "Judge by the cards" => "Bob wins the poker compartment with a pair of kings"
IOUs for cards left are told with who went out
    chips=Ann 12 Bob 50 Cal 50 Dee 50: deal; chips-only; Bob out Ann 7 Cal 2 Dee 1
        => "4 from the kitty, 7 for the others’ cards, and 3 in IOUs"
what the last card brought is one number and the hand is named so
    deal Ann 1 Bob 2 Cal 2 Dee 3 dummy 44; keep
    Ann AS => only .headline "Ann went out! +15", only .won-plate "Ann +15",
        .ask-hint "4 from A♠, 4 from the kitty", .by-player "This handAnn +7"
a dump claims what its cards make
    great-lakes: deal; swap; Ann 5C; Bob 6C
    not fill dump on dump player=Cal cards=8H,9H,JH => ticked key-cards 8H 9H JH
    fill dump on dump player=Cal cards=8H,9H,10H => log Cal dumps 7C 8H 9H 10H for straight
where penalties are on a finding is enforced or waived
    michigan-rummy-classic: WRONG
        => button "Let it go", "Ann wins no more compartments in this hand."
    tap "Apply the penalty"
        => "Penalty applied: Ann led 4♣, but still had 3♣.", no button "Apply the penalty"
who withheld a card and is out is told that play goes on
    boodle: deal Ann 3 Bob 5 Cal 4 Dee 4 dummy 36; keep; Ann 4H; stop; Ann 2C; stop; Ann 5H
        => "With the penalty: play goes on without Ann;",
        "; Ann pays back 5 chips to Bob, 4 to Cal, and 4 to Dee"
who withheld a card is told not to win
    boodle: deal Ann 4 Bob 5 Cal 4 Dee 4 dummy 35; keep; Ann 4H; stop; Ann 2C; stop; Ann 5H
        => "With the penalty: Ann wins no more boodles and cannot win this hand."
the memory aid shows only where it is switched on
    deal; swap; Ann 4C; stop => no #memory
    post /memory => #memory "5 dead"
    as another => no #memory
    as table: post /memory => no #memory
a table can forbid the memory aid on all its devices
    deal; swap; Ann 4C; stop
    post /memory
    post /memory/table aid=off => no .memory
    /more => "This table plays without the memory aid, so no device shows it.",
        no "Turn on the memory aid", no "Turn off the memory aid"
    post /memory/table aid=on => .memory
an ante that is short leads to a loan
    chips=3: => "Borrow or buy chips first", no button "Deal hand 1"
    follow "Borrow or buy chips" => title "Ann"
between hands somebody may join at once, and in a hand it is said when
    /more => no "after this hand"
    deal; swap
    /more => "Add a player after this hand"
somebody may join whatever the others are called
    players=• 0 1:
    /more => "Add a player"
the gesture for a loan is told where it would have saved taps
    /more/player?player=Ann => no "hold Ann’s name"
    deal
    /more/player?player=Ann => no "hold Ann’s name"
    swap
    /more/player?player=Ann => "hold Ann’s name"
"""


@pytest.mark.parametrize("case", read_cases(CASES, **SHORT))
def test_what_is_tapped_on_the_board_and_its_sheets(app: Flask, case: str) -> None:
    visit(app, case)


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
    assert "Somebody else tapped first" in table.page.text
    assert table.version == 1
    assert len(table.log) == 1


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


def test_what_moved_is_told_and_marked(app: Flask) -> None:
    table = Table(app, log="deal; swap; Ann 9H")
    table.tap("Dee 10H")
    assert table.page.all("p", class_="last-move")[0].said == "Dee +4 from 10♥ Dee plays 10♥"
    marked = [e.get("id") for e in table.page.elements if "delta" in e.get("class")]
    assert marked == ["pot-10H-moved-4", "seat-4-moved-4"]


# the dummy


def test_a_plate_means_one_thing_through_an_auction(app: Flask) -> None:
    table = Table(app, log="deal")
    for player in ("Ann", "Bob"):
        assert seat_taps(table) == [{"do": "pass", "player": player}]
        assert not table.page.all("input", type="radio")
        table.tap(f"{player} passes")


# the end of a hand


def after_a_hand(app: Flask, bob: int = 2) -> Table:
    return Table(app, log=f"deal Ann 1 Bob {bob} Cal 2 Dee 2 dummy {47 - bob}; keep; Ann 2C")


def test_a_link_that_is_held_leads_to_its_sheet_with_the_first_card_tapped(app: Flask) -> None:
    table = after_a_hand(app)
    [link] = [link for link in table.page.all("a") if "Bob shows cards" in link.text]
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
    assert "2 mistakes found, the latest: Ann led 9♠, but still had 4♠." in heard(table, "found")
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


# names, plates and who is told what


def test_the_screen_stays_awake_during_a_hand_only(table: Table) -> None:
    assert table.page.all("div", id="board")[0].get("data-wake") == "off"
    table.tap("deal")
    assert table.page.all("div", id="board")[0].get("data-wake") == "on"


@pytest.mark.parametrize(
    ("name", "long"),
    [("Ann", ""), ("Wilhelm", "some"), ("Lillifilli", "some"), ("Maximiliane", "yes")],
)
def test_a_name_is_small_only_where_it_must_be(app: Flask, name: str, long: str) -> None:
    table = Table(app, record(players=[name, "Bob", "Cal", "Dee"]))
    assert table.page.all("span", class_="seat-name")[0].get("data-long") == long


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Bartholomew", "Bartholomew takes it"),
        ("Bartholomew Montgomery-Smythe the Second", "Bartholomew… takes it"),
        ("WMWMWMWMWMWMWMWM", "WMWMWMW… takes it"),
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


@pytest.mark.parametrize("path", ["played", "played/log", "played/tally", "seat.played"])
def test_the_example_says_that_it_is_one_and_leads_to_a_table_of_ones_own(
    app: Flask, path: str
) -> None:
    ribbon = page_of(app.test_client().get(f"/t/{path}").text).all("p", class_="example")
    assert [each.said for each in ribbon] == ["An example Set up your own"]
    assert not Table(app).page.all("p", class_="example")


def test_leaving_is_the_first_of_a_players_sheet_and_buying_the_last(table: Table) -> None:
    sheet = table.look("/more/player?player=Ann").text
    order = [sheet.index(words) for words in ("Sit out or leave", "Ann borrows", "Ann buys")]
    assert order == sorted(order)


@pytest.mark.parametrize("path", ["/more/player?player=Ann", "/wrong/else"])
def test_whoever_must_go_in_a_hand_leaves_after_it_or_calls_it_off(table: Table, path: str) -> None:
    table.tap("deal")
    page = table.look(path)
    assert any("Ann leaves after this hand" in each.text for each in page.all("button"))
    assert any("Call off the hand" in each.text for each in page.all("a"))
    assert '"do": "leave"' not in page.source
