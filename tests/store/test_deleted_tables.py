"""A tap reaches the table that it was made for, or none: never what got its place."""

import contextlib
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import update

from companion.circles.spreadsheet import EveningResult
from companion.core.errors import Refused
from companion.store import circles, maintenance, names, people
from companion.store.circles import delete_circle
from companion.store.database import write_transaction
from companion.store.entries import StaleVersion, append_entry, create_table, update_setup
from companion.store.evenings import delete_evening, import_results, list_latest_evenings
from companion.store.maintenance import delete_table
from companion.store.models import EveningRow, SeatRow, TableRow
from companion.store.tables import UnknownTable, get_version, load_table
from tests.store.test_circles import differs, entered, played
from tests.store.test_versions import DEAL, ON_SERVER, SETUP, bought, enter, tap

Apps = tuple[Flask, Flask]


def table_id(token: str) -> int:
    return load_table(token).id


def test_a_number_that_was_deleted_is_never_given_again(app: Flask) -> None:  # noqa: ARG001
    first = create_table(SETUP)
    number = table_id(first)
    delete_table(first)
    assert table_id(create_table(SETUP)) > number


def test_a_tap_at_a_deleted_table_is_not_stored_at_the_one_with_its_number(apps: Apps) -> None:
    with apps[0].app_context():
        token = create_table(SETUP)
        number = table_id(token)
    with apps[1].app_context():
        delete_table(token)
        other = create_table(SETUP)
        with write_transaction() as connection:  # as a database of an earlier version numbers them
            connection.execute(update(TableRow).where(TableRow.token == other).values(id=number))
    with apps[0].app_context():
        with pytest.raises(UnknownTable):
            append_entry(token, tap(0, bought("Ann")))
        assert load_table(other).log.raw_entries == []


def test_a_table_of_an_erased_circle_plays_on_without_one_at_every_worker(apps: Apps) -> None:
    with apps[0].app_context():
        circle = circles.create_circle("Ours")
        token = entered(played(1), circle.id)
    with apps[1].app_context():
        assert load_table(token).evening_ref
        delete_circle(circle.id)
        strangers = circles.create_circle("Theirs")
        theirs = entered(played(2, ["Xena", "Yann", "Zoe"]), strangers.id)
    for app in apps:
        with app.app_context():
            assert load_table(token).evening_ref is None
            enter(token, DEAL, {"do": "misdeal"})
            assert differs(token) == differs(theirs) == []
            assert all(evening.places for evening in list_latest_evenings(strangers.id, 9))


def test_facts_are_written_to_the_evening_of_their_own_table_alone(app: Flask) -> None:  # noqa: ARG001
    circle = circles.create_circle("Ours")
    token, other = entered(played(1), circle.id), entered(played(2), circle.id)
    place = load_table(token).evening_ref
    assert place
    with write_transaction() as connection:
        mine = EveningRow.id == place.evening
        connection.execute(update(EveningRow).where(mine).values(table_id=None))
    enter(token, DEAL, {"do": "misdeal"})
    assert differs(other) == []


def test_check_sees_a_name_that_sits_nowhere(app: Flask) -> None:  # noqa: ARG001
    circle = circles.create_circle("Ours")
    import_results(circle.id, [EveningResult("2026-01-02", "boodle", {"Ann": 3, "Bob": -3})])
    with write_transaction() as connection:
        connection.execute(update(SeatRow).where(SeatRow.player == "Ann").values(player="Anna"))
    (evening,) = list_latest_evenings(circle.id, 9)
    assert len(evening.places) == 1
    assert len([*maintenance.list_misnamed_sentences()]) == 1


def rename(circle: int, person: int, name: str) -> None:
    names.update_person(circle, person, name, (1, 1), hidden=False)


@pytest.mark.parametrize("turn", range(3))
def test_whatever_two_workers_do_to_a_circle_its_evenings_name_those_who_sat(
    apps: Apps, turn: int
) -> None:
    chance = random.Random(turn)
    with apps[0].app_context():
        circle = circles.create_circle("Ours")
        token = entered(played(1), circle.id)
        results = [{"Ann": 3, "Bob": -3}, {"Cal": 2, "Ann": -2}]
        import_results(circle.id, [EveningResult("2026-01-02", "boodle", one) for one in results])
    for step in range(12):
        with apps[step % 2].app_context():
            with contextlib.suppress(Refused):
                change_at_random(chance, circle.id, token, f"P{step}")
            for evening in list_latest_evenings(circle.id, 9):
                assert {line["player"] for line in evening.facts["lines"]} == {*evening.people}
    with apps[0].app_context():
        assert differs(token) == []


def change_at_random(chance: random.Random, circle: int, token: str, name: str) -> None:
    persons = [one.id for one in people.list_people(circle)]
    kind = chance.choice(("rename", "merge", "erase", "tap"))
    if kind == "rename":
        rename(circle, chance.choice(persons), name)
    elif kind == "merge":
        people.merge_people(circle, *chance.sample(persons, 2))
    elif kind == "erase":
        names.anonymize_person(circle, chance.choice(persons))
    else:
        enter(token, DEAL, {"do": "misdeal"})


@ON_SERVER
def test_two_workers_that_rename_at_once_leave_every_evening_whole(apps: Apps) -> None:
    with apps[0].app_context():
        circle = circles.create_circle("Ours")
        days = [EveningResult("2026-01-02", "boodle", {"Ann": 3, "Bob": -3}) for _ in range(40)]
        import_results(circle.id, days)
        persons = [one.id for one in people.list_people(circle.id)]
    meet = Barrier(2, timeout=20)

    def change(worker: int) -> None:
        for step in range(5):
            with apps[worker].app_context():
                meet.wait()
                with contextlib.suppress(StaleVersion):
                    rename(circle.id, persons[worker], f"P{worker} {step}")

    with ThreadPoolExecutor(2) as room:
        [*room.map(change, range(2))]
    with apps[0].app_context():
        assert [*maintenance.list_misnamed_sentences()] == []


LARGER = {**SETUP, "players": [*SETUP["players"], "Zoe"]}
JOIN = {"do": "join", "player": "Eve", "left_of": "Ann", "chips": 100}
CHANGES: dict[str, Callable[[str, int, int], object]] = {
    "a tap": lambda token, _, __: enter(token, JOIN),
    "a set-up": lambda token, _, __: update_setup(token, get_version(token), LARGER),
    "a deletion": lambda _, circle, evening: delete_evening(circle, evening),
}


@ON_SERVER
@pytest.mark.parametrize("kind", CHANGES)
def test_whoever_changes_a_table_and_its_circle_waits_for_who_renames(
    apps: Apps, kind: str
) -> None:
    with apps[0].app_context():
        circle = circles.create_circle("Ours")
        token = create_table(SETUP, circle=circle.id)
        place = load_table(token).evening_ref
        assert place

    def change() -> None:
        with apps[1].app_context():
            CHANGES[kind](token, circle.id, place.evening)

    with ThreadPoolExecutor(1) as other, apps[0].app_context(), write_transaction() as connection:
        people.lock_circle(connection, circle.id)
        changed = other.submit(change)
        time.sleep(0.3)
        connection.execute(update(TableRow).where(TableRow.token == token).values(leavers="[]"))
        connection.commit()
        changed.result(timeout=20)
