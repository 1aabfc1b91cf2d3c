"""Invitations to a table or circle: create, list and withdraw them."""

import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeVarTuple

from sqlalchemy import Connection, Row, Select, bindparam, delete, insert, select, update

from companion.store.database import read_connection, write_transaction
from companion.store.models import CircleRow, InvitationRow, TableRow, utc_now

SelectedColumns = TypeVarTuple("SelectedColumns")

# Separates the role from the secret in an invitation's address; no own address contains it.
INVITED_BY = "."

# The most withdrawn invitations that are stored of a table or circle; older ones are unknown.
REMEMBERED = 50

# Consonants, so that no code is a word, and of those that look alike one.
CODE_LETTERS = "BCDFGHJKLMNPRSTVWXZ"
CODE_LENGTH = 4
CODE_LIFETIME = timedelta(minutes=10)

_LOOK_ALIKES = str.maketrans("0OQ1I2568UY", "DDDLLZSGBVV")

_ADDRESS = re.compile(r"[a-z]+\.[A-Za-z0-9_-]{1,24}")
_COLUMNS = {"table": InvitationRow.table_id, "circle": InvitationRow.circle_id}
_ROW = InvitationRow
_GOOD = {
    kind: select(_ROW.token, _ROW.role, _ROW.player, _ROW.code, _ROW.code_until)
    .where(column == bindparam("which"))
    .where(_ROW.withdrawn.is_(None))
    for kind, column in _COLUMNS.items()
}


class InvitationWithdrawn(Exception):
    """The invitation is no longer valid."""


class InvitationTarget(NamedTuple):
    """The table or circle of an invitation, by its number."""

    kind: Literal["table", "circle"]
    id: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """An address for guests and its role; `player` is whose seat it is.

    Until `code_until` a television finds it by its `code`.
    """

    address: str
    role: str
    player: str | None
    code: str | None
    code_until: datetime | None

    @property
    def has_code(self) -> bool:
        """Whether the code is still valid."""
        return self.code_until is not None and self.code_until > utc_now()


def is_invitation(address: str) -> bool:
    """Return whether an address has the form of an invitation."""
    return _ADDRESS.fullmatch(address) is not None


def find_invitation(address: str, query: Select[*SelectedColumns]) -> Row[*SelectedColumns] | None:
    """Return the row that a query selects by an invitation's address, or None.

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
    """Return the valid invitations of a table or circle."""
    with read_connection() as connection:
        return _good(connection, host)


def create_invitations(host: InvitationTarget, wanted: Iterable[tuple[str, str | None]]) -> None:
    """Create the missing invitations, by role and player."""
    with _alone(host) as connection:
        there = {(one.role, one.player) for one in _good(connection, host)}
        _make(connection, host, (one for one in wanted if one not in there))


def withdraw_invitation(host: InvitationTarget, address: str, *, anew: bool) -> None:
    """Withdraw an invitation, and optionally create another with its role and player."""
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


def create_code(host: InvitationTarget, address: str) -> None:
    """Give an invitation to watch a new code for ten minutes."""
    is_chosen = _COLUMNS[host.kind] == host.id, _ROW.token == address, _ROW.role == "watch"
    code = _random_code()
    while find_address_by_code(code):
        code = _random_code()
    until = utc_now() + CODE_LIFETIME
    with _alone(host) as connection:
        connection.execute(update(_ROW).where(*is_chosen).values(code=code, code_until=until))


def find_address_by_code(text: str) -> str | None:
    """Return the address of the invitation with a code, as somebody typed it."""
    code = "".join(filter(str.isalnum, text.upper())).translate(_LOOK_ALIKES)
    is_valid = _ROW.code == code, _ROW.code_until > utc_now(), _ROW.withdrawn.is_(None)
    with read_connection() as connection:
        return connection.scalar(select(_ROW.token).where(*is_valid))


def _random_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


@contextmanager
def _alone(host: InvitationTarget) -> Iterator[Connection]:
    """Begin a write transaction that locks the row of a table or circle."""
    query = select(TableRow.id).where(TableRow.id == host.id)
    if host.kind == "circle":
        query = select(CircleRow.id).where(CircleRow.id == host.id)
    with write_transaction() as connection:
        connection.execute(query.with_for_update())
        yield connection


def _good(connection: Connection, host: InvitationTarget) -> list[Invitation]:
    return [Invitation(*row) for row in connection.execute(_GOOD[host.kind], {"which": host.id})]


def _forget(connection: Connection, host: InvitationTarget) -> None:
    """Delete the invitations that were withdrawn longest ago."""
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
