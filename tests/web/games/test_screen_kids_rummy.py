"""Kids Rummy on the table: who went out, cards tapped, points added up."""

import random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from tests.evenings import record
from tests.notation import entry
from tests.web.games.play_out import play_out
from tests.web.pages import Page
from tests.web.tapping import Table, buttons, impossible, offered

DEAL = {"do": "deal"}
NAMES = ["Ann", "Bob", "Cal", "Dee", "Eve <b>", "נועה"]


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
    assert f"Round 1: Ann deals {cards} cards each" in page.text
    assert buttons(page) == {f"{cards} cards dealt to each player": DEAL}


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


def test_tapped_cards_are_recorded_as_cards(app: Flask) -> None:
    table = rummy(app, jokers=1)
    table.fill("score", "score", out="Ann", cards={"Bob": ["7H", "KD"], "Cal": ["JK"]})
    assert table.log[-1] == entry("Ann out: Bob 7H+KD Cal JK")
    assert "+15" in table.look().text


def test_typed_points_go_before_cards(app: Flask) -> None:
    table = rummy(app)
    cards = {"Bob": ["7H", "KD"], "Cal": ["AS"]}
    table.fill("score", "score", out="Ann", cards=cards, points={"Cal": "25"})
    assert table.log[-1] == entry("Ann out: Bob 15 Cal 25")


def test_in_a_blocked_round_everybody_scores(app: Flask) -> None:
    table = rummy(app)
    assert len(points(table.look("/more/score?out="))) == 3
    table.fill("score", "score", out="-", points={"Ann": "5", "Bob": "10", "Cal": "15"})
    assert table.log[-1] == entry("nobody out: Ann 5 Bob 10 Cal 15")


@pytest.mark.parametrize("packs", [1, 2])
def test_a_card_is_there_as_often_as_there_are_packs(app: Flask, packs: int) -> None:
    sheet = rummy(app, packs=packs, jokers=3).look("/more/score?out=Ann")
    cards = sheet.values("key-cards:Bob")
    assert (cards.count("7H"), cards.count("JK")) == (packs, 3)


def test_a_card_that_two_have_tapped_is_told_before_it_is_written_down(app: Flask) -> None:
    table, told = rummy(app), "7♥ was entered 2 times; there can be only 1."
    for cal, twice in (("7H", True), ("8H", False)):
        sheet = f"/more/score?key-out=Ann&key-cards:Bob=7H&key-cards:Cal={cal}"
        assert (told in table.look(sheet).text) == twice


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ("out=Ann cards:Bob=7H", "Enter a score for Cal."),
        ("cards:Bob=7H cards:Cal=8H", "Who went out?"),
        (
            "out=Ann points:Bob=7 points:Cal=5",
            "Bob cannot score 7, because cards count in steps of 5.",
        ),
        ("out=Ann points:Bob=0 points:Cal=5", "Bob did not go out and must score more than 0."),
        ("out=Ann points:Bob=-5 points:Cal=5", "“-5” is not a whole number from 0"),
        ("out=Ann cards:Bob=7H cards:Cal=7H", "7♥ was entered 2 times"),
        ("out=Ann cards:Bob=JK cards:Cal=7H", "There is no card JK in this deck."),
        (
            "out=Zoe points:Ann=5 points:Bob=5 points:Cal=5",
            "Nobody called Zoe is at this table.",
        ),
    ],
)
def test_a_score_that_cannot_be_is_refused_in_words(app: Flask, fields: str, sentence: str) -> None:
    table = rummy(app)
    keys = dict(f"key-{field}".split("=") for field in fields.split())
    answer = table.send(do="score", sheet="score", **keys)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert table.log == [DEAL]


def test_a_refused_score_keeps_what_was_tapped_and_where(app: Flask) -> None:
    table = rummy(app)
    tapped = {"key-out": "Ann", "key-cards:Bob": ["7H", "KD"]}
    table.send(do="score", sheet="score", at="2", **tapped)
    assert table.page.checked("key-cards:Bob") == ["KD", "7H"]
    assert table.page.checked("at") == ["2"]


def test_a_refused_score_opens_at_who_is_missing(app: Flask) -> None:
    table = rummy(app)
    table.send(do="score", sheet="score", at="1", **{"key-out": "Ann", "key-cards:Bob": "7H"})
    opened = [at for at in table.page.all("input", name="at") if "checked" in at.attributes]
    assert [at.get("aria-label") for at in opened] == ["Cal"]


# the target

SCORED = "deal; Ann out: Bob 60 Cal 150"


def test_the_race_runs_to_the_target(app: Flask) -> None:
    page = rummy(app, SCORED, target=300).page
    assert [run.get("width") for run in page.all("rect", class_="lane-run")] == ["0", "20", "50"]
    assert "At 300 points the game ends; the fewest win." in page.text


def test_who_reaches_the_target_ends_the_game(app: Flask) -> None:
    page = rummy(app, SCORED, target=100).page
    assert "Ann wins!" in page.text
    assert buttons(page)["End the game: Ann wins"] == {"do": "end"}
    assert DEAL not in buttons(page).values()


def test_who_is_eliminated_cannot_go_out(app: Flask) -> None:
    table = rummy(app, f"{SCORED}; deal", target=100, mode="elimination")
    assert outs(table.page) == ["", "Ann", "Bob"]
    assert "out of the game" in table.page.text
    assert table.look("/more/score?out=Cal").title == "More"


# other sheets


def test_a_round_that_is_over_cannot_be_counted(app: Flask) -> None:
    assert rummy(app, "").look("/more/score?out=Ann").title == "More"


def test_without_chips_a_player_can_only_leave_and_only_between_rounds(app: Flask) -> None:
    table = rummy(app, "")
    help_ = [told.text for told in table.look("/more").all("p", class_="help")]
    assert "Tap a player who sits out or leaves." in help_
    assert "Sit out, or leave" in table.look("/more/player?player=Ann").text
    table.tap(DEAL)
    assert not table.look("/more").all("p", class_="help")


@pytest.mark.parametrize("sheet", ["more", "count", "join", "show", "award", "player?player=Ann"])
def test_sheets_for_chips_lead_to_more(app: Flask, sheet: str) -> None:
    title = rummy(app).look(f"/more/{sheet}").title
    assert title == ("Ann" if "Ann" in sheet else "More")


def test_points_are_no_gain(app: Flask) -> None:
    table = rummy(app)
    table.tap("Ann out: Bob 25 Cal 10")
    assert "+25" in table.page.text
    assert [each for each in table.page.elements if "is-gain" in each.get("class")] == []
