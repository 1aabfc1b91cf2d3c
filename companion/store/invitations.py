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
    """The invitation was withdrawn."""


def find_invitation(address: str, query: Select[*SelectedColumns]) -> Row[*SelectedColumns] | None:
    """Return the row that `query` selects by an invitation's address, or None.

    `query` must select the column `withdrawn`. Raises InvitationWithdrawn.
    """
    if _ADDRESS.fullmatch(address) is None:
        return None
    with read_connection() as connection:
        row = connection.execute(query, {"address": address}).first()
    if row is not None and row.withdrawn is not None:
        raise InvitationWithdrawn
    return row


def find_address_by_code(text: str) -> str | None:
    """Return the address of the valid invitation whose code is `text`, as typed, or None."""
    code = "".join(filter(str.isalnum, text.upper())).translate(_LOOK_ALIKES)
    query = select(Invitation.address).where(
        Invitation.code == code, Invitation.code_until > utc_now(), Invitation.withdrawn.is_(None)
    )
    with read_session() as session:
        return session.scalar(query)


def _random_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Invitations(NamedTuple):
    """The invitations of a table or circle, by its number."""

    kind: Literal["table", "circle"]
    id: int

    def list(self) -> Sequence[Invitation]:
        """Return the invitations that were not withdrawn."""
        with read_session() as session:
            return self._valid(session)

    def create(self, wanted: Iterable[tuple[str, str | None]]) -> None:
        """Create the missing ones of the `wanted` invitations, each by role and player."""
        with self._locked() as session:
            there = {(one.role, one.player) for one in self._valid(session)}
            for role, player in wanted:
                if (role, player) not in there:
                    session.add(self._new(role, player))

    def withdraw(self, address: str, *, anew: bool) -> None:
        """Withdraw an invitation; with `anew`, create another with its role and player."""
        with self._locked() as session:
            for invitation in self._valid(session):
                if invitation.address == address:
                    invitation.withdrawn = utc_now()
                    self._forget(session)
                    if anew:
                        session.add(self._new(invitation.role, invitation.player))

    def create_code(self, address: str) -> None:
        """Create a new code, valid for ten minutes, for an invitation to watch."""
        code = _random_code()
        while find_address_by_code(code):
            code = _random_code()
        with self._locked() as session:
            for invitation in self._valid(session):
                if (invitation.address, invitation.role) == (address, "watch"):
                    invitation.code, invitation.code_until = code, utc_now() + CODE_LIFETIME

    @contextmanager
    def _locked(self) -> Iterator[Session]:
        """Begin a write transaction that locks the row of the table or circle."""
        row = TableRow if self.kind == "table" else Circle
        with write_session() as session:
            session.execute(select(row.id).filter_by(id=self.id).with_for_update())
            yield session

    def _query(self) -> Select[Invitation]:
        return select(Invitation).filter_by(**{f"{self.kind}_id": self.id})

    def _valid(self, session: Session) -> Sequence[Invitation]:
        return session.scalars(self._query().where(Invitation.withdrawn.is_(None))).all()

    def _new(self, role: str, player: str | None) -> Invitation:
        address = f"{role}{INVITED_BY}{secrets.token_urlsafe(16)}"
        return Invitation(**{f"{self.kind}_id": self.id}, address=address, role=role, player=player)

    def _forget(self, session: Session) -> None:
        """Delete the invitations that were withdrawn longest ago."""
        withdrawn = self._query().where(Invitation.withdrawn.is_not(None))
        query = withdrawn.order_by(Invitation.withdrawn.desc()).offset(REMEMBERED)
        for old in session.scalars(query):
            session.delete(old)
