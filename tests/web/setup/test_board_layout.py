"""The board is laid before the first deal: ready boards, cards, combinations, other pots."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.core.options import option_values
from companion.games import all_games
from companion.games.michigan_kitty import BOARD as KITTY_BOARD
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


def changed(client: FlaskClient, do: str) -> TestResponse:
    """Tap once on the board of a new table; a run is typed as ``9 J S``, or ``A Q`` of any suit."""
    button, _, run = do.partition(" ")
    low, high, suit = (*run.split(), "", "", "")[:3]
    return tap(client, new(client), button, run_from=low, run_to=high, run_suit=suit)


CHANGES = {
    **{f"pot-add:{pot}": (*KITTY_BOARD, pot) for pot in ("2C", "poker", "6-lead")},
    "pot-remove:KH": tuple(pot for pot in KITTY_BOARD if pot != "KH"),
    "pot-remove:kitty": KITTY_BOARD[:-1],
    "pot-typed:run 9 J S": (*KITTY_BOARD, "910JS"),
    "pot-typed:run A Q": (*KITTY_BOARD, "Q-K-A"),
}


@pytest.mark.parametrize(("do", "pots"), CHANGES.items())
def test_the_board_is_changed_tap_by_tap(
    client: FlaskClient, app: Flask, do: str, pots: tuple[str, ...]
) -> None:
    form = filled(changed(client, do).text)
    assert board(form) == pots
    assert stored(app, start(client, form))["options"] == {"board": list(pots)}


REFUSED = {
    "pot-add:QC": "The board needs saucers that are all different (QC appears more than once).",
    "pot-add:9X": "(9X is not a saucer)",
    "board:Whist": "There is no such board.",
    "pot-typed:run 9 9 S": "needs two or more ranks.",
    "pot-typed:run 1 3 S": "needs two or more ranks.",
    "pot-typed:run": "needs two or more ranks.",
}


@pytest.mark.parametrize(("do", "sentence"), REFUSED.items())
def test_what_is_no_board_is_not_laid(client: FlaskClient, do: str, sentence: str) -> None:
    answer = changed(client, do)
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
    assert ("Compare the board shown here with yours." in answer.text) == all_games()[
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
