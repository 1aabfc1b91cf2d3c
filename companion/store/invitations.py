"""Invitations to a table or circle: create, list and withdraw them."""

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Literal, NamedTuple, TypeVarTuple

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import Session

from companion.store.database import read_connection, read_session, write_session
from companion.store.models import Circle, Invitation, TableRow, utc_now

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


class InvitationWithdrawn(Exception):
    """The invitation is no longer valid."""


class InvitationTarget(NamedTuple):
    """The table or circle of an invitation, by its number."""

    kind: Literal["table", "circle"]
    id: int

    def query(self) -> Select[Invitation]:
        """Return a query for all its invitations."""
        return select(Invitation).filter_by(**{f"{self.kind}_id": self.id})


def find_invitation(address: str, query: Select[*SelectedColumns]) -> Row[*SelectedColumns] | None:
    """Return the row that a query selects by an invitation's address, or None.

    Raises InvitationWithdrawn.
    """
    if _ADDRESS.fullmatch(address) is None:
        return None
    with read_connection() as connection:
        row = connection.execute(query, {"address": address}).first()
    if row is not None and row.withdrawn is not None:
        raise InvitationWithdrawn
    return row


def list_invitations(host: InvitationTarget) -> Sequence[Invitation]:
    """Return the valid invitations of a table or circle."""
    with read_session() as session:
        return _valid(session, host)


def _valid(session: Session, host: InvitationTarget) -> Sequence[Invitation]:
    return session.scalars(host.query().where(Invitation.withdrawn.is_(None))).all()


def create_invitations(host: InvitationTarget, wanted: Iterable[tuple[str, str | None]]) -> None:
    """Create the missing invitations, by role and player."""
    with _locked(host) as session:
        there = {(one.role, one.player) for one in _valid(session, host)}
        for role, player in wanted:
            if (role, player) not in there:
                session.add(_new(host, role, player))


def _new(host: InvitationTarget, role: str, player: str | None) -> Invitation:
    address = f"{role}{INVITED_BY}{secrets.token_urlsafe(16)}"
    return Invitation(**{f"{host.kind}_id": host.id}, address=address, role=role, player=player)


def withdraw_invitation(host: InvitationTarget, address: str, *, anew: bool) -> None:
    """Withdraw an invitation, and optionally create another with its role and player."""
    with _locked(host) as session:
        for invitation in _valid(session, host):
            if invitation.address == address:
                invitation.withdrawn = utc_now()
                _forget(session, host)
                if anew:
                    session.add(_new(host, invitation.role, invitation.player))


def _forget(session: Session, host: InvitationTarget) -> None:
    """Delete the invitations that were withdrawn longest ago."""
    withdrawn = host.query().where(Invitation.withdrawn.is_not(None))
    for old in session.scalars(withdrawn.order_by(Invitation.withdrawn.desc()).offset(REMEMBERED)):
        session.delete(old)


def create_code(host: InvitationTarget, address: str) -> None:
    """Give an invitation to watch a new code for ten minutes."""
    code = _random_code()
    while find_address_by_code(code):
        code = _random_code()
    with _locked(host) as session:
        for invitation in _valid(session, host):
            if (invitation.address, invitation.role) == (address, "watch"):
                invitation.code, invitation.code_until = code, utc_now() + CODE_LIFETIME


def find_address_by_code(text: str) -> str | None:
    """Return the address of the invitation with a code, as somebody typed it."""
    code = "".join(filter(str.isalnum, text.upper())).translate(_LOOK_ALIKES)
    query = select(Invitation.address).where(
        Invitation.code == code, Invitation.code_until > utc_now(), Invitation.withdrawn.is_(None)
    )
    with read_session() as session:
        return session.scalar(query)


def _random_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


@contextmanager
def _locked(host: InvitationTarget) -> Iterator[Session]:
    """Begin a write transaction that locks the row of a table or circle."""
    row = TableRow if host.kind == "table" else Circle
    with write_session() as session:
        session.execute(select(row.id).filter_by(id=host.id).with_for_update())
        yield session
