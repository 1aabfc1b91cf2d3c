"""A circle as one file: all of it comes back elsewhere, and nothing is there twice."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from companion.circles.spreadsheet import EveningResult
from companion.core.errors import Refused
from companion.store.circle_export import export_circle, list_circles
from companion.store.circle_import import import_circle
from companion.store.circles import (
    add_table_to_circle,
    create_circle,
    delete_circle,
    get_circle,
    update_circle,
)
from companion.store.database import db
from companion.store.entries import create_table
from companion.store.evenings import import_results
from companion.store.maintenance import delete_table, list_faults
from companion.store.models import Circle
from companion.store.money import create_payment, get_balances, set_chip_value, set_payment_undone
from companion.store.names import anonymize_person, update_person
from companion.store.people import UnknownCircle, list_people
from companion.store.records import create_from_record
from companion.store.totals import get_totals
from companion.store.visits import list_tokens
from tests.evenings import in_chips, record
from tests.store.test_versions import bought, enter

OLD = EveningResult("2024-03-01", "boodle", {"Ann": 12, "Eve": -12})


@pytest.fixture
def circle(apps: tuple[Flask, Flask]) -> Circle:
    """A circle with evenings of all kinds, a book with payments, and somebody erased."""
    with apps[0].app_context():
        made = create_circle("Sundays at Ann's")
        set_chip_value(made.id, "", 5, "EUR")
        evening = in_chips(4, 3, over=True)
        add_table_to_circle(create_from_record(evening), made.id)
        gone = create_from_record(evening)
        add_table_to_circle(gone, made.id)
        delete_table(gone)
        import_results(made.id, [OLD, OLD])
        import_results(made.id, [OLD], waits=True)
        running = create_table(record("wanagan"), circle=made.id)
        enter(running, {"do": "deal"})
        ann, bob, cal, *_ = (one.id for one in list_people(made.id))
        create_payment(made.id, ann, bob, 7, 1)
        create_payment(made.id, bob, cal, 9, 2)
        set_payment_undone(made.id, 2, undone=True)
        update_person(made.id, bob, "Bobby", (7, 3), hidden=True)
        anonymize_person(made.id, cal)
        return get_circle(made.id)


def taken(circle: Circle) -> Any:
    """A circle as its file has it."""
    return json.loads(json.dumps(export_circle(circle)))


@pytest.fixture
def file(apps: tuple[Flask, Flask], circle: Circle) -> Any:
    with apps[0].app_context():
        return taken(circle)


@pytest.fixture
def elsewhere(file: Any, apps: tuple[Flask, Flask]) -> Any:
    """The same, after whose circle is gone: as another house would get it."""
    with apps[0].app_context():
        for one in list_circles():
            delete_circle(one.id)
        for token in list_tokens():
            delete_table(token)
        yield file


def test_all_of_a_circle_comes_back_elsewhere(elsewhere: Any) -> None:
    brought = import_circle(elsewhere)
    assert taken(brought) == elsewhere
    assert not [fault for token in list_tokens() for fault in list_faults(token)]
    (name,) = {one["circle"] for one in (elsewhere, taken(brought))}
    assert brought.token not in name


def test_a_circle_is_written_as_it_was_at_one_moment(
    apps: tuple[Flask, Flask], circle: Circle, file: Any
) -> None:
    names = iter(["Abe", "Amy", "Art", "Ava"])

    def change(_: object, __: object, statement: str, *_more: object) -> None:
        name = next(names, None) if statement.startswith("SELECT") else None
        if name is not None:
            with apps[1].app_context():
                ann = list_people(circle.id)[0].id
                update_person(circle.id, ann, name, (1, 1), hidden=False)
                update_circle(circle.id, name, "wins", shows_findings=False)
                create_table(record("boodle", [name, "Zoe", "Yan"]), circle=circle.id)

    with apps[0].app_context():
        event.listen(db.engine, "after_cursor_execute", change)
        written = taken(circle)
        assert next(names, "all") == "all"
        assert written == file


def test_a_circle_that_is_gone_is_not_written(apps: tuple[Flask, Flask], circle: Circle) -> None:
    with apps[0].app_context():
        delete_circle(circle.id)
        with pytest.raises(UnknownCircle):
            export_circle(circle)


def test_its_seasons_and_its_book_are_the_same_there(
    apps: tuple[Flask, Flask], circle: Circle, file: Any
) -> None:
    with apps[0].app_context():
        before = balances_and_seasons(circle)
        delete_circle(circle.id)
        assert balances_and_seasons(import_circle(file)) == before


def balances_and_seasons(circle: Circle) -> tuple[list[int], dict[str, int]]:
    games = get_totals(circle.id, "").by_game
    evenings = {game: sums.evenings for game, sums in games.items()}
    return sorted(get_balances(circle.id).values()), evenings


def test_a_circle_that_is_brought_again_is_known(elsewhere: Any) -> None:
    first = import_circle(elsewhere)
    tables = list_tokens()
    assert import_circle(elsewhere).id == first.id
    assert import_circle(taken(first)).id == first.id
    assert taken(first) == elsewhere
    assert list_tokens() == tables


def test_what_was_played_elsewhere_meanwhile_is_added(
    apps: tuple[Flask, Flask], circle: Circle, file: Any
) -> None:
    more = copy.deepcopy(file)
    names = ["Ann", "Zoe", "Dee"]
    more["people"].append({"name": "Zoe", "colour": 1, "symbol": 2, "hidden": False})
    seats = {"Ann": 0, "Dee": 3, "Zoe": len(more["people"]) - 1}
    new = {"key": "new", "game": "boodle", "day": "2025-01-01", "seats": seats}
    setup = record("boodle", names, log=[bought("Ann")])
    more["evenings"].append({**new, "began": "2025-01-01T20:00:00+00:00", "record": setup})
    with apps[0].app_context():
        import_circle(more)
        after = taken(circle)
        assert len(after["evenings"]) == len(file["evenings"]) + 1
        assert after["evenings"][-1]["day"] == "2025-01-01"
        assert after["people"][-1]["name"] == "Zoe"
        assert after["payments"] == file["payments"]


DAWN, DUSK = "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"
WRONG: dict[str, Callable[[Any], object]] = {
    "no people": lambda file: file.pop("people"),
    "another format": lambda file: file.update(format=2),
    "no name": lambda file: file.update(name=""),
    "an unknown scale": lambda file: file.update(scale="odd"),
    "a name that cannot be": lambda file: file["people"][0].update(name="\n"),
    "a colour that is none": lambda file: file["people"][0].update(colour=10),
    "a seat of nobody": lambda file: file["evenings"][1]["seats"].update(Ann=99),
    "one person twice": lambda file: file["evenings"][1]["seats"].update(Ann=1, Bobby=1),
    "a hand of nobody": lambda file: file["evenings"][1]["hands"][0].update(winners=["Zed"]),
    "a hand twice": lambda file: file["evenings"][1]["hands"].append(
        file["evenings"][1]["hands"][0]
    ),
    "no day": lambda file: file["evenings"][0].update(day="soon"),
    "a result that is no number": lambda file: file["evenings"][2]["facts"].update(standing="x"),
    "a record that is none": lambda file: file["evenings"][0].update(record=7),
    "an empty record": lambda file: file["evenings"][0].update(record={}),
    "money that is none": lambda file: file["payments"][0].update(cents="7"),
    "a chip worth a fortune": lambda file: file["worths"][0].update(cents=10**12),
    "two values of a chip on a day": lambda file: file["worths"].append(file["worths"][0]),
    "a hand of an age": lambda file: file["evenings"][1]["hands"][0].update(seconds=2**31),
    "a time before the calendar": lambda file: file["payments"][0].update(made=DAWN),
    "a time after the calendar": lambda file: file["payments"][0].update(made=DUSK),
    "a payment to oneself": lambda file: file["payments"][0].update(payee=0),
    "a payment before its time": lambda file: file["payments"][0].update(booked=999),
    "truth that is none": lambda file: file.update(shows_findings=1),
    "lists that are none": lambda file: file.update(evenings={}),
    "people that are none": lambda file: file.update(people=[7]),
}


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        ({"game": "whist"}, r"the evening of .* 2026\. There is no game"),
        ({"log": [{"do": "sing"}]}, r"entry 1 of the evening of .* 2026\. This game"),
    ],
)
def test_of_a_circle_the_day_of_the_evening_that_is_refused_is_named(
    elsewhere: Any, spoil: dict[str, Any], why: str
) -> None:
    evening = next(one for one in elsewhere["evenings"] if one.get("record"))
    evening["record"] |= spoil
    with pytest.raises(Refused, match=why):
        import_circle(elsewhere)


def test_what_is_no_circle_is_refused(elsewhere: Any) -> None:
    for kind, spoil in WRONG.items():
        wrong = copy.deepcopy(elsewhere)
        spoil(wrong)
        with pytest.raises(Refused):
            import_circle(wrong)
        assert list_circles() == [], kind
