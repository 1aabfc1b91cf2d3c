"""The facts of evenings made anew from their logs, one evening at a time."""

import json
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from companion.core.budget import allow
from companion.core.errors import Refused
from companion.core.sentences import Sentence, say
from companion.database.circle_models import EveningRow, HandRow, SumsRow
from companion.database.engine import reading, writing
from companion.database.models import TableRow
from companion.store.cache import Evening, kept
from companion.store.facts import Facts, facts_of
from companion.store.looking import (
    FOR_OPENING,
    Head,
    UnknownTable,
    entries_of,
    head_of,
    is_token,
    open_log,
    stored_json,
)

_TOKENS = (
    select(TableRow.token)
    .join(EveningRow, EveningRow.table_id == TableRow.id)
    .order_by(EveningRow.id)
)
_VERSION = select(TableRow.version).where(TableRow.token == bindparam("token")).with_for_update()


def remembered_tables() -> list[str]:
    """List the addresses of all tables that are of a circle."""
    with reading() as connection:
        return list(connection.scalars(_TOKENS))


def rebuild(token: str) -> Sentence | None:
    """Make the facts of a table anew from its log; say why where that cannot be done.

    Where somebody writes meanwhile it is begun again. Raises UnknownTable.
    """
    while True:
        with kept().turn(token):
            head, facts = _replayed(token)
            if isinstance(facts, Sentence) or facts is None:
                return facts
            with writing() as connection:
                if connection.scalar(_VERSION, {"token": token}) == head.version:
                    replace(facts, players=None).store(connection)
                    return None


def forget_sums() -> None:
    """Let all sums be made anew when somebody looks."""
    with writing() as connection:
        connection.execute(update(SumsRow).values(sums=None))


def _replayed(token: str) -> tuple[Head, Facts | Sentence | None]:
    """Replay a table of a circle from its rows, once."""
    if not is_token(token):
        raise UnknownTable(token)
    with reading() as connection:
        head = head_of(connection, token)
        texts = entries_of(connection, head) if head.place else []
    if head.place is None:
        return head, None
    try:
        log = open_log(stored_json(head.setup))
        log.believe([stored_json(text) for text in texts])
        with allow(*FOR_OPENING):
            return head, facts_of(head.place, head.id, log)
    except Refused as wrong:
        why = say("Table {table}: its facts cannot be rebuilt: {why}")
        return head, why.about(table=token, why=wrong.sentence)


def differs(evening: Evening) -> bool:
    """Say whether what is stored of a table of a circle is not what its log gives."""
    if evening.place is None:
        return False
    facts = facts_of(evening.place, evening.id, evening.log)
    hands = {str(number): hand for number, hand in facts.hands.items()}
    made = json.loads(json.dumps({"evening": facts.evening, "hands": hands}))
    with reading() as connection:
        return bool(_stored(connection, evening.place.evening) != made)


def _stored(connection: Connection, evening: int) -> dict[str, Any]:
    facts = connection.scalar(select(EveningRow.facts).where(EveningRow.id == evening))
    columns = select(HandRow.number, HandRow.facts).where(HandRow.evening_id == evening)
    hands = {str(number): json.loads(text) for number, text in connection.execute(columns)}
    return {"evening": json.loads(facts or "{}"), "hands": hands}
