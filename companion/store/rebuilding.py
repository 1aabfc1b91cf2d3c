"""The facts of evenings made anew from their logs, one evening at a time."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from companion.core.budget import work_limit
from companion.core.errors import Refused
from companion.core.sentences import Sentence, say
from companion.database.circle_models import EveningRow, GameTotalsRow, HandRow, SeatRow
from companion.database.engine import read_connection, write_transaction
from companion.database.models import TableRow
from companion.store.cache import EveningRef, LoadedTable, get_table_cache
from companion.store.facts import FactsUpdate, facts_of_whole_log
from companion.store.looking import (
    FOR_OPENING,
    TableHeader,
    UnknownTable,
    is_table_token,
    load_entries,
    load_header,
    new_log,
    parse_stored_json,
)
from companion.store.people import lock_circle, set_evening_seats
from companion.store.rewriting import plan_evening_rename

_TOKENS = (
    select(TableRow.token)
    .join(EveningRow, EveningRow.table_id == TableRow.id)
    .order_by(EveningRow.id)
)
_VERSION = select(TableRow.version).where(TableRow.token == bindparam("token")).with_for_update()


def list_tokens_in_circles() -> list[str]:
    """List the addresses of all tables that are of a circle."""
    with read_connection() as connection:
        return list(connection.scalars(_TOKENS))


def rebuild_facts(token: str) -> Sentence | None:
    """Make the facts of a table anew from its log; say why where that cannot be done.

    Where somebody writes meanwhile it is begun again. Raises UnknownTable.
    """
    while True:
        with get_table_cache().lock(token):
            head, facts = _replayed(token)
            if isinstance(facts, Sentence) or facts is None:
                return facts
            with write_transaction() as connection:
                if connection.scalar(_VERSION, {"token": token}) == head.version:
                    replace(facts, players=None).save(connection)
                    return None


def reset_totals() -> None:
    """Let all sums be made anew when somebody looks."""
    with write_transaction() as connection:
        connection.execute(update(GameTotalsRow).values(sums=None))


def _replayed(token: str) -> tuple[TableHeader, FactsUpdate | Sentence | None]:
    """Replay a table of a circle from its rows, once."""
    if not is_table_token(token):
        raise UnknownTable(token)
    with read_connection() as connection:
        head = load_header(connection, token)
        texts = load_entries(connection, head) if head.place else []
    if head.place is None:
        return head, None
    try:
        log = new_log(parse_stored_json(head.setup))
        log.append_unchecked([parse_stored_json(text) for text in texts])
        with work_limit(*FOR_OPENING):
            return head, facts_of_whole_log(head.place, head.id, log)
    except Refused as wrong:
        why = say("Table {table}: its facts cannot be rebuilt: {why}")
        return head, why.with_facts(table=token, why=wrong.sentence)


def misnamed_evenings() -> Iterator[tuple[EveningRef, list[str], list[str]]]:
    """Yield evenings whose results name others than those who sat there: names, then seats."""
    columns = EveningRow.id, EveningRow.circle_id, EveningRow.game, EveningRow.day
    with read_connection() as connection:
        seats: dict[int, set[str]] = {}
        for number, player in connection.execute(select(SeatRow.evening_id, SeatRow.player)):
            seats.setdefault(number, set()).add(player)
        rows = connection.execute(select(*columns, EveningRow.facts)).all()
    for evening, circle, game, day, facts in rows:
        names = {line["player"] for line in parse_stored_json(facts).get("lines", ())}
        seated = seats.get(evening, set())
        if names - seated:
            yield (
                EveningRef(evening, circle, game, day),
                sorted(names - seated),
                sorted(seated - names),
            )


def misnamed_sentences() -> Iterator[Sentence]:
    """Yield what is wrong with the names of evenings."""
    for place, _, _ in misnamed_evenings():
        yield say(
            "The evening of {day} in circle {circle} names players who did not sit there.",
            day=place.day,
            circle=place.circle,
        )


def mend_names() -> None:
    """Let the results of evenings name those who sat there; who is missing is seated by name."""
    for place, names, seats in misnamed_evenings():
        with write_transaction() as connection:
            lock_circle(connection, place.circle)
            if len(names) == len(seats) == 1:
                plan_evening_rename(connection, place.evening, {names[0]: seats[0]}).write(
                    connection
                )
            else:
                facts = connection.scalar(
                    select(EveningRow.facts).where(EveningRow.id == place.evening)
                )
                lines = parse_stored_json(facts or "{}").get("lines", ())
                set_evening_seats(connection, place, [line["player"] for line in lines])


def facts_differ(evening: LoadedTable) -> bool:
    """Say whether what is stored of a table of a circle is not what its log gives."""
    if evening.evening_ref is None:
        return False
    facts = facts_of_whole_log(evening.evening_ref, evening.id, evening.log)
    hands = {str(number): hand for number, hand in facts.hands.items()}
    made = json.loads(json.dumps({"evening": facts.evening, "hands": hands}))
    with read_connection() as connection:
        return bool(_stored(connection, evening.evening_ref.evening) != made)


def _stored(connection: Connection, evening: int) -> dict[str, Any]:
    facts = connection.scalar(select(EveningRow.facts).where(EveningRow.id == evening))
    columns = select(HandRow.number, HandRow.facts).where(HandRow.evening_id == evening)
    hands = {str(number): json.loads(text) for number, text in connection.execute(columns)}
    return {"evening": json.loads(facts or "{}"), "hands": hands}
