"""The hints of a first evening: what to do with the cards, and each can be closed."""

import re
from typing import Any

import pytest
from flask import Flask, render_template

from companion import store
from companion.machine.paths import STATIC
from companion.web.games import screen_of
from tests.evenings import record
from tests.web.tapping import Table

HINTS = [
    ("michigan-rummy-classic", "deal", "the extra one is the dummy"),
    ("michigan-rummy-classic", "poker", "Everybody shows the cards still held;"),
    ("michigan-rummy-tournament", "poker", "Everybody takes played and held cards together"),
    ("wanagan", "between-hands", "deal them out"),
    ("wanagan", "reveal", "A hand stands for one cup only."),
    ("wanagan", "final", "five-card draw"),
    ("oh-claire", "between-hands", "its suit is trump"),
    ("oh-claire", "bids", "may not be the number of tricks"),
    ("oh-claire", "tricks", "Follow suit if you can."),
    ("kids-rummy", "between-hands", "turn its top card over"),
    ("kids-rummy", "play", "three or four of one rank"),
]


def hint(app: Flask, game: str, kind: str, log: list[Any] | None = None) -> str:
    """The hint that a table has for a kind of question."""
    with app.test_request_context():
        table = store.evening(store.create(record(game), log or [])).table
        game_of = table.setup.game
        screen = screen_of(game_of)
        return render_template(
            "table/hint.html", kind=kind, table=table, game=game_of, screen=screen
        )


@pytest.mark.parametrize(("game", "kind", "words"), HINTS)
def test_a_hint_says_what_to_do_with_the_cards_and_can_be_closed(
    app: Flask, game: str, kind: str, words: str
) -> None:
    told = hint(app, game, kind)
    assert words in told
    step = re.findall('data-hint="(.*?)"', told)[0]
    assert f'[data-hinted~="{step}"] [data-hint="{step}"]' in (STATIC / "css/panel.css").read_text()


def test_how_to_deal_is_told_before_the_first_deal_alone(app: Flask) -> None:
    log = [{"do": "deal"}, {"do": "score", "out": "Ann", "points": {"Bob": 5, "Cal": 5, "Dee": 5}}]
    assert not hint(app, "kids-rummy", "between-hands", log).strip()


def test_nothing_is_told_of_dealing_once_the_last_hand_is_played(app: Flask) -> None:
    out = {"do": "out", "player": "Bob", "left": {"Ann": 3, "Cal": 2, "Dee": 1}}
    log = [{"do": "deal"}, {"do": "chips-only"}, out]
    assert "the extra one is the dummy" in Table(app, record(), log).page.text
    assert "is the dummy" not in Table(app, record(), [{"do": "last-hand"}, *log]).page.text


def test_where_somebody_is_short_nothing_is_said_of_dealing(app: Flask) -> None:
    out = {"do": "out", "player": "Bob", "left": {"Ann": 7, "Cal": 2, "Dee": 1}}
    short = record(chips={"Ann": 12, "Bob": 50, "Cal": 50, "Dee": 50})
    table = Table(app, short, [{"do": "deal"}, {"do": "chips-only"}, out])
    assert "Who lends Ann 8 chips" in table.page.text
    assert not table.page.all("p", class_="hint")


def test_another_game_has_no_hints_of_these(app: Flask) -> None:
    assert not hint(app, "boodle", "tricks").strip()
