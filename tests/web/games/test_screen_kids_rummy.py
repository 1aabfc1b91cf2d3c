"""Kids Rummy on the table: who went out, cards tapped, points added up."""

import random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.store.records import export_table, get_tally
from companion.store.tables import load_table
from companion.tally.summary import build_tally
from tests.evenings import record
from tests.web.pages import Page
from tests.web.tapping import Table, buttons, impossible, offered

DEAL = {"do": "deal"}
NAMES = ["Ann", "Bob", "Cal", "Dee", "Eve <b>", "נועה"]


def score(out: str | None, **points: int) -> dict[str, Any]:
    return {"do": "score", "out": out, "points": points}


def rummy(app: Flask, *log: Any, players: int = 3, **options: Any) -> Table:
    setup = {**record("kids-rummy", options=options), "players": NAMES[:players], "dealer": "Ann"}
    return Table(app, setup, list(log))


def phase(table: Table) -> str:
    with table.app.app_context():
        evening = load_table(table.token)
        return evening.table.phase


def points(page: Page) -> list[str]:
    return [points.text for points in page.all("b", class_="count-points")]


def cards_by_chance(sheet: Page, chance: random.Random) -> dict[str, list[str]]:
    """Tap some cards for everybody, no card more often than it is there."""
    names = {box.get("name") for box in sheet.all("input", type="checkbox")}
    one = sorted(names)[0]
    pack = [box.get("value") for box in sheet.all("input", type="checkbox", name=one)]
    chance.shuffle(pack)
    return {name: [pack.pop() for _ in range(chance.randint(1, 5))] for name in sorted(names)}


def count_by_chance(table: Table, chance: random.Random) -> None:
    links = [link.get("href") for link in table.page.all("a") if "/more/score?" in link.get("href")]
    path = chance.choice(links).removeprefix(table.url)
    sheet = table.look(path)
    who = sheet.value("key-out")
    tapped = cards_by_chance(sheet, chance)
    counted = table.look("/more/score?" + urlencode({"out": who, **tapped}, doseq=True))
    assert "?" not in points(counted)
    table.page = counted
    answer = table.send(do="score", sheet="score", **{"key-out": who}, **tapped)
    assert answer.status_code == 200, answer.text
    table.page = table.look()


def step(table: Table, chance: random.Random) -> None:
    taps = offered(table)
    assert not impossible(table, taps)
    if phase(table) == "play":
        return count_by_chance(table, chance)
    games_on = [tap for tap in taps if tap == DEAL] or [tap for tap in taps if tap == {"do": "end"}]
    assert table.tap(games_on[0]).status_code == 200
    return None


@pytest.mark.share(2)
@pytest.mark.parametrize("mode", ["target", "single", "elimination"])
@pytest.mark.parametrize(("players", "packs", "jokers"), [(2, 1, 0), (4, 1, 2), (6, 2, 8)])
def test_a_whole_game_is_played_by_what_the_screen_offers(
    app: Flask, mode: str, players: int, packs: int, jokers: int
) -> None:
    chance = random.Random(f"{mode} {players}")
    options = {"mode": mode, "packs": packs, "jokers": jokers, "target": 60}
    table = rummy(app, players=players, **options)
    for _ in range(100):
        if phase(table) == "over":
            break
        step(table, chance)
    with app.app_context():
        final, _ = get_tally(table.token)
        assert final == build_tally(replay_record(export_table(table.token), all_games()))
        winners = [line["player"] for line in final["lines"] if line["place"] == 1]
    assert all(winner in table.page.all("h1")[0].text for winner in winners)


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (6, 7)])
def test_the_screen_says_how_many_cards_to_deal(app: Flask, players: int, cards: int) -> None:
    table = rummy(app, players=players)
    assert f"Round 1: Ann deals {cards} cards each" in table.page.text
    assert buttons(table.page) == {f"{cards} cards dealt to each player": DEAL}


def test_a_tapped_player_went_out(app: Flask) -> None:
    table = rummy(app, DEAL)
    assert "Who went out?" in table.page.text
    links = [link.get("href") for link in table.page.all("a") if "out=" in link.get("href")]
    assert [link.rpartition("=")[2] for link in links] == ["", "Ann", "Bob", "Cal"]
    sheet = table.look("/more/score?out=Bob")
    assert sheet.all("h1")[0].text == "Bob went out"
    assert points(sheet) == ["?", "?"]


def test_cards_are_added_up_while_they_are_tapped(app: Flask) -> None:
    table = rummy(app, DEAL, jokers=2)
    sheet = table.look(
        "/more/score?out=Ann&key-cards:Bob=7H&key-cards:Bob=KD&key-cards:Bob=JK&key-cards:Cal=AS"
    )
    assert points(sheet) == ["35", "5"]
    tapped = [
        c.get("value")
        for c in sheet.all("input", name="key-cards:Bob")
        if "checked" in c.attributes
    ]
    assert sorted(tapped) == ["7H", "JK", "KD"]


def test_tapped_cards_are_recorded_as_cards(app: Flask) -> None:
    table = rummy(app, DEAL, jokers=1)
    table.fill("score", "score", out="Ann", cards={"Bob": ["7H", "KD"], "Cal": ["JK"]})
    assert table.log[-1] == {
        "do": "score",
        "out": "Ann",
        "cards": {"Bob": ["7H", "KD"], "Cal": ["JK"]},
    }
    assert "+15" in table.look().text


def test_typed_points_go_before_cards(app: Flask) -> None:
    table = rummy(app, DEAL)
    cards = {"Bob": ["7H", "KD"], "Cal": ["AS"]}
    table.fill("score", "score", out="Ann", cards=cards, points={"Cal": "25"})
    assert table.log[-1] == score("Ann", Bob=15, Cal=25)


def test_in_a_blocked_round_everybody_scores(app: Flask) -> None:
    table = rummy(app, DEAL)
    assert len(points(table.look("/more/score?out="))) == 3
    table.fill("score", "score", out="-", points={"Ann": "5", "Bob": "10", "Cal": "15"})
    assert table.log[-1] == score(None, Ann=5, Bob=10, Cal=15)


def test_a_card_is_there_as_often_as_there_are_packs(app: Flask) -> None:
    for packs in (1, 2):
        table = rummy(app, DEAL, packs=packs, jokers=3)
        cards = [
            box.get("value")
            for box in table.look("/more/score?out=Ann").all("input", name="key-cards:Bob")
        ]
        assert cards.count("7H") == packs
        assert cards.count("JK") == 3


def test_a_card_that_two_have_tapped_is_told_before_it_is_written_down(app: Flask) -> None:
    table = rummy(app, DEAL)
    sheet = table.look("/more/score?key-out=Ann&key-cards:Bob=7H&key-cards:Cal=7H")
    assert "7♥ was entered 2 times; only 1 can be there." in sheet.text
    assert (
        "at most 1"
        not in table.look("/more/score?key-out=Ann&key-cards:Bob=7H&key-cards:Cal=8H").text
    )


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"key-out": "Ann", "key-cards:Bob": "7H"}, "What does Cal have left?"),
        ({"key-cards:Bob": "7H", "key-cards:Cal": "8H"}, "Who went out?"),
        (
            {"key-out": "Ann", "key-points:Bob": "7", "key-points:Cal": "5"},
            "Bob cannot score 7: cards count in steps of 5.",
        ),
        (
            {"key-out": "Ann", "key-points:Bob": "0", "key-points:Cal": "5"},
            "Bob did not go out and must score more than 0.",
        ),
        (
            {"key-out": "Ann", "key-points:Bob": "-5", "key-points:Cal": "5"},
            "“-5” is not a whole number from 0",
        ),
        (
            {"key-out": "Ann", "key-cards:Bob": "7H", "key-cards:Cal": "7H"},
            "7♥ was entered 2 times",
        ),
        (
            {"key-out": "Ann", "key-cards:Bob": "JK", "key-cards:Cal": "7H"},
            "There is no card JK in this pack.",
        ),
        (
            {"key-out": "Zoe", "key-points:Ann": "5", "key-points:Bob": "5", "key-points:Cal": "5"},
            "Nobody called Zoe is at this table.",
        ),
    ],
)
def test_a_score_that_cannot_be_is_refused_in_words(
    app: Flask, fields: dict[str, str], sentence: str
) -> None:
    table = rummy(app, DEAL)
    answer = table.send(do="score", sheet="score", **fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert table.log == [DEAL]


def test_a_refused_score_keeps_what_was_tapped(app: Flask) -> None:
    table = rummy(app, DEAL)
    table.send(
        do="score", sheet="score", at="2", **{"key-out": "Ann", "key-cards:Bob": ["7H", "KD"]}
    )
    tapped = [
        c.get("value")
        for c in table.page.all("input", name="key-cards:Bob")
        if "checked" in c.attributes
    ]
    assert tapped == ["KD", "7H"]
    chosen = [
        at.get("value") for at in table.page.all("input", name="at") if "checked" in at.attributes
    ]
    assert chosen == ["2"]


def test_a_refused_score_opens_at_who_is_missing(app: Flask) -> None:
    table = rummy(app, DEAL)
    table.send(do="score", sheet="score", at="1", **{"key-out": "Ann", "key-cards:Bob": "7H"})
    opened = [at for at in table.page.all("input", name="at") if "checked" in at.attributes]
    assert [at.get("aria-label") for at in opened] == ["Cal"]


def test_the_race_runs_to_the_target(app: Flask) -> None:
    table = rummy(app, DEAL, score("Ann", Bob=60, Cal=150), target=300)
    runs = [run.get("width") for run in table.page.all("rect", class_="lane-run")]
    assert runs == ["0", "20", "50"]
    assert "Whoever reaches 300 ends the game; the fewest points win." in table.page.text


def test_who_reaches_the_target_ends_the_game(app: Flask) -> None:
    table = rummy(app, DEAL, score("Ann", Bob=60, Cal=150), target=100)
    assert "Ann wins!" in table.page.text
    assert buttons(table.page)["End the game: Ann wins"] == {"do": "end"}
    assert DEAL not in buttons(table.page).values()


def test_who_is_eliminated_cannot_go_out(app: Flask) -> None:
    log = [DEAL, score("Ann", Bob=60, Cal=150), DEAL]
    table = rummy(app, *log, target=100, mode="elimination")
    outs = [link.get("href") for link in table.page.all("a") if "out=" in link.get("href")]
    assert [link.rpartition("=")[2] for link in outs] == ["", "Ann", "Bob"]
    assert "out of the game" in table.page.text
    assert table.look("/more/score?out=Cal").all("h1")[0].text == "More"


def test_a_round_that_is_over_cannot_be_counted(app: Flask) -> None:
    assert rummy(app).look("/more/score?out=Ann").all("h1")[0].text == "More"


def test_without_chips_a_player_can_only_leave_and_only_between_rounds(app: Flask) -> None:
    table = rummy(app)
    assert "Tap a player who sits out or leaves." in [
        told.text for told in table.look("/more").all("p", class_="help")
    ]
    assert "Sit out, or leave" in table.look("/more/player?player=Ann").text
    table.tap(DEAL)
    assert not table.look("/more").all("p", class_="help")


@pytest.mark.parametrize("sheet", ["more", "count", "join", "show", "award", "player?player=Ann"])
def test_sheets_for_chips_lead_to_more(app: Flask, sheet: str) -> None:
    table = rummy(app, DEAL)
    title = table.look(f"/more/{sheet}").all("h1")[0].text
    assert title == ("Ann" if "Ann" in sheet else "More")


def test_points_are_no_gain(app: Flask) -> None:
    table = rummy(app, DEAL)
    table.tap(score("Ann", Bob=25, Cal=10))
    colours = [each.get("class") for each in table.page.elements if "is-gain" in each.get("class")]
    assert "+25" in table.page.text
    assert colours == []
