"""Invitations and what was noted, on each kind of database: odd texts, and many at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from companion.store import table_settings
from companion.store.access import (
    create_table_invitations,
    renew_table_address,
    resolve_table_address,
    table_invitations,
)
from companion.store.entries import Tap, append_entry, create_table
from companion.store.table_settings import dismiss_finding, list_dismissed_findings
from companion.store.tables import UnknownTable, load_table
from companion.store.visits import TABLES, list_recent_tables, record_visit
from tests.store.test_versions import PLAYERS, SETUP

ODD = ("watch.\x00", "seat.\ud800", "watch.é", ".", "watch.", "watch." + "x" * 5000)


@pytest.fixture
def token(app: Flask) -> str:  # noqa: ARG001 - gives the context
    return create_table(SETUP)


def good(token: str) -> list[tuple[str, str | None]]:
    return [(one.role, one.player) for one in table_invitations(token).list()]


def test_an_odd_address_leads_nowhere_and_withdraws_nothing(token: str) -> None:
    create_table_invitations(token)
    before = good(token)
    for address in ODD:
        with pytest.raises(UnknownTable):
            resolve_table_address(address)
        table_invitations(token).withdraw(address, replace=True)
        assert good(token) == before


def test_of_what_is_invited_by_many_at_once_there_is_one_each(app: Flask, token: str) -> None:
    def invite(_: int) -> None:
        with app.app_context():
            create_table_invitations(token)

    with ThreadPoolExecutor(8) as room:
        list(room.map(invite, range(8)))
    seats = [("seat", name) for name in PLAYERS]
    assert sorted(good(token), key=str) == sorted(
        [("watch", None), ("help", None), *seats], key=str
    )


def test_of_an_invitation_made_anew_by_many_at_once_there_is_one(app: Flask, token: str) -> None:
    create_table_invitations(token)
    watch, *_ = (one.address for one in table_invitations(token).list())

    def renew(at: int) -> None:
        with app.app_context():
            if at % 2:
                table_invitations(token).withdraw(watch, replace=True)
            else:
                create_table_invitations(token)

    with ThreadPoolExecutor(8) as room:
        list(room.map(renew, range(8)))
    assert len(good(token)) == len(set(good(token))) == len(PLAYERS) + 2


def test_a_table_whose_address_is_renewed_is_the_same_to_its_keeper_and_all_invited(
    token: str,
) -> None:
    create_table_invitations(token)
    before, invited = load_table(token), good(token)
    for device in ("keeper", "other"):
        record_visit(device, TABLES, before.id, token)
    watch = table_invitations(token).list()[0].address
    record_visit("guest", TABLES, before.id, watch)
    new = renew_table_address(token, "keeper")
    with pytest.raises(UnknownTable):
        load_table(token)
    assert load_table(new).id == before.id
    assert good(new) == invited
    assert [one.token for one in list_recent_tables("keeper", 9)] == [new]
    assert list_recent_tables("other", 9) == []
    assert [one.token for one in list_recent_tables("guest", 9)] == [watch]
    assert resolve_table_address(watch).table == new


def test_the_form_that_made_a_table_does_not_lead_to_its_renewed_address(
    app: Flask,  # noqa: ARG001
) -> None:
    token = create_table(SETUP, key="once")
    assert create_table(SETUP, key="once") == token
    new = renew_table_address(token, "keeper")
    assert create_table(SETUP, key="once") not in (token, new)


def test_a_tap_that_is_on_its_way_by_an_old_address_is_not_stored(token: str) -> None:
    tap = Tap(load_table(token).version, "key", lambda _: {"do": "deal"})
    new = renew_table_address(token, "keeper")
    with pytest.raises(UnknownTable):
        append_entry(token, tap)
    assert load_table(new).log.raw_entries == []


def test_an_address_that_no_table_has_is_not_renewed(app: Flask) -> None:  # noqa: ARG001
    with pytest.raises(UnknownTable):
        renew_table_address("nowhere", "keeper")


def test_only_so_much_is_noted_and_nothing_odd(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_settings, "MAX_DISMISSED", 2)
    for what in ("\x00", "x\ud800", "one", "one", "x" * 500, "three"):
        dismiss_finding(token, what)
    assert list_dismissed_findings(load_table(token).id) == {"one", "x" * table_settings.MAX_LENGTH}
