"""Circles: the facts stored at the end of a hand are those of the log, whatever changes it."""

import json
import random
import time
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.circles.spreadsheet import EveningResult
from companion.core.errors import Refused
from companion.store import circles, names, people
from companion.store.circle_import import import_table
from companion.store.circles import (
    add_table_to_circle,
    create_circle,
    create_circle_from_table,
    update_circle,
)
from companion.store.database import read_connection
from companion.store.entries import StaleVersion, append_entry, create_table, update_setup
from companion.store.evenings import import_results, list_latest_evenings
from companion.store.maintenance import delete_table, list_faults, rebuild_facts
from companion.store.models import Circle, HandRow, SeatRow
from companion.store.money import get_balances, set_chip_value
from companion.store.names import anonymize_person, rename_player, update_person
from companion.store.records import create_from_record, export_table
from companion.store.tables import get_version, load_table
from companion.store.totals import get_totals, list_months
from companion.store.visits import list_tokens
from tests.evenings import CASES, PLAYERS, in_chips, record, recorded
from tests.notation import entries
from tests.store.test_versions import ON_FILE, enter, tap

DEAL, UNDO, REDO = {"do": "deal"}, {"do": "undo"}, {"do": "redo"}


def played(hands: int = 3, names: list[str] = PLAYERS, game: str = "michigan-kitty") -> Any:
    return {**in_chips(len(names), hands, tuple(names)), "game": game}


def entered(record: dict[str, Any], circle: int) -> str:
    """A table of a circle at which an evening was tapped, entry by entry."""
    setup = {key: value for key, value in record.items() if key != "log"}
    token = create_table(setup, circle=circle)
    for raw in record["log"]:
        enter(token, raw)
    return token


def differs(token: str) -> list[str]:
    """Return the faults of a table and of the facts that its circle stores."""
    return [str(fault) for fault in list_faults(token)]


@pytest.fixture
def circle(app: Flask) -> Circle:  # noqa: ARG001 - gives the context
    return circles.create_circle("Sundays at Ann's")


def test_a_circle_is_made_of_the_players_of_a_table(circle: Circle) -> None:
    token = create_from_record(played())
    made = circles.create_circle_from_table(token)
    assert made.id != circle.id
    assert [one.name for one in people.list_people(made.id)] == PLAYERS
    assert circles.create_circle_from_table(token).id == made.id
    sums, months = get_totals(made.id, "").by_game, list_months(made.id)
    assert (sums["michigan-kitty"].hands, len(months)) == (3, 1)


def test_of_two_who_remember_the_same_players_at_once_one_makes_the_circle(
    apps: tuple[Flask, Flask],
) -> None:
    with apps[0].app_context():
        token = create_from_record(played())
    meet = Barrier(2, timeout=20)

    def tap(app: Flask) -> int | None:
        with app.app_context():
            load_table(token)
            meet.wait()
            try:
                return create_circle_from_table(token).id
            except StaleVersion:
                return None

    with ThreadPoolExecutor(2) as room:
        made = {*room.map(tap, apps)} - {None}
    with apps[0].app_context(), read_connection() as connection:
        assert {*connection.scalars(select(Circle.id))} == made
    assert len(made) == 1


def test_hands_are_remembered_as_they_end(circle: Circle) -> None:
    token = entered(played(2), circle.id)
    sums = get_totals(circle.id, "").by_game
    totals = sums["michigan-kitty"]
    assert (totals.evenings, totals.hands) == (1, 2)
    enter(token, DEAL)
    assert get_totals(circle.id, "").by_game["michigan-kitty"].hands == 2
    enter(token, UNDO, UNDO)
    assert get_totals(circle.id, "").by_game["michigan-kitty"].hands == 1
    enter(token, REDO)
    assert get_totals(circle.id, "").by_game["michigan-kitty"].hands == 2
    assert not differs(token)


CHANGES = {
    "before the first deal": "Ann buys in 46; deal; amend 0: nothing",
    "a misdeal": "deal; misdeal; deal",
    "who joins": "Eve joins left of Ann with 100; undo",
}


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_what_is_no_end_of_a_hand_is_remembered_too(circle: Circle, changes: str) -> None:
    token = create_table(record(), circle=circle.id)
    for raw in entries(changes):
        enter(token, raw)
        assert not differs(token)
    assert ("Eve" in [one.name for one in people.list_people(circle.id)]) == ("Eve" in changes)


KINDS = ("clean", "edit")
GAMES = ("michigan-kitty", "boodle", "wanagan", "oh-claire", "kids-rummy", "great-lakes")


def evenings(chance: random.Random, game: str) -> list[dict[str, Any]]:
    """One that was played, and one in which things were put right."""
    return [chance.choice([it for it in recorded(game, kind) if it["log"]]) for kind in KINDS]


@pytest.mark.share(2)
@ON_FILE
@pytest.mark.parametrize("game", GAMES)
def test_what_was_stored_tap_by_tap_is_what_a_rebuild_gives(
    circle: Circle, game: str, chance: random.Random
) -> None:
    for evening in evenings(chance, game):
        token = entered(evening, circle.id)
        assert not differs(token)
        _change_at_random(token, chance)
        assert not differs(token)
    before = get_totals(circle.id, "")
    for token in list_tokens(in_circle=True):
        assert rebuild_facts(token) is None
    after = get_totals(circle.id, "")
    assert (after.stamp != before.stamp) == bool(before.by_game)
    assert after.by_game == before.by_game


def _change_at_random(token: str, chance: random.Random) -> None:
    """Take entries back, remove one, and put something back, as far as the rules let it be."""
    length = len(load_table(token).log.raw_entries)
    tries: list[dict[str, Any]] = [
        *[UNDO] * chance.randint(1, 8),
        REDO,
        {"do": "amend", "entry": chance.randrange(length), "with": None},
        {"do": "buy-in", "player": "Ann", "chips": 5},
        UNDO,
    ]
    for raw in tries:
        try:
            enter(token, raw)
        except Refused:
            continue
        assert not differs(token), raw


# The first hand of an evening, card by card.
CARDS = json.loads((CASES / "kitty-evening-of-three-hands.json").read_text())["record"]
CARDS["log"] = CARDS["log"][:44]


@ON_FILE
@pytest.mark.parametrize(
    ("evening", "first", "last", "took"),
    [
        (CARDS, "2026-07-04T20:00:00", "2026-07-04T20:03:30", 210),
        (CARDS, "2026-07-04T20:03:30", "2026-07-04T20:00:00", None),
        (CARDS, None, "2026-07-04T20:00:00", None),
        (CARDS, "1900-01-01T00:00:00", "2200-12-31T00:00:00", None),
        (played(1), "2026-07-04T20:00:00", "2026-07-04T20:03:30", None),
    ],
)
def test_a_hand_takes_the_time_between_its_deal_and_its_end_unless_it_is_in_chips_only(
    circle: Circle, evening: Any, first: str | None, last: str, took: int | None
) -> None:
    made = [{"at": f"{at}Z"} if at else None for at in (first, last)]
    among = [None] * (len(evening["log"]) - 2)
    token = create_from_record({**evening, "made": [made[0], *among, made[1]]})
    add_table_to_circle(token, circle.id)
    with read_connection() as connection:
        assert [*connection.scalars(select(HandRow.seconds))] == [took]


def test_the_seats_put_right_are_remembered_so(circle: Circle) -> None:
    token = entered(played(2), circle.id)
    version = get_version(token)
    setup = load_table(token).setup_record
    update_setup(token, version, {**setup, "chips": 2000})
    assert not differs(token)


def seating(evening: int) -> dict[str, int]:
    query = select(SeatRow.player, SeatRow.person_id).where(SeatRow.evening_id == evening)
    with read_connection() as connection:
        return dict(row for row in connection.execute(query))


def test_a_name_put_right_is_remembered_so(circle: Circle) -> None:
    token = entered(played(2), circle.id)
    place = load_table(token).evening_ref
    assert place is not None
    before = seating(place.evening)
    after = rename_player(token, get_version(token), "Ann", "Anne")
    assert seating(place.evening) == {
        "Anne" if name == "Ann" else name: person for name, person in before.items()
    }
    (past,) = list_latest_evenings(circle.id, 10)
    assert {line["player"] for line in past.facts["lines"]} == {"Anne", *before} - {"Ann"}
    assert past.places.keys() == set(before.values())
    assert not differs(token)
    enter(token, DEAL)
    assert after.table.seats == load_table(token).table.seats
    assert not differs(token)


def test_names_are_matched_whatever_their_letters(circle: Circle) -> None:
    entered(played(1), circle.id)
    token = create_table(record(players=["ann", "BOB", "Eve"]))
    circles.add_table_to_circle(token, circle.id)
    assert [one.name for one in people.list_people(circle.id)] == [*PLAYERS, "Eve"]


def test_nobody_sits_at_a_table_twice(circle: Circle) -> None:
    entered(played(1), circle.id)
    ann, bob, *_ = (one.id for one in people.list_people(circle.id))
    token = create_table(record(players=["Annie", "Bob", "Cal"]))
    with pytest.raises(Refused, match="two seats"):
        circles.add_table_to_circle(token, circle.id, {"Annie": bob, "Bob": bob})
    assert load_table(token).evening_ref is None
    with pytest.raises(Refused, match="cannot be the same person"):
        people.merge_people(circle.id, ann, bob)


def test_two_spellings_become_one_person(circle: Circle) -> None:
    entered(played(2), circle.id)
    other = entered(played(2, ["Anne", "Bob", "Cal"]), circle.id)
    known = {one.name: one.id for one in people.list_people(circle.id)}
    people.merge_people(circle.id, known["Anne"], known["Ann"])
    assert [one.name for one in people.list_people(circle.id)] == PLAYERS
    sums = get_totals(circle.id, "").by_game
    assert sums["michigan-kitty"].people[known["Ann"]]["evenings"] == 2
    assert not differs(other)


def test_a_table_that_goes_leaves_its_evening_behind(circle: Circle) -> None:
    token = entered(played(2), circle.id)
    delete_table(token)
    sums = get_totals(circle.id, "").by_game
    assert sums["michigan-kitty"].hands == 2


def test_a_table_that_comes_back_is_of_its_circle_again(circle: Circle) -> None:
    token = entered(played(2), circle.id)
    record, place = export_table(token), load_table(token).evening_ref
    other = entered(played(3), circle.id)
    ann = people.list_people(circle.id)[0]
    delete_table(token)
    names.update_person(circle.id, ann.id, "Anna", (1, 1), hidden=False)
    back = import_table(record, "once")
    assert load_table(back).evening_ref == place
    assert load_table(back).table.seats == ("Anna", *PLAYERS[1:])
    assert not differs(back)
    assert import_table(record, "once") == back
    enter(back, DEAL, UNDO)
    assert load_table(import_table(record)).evening_ref is None
    assert load_table(import_table(export_table(other))).evening_ref is None


def test_an_erased_circle_leaves_its_tables(circle: Circle) -> None:
    token = entered(played(2), circle.id)
    circles.delete_circle(circle.id)
    with pytest.raises(circles.UnknownCircle):
        circles.get_circle_by_token(circle.token)
    assert list_tokens(in_circle=True) == []
    enter(token, DEAL)


def test_records_say_in_which_hand_they_were_made(circle: Circle) -> None:
    entered(played(6), circle.id)
    sums = get_totals(circle.id, "").by_game
    found = sums["michigan-kitty"].records
    assert {"kitty", "dearest", "pots"} <= set(found)
    assert all(1 <= best.hand <= 6 for best in found.values())


@pytest.mark.usefixtures("app")
def test_a_circle_has_a_name_that_can_be_read() -> None:
    for name in ("", " ", "x" * 61, "a\nb", "\u200d", "\ufe0f"):
        with pytest.raises(Refused):
            circles.create_circle(name)


def test_a_circle_may_be_called_by_a_family_of_emoji(circle: Circle) -> None:
    name = "👩‍👩‍👧‍👦 Familie"
    update_circle(circle.id, name, "wins", shows_findings=True)
    assert circles.get_circle_by_token(circle.token).name == name


def test_a_name_that_is_changed_follows_into_past_evenings(circle: Circle) -> None:
    token = entered(played(2), circle.id)
    ann = people.list_people(circle.id)[0].id
    update_person(circle.id, ann, "Anna", (1, 1), hidden=False)
    assert load_table(token).setup_record["players"][0] == "Anna"
    assert not differs(token)


def test_a_rename_that_fails_half_way_leaves_nothing_half_done(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = [entered(played(1), circle.id) for _ in range(3)]
    ann = people.list_people(circle.id)[0].id
    before = [export_table(token) for token in tokens]
    write, written = names.rename_in_table, 0

    def fails_at_the_second(*given: Any) -> bool:
        nonlocal written
        written += 1
        if written == 2:
            raise OSError("torn")
        return write(*given)

    monkeypatch.setattr(names, "rename_in_table", fails_at_the_second)
    with pytest.raises(OSError, match="torn"):
        update_person(circle.id, ann, "Anna", (1, 1), hidden=False)
    assert people.list_people(circle.id)[0].name == "Ann"
    assert [export_table(token) for token in tokens] == before


def test_who_writes_while_somebody_is_renamed_loses_nothing(
    app: Flask, circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = entered(played(1), circle.id)
    ann = people.list_people(circle.id)[0].id
    write, taps, is_drawn = names.rename_in_table, list[Future[None]](), Event()

    def tap_late() -> None:
        with app.app_context():
            late = tap(get_version(token), DEAL)
            is_drawn.set()
            with pytest.raises(StaleVersion):
                append_entry(token, late)
            enter(token, DEAL)

    def with_a_tap_in_between(*given: Any) -> bool:
        taps.append(other.submit(tap_late))
        assert is_drawn.wait(20)
        time.sleep(0.3)  # the tap would be stored now if it did not wait for the lock
        return write(*given)

    monkeypatch.setattr(names, "rename_in_table", with_a_tap_in_between)
    with ThreadPoolExecutor(1) as other:
        update_person(circle.id, ann, "Anna", (1, 1), hidden=False)
        taps[0].result(timeout=20)
    assert export_table(token)["log"][-1] == DEAL
    assert "Anna" in load_table(token).table.seats
    assert not differs(token)


def test_a_name_stays_where_somebody_else_is_called_so(circle: Circle) -> None:
    token = entered(played(1), circle.id)
    other = entered(played(1, ["Ann", "Bob", "Eve"]), circle.id)
    dee = people.list_people(circle.id)[3].id
    anonymize_person(circle.id, people.list_people(circle.id)[4].id)
    update_person(circle.id, dee, "Eve", (1, 1), hidden=False)
    assert load_table(token).table.seats == ("Ann", "Bob", "Cal", "Eve")
    assert load_table(other).table.seats == ("Ann", "Bob", "Erased person")


def test_two_who_are_erased_are_two_at_their_table(circle: Circle) -> None:
    token = entered(played(1), circle.id)
    for one in people.list_people(circle.id)[:2]:
        anonymize_person(circle.id, one.id)
    assert load_table(token).table.seats == ("Erased person", "Erased person 2", "Cal", "Dee")
    assert not differs(token)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Ann, Bob, Cal, and Dee", "Erased person, Bob, Cal, and Dee"),
        ("Sundays at Ann's", "Sundays at Erased person's"),
        ("Annie's", "Annie's"),
        ("Ann " * 14 + "Ann", ("Erased person " * 5)[:60].strip()),
    ],
)
def test_a_circle_is_not_called_after_who_is_erased(
    circle: Circle, before: str, after: str
) -> None:
    entered(played(1), circle.id)
    circles.update_circle(circle.id, before, "podium", shows_findings=True)
    anonymize_person(circle.id, people.list_people(circle.id)[0].id)
    assert circles.get_circle(circle.id).name == after


def test_who_is_erased_has_no_name_anywhere(circle: Circle) -> None:
    one, other = entered(played(2), circle.id), entered(played(1), circle.id)
    delete_table(other)
    ann = people.list_people(circle.id)[0].id
    anonymize_person(circle.id, ann)
    assert people.list_people(circle.id)[0].name is None
    assert "Ann" not in json.dumps(export_table(one))
    assert not differs(one)
    for past in list_latest_evenings(circle.id, 5):
        assert "Ann" not in json.dumps(past.facts)
        assert "Erased person" in past.people


def test_a_result_of_more_cents_than_four_bytes_hold_is_booked(app: Flask) -> None:  # noqa: ARG001
    circle = create_circle("Sundays")
    set_chip_value(circle.id, "", 100_000, "EUR")
    result = EveningResult("2026-01-02", "boodle", {"Ann": 30_000, "Bob": -30_000})
    import_results(circle.id, [result])
    assert sorted(get_balances(circle.id).values()) == [-3_000_000_000, 3_000_000_000]
