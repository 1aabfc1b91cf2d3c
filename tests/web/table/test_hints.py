"""The hints of a first evening: what to do with the cards, and each can be closed."""

from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, render_template

from companion.core.prompts import Prompt
from companion.core.sentences import say
from companion.store.entries import create_table
from companion.store.tables import load_table
from companion.web.components.seats_and_pots import LastChange
from companion.web.games import screen_of
from tests.evenings import POTS, record
from tests.notation import entries
from tests.web.pages import page_of
from tests.web.tapping import Table

HINTS = [
    ("michigan-kitty", "deal", "the dummy, which gets the first card"),
    ("michigan-rummy-classic", "deal", "the dummy, which gets the last card"),
    ("michigan-rummy-classic", "poker", "Everybody shows the cards they hold,"),
    ("michigan-rummy-tournament", "poker", "Everybody picks five from all their cards"),
    ("wanagan", "between-hands", "deal them out"),
    ("wanagan", "reveal", "Each hand counts for only one cup."),
    ("wanagan", "final", "The best hand takes the jackpot"),
    ("oh-claire", "between-hands", "its suit is trump"),
    ("oh-claire", "bids", "must not add up to the number of tricks"),
    ("oh-claire", "tricks", "Follow suit if you can."),
    ("kids-rummy", "between-hands", "Turn its top card face up"),
    ("kids-rummy", "play", "three or four of one rank"),
]


def hint(app: Flask, game: str, kind: str, log: str = "", **setup: Any) -> str:
    """The hint that a table has for a kind of question, in the panel or in the message."""
    with app.test_request_context():
        table = load_table(create_table(record(game, **setup), entries(log))).table
        shown = {
            "table": table,
            "screen": screen_of(table.setup.game),
            "view": SimpleNamespace(prompt=Prompt(kind, say("What now?")), headline=None),
            "last_change": LastChange(),
        }
        places = ({**shown, "in_panel": in_panel} for in_panel in (True, False))
        return "".join(render_template("table/hint.html", **place) for place in places)


@pytest.mark.parametrize(("game", "kind", "words"), HINTS)
def test_a_hint_says_what_to_do_with_the_cards_and_can_be_closed(
    app: Flask, game: str, kind: str, words: str
) -> None:
    told = hint(app, game, kind)
    assert told.count(words) == 1
    assert "data-hint-close" in told


ANTES: list[tuple[dict[str, Any], str]] = [
    ({}, "puts an ante of 1 chip into every pot (8 chips in all)."),
    ({"ante": 3}, "puts an ante of 3 chips into every pot (24 chips in all)."),
    ({"ante": dict.fromkeys((*POTS, "kitty"), 2) | {"kitty": 5}}, "The ante is what everybody"),
    ({"dealer_extra": "all pots"}, "The ante is what everybody puts"),
    ({"ante": 0}, "The ante is what everybody puts"),
]


@pytest.mark.parametrize(("options", "words"), ANTES)
def test_an_ante_is_explained_with_its_chips_where_all_pay_the_same(
    app: Flask, options: dict[str, Any], words: str
) -> None:
    assert words in hint(app, "michigan-kitty", "deal", options=options)


@pytest.mark.parametrize(("players", "tells"), [(("Ann", "Bob"), False), (("Ann", "Ann"), True)])
def test_the_gesture_is_told_when_it_would_have_saved_a_tap(
    app: Flask, players: tuple[str, ...], tells: bool
) -> None:
    one, other = players
    told = hint(app, "michigan-kitty", "follow", f"deal; swap; {one} 3C; {other} 4C")
    assert ("hold the player’s name and slide" in told) == tells
    assert ("Tap the player who plays the card, or" in told) != tells


def test_a_hint_gives_way_where_chips_have_moved(app: Flask) -> None:
    page = Table(app, log="deal; chips-only; Bob out Ann 3 Cal 2 Dee 1").page
    assert "Bob +" in page.text
    assert not page.all("div", class_="hint")


def test_which_cards_make_the_poker_hand_is_told_even_where_chips_have_moved(app: Flask) -> None:
    log = "deal; chips-only; Bob out Ann 3 Cal 2 Dee 1"
    table = Table(app, record("michigan-rummy-classic"), log)
    [told] = table.page.all("div", class_="hint")
    assert "Everybody shows the cards they hold" in told.text


def test_how_to_deal_is_told_before_the_first_deal_alone(app: Flask) -> None:
    log = "deal; Ann out: Bob 5 Cal 5 Dee 5"
    assert not hint(app, "kids-rummy", "between-hands", log).strip()


@pytest.mark.parametrize("bars", [True, False])
def test_whether_money_cards_bar_from_the_dummy_is_told_before_the_deal(
    app: Flask, bars: bool
) -> None:
    told = hint(app, "michigan-kitty", "deal", options={"money_card_bars": bars})
    barred = "Whoever holds a money card or a whole combination may not take or buy the dummy."
    assert (barred in told) == bars


@pytest.mark.parametrize(
    ("options", "barred"),
    [
        ({"combination_bars": "part"}, "a money card or part of a combination"),
        ({"board": ["QC", "KH", "kitty"]}, "a money card"),
    ],
)
def test_the_hint_says_which_cards_bar_from_the_dummy(
    app: Flask, options: dict[str, Any], barred: str
) -> None:
    told = hint(app, "michigan-kitty", "deal", options=options)
    assert f"Whoever holds {barred} may not take or buy the dummy." in told


def test_where_somebody_is_short_nothing_is_said_of_dealing(app: Flask) -> None:
    short = record(chips={"Ann": 12, "Bob": 50, "Cal": 50, "Dee": 50})
    table = Table(app, short, "deal; chips-only; Bob out Ann 7 Cal 2 Dee 1")
    assert "Who lends Ann 8 chips" in table.page.text
    assert not table.page.all("div", class_="hint")


def test_the_hint_for_bids_follows_the_house_rule(app: Flask) -> None:
    told = hint(app, "oh-claire", "bids", options={"hook": False})
    assert "must not add up" not in told
    assert "Take exactly as many tricks as you bid" in told


def test_another_game_has_no_hints_of_these(app: Flask) -> None:
    assert not hint(app, "boodle", "tricks").strip()


@pytest.mark.parametrize(
    ("game", "kind", "name", "meaning"),
    [
        ("michigan-kitty", "deal", "Ante", "an ante of 1 chip into every pot"),
        ("michigan-kitty", "deal", "Dummy", "missing from the sequences"),
        ("michigan-kitty", "deal", "Kitty", "the pot for going out"),
        ("michigan-kitty", "lead", "Lead", "the first card of a sequence"),
        ("michigan-kitty", "follow", "Stop", "nobody can play the next card"),
        ("oh-claire", "between-hands", "Trick", "one card from each player"),
        ("oh-claire", "between-hands", "Trump", "beats the others"),
        ("oh-claire", "bids", "Bid", "no more and no fewer"),
        ("oh-claire", "tricks", "Follow suit", "the suit that was led"),
        ("wanagan", "reveal", "Straight", "five ranks in a row"),
        ("wanagan", "reveal", "Full house", "two of another"),
        ("wanagan", "final", "Five-card draw", "exchange any of them once"),
        ("kids-rummy", "between-hands", "Stock", "that everybody draws from"),
        ("kids-rummy", "play", "Set", "three or four cards of one rank"),
        ("kids-rummy", "play", "Discard", "ends your turn"),
    ],
)
def test_a_word_of_the_trade_is_explained_in_a_sentence_with_cards(
    app: Flask, game: str, kind: str, name: str, meaning: str
) -> None:
    page = page_of(hint(app, game, kind))
    [word] = [one for one in page.all("details") if one.text.strip().startswith(name)]
    assert meaning in word.text
    assert [one for one in page.all("span") if "card" in one.get("class").split()]


def test_a_kitty_is_explained_only_where_there_is_one(app: Flask) -> None:
    assert "Kitty" not in hint(app, "boodle", "deal")


@pytest.mark.parametrize("jokers", [0, 2])
def test_a_joker_is_explained_only_where_there_is_one(app: Flask, jokers: int) -> None:
    told = hint(app, "kids-rummy", "play", options={"jokers": jokers})
    assert ("A joker stands for" in told) == bool(jokers)
