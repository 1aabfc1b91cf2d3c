"""Invitations to a table or to a circle: addresses that are made, given away, and withdrawn."""

import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVarTuple

from sqlalchemy import Connection, Row, Select, bindparam, delete, insert, select, update

from companion.store.database import read_connection, write_transaction
from companion.store.models import CircleRow, InvitationRow, TableRow, utc_now

SelectedColumns = TypeVarTuple("SelectedColumns")

# Parts the role from the secret in the address of an invitation; no own address has it.
INVITED_BY = "."

# So many invitations of a host that were withdrawn are known as such; older ones are unknown.
REMEMBERED = 50

_ADDRESS = re.compile(r"[a-z]+\.[A-Za-z0-9_-]{1,24}")
_COLUMNS = {"table": InvitationRow.table_id, "circle": InvitationRow.circle_id}
_ROW = InvitationRow
_GOOD = {
    kind: select(_ROW.token, _ROW.role, _ROW.player)
    .where(column == bindparam("which"))
    .where(_ROW.withdrawn.is_(None))
    for kind, column in _COLUMNS.items()
}


class InvitationWithdrawn(Exception):
    """The invitation is not good any more."""


class InvitationTarget(NamedTuple):
    """What is invited to: a table or a circle, by its number."""

    kind: Literal["table", "circle"]
    id: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """An address that is given to guests; ``player`` is whose seat it is, if it is one."""

    address: str
    role: str
    player: str | None


def is_invitation(address: str) -> bool:
    """Return whether an address has the form of an invitation."""
    return _ADDRESS.fullmatch(address) is not None


def find_invitation(address: str, query: Select[*SelectedColumns]) -> Row[*SelectedColumns] | None:
    """Return what a query finds of the invitation at an address; None: it is none.

    Raises InvitationWithdrawn.
    """
    if not is_invitation(address):
        return None
    with read_connection() as connection:
        row = connection.execute(query, {"address": address}).first()
    if row is not None and row.withdrawn is not None:
        raise InvitationWithdrawn
    return row


def list_invitations(host: InvitationTarget) -> list[Invitation]:
    """List the invitations of a host that are good."""
    with read_connection() as connection:
        return _good(connection, host)


def create_invitations(host: InvitationTarget, wanted: Iterable[tuple[str, str | None]]) -> None:
    """Make those invitations, by role and player, that a host lacks."""
    with _alone(host) as connection:
        there = {(one.role, one.player) for one in _good(connection, host)}
        _make(connection, host, (one for one in wanted if one not in there))


def withdraw_invitation(host: InvitationTarget, address: str, *, anew: bool) -> None:
    """Let an invitation of a host be good no more, and make another in its place if wished."""
    if not is_invitation(address):
        return
    with _alone(host) as connection:
        row = connection.execute(
            update(_ROW)
            .where(_COLUMNS[host.kind] == host.id, _ROW.token == address, _ROW.withdrawn.is_(None))
            .values(withdrawn=utc_now())
            .returning(_ROW.role, _ROW.player)
        ).first()
        if row is not None:
            _forget(connection, host)
        if row is not None and anew:
            _make(connection, host, [(row.role, row.player)])


@contextmanager
def _alone(host: InvitationTarget) -> Iterator[Connection]:
    """Begin a write in which nobody else makes or withdraws an invitation of a host."""
    query = select(TableRow.id).where(TableRow.id == host.id)
    if host.kind == "circle":
        query = select(CircleRow.id).where(CircleRow.id == host.id)
    with write_transaction() as connection:
        connection.execute(query.with_for_update())
        yield connection


def _good(connection: Connection, host: InvitationTarget) -> list[Invitation]:
    return [Invitation(*row) for row in connection.execute(_GOOD[host.kind], {"which": host.id})]


def _forget(connection: Connection, host: InvitationTarget) -> None:
    """Forget the invitations that were withdrawn long ago."""
    withdrawn = select(_ROW.token).where(_COLUMNS[host.kind] == host.id)
    old = withdrawn.where(_ROW.withdrawn.is_not(None)).order_by(_ROW.withdrawn.desc())
    tokens = connection.scalars(old.offset(REMEMBERED)).all()
    connection.execute(delete(_ROW).where(_ROW.token.in_(tokens)))


def _make(
    connection: Connection, host: InvitationTarget, wanted: Iterable[tuple[str, str | None]]
) -> None:
    rows = [
        {
            "token": f"{role}{INVITED_BY}{secrets.token_urlsafe(16)}",
            _COLUMNS[host.kind].key: host.id,
            "role": role,
            "player": player,
        }
        for role, player in wanted
    ]
    if rows:
        connection.execute(insert(_ROW), rows)
