"""Kids Rummy on the table: who went out, cards tapped, points added up."""

import random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from tests.evenings import record
from tests.web.cases import read_cases, visit
from tests.web.games.play_out import play_out
from tests.web.pages import Page
from tests.web.tapping import Table, buttons, impossible, offered

DEAL = {"do": "deal"}
SCORED = "deal; Ann out: Bob 60 Cal 150"
NAMES = ["Ann", "Bob", "Cal", "Dee", "Eve <b>", "נועה"]


CASES = """
tapped cards are recorded as cards
    jokers=1: deal
    fill score on score out=Ann cards:Bob=7H,KD cards:Cal=JK => log Ann out: Bob 7H+KD Cal JK
    / => "+15"
typed points go before cards
    deal
    fill score on score out=Ann cards:Bob=7H,KD cards:Cal=AS points:Cal=25
        => log Ann out: Bob 15 Cal 25
a score of nobody is asked for
    deal
    not fill score on score out=Ann cards:Bob=7H => "Enter a score for Cal.", log nothing
somebody must have gone out
    deal
    not fill score on score cards:Bob=7H cards:Cal=8H => "Who went out?", log nothing
cards count in steps of 5
    deal
    not fill score on score out=Ann points:Bob=7 points:Cal=5
        => "The score for Bob must be a multiple of 5, not 7.", log nothing
who did not go out holds a card
    deal
    not fill score on score out=Ann points:Bob=0 points:Cal=5
        => "Bob did not go out, so their score must be more than 0 points.", log nothing
a score below nothing is none
    deal
    not fill score on score out=Ann points:Bob=-5 points:Cal=5
        => "“-5” is not a whole number from 0", log nothing
a card is there once
    deal
    not fill score on score out=Ann cards:Bob=7H cards:Cal=7H
        => "7♥ was entered 2 times, but there can be only 1.", log nothing
a card must be in the deck
    deal
    not fill score on score out=Ann cards:Bob=JK cards:Cal=7H
        => "There is no card JK in this deck.", log nothing
who went out must be there
    deal
    not fill score on score out=Zoe points:Ann=5 points:Bob=5 points:Cal=5
        => "Nobody named Zoe is at this table.", log nothing
who reaches the target ends the game
    target=100: SCORED
        => "Ann wins!", button "End the game: Ann wins": end,
        no button "Everybody has 7 cards"
a round that is over cannot be counted
    /more/score?out=Ann => title "More"
without chips a player can only leave and only between rounds
    /more => .help "Tap the player who wants to sit out or leave."
    /more/player?player=Ann => "Sit out or leave"
    deal
    /more => no .help
sheets for chips lead to more
    deal
    /more/more => title "More"
    /more/count => title "More"
    /more/join => title "More"
    /more/show => title "More"
    /more/award => title "More"
    /more/player?player=Ann => title "Ann"
points are no gain
    deal; Ann out: Bob 25 Cal 10 => no .is-gain, "+25"
in a blocked round everybody scores
    deal
    fill score on score out=- points:Ann=5 points:Bob=10 points:Cal=15
        => log nobody out: Ann 5 Bob 10 Cal 15
a card that two have tapped is told before it is written down
    deal
    /more/score?key-out=Ann&key-cards:Bob=7H&key-cards:Cal=7H
        => "7♥ was entered 2 times, but there can be only 1."
    /more/score?key-out=Ann&key-cards:Bob=7H&key-cards:Cal=8H => no "was entered"
who is eliminated neither goes out nor has a part in a later round
    target=100, mode=elimination: SCORED; deal => "out of the game", link /more/score?out=Bob,
        no link /more/score?out=Cal
    /more/score?out=Cal => title "More"
    Bob out: Ann 5 => only .by-player "Round 2Ann +5Bob 0"
"""


@pytest.mark.parametrize("case", read_cases(CASES, SCORED=SCORED))
def test_what_is_entered_and_told_of_a_round(app: Flask, case: str) -> None:
    visit(app, case, game="kids-rummy", players="Ann Bob Cal", dealer="Ann")


def rummy(app: Flask, log: str = "deal", players: int = 3, **options: Any) -> Table:
    return Table(
        app, record("kids-rummy", NAMES[:players], options=options) | {"dealer": "Ann"}, log
    )


def points(page: Page) -> list[str]:
    return [points.text for points in page.all("b", class_="count-points")]


def outs(page: Page) -> list[str]:
    """Who may be tapped as the one who went out."""
    return [link.rpartition("=")[2] for link in page.links if "out=" in link]


def cards_by_chance(sheet: Page, chance: random.Random) -> dict[str, list[str]]:
    """Tap some cards for everybody, no card more often than it is there."""
    names = sorted({box.get("name") for box in sheet.all("input", type="checkbox")})
    pack = sheet.values(names[0], type="checkbox")
    chance.shuffle(pack)
    return {name: [pack.pop() for _ in range(chance.randint(1, 5))] for name in names}


def count_by_chance(table: Table, chance: random.Random) -> None:
    links = [link for link in table.page.links if "/more/score?" in link]
    sheet = table.look(chance.choice(links))
    who = sheet.value("key-out")
    tapped = cards_by_chance(sheet, chance)
    table.page = table.look("/more/score?" + urlencode({"out": who, **tapped}, doseq=True))
    assert "?" not in points(table.page)
    answer = table.send(do="score", sheet="score", **{"key-out": who}, **tapped)
    assert answer.status_code == 200, answer.text
    table.page = table.look()


def step(table: Table, chance: random.Random) -> None:
    taps = offered(table)
    assert not impossible(table, taps)
    if table.state.phase == "play":
        count_by_chance(table, chance)
        return
    goes_on = [tap for tap in (DEAL, {"do": "end"}) if tap in taps]
    assert table.tap(goes_on[0]).status_code == 200


@pytest.mark.share(2)
@pytest.mark.parametrize("mode", ["target", "single", "elimination"])
@pytest.mark.parametrize(("players", "packs", "jokers"), [(2, 1, 0), (4, 1, 2), (6, 2, 8)])
def test_a_whole_game_is_played_by_what_the_screen_offers(
    app: Flask, mode: str, players: int, packs: int, jokers: int
) -> None:
    options = {"mode": mode, "packs": packs, "jokers": jokers, "target": 60}
    table = rummy(app, "", players, **options)
    lines = play_out(table, step, random.Random(f"{mode} {players}"), most=100)
    winners = [line["player"] for line in lines if line["place"] == 1]
    assert [winner for winner in winners if winner not in table.page.title] == []


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (6, 7)])
def test_the_screen_says_how_many_cards_to_deal(app: Flask, players: int, cards: int) -> None:
    page = rummy(app, "", players).page
    assert f"Round 1: Ann deals each player {cards} cards" in page.text
    assert buttons(page) == {f"Everybody has {cards} cards": DEAL}


def test_a_tapped_player_went_out(app: Flask) -> None:
    table = rummy(app)
    assert "Who went out?" in table.page.text
    assert outs(table.page) == ["", "Ann", "Bob", "Cal"]
    sheet = table.look("/more/score?out=Bob")
    assert sheet.title == "Bob went out"
    assert points(sheet) == ["?", "?"]


def test_cards_are_added_up_while_they_are_tapped(app: Flask) -> None:
    tapped = {"out": "Ann", "key-cards:Bob": ["7H", "KD", "JK"], "key-cards:Cal": "AS"}
    sheet = rummy(app, jokers=2).look("/more/score?" + urlencode(tapped, doseq=True))
    assert points(sheet) == ["35", "5"]
    assert sorted(sheet.checked("key-cards:Bob")) == ["7H", "JK", "KD"]


@pytest.mark.parametrize("packs", [1, 2])
def test_a_card_is_there_as_often_as_there_are_packs(app: Flask, packs: int) -> None:
    sheet = rummy(app, packs=packs, jokers=3).look("/more/score?out=Ann")
    cards = sheet.values("key-cards:Bob")
    assert (cards.count("7H"), cards.count("JK")) == (packs, 3)


def test_a_refused_score_opens_at_who_is_missing(app: Flask) -> None:
    table = rummy(app)
    table.send(do="score", sheet="score", at="1", **{"key-out": "Ann", "key-cards:Bob": "7H"})
    opened = [at for at in table.page.all("input", name="at") if "checked" in at.attributes]
    assert [at.get("aria-label") for at in opened] == ["Cal"]


def test_the_race_runs_to_the_target(app: Flask) -> None:
    page = rummy(app, SCORED, target=300).page
    assert [run.get("width") for run in page.all("rect", class_="lane-run")] == ["0", "20", "50"]
    assert "The game ends at 300 points. The lowest score wins." in page.text


def test_a_long_name_over_its_cards_is_broken_with_a_hyphen(app: Flask) -> None:
    players = ["Ann", "Alexandra", "Bob"]
    table = Table(app, record("kids-rummy", players), "deal")
    assert "Alexa\N{SOFT HYPHEN}ndra" in table.look("/more/score?out=Ann").text
