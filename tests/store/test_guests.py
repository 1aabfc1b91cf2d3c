"""Invitations and what was noted, on each kind of database: odd texts, and many at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from companion import store
from companion.store import noting
from tests.store.test_versions import PLAYERS, SETUP

ODD = ("watch.\x00", "seat.\ud800", "watch.é", ".", "watch.", "watch." + "x" * 5000)


@pytest.fixture
def token(app: Flask) -> str:  # noqa: ARG001 - gives the context
    return store.create(SETUP)


def good(token: str) -> list[tuple[str, str | None]]:
    return [(one.role, one.player) for one in store.invitations(store.evening(token).id)]


def test_an_odd_address_leads_nowhere_and_withdraws_nothing(token: str) -> None:
    store.invite(token)
    before = good(token)
    for address in ODD:
        with pytest.raises(store.UnknownTable):
            store.admit(address)
        store.withdraw(token, address, anew=True)
        assert good(token) == before


def test_of_what_is_invited_by_many_at_once_there_is_one_each(app: Flask, token: str) -> None:
    def invite(_: int) -> None:
        with app.app_context():
            store.invite(token)

    with ThreadPoolExecutor(8) as room:
        list(room.map(invite, range(8)))
    seats = [("seat", name) for name in PLAYERS]
    assert sorted(good(token), key=str) == sorted(
        [("watch", None), ("help", None), *seats], key=str
    )


def test_of_an_invitation_made_anew_by_many_at_once_there_is_one(app: Flask, token: str) -> None:
    store.invite(token)
    watch, *_ = (one.address for one in store.invitations(store.evening(token).id))

    def renew(at: int) -> None:
        with app.app_context():
            store.withdraw(token, watch, anew=True) if at % 2 else store.invite(token)

    with ThreadPoolExecutor(8) as room:
        list(room.map(renew, range(8)))
    assert len(good(token)) == len(set(good(token))) == len(PLAYERS) + 2


def test_a_table_whose_address_is_renewed_is_the_same_to_its_keeper_and_all_invited(
    token: str,
) -> None:
    store.invite(token)
    before, invited = store.evening(token), good(token)
    for device in ("keeper", "other"):
        store.remember_visit(device, before.id)
    watch = store.invitations(before.id)[0].address
    store.remember_visit("guest", before.id, watch)
    new = store.renew(token, "keeper")
    with pytest.raises(store.UnknownTable):
        store.evening(token)
    assert store.evening(new).id == before.id
    assert good(new) == invited
    assert [one.token for one in store.tables_of("keeper", 9)] == [new]
    assert store.tables_of("other", 9) == []
    assert [one.token for one in store.tables_of("guest", 9)] == [watch]
    assert store.admit(watch).table == new


def test_a_tap_that_is_on_its_way_by_an_old_address_is_not_stored(token: str) -> None:
    tap = store.Tap(store.evening(token).version, "key", lambda _: {"do": "deal"})
    new = store.renew(token, "keeper")
    with pytest.raises(store.UnknownTable):
        store.record(token, tap)
    assert store.evening(new).log.raw == []


def test_an_address_that_no_table_has_is_not_renewed(app: Flask) -> None:  # noqa: ARG001
    with pytest.raises(store.UnknownTable):
        store.renew("nowhere", "keeper")


def test_only_so_much_is_noted_and_nothing_odd(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noting, "MOST", 2)
    for what in ("\x00", "x\ud800", "one", "one", "x" * 500, "three"):
        store.note(token, what)
    assert store.noted(store.evening(token).id) == {"one", "x" * noting.LONGEST}
