"""Access to tables and circles by an address: their own, or that of an invitation."""

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, NamedTuple, TypeVarTuple, cast

from sqlalchemy import Row, Select, bindparam, delete, select, update
from sqlalchemy.orm import Session

from companion.store import tables
from companion.store.circles import get_circle, get_circle_by_token
from companion.store.database import read_connection, read_session, write_session
from companion.store.models import Circle, EntryRow, Invitation, TableRow, VisitRow, utc_now
from companion.store.people import UnknownCircle

SelectedColumns = TypeVarTuple("SelectedColumns")

# Separates the role from the secret in an invitation's address; no own address contains it.
ROLE_SEPARATOR = "."

# The most withdrawn invitations that are stored of a table or circle; older ones are unknown.
MAX_WITHDRAWN = 50

# Consonants, so that no code is a word, and of those that look alike one.
CODE_LETTERS = "BCDFGHJKLMNPRSTVWXZ"
CODE_LENGTH = 4
CODE_LIFETIME = timedelta(minutes=10)

_LOOK_ALIKES = str.maketrans("0OQ1I2568UY", "DDDLLZSGBVV")

_INVITATION_ADDRESS = re.compile(r"[a-z]+\.[A-Za-z0-9_-]{1,24}")


class InvitationWithdrawn(Exception):
    """The invitation was withdrawn."""


def _find_invitation(address: str, query: Select[*SelectedColumns]) -> Row[*SelectedColumns] | None:
    """Return the row that `query` selects by an invitation's address, or None.

    `query` must select the column `withdrawn`. Raises InvitationWithdrawn.
    """
    if _INVITATION_ADDRESS.fullmatch(address) is None:
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
            existing = {(one.role, one.player) for one in self._valid(session)}
            for role, player in wanted:
                if (role, player) not in existing:
                    session.add(self._new(role, player))

    def withdraw(self, address: str, *, replace: bool) -> None:
        """Withdraw an invitation; with `replace`, create another with its role and player."""
        with self._locked() as session:
            for invitation in self._valid(session):
                if invitation.address == address:
                    invitation.withdrawn = utc_now()
                    self._delete_oldest_withdrawn(session)
                    if replace:
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
        address = f"{role}{ROLE_SEPARATOR}{secrets.token_urlsafe(16)}"
        return Invitation(**{f"{self.kind}_id": self.id}, address=address, role=role, player=player)

    def _delete_oldest_withdrawn(self, session: Session) -> None:
        """Delete the invitations that were withdrawn longest ago."""
        withdrawn = self._query().where(Invitation.withdrawn.is_not(None))
        query = withdrawn.order_by(Invitation.withdrawn.desc()).offset(MAX_WITHDRAWN)
        for old in session.scalars(query):
            session.delete(old)


# What an address is for: to look on, for a player's own device, to tap all; or it is the table's
# own, which can do what help can.
Role = Literal["watch", "seat", "help", "own"]

_TABLE_INVITATION = (
    select(
        Invitation.role,
        Invitation.player,
        Invitation.withdrawn,
        TableRow.token,
        TableRow.seats_tap,
    )
    .join(TableRow, TableRow.id == Invitation.table_id)
    .where(Invitation.address == bindparam("address"))
)
_ENTRY_SEAT = (
    select(EntryRow.seat)
    .join(TableRow, TableRow.id == EntryRow.table_id)
    .where(TableRow.token == bindparam("token"), EntryRow.number == bindparam("number"))
)


@dataclass(frozen=True, slots=True)
class TableAccess:
    """Access to a table by an address; `player` is the player whose seat it is for.

    With `may_tap` players may make entries on their own devices.
    """

    address: str
    table: str
    role: Role = "own"
    player: str | None = None
    may_tap: bool = True

    @property
    def is_scorer(self) -> bool:
        """Whether this device may make all entries."""
        return self.role in ("own", "help")


def resolve_table_address(address: str) -> TableAccess:
    """Return the access to a table by an address.

    Raises InvitationWithdrawn, or UnknownTable for an unknown invitation. A table's own address is
    not looked up.
    """
    if ROLE_SEPARATOR not in address:
        return TableAccess(address, address)
    if address in tables.DEMO_SEATS:
        return TableAccess(address, tables.DEMO_TOKEN, "seat", tables.DEMO_SEATS[address])
    row = _find_invitation(address, _TABLE_INVITATION)
    if row is None:
        raise tables.UnknownTable(address)
    role, player, _, table, taps = row
    return TableAccess(address, table, cast(Role, role), player, taps)


def table_invitations(token: str) -> Invitations:
    return Invitations("table", tables.load_table(token).id)


def create_table_invitations(token: str) -> None:
    """Create the missing invitations to a table: watch, help, and each player's seat."""
    table = tables.load_table(token)
    wanted = [("watch", None), ("help", None), *(("seat", name) for name in table.table.present)]
    Invitations("table", table.id).create(wanted)


def renew_table_address(token: str, keeper: str) -> str:
    """Replace the table's own address. Return the new one; invitations stay valid.

    Devices that used the old address lose the table, except the device `keeper`; the form or file
    that the table came from no longer leads to it. The version is incremented, so that no entry
    sent to the old address is stored. Raises UnknownTable.
    """
    new_token = secrets.token_urlsafe(16)
    statement = update(TableRow).where(TableRow.token == token).returning(TableRow.id)
    old_visits = VisitRow.address.is_(None), VisitRow.device != keeper
    with write_session() as session:
        columns = {"token": new_token, "key": None, "version": TableRow.version + 1}
        number = session.scalar(statement.values(columns))
        if number is None:
            raise tables.UnknownTable(token)
        session.execute(delete(VisitRow).where(VisitRow.table_id == number, *old_visits))
    tables.notify_listeners(token)
    return new_token


def get_entry_seat(token: str, number: int) -> str | None:
    """Return the player on whose own device an entry was made, or None."""
    with read_connection() as connection:
        return connection.scalar(_ENTRY_SEAT, {"token": token, "number": number})


_CIRCLE_INVITATION = select(Invitation.role, Invitation.withdrawn, Invitation.circle_id).where(
    Invitation.address == bindparam("address"), Invitation.circle_id.is_not(None)
)


@dataclass(frozen=True, slots=True)
class CircleAccess:
    """Access to a circle by an address, and the role that it gives.

    A `keeper` may do everything, a `member` may play and see the money, `look` may only read.
    """

    address: str
    circle: Circle
    role: str

    @property
    def is_keeper(self) -> bool:
        return self.role == "keeper"


def resolve_circle_address(address: str) -> CircleAccess:
    """Return the access by an address. Raises UnknownCircle or InvitationWithdrawn."""
    if ROLE_SEPARATOR not in address:
        return CircleAccess(address, get_circle_by_token(address), "keeper")
    row = _find_invitation(address, _CIRCLE_INVITATION)
    if row is None:
        raise UnknownCircle
    role, _, number = row
    return CircleAccess(address, get_circle(number or 0), role)
