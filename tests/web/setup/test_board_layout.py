"""The board is laid before the first deal: ready boards, cards, combinations, other pots."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.core.options import option_values
from companion.games import all_games
from companion.games.michigan_kitty import BOARD as KITTY_BOARD
from companion.games.stops.board import HEARTS_BOARD, combination_cards, run_pot_name
from tests.web.pages import page_of
from tests.web.sending import filled, send
from tests.web.setup.test_setup import filled_by, new, start, stored, tap, with_

STOPS = [slug for slug, game in all_games().items() if game.family == "stops"]


def board(form: MultiDict[str, str]) -> tuple[str, ...]:
    assert form.getlist("rule_board")[0] == ""
    return tuple(form.getlist("rule_board")[1:])


@pytest.mark.parametrize("game", STOPS)
def test_every_ready_board_can_be_laid(client: FlaskClient, app: Flask, game: str) -> None:
    for name, pots in all_games()[game].boards.named_boards.items():
        form = filled_by(client, new(client, game), f"board:{name}")
        assert board(form) == pots
        own = option_values(all_games()[game].defaults)["board"]
        options = stored(app, start(client, form))["options"]
        assert options == ({} if pots == own else {"board": list(pots)})


def test_hearts_is_offered_beside_the_kitty(client: FlaskClient) -> None:
    form = filled_by(client, new(client), "board:Hearts")
    assert board(form) == HEARTS_BOARD


@pytest.mark.parametrize(
    ("do", "fields", "pots"),
    [
        ("pot-add:2C", {}, (*KITTY_BOARD, "2C")),
        ("pot-add:poker", {}, (*KITTY_BOARD, "poker")),
        ("pot-add:6-lead", {}, (*KITTY_BOARD, "6-lead")),
        ("pot-remove:KH", {}, tuple(p for p in KITTY_BOARD if p != "KH")),
        ("pot-remove:kitty", {}, KITTY_BOARD[:-1]),
        (
            "pot-typed:run",
            {"run_from": "9", "run_to": "J", "run_suit": "S"},
            (*KITTY_BOARD, "910JS"),
        ),
        (
            "pot-typed:run",
            {"run_from": "A", "run_to": "Q", "run_suit": ""},
            (*KITTY_BOARD, "Q-K-A"),
        ),
    ],
)
def test_the_board_is_changed_tap_by_tap(
    client: FlaskClient, app: Flask, do: str, fields: dict[str, Any], pots: tuple[str, ...]
) -> None:
    form = filled_by(client, new(client), do, **fields)
    assert board(form) == pots
    assert stored(app, start(client, form))["options"] == {"board": list(pots)}


@pytest.mark.parametrize(
    ("do", "fields", "sentence"),
    [
        ("pot-add:QC", {}, "The board needs saucers that are all different (QC appears twice)."),
        ("pot-add:9X", {}, "(9X is not a saucer)"),
        ("board:Whist", {}, "There is no such board."),
        (
            "pot-typed:run",
            {"run_from": "9", "run_to": "9", "run_suit": "S"},
            "needs two or more ranks.",
        ),
        (
            "pot-typed:run",
            {"run_from": "1", "run_to": "3", "run_suit": "S"},
            "needs two or more ranks.",
        ),
        ("pot-typed:run", {}, "needs two or more ranks."),
    ],
)
def test_what_is_no_board_is_not_laid(
    client: FlaskClient, do: str, fields: dict[str, Any], sentence: str
) -> None:
    answer = tap(client, new(client), do, **fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert board(filled(answer.text)) == KITTY_BOARD


def test_the_last_pot_cannot_be_taken_away(client: FlaskClient) -> None:
    answer = tap(client, new(client, rule_board=["", "QS"]), "pot-remove:QS")
    assert answer.status_code == 422
    assert "The board needs 1 to 52 saucers." in answer.text


def test_a_game_without_a_board_has_none_to_change(client: FlaskClient) -> None:
    answer = tap(client, new(client, "kids-rummy"), "pot-add:QS")
    assert answer.status_code == 422
    assert "Kids Rummy has no board to change." in answer.text


def test_cards_on_the_board_cannot_be_added_again(client: FlaskClient) -> None:
    taps = {e.get("value") for e in page_of(client.get("/new").text).all("button", name="do")}
    assert "pot-add:2C" in taps
    assert "pot-add:QC" not in taps
    assert "pot-add:kitty" not in taps
    assert {"pot-add:jackpot", "pot-remove:QC", "pot-remove:8-9-10"} <= taps


@pytest.mark.parametrize("game", STOPS)
def test_games_with_printed_boards_ask_once_whether_it_is_theirs(
    client: FlaskClient, game: str
) -> None:
    form = filled(client.get(f"/new?game={game}").text)
    with_(form, names=["Ann", "Bob", "Cal"])
    answer = start(client, form)
    assert answer.status_code == (422 if all_games()[game].boards.has_printed_boards else 303)
    assert ("Compare the board below with yours." in answer.text) == all_games()[
        game
    ].boards.has_printed_boards
    again = start(client, with_(form, same_board="1"))
    assert again.status_code == 303
    assert filled(client.get(f"{again.location}/setup").text)["same_board"] == "1"


def test_who_has_laid_the_board_is_not_asked(client: FlaskClient) -> None:
    form = filled(client.get("/new?game=michigan-rummy-classic").text)
    with_(form, names=["Ann", "Bob", "Cal"])
    form = filled(send(client, "/new", with_(form, do="pot-remove:JS")).text)
    assert start(client, form).status_code == 303


@pytest.mark.parametrize(
    ("low", "high", "suit"), [("2", "A", ""), ("Q", "K", "D"), ("10", "9", "")]
)
def test_a_run_of_ranks_names_its_pot(low: str, high: str, suit: str) -> None:
    pot = run_pot_name(low, high, suit)
    cards = combination_cards(pot)
    assert len(cards) == (1 if suit else 4)
    assert {cards[0][0][:-1], cards[0][-1][:-1]} == {low, high}
