"""The order of the seats is put right while the hands still replay."""

import pytest
from flask import Flask

from tests.web.cases import read_cases, visit

SHORT = {
    "PLAYED": "deal Ann 13 Bob 13 Cal 13 dummy 13; swap; Ann 3C",
    "CHIPS": "deal Ann 13 Bob 13 Cal 13 dummy 13; chips-only; Ann out Bob 1 Cal 2",
    "MOVE": "post /seats players=Ann,Bob,Cal dealer=Cal",
    "SAVE": "post /seats do=save",
}
CASES = """
a tap moves a name on the form alone
    PLAYED
    /seats => choices players Ann Bob Cal, ticked dealer Cal
    MOVE do=up:0 => choices players Cal Bob Ann, ticked dealer Cal, seats Ann Bob Cal
    MOVE do=down:0 => choices players Bob Ann Cal, ticked dealer Cal, seats Ann Bob Cal
    MOVE do=up:2 => choices players Ann Cal Bob, ticked dealer Cal, seats Ann Bob Cal
a tap on what cannot be moved moves nothing
    MOVE do=down:7 => choices players Ann Bob Cal, ticked dealer Cal
    MOVE do=sideways:1 => choices players Ann Bob Cal, ticked dealer Cal
after a deal it is said that only the first dealer is meant
    /seats => no "First dealer"
    CHIPS
    /seats => "First dealer", ticked dealer Cal
after a deal only the seats can be changed
    /more => link /setup, "Setup and seats"
    CHIPS
    /more => link /seats, "Seating order", no link /setup
before any hand the players sit as they like
    SAVE players=Bob,Ann,Cal dealer=Cal
        => "The seating order has been saved.", seats Bob Ann Cal, button "Deal hand 1"
    / => no "The seating order has been saved."
hands that still replay are kept
    CHIPS
    SAVE players=Cal,Bob,Ann dealer=Cal => seats Cal Bob Ann, "Bob deals hand 2", log nothing
an order that an entry cannot stand is refused by its number
    PLAYED
    not SAVE players=Bob,Ann,Cal dealer=Cal
        => "The seats were not changed.", choices players Bob Ann Cal, seats Ann Bob Cal,
        "entry 3 (Ann plays 3♣) would no longer be valid: "
an edit that could not stand is named too
    PLAYED; undo; redo; amend 2: Ann 4C
    not SAVE players=Bob,Ann,Cal dealer=Cal
        => "entry 3 (Ann plays 3♣) would no longer be valid: "
the first dealer is put right too
    CHIPS
    SAVE players=Ann,Bob,Cal dealer=Bob => dealer Bob
a dealer who is not there is refused
    not SAVE players=Ann,Bob,Cal dealer=Eve => "The dealer “Eve” is not one of the players."
only the same players can be seated
    not SAVE players=Ann,Bob dealer=Cal (409) => seats Ann Bob Cal
    not SAVE players=Ann,Bob,Eve dealer=Cal (409) => seats Ann Bob Cal
    not SAVE players=Ann,Ann,Ann dealer=Cal (409) => seats Ann Bob Cal
    not SAVE dealer=Cal (409) => seats Ann Bob Cal
an order sent from an old page is not stored
    not SAVE players=Bob,Ann,Cal dealer=Cal version=7 (409)
        => "Somebody else tapped first", choices players Ann Bob Cal, seats Ann Bob Cal
"""


@pytest.mark.parametrize("case", read_cases(CASES, **SHORT))
def test_names_are_moved_and_their_order_is_saved(app: Flask, case: str) -> None:
    visit(app, case, players="Ann Bob Cal")
