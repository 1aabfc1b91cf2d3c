"""Renaming players and people in stored tables and evenings, without a replay."""

import json
import re
from collections.abc import Callable, Collection

from sqlalchemy import bindparam, delete, or_, select, update
from sqlalchemy.orm import Session

from companion.circles.circle_file import AVATAR_CHOICES
from companion.circles.facts import rename_in_evening_facts, rename_in_hand_facts
from companion.core.errors import Refused
from companion.core.log.replay import NameMap, plan_names, rename_in_entry, rename_in_setup
from companion.core.log.timeline import Kinds
from companion.core.words import localize
from companion.games import all_games
from companion.store import tables
from companion.store.circles import NAME_LENGTH, NAMELESS
from companion.store.database import write_session
from companion.store.entries import StaleVersion, require_intact
from companion.store.models import (
    Circle,
    EntryRow,
    EveningRow,
    Invitation,
    PartialAnswerRow,
    SeatRow,
    TableRow,
)
from companion.store.people import (
    check_name,
    find_circle_to_lock,
    get_person_to_change,
    select_people,
)
from companion.store.table_cache import LoadedTable
from companion.tally.summary import rename_in_tally


def rename_in_table(session: Session, table: TableRow, names: NameMap) -> bool:
    """Rename players in a table, which is locked. Return False if its set-up cannot be read."""
    setup = tables.parse_stored_setup(table.setup)
    game = None if tables.DAMAGED in setup else all_games().get(setup["game"])
    if tables.DAMAGED in setup or game is None:
        return False
    _rename_in_entries(session, table.id, game.kinds, names)
    _rename_in_partial_answers(session, table, game.kinds, names)
    of_table = Invitation.table_id == table.id
    for seat in session.scalars(select(Invitation).where(of_table, Invitation.player.in_(names))):
        seat.player = names[str(seat.player)]
    table.version += 1
    table.setup = json.dumps(rename_in_setup(setup, names))
    table.winners, table.leavers = (
        text and json.dumps([names.get(name, name) for name in json.loads(text)])
        for text in (table.winners, table.leavers)
    )
    if table.tally:
        table.tally = json.dumps(rename_in_tally(json.loads(table.tally), names))
    return True


# One statement for all entries: rows changed one by one would keep the tables of others waiting.
_UPDATE_ENTRY = (
    update(EntryRow)
    .where(EntryRow.table_id == bindparam("table"), EntryRow.number == bindparam("which"))
    .values(raw=bindparam("new_raw"), seat=bindparam("new_seat"))
)


def _rename_in_entries(session: Session, table_id: int, kinds: Kinds, names: NameMap) -> None:
    row, texts = EntryRow, (json.dumps(name)[1:-1] for name in names)
    has_name = or_(row.seat.in_(names), *(row.raw.contains(one, autoescape=True) for one in texts))
    query = select(row.number, row.raw, row.seat).where(row.table_id == table_id, has_name)
    entries = [
        {
            "table": table_id,
            "which": number,
            "new_raw": json.dumps(rename_in_entry(tables.parse_stored_json(text), kinds, names)),
            "new_seat": names.get(seat or "", seat),
        }
        for number, text, seat in session.execute(query)
    ]
    if entries:
        session.connection().execute(_UPDATE_ENTRY, entries)


def _rename_in_partial_answers(
    session: Session, table: TableRow, kinds: Kinds, names: NameMap
) -> None:
    """Rename in the partial answers at the table's version, and raise theirs; delete older ones."""
    row, of_table = PartialAnswerRow, PartialAnswerRow.table_id == table.id
    session.connection().execute(delete(row).where(of_table, row.version != table.version))
    for answer in session.scalars(select(row).where(of_table)):
        answer.player = names.get(answer.player, answer.player)
        answer.raw = json.dumps(rename_in_entry(json.loads(answer.raw), kinds, names))
        answer.version += 1


def rename_in_evening(evening: EveningRow, names: NameMap) -> None:
    """Rename players in an evening of a circle by `names`, from old to new."""
    for seat in evening.seats:
        seat.player = names.get(seat.player, seat.player)
    facts = json.loads(evening.facts)
    if facts:
        evening.facts = json.dumps(rename_in_evening_facts(facts, names))
    for hand in evening.hand_rows:
        hand.facts = json.dumps(rename_in_hand_facts(json.loads(hand.facts), names))


# The most names that are tried for an erased person, if other players have them.
MAX_NAMELESS = 20

# Returns a name that no other player at a table has; None: the old one stays.
ChooseName = Callable[[Collection[str]], str | None]


def update_person(
    circle: int, person: int, name: str, avatar: tuple[int, int], *, hidden: bool
) -> None:
    """Update a person of a circle, and rename the player at all tables and evenings.

    A table or evening with another player of that name keeps the old one. `avatar` is colour and
    symbol; with `hidden` tables of a season omit the person. Raises Refused (`bad-entry`) for a
    name that is not allowed and for a person who is unknown or erased; then nothing changes.
    """
    with write_session() as session:
        row = get_person_to_change(session, circle, person)
        check_name(select_people(session, circle), name, person)
        row.name, row.hidden = name, hidden
        row.colour, row.symbol = (number % AVATAR_CHOICES for number in avatar)
        tokens = _rename_everywhere(
            session, person, lambda others: None if name in others else name
        )
    for token in tokens:
        tables.notify_listeners(token)


def anonymize_person(circle: int, person: int) -> None:
    """Erase a person's name from all tables and evenings, and from the circle's name.

    Raises Refused (`bad-entry`) if that is impossible; then nothing changes.
    """
    with write_session() as session:
        row = get_person_to_change(session, circle, person)
        own, pattern = session.get_one(Circle, circle), rf"(?<!\w){re.escape(str(row.name))}(?!\w)"
        own.name = re.sub(pattern, localize(NAMELESS), own.name)[:NAME_LENGTH].strip()
        row.name, row.hidden = None, False
        tokens = _rename_everywhere(session, person, _choose_nameless, must_rename=True)
    for token in tokens:
        tables.notify_listeners(token)


def _choose_nameless(others: Collection[str]) -> str | None:
    first = localize(NAMELESS)
    candidates = (first, *(f"{first} {number}" for number in range(2, MAX_NAMELESS)))
    return next((name for name in candidates if name not in others), None)


def _rename_everywhere(
    session: Session, person: int, choose_name: ChooseName, *, must_rename: bool = False
) -> list[str]:
    """Rename a person of a circle that is locked. Return the addresses of the tables.

    With `must_rename` raise Refused (`bad-entry`) if a table cannot be read.
    """
    tokens = []
    query = select(EveningRow).join(EveningRow.seats).where(SeatRow.person_id == person)
    for evening in session.scalars(query.order_by(EveningRow.id)).all():
        persons = {seat.player: seat.person_id for seat in evening.seats}
        player = next(name for name, who in persons.items() if who == person)
        new = choose_name(persons.keys() - {player})
        if new in (None, player):
            continue
        names = {player: str(new), str(new): player}
        table = evening.table_id and session.get(TableRow, evening.table_id, with_for_update=True)
        if table and rename_in_table(session, table, names):
            tokens.append(table.token)
        elif table and must_rename:
            raise Refused(
                "bad-entry",
                "This name cannot be changed because it is used at a table that can no longer "
                "be read.",
            )
        rename_in_evening(evening, names)
    return tokens


def rename_player(token: str, version: int, old: str, new: str) -> LoadedTable:
    """Rename a player in the whole evening: the table, its record and its circle.

    Return the table. Raises UnknownTable, StaleVersion, or Refused if no player has the old name or
    the new one is not allowed.
    """
    with tables.lock_table(token) as before:
        if before.version != version:
            raise StaleVersion
        if old == new:
            return before
        require_intact(before)
        names, evening_ref = plan_names(before.log, old, new), before.evening_ref
        with write_session() as session:
            if evening_ref and not find_circle_to_lock(session, evening_ref.circle):
                raise StaleVersion
            table = session.get(TableRow, before.id, with_for_update=True)
            if table is None or table.version != version:
                raise StaleVersion
            rename_in_table(session, table, names)
            if evening_ref:
                rename_in_evening(session.get_one(EveningRow, evening_ref.evening), names)
        return tables.refresh_table(token)
