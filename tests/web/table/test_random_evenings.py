"""Evenings tapped at random: whatever the screens offer must be possible."""

import random
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from tests.evenings import PLAYERS, record
from tests.notation import entries
from tests.web.tapping import Table, impossible, offered

GAMES = (
    *("michigan-kitty", "boodle", "great-lakes"),
    *("michigan-rummy-classic", "michigan-rummy-tournament"),
)
RARE = {"end": 0.001, "undo": 0.1, "redo": 0.1, "misdeal": 0.05, "leave": 0.2, "chips-only": 0.3}


def number_fields(table: Table, chance: random.Random) -> dict[str, Any]:
    """Fill the fields of a sheet for everybody, as its inputs allow."""
    typed = table.page.all("input", type="number")
    tiles = [tile for tile in table.page.all("input", type="radio") if ":" in tile.get("name")]
    chance.shuffle(tiles)
    return {tile.get("name"): tile.get("value") for tile in tiles} | {
        field.get("name"): chance.randint(int(field.get("min")), int(field.get("max")))
        for field in typed
    }


def fill_sheet(table: Table, name: str, chance: random.Random) -> None:
    """Open a sheet of the moment, fill it by chance, send it; refused, nothing happens."""
    table.page = table.look(f"/more/{name}")
    choices = table.page.values("key-player", type="radio")
    fields = number_fields(table, chance)
    if choices:
        fields["key-player"] = chance.choice(choices)
    if name in ("out", "totals"):
        table.send(do=name, sheet=name, **fields)
    table.page = table.look()


def step(table: Table, chance: random.Random) -> None:
    """Check everything that the page offers, and tap something of it."""
    taps = offered(table)
    assert not impossible(table, taps)
    assert taps
    links = table.page.links
    sheets = [name for name in ("out", "totals") if f"{table.url}/more/{name}" in links]
    if sheets and chance.random() < 0.5:
        fill_sheet(table, sheets[0], chance)
        return
    weights = [RARE.get(tap["do"], 1) for tap in taps]
    tap = chance.choices(taps, weights)[0]
    answer = table.tap(tap)
    assert answer.status_code == 200, (tap, table.page.text[:500])


@pytest.mark.share(2)
@pytest.mark.parametrize("game", GAMES)
def test_everything_that_a_board_offers_is_possible(
    app: Flask, chance: random.Random, game: str
) -> None:
    chips = chance.choice([100, 40, {"Ann": 12, "Bob": 40, "Cal": 100, "Dee": 25}])
    table = Table(app, record(game, chips=chips))
    for _ in range(70):
        if "All tables" in table.page.text:
            break
        step(table, chance)
    assert len(table.log) > 3


@pytest.mark.share(2)
@pytest.mark.parametrize("game", GAMES)
def test_everything_that_a_sheet_offers_is_possible(app: Flask, game: str) -> None:
    loan = "Cal borrows 1 from pot:KD;" if game == "great-lakes" else ""
    log = entries(
        f"""Bob buys in 3; Cal borrows 8 from Ann; deal Ann 2 Bob 2 Cal 2 Dee 2 dummy 44; {loan}
            keep; Ann 2C; stop; Ann 3D; last-hand"""
    )
    for length in range(len(log)):
        table = Table(app, record(game, chips=50), log[:length])
        for path in ("/more", *(f"/more/player?player={name}" for name in PLAYERS)):
            table.page = table.look(path)
            assert not impossible(table, offered(table)), path
            assert not impossible(table, loans(table)), path


def loans(table: Table) -> list[Any]:
    """Every repayment whose amount is a button on the page; a chip from or to everybody there."""
    found: list[Any] = []
    now: dict[str, str] = {}
    for element in table.page.elements:
        if element.tag == "form":
            now = {}
        elif element.tag == "input" and element.get("type") == "hidden":
            now[element.get("name")] = element.get("value")
        elif element.get("name") in ("key-from", "key-to") and element.get("type") == "radio":
            if element.get("value"):
                found.append(loan({**now, element.get("name"): element.get("value")}, 1))
        elif (
            element.tag == "button"
            and element.get("name") == "key-chips"
            and now["do"] not in ("borrow", "pay")
        ):
            found.append(loan(now, int(element.get("value"))))
    return found


def loan(fields: dict[str, str], chips: int) -> dict[str, Any]:
    names = ("player", "from", "to")
    keys = {name: fields[f"key-{name}"] for name in names if f"key-{name}" in fields}
    return {"do": fields["do"], **keys, "chips": chips}


JUNK = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["-1", "1e9", "9" * 5000, "½", "٣", "\x00", "Ann", "pot:AS", "AS", "null"]),
)
DOS = "borrow repay buy-in join count deal sell bid recount collect show dump award out totals"
KEYS = ["player", "from", "to", "chips", "chips-typed", "of", "left_of", "pot", "players", "cards"]
FIELDS = [*(f"key-{key}" for key in (*KEYS, "left:Ann", "points:Bob", "piles:dummy")), "player"]
STATES = ["", "deal", "deal; swap; Ann 2C", "deal; swap; chips-only"]


@pytest.fixture
def tables(app: Flask) -> list[Table]:
    return [Table(app, record("great-lakes"), log) for log in STATES]


@given(
    st.integers(0, len(STATES) - 1),
    st.sampled_from([*DOS.split(), ""]),
    st.dictionaries(st.sampled_from(FIELDS), JUNK),
    st.sampled_from(["", "more", "player", "out", "show", "nonsense", "../page"]),
)
def test_no_field_of_any_form_breaks_the_app(
    tables: list[Table], at: int, do: str, fields: dict[str, str], sheet: str
) -> None:
    table = tables[at]
    sent = {**fields, "do": do, **({"sheet": sheet} if sheet else {})}
    assert table.send(version=len(table.log), **sent).status_code in (200, 422)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


@given(
    st.integers(0, len(STATES) - 1),
    st.sampled_from(["play", "join", "borrow", "amend", "count", "deal", "award", "enforce", "x"]),
    st.dictionaries(
        st.sampled_from(["player", "card", "cards", "chips", "entry", "with", "piles", "finding"]),
        JSON,
    ),
)
def test_no_entry_breaks_the_app(
    tables: list[Table], at: int, do: str, more: dict[str, Any]
) -> None:
    table = tables[at]
    assert table.tap({**more, "do": do}, version=len(table.log)).status_code in (200, 422)


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 5000, "1.5"])
def test_a_tap_of_no_screen_is_refused(app: Flask, number: str) -> None:
    table = Table(app, record())
    answer = table.post("/entries", version=number, entry='{"do":"deal"}')
    assert answer.status_code in (409, 422)
    assert table.log == []
