"""The HTML of a macro is cached by its arguments, and never shown for others."""

import re
from dataclasses import replace

import pytest
from flask import Flask, render_template_string
from markupsafe import Markup

from companion.core.sentences import say
from companion.language import ENGLISH, use_language
from companion.web.base import templates as macros
from companion.web.components.seats_and_pots import SeatView, TapButton

JACK = "{% from 'macros/cards.html' import card %}{{ card('JS') }}"
SEAT = """{% from 'macros/seats.html' import plate -%}
{{ plate(seat, {'name': 'entry', 'value': value}, does=does) }}"""
PILE = "{% from 'macros/pots.html' import chip_pile %}{{ chip_pile(chips) }}"


def test_a_face_that_is_kept_has_the_letters_of_who_looks(app: Flask) -> None:
    french = replace(ENGLISH, court="V D R A")
    for language, letter in ((ENGLISH, "J"), (french, "V"), (ENGLISH, "J")):
        with app.test_request_context(), use_language(language):
            assert f'aria-hidden="true">{letter}</span>' in render_template_string(JACK)


def test_a_pile_that_is_kept_is_that_of_its_chips(app: Flask) -> None:
    with app.test_request_context():
        piles = [render_template_string(PILE, chips=chips) for chips in (3, 5, 3)]
    assert [re.findall("#i-stack-(.)", pile) for pile in piles] == [["3"], ["3", "2"], ["3"]]


def test_a_seat_that_is_kept_lies_as_it_was_tapped_and_named(app: Flask) -> None:
    seat = SeatView(1, "<b>", 5, None, False, False, (), 0, None, (), (), False)
    ann = replace(seat, name="Ann")
    drawn = (
        (seat, "1", "<i>"),
        (seat, "2", "<i>"),
        (seat, "1", Markup("<i>")),
        (ann, "1", ""),
        (seat, "1", "<i>"),
    )
    with app.test_request_context():
        plates = [
            render_template_string(SEAT, seat=seat, value=value, does=does)
            for seat, value, does in drawn
        ]
    assert ["&lt;b&gt;" in plate for plate in plates] == [True, True, True, False, True]
    assert ["&lt;i&gt;" in plate for plate in plates] == [True, True, False, False, True]
    assert ['value="1"' in plate for plate in plates] == [True, False, True, True, True]


def test_a_seat_that_is_kept_has_the_sentence_of_its_present_answer(app: Flask) -> None:
    plates = []
    for card in ("8\u2660", "9\u2660"):
        said = say("{player} plays {card}", player="Ann", card=card)
        tap = TapButton("{}", say("yes"), description=said)
        seat = SeatView(1, "Ann", 5, 7, False, False, (), 0, None, (), (tap,), False)
        with app.test_request_context():
            plates.append(render_template_string(SEAT, seat=seat, value="{}", does=""))
    assert ["8\u2660" in plate for plate in plates] == [True, False]
    assert ["9\u2660" in plate for plate in plates] == [False, True]


def test_no_more_is_kept_than_there_is_room_for(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(macros, "_macro_cache", drawn := macros.RenderCache(size=3))
    with app.test_request_context():
        for chips in range(10):
            render_template_string(PILE, chips=chips)
    assert 0 < len(drawn) <= 6
