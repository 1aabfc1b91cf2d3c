"""Taps on the table screen."""

import re

import pytest
from flask import Flask

from companion.core.log.replay import replay_record
from companion.games import all_games
from tests.evenings import record, recorded
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
    not stop => .banner "This cannot be entered now", log nothing
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
    / => only .last-move "Dee +7 from Bob Ann passes, and Bob pays 7 chips for the dummy"
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
a blocked hand without a kitty or jackpot is won by nobody
    boodle, no_lead=blocked: deal; keep; Ann AH; Ann skips; Bob skips; Cal skips; Dee skips
        => "Nobody can lead, so nobody wins this hand.", no "lowest card total"
    fill totals on totals points:Ann=50 points:Bob=40 points:Cal=45 points:Dee=60
        => log totals Ann 50 Bob 40 Cal 45 Dee 60, "Ann deals hand 2"
the poker pot goes to the winner by one tap, and it is told who is out meanwhile
    michigan-rummy-classic: OUT => only .headline "Dee went out! +11", .ask-hint "Tap the winner."
    tap "The poker compartment goes to Bob" => log award poker Bob
several share the poker pot
    michigan-rummy-classic: OUT
    not fill award on award pot=poker
    fill award on award pot=poker players=Ann,Bob => log award poker Ann Bob
cards are shown on a picture and the pot is judged in words
    michigan-rummy-classic: deal Ann 1 Bob 2 Cal 2 Dee 2 dummy 45; keep; Ann 2C
    fill show on show player=Bob cards=KH,KS => log Bob shows KH KS, no button "The cards decide"
    fill show on show player=Cal cards=3C,5D
    fill show on show player=Dee cards=4C,6D
    tap "The cards decide" => "Bob wins the poker compartment with a pair of kings"
IOUs for cards left are told with who went out
    chips=Ann 12 Bob 50 Cal 50 Dee 50: deal; chips-only; Bob out Ann 7 Cal 2 Dee 1
        => "4 from the kitty, 7 for the others’ cards, and 3 in IOUs"
what the last card brought is one number and the hand is named so
    deal Ann 1 Bob 2 Cal 2 Dee 3 dummy 44; keep
    Ann AS => only .headline "Ann went out! +15", only .won-plate "Ann +15",
        .ask-hint "4 from A♠, 4 from the kitty", .by-player "Hand 1: totalAnn +7"
what is left in the pots at the end is told apart from what the last card won
    deal Ann 1 Bob 2 Cal 2 Dee 3 dummy 44; last-hand; keep
    Ann AS => "4 from the kitty, 24 from the remaining saucers, and 7 for the others’ cards",
        .by-player "Hand 1: totalAnn +31"
what was won in a hand stays the same after a loan
    deal Ann 1 Bob 2 Cal 2 Dee 3 dummy 44; keep; Ann AS; Bob borrows 5 from Cal
        => only .headline "Ann went out! +15", .ask-hint "4 from A♠, 4 from the kitty"
a dump claims what its cards make
    great-lakes: deal; swap; Ann 5C; Bob 6C
    not fill dump on dump player=Cal cards=8H,9H,JH => ticked key-cards 8H 9H JH
    fill dump on dump player=Cal cards=8H,9H,10H => log Cal dumps 7C 8H 9H 10H for straight
where penalties are on a finding is enforced or waived
    michigan-rummy-classic: WRONG
        => button "Let it go", "Ann wins no more compartments by playing cards in this hand."
    tap "Apply the penalty"
        => "Penalty applied: Ann led 4♣, but still had 3♣.", no button "Apply the penalty"
where everybody has skipped the question says so
    deal; swap; Ann 2C; stop; Ann skips; Bob skips; Cal skips
        => "Dee leads ♦ or ♥: their lowest in that suit", no "Everybody skipped"
    Dee skips => "Everybody skipped. Ann leads ♣ or ♠: their lowest in that suit"
who has to leave in the middle is told that the hand goes on
    deal; swap
    /more/player?player=Ann => "Nobody plays them, and the hand goes on"
who has to leave where a hand cannot go on is told to deal again
    oh-claire: deal
    /more/player?player=Ann => "the same dealer deals again", no "the hand goes on"
a new player's place is between two names
    /more/join => "Ann + Bob", "Dee + Ann"
who withheld a card and is out is told that play goes on
    boodle: deal Ann 3 Bob 5 Cal 4 Dee 4 dummy 36; keep; Ann 4H; stop; Ann 2C; stop; Ann 5H
        => "With the penalty: play goes on without Ann;",
        "; Ann pays back 5 chips to Bob, 4 to Cal, and 4 to Dee"
who withheld a card is told not to win
    boodle: deal Ann 4 Bob 5 Cal 4 Dee 4 dummy 35; keep; Ann 4H; stop; Ann 2C; stop; Ann 5H
        => "With the penalty: Ann wins no more boodles by playing cards and cannot win this hand."
the memory aid shows only where it is switched on
    deal; swap; Ann 4C; stop => no #memory
    post /memory => #memory "5 cannot be played"
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
a tap is stored and answered with the board
    /
    deal => log deal, #board "Undo Deal"
a double tap is stored once
    /
    Ann buys in 5
    late 0: Ann buys in 5 => log Ann buys in 5
a tap from an old screen shows the present board
    /
    deal
    not late 0: end (409) => "Somebody else tapped first", log deal
a tablet that has seen everything is sent nothing
    deal
    not /board?version=1 (204)
    /board?version=0
    /board?version=x
a follow is one tap on a seat
    deal; swap; Ann 10C => plates Ann JC; Bob JC; Cal JC; Dee JC
a run is its last card and a seat
    deal; swap; Ann 10C => choices upto QC KC AC
    run KC: Bob JC => log Bob JC QC KC
a run to a card that is none of it is the card alone
    deal; swap; Ann 10C
    run 2H: Bob JC => log Bob JC
a seat that is held shows how its player goes on
    deal; swap; Ann QC
    hold Bob KC
    tap "4 of diamonds" => log Bob KC AC 4D
who may put four cards down is led there from a seat that is held
    great-lakes: deal; swap; Ann 5C; Bob 6C
    hold Bob 7C => no link /more/dump?player=Bob
    hold Cal 7C => link /more/dump?player=Cal
what is no play goes on to nothing
    deal; swap; Ann QC
    not hold stop (204)
    not /ahead?entry= (204)
    not /ahead?entry={ (204)
    not /ahead?entry=[] (204)
    not /ahead?entry={"do":"play"} (204)
where no card is next nothing is gone on to
    not hold Bob KC (204)
what moved is told and marked
    deal; swap; Ann 9H
    Dee 10H => only .last-move "Dee +4 from 10♥ Dee plays 10♥", #pot-10H-moved-4, #seat-4-moved-4
a plate means one thing through an auction
    deal => plates Ann passes
    Ann passes => plates Bob passes
a held link to a sheet without cards shows nothing
    deal Ann 1 Bob 2 Cal 2 Dee 2 dummy 45; keep; Ann 2C
    not /ahead/show?player=Ann (204)
    not /ahead/show?player=Zoe (204)
    not /ahead/award (204)
    not /ahead/more (204)
    not /ahead/x (204)
the only card that somebody holds is shown by its tile
    deal Ann 1 Bob 1 Cal 2 Dee 2 dummy 46; keep; Ann 2C
    /ahead/show?player=Bob
    tap "king of hearts" => log Bob shows KH
a missing lender is told in a sentence of ours
    deal; swap
    not fill borrow on player player=Ann chips=3 => "Answer this first: From whom?"
a finding is a banner that blocks nothing
    WRONG => "Ann led 4♣ first, but still had 3♣.", button "2 of diamonds"
whoever must go in a hand leaves after it or calls it off
    deal
    /more/player?player=Ann => "Ann leaves after this hand", link /more/break-off
    /wrong/else => "Ann leaves after this hand", link /more/break-off
calling off the hand, and the log, are offered at the top of what else may have happened
    /wrong/else => no link /more/break-off
    deal
    /wrong/else => .page-head "Call off the hand", .page-head "Correct an earlier entry"
"""


@pytest.mark.parametrize("case", read_cases(CASES, **SHORT))
def test_what_is_tapped_on_the_board_and_its_sheets(app: Flask, case: str) -> None:
    visit(app, case)


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


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
def test_any_name_is_shown_as_it_is_and_never_run(app: Flask, name: str) -> None:
    table = Table(app, record(players=[name, "Bob"]) | {"dealer": name}, "deal; swap; Bob 2C")
    for path in ("", "/more", "/board", "/tally", "/log"):
        shown = table.look(path).source.replace("&shy;", "")
        assert f"<bdi>{escaped(name)}</bdi>" in shown or path == "/log"
        assert escaped(name) in shown
        assert "<script>alert" not in shown
    assert f"<bdi>{escaped(name)}</bdi>" in table.client.get("/").text
    assert table.tap(play(name, "3C")).status_code == 200
    assert escaped(name) in table.get("/more/player", player=name).text


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


def test_a_link_that_is_held_leads_to_its_sheet_with_the_first_card_tapped(app: Flask) -> None:
    table = Table(app, log="deal Ann 1 Bob 2 Cal 2 Dee 2 dummy 45; keep; Ann 2C")
    [link] = [link for link in table.page.all("a") if "Cards left (optional)" in link.text]
    ways = page_of(table.client.get(link.get("data-ahead")).text).all("a", class_="tile suit-c")
    assert len(ways) == 12
    sheet = table.look(ways[0].get("href"))
    assert sheet.checked("key-cards") == ["3C"]
    assert "1 to go" in sheet.text


# what was found

DIRTY = "deal; swap; Ann 5C; stop; Ann 9S; stop; Ann 3C; stop; Ann 4S"


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


TURNS = [
    ("deal", "Dee", "Ann"),  # the dealer may exchange hands, or the first bid is called
    ("deal; Ann bids 2", "Bob", "Bob"),
    ("deal; Ann passes; Bob bids 2", "Cal", "Cal"),
    ("deal; Ann bids 2; Bob bids 3; Cal passes", "Ann", "Ann"),
    ("deal; swap", "Ann", ""),
]


@pytest.mark.parametrize(("log", "turn", "passes"), TURNS)
def test_whom_the_question_is_about_is_marked_and_who_may_pass_is_lit(
    app: Flask, log: str, turn: str, passes: str
) -> None:
    table = Table(app, log=log)
    for look, wanted in (("is-turn", turn), ("is-lit", passes)):
        found = [said[:3] for looks, said in plates(table) if look in looks.split()]
        assert found == wanted.split(), look
    assert (f"To pass, tap {passes}’s name." in table.page.said) == bool(passes)
    assert table.look("/wrong/else").checked("player") == [passes or turn]


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


def test_leaving_is_the_first_of_a_players_sheet_and_buying_the_last(table: Table) -> None:
    sheet = table.look("/more/player?player=Ann").text
    order = [sheet.index(words) for words in ("Sit out or leave", "Ann borrows", "Ann buys")]
    assert order == sorted(order)
