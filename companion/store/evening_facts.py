"""The facts and postings of evenings, stored in the transaction that changes their table."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    exists,
    extract,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.orm import aliased

from companion.circles.circle_file import MAX_SECONDS
from companion.circles.facts import (
    EveningFacts,
    HandFacts,
    evening_facts,
    facts_from_log,
    hand_facts,
)
from companion.core.log.log import Log
from companion.core.log.timeline import is_edit
from companion.games import all_games
from companion.store.models import (
    ChipValueRow,
    EntryRow,
    EveningRow,
    HandRow,
    PostingRow,
    TableRow,
    utc_now,
)
from companion.store.people import Assignment, get_seats, lock_circle, set_evening_seats
from companion.store.table_cache import EveningRef, LoadedTable


def post_evening(connection: Connection, evening_ref: EveningRef, facts: EveningFacts) -> None:
    """Post each person's result of an evening in cents; if it changed, the difference."""
    due = _due(connection, evening_ref, facts)
    sums = select(PostingRow.person_id, func.sum(PostingRow.cents)).group_by(PostingRow.person_id)
    postings = connection.execute(sums.where(PostingRow.evening_id == evening_ref.evening))
    posted = {person: int(cents) for person, cents in postings}
    differences = {who: due.get(who, 0) - posted.get(who, 0) for who in {**posted, **due}}
    rows = [{"person_id": who, "cents": cents} for who, cents in differences.items() if cents]
    same = {"circle_id": evening_ref.circle, "evening_id": evening_ref.evening}
    when = {"made": utc_now(), "amends": bool(posted)}
    if rows:
        connection.execute(insert(PostingRow), [same | when | row for row in rows])


def _due(connection: Connection, evening_ref: EveningRef, facts: EveningFacts) -> Mapping[int, int]:
    """Return each person's result in cents; {} before the evening's end or without a chip value."""
    game = all_games().get(evening_ref.game)
    if not facts["over"] or (game and game.unit != "chips"):
        return {}
    cents = get_chip_value(connection, evening_ref.circle, evening_ref.day)
    if not cents:
        return {}
    people = get_seats(connection, [evening_ref.evening])[evening_ref.evening]
    return {people[p]: chips * cents for p, chips in facts["standing"].items() if p in people}


def get_chip_value(connection: Connection, circle: int, day: str) -> int:
    """Return the value of a chip in a circle on a day, in cents; 0 if it has none."""
    row = ChipValueRow
    query = select(row.cents).where(row.circle_id == circle, row.since <= day)
    return connection.scalar(query.order_by(row.since.desc()).limit(1)) or 0


def get_hands(connection: Connection, evening: int) -> dict[int, HandFacts]:
    query = select(HandRow.number, HandRow.facts).where(HandRow.evening_id == evening)
    rows = connection.execute(query.order_by(HandRow.number))
    return {number: json.loads(text) for number, text in rows}


_DELETE_HANDS = delete(HandRow).where(
    HandRow.evening_id == bindparam("number"), HandRow.number >= bindparam("first")
)
_UPDATE_EVENING = (
    update(EveningRow)
    .where(
        EveningRow.id == bindparam("number"),
        EveningRow.circle_id == bindparam("circle"),
        EveningRow.table_id == bindparam("table"),
    )
    .values(
        hands=bindparam("hand_count"),
        over=bindparam("is_over"),
        facts=bindparam("text"),
        changes=EveningRow.changes + 1,
    )
)

_FIRST_ENTRY, _LAST_ENTRY = aliased(EntryRow), aliased(EntryRow)
# A hand in chips only is entered when it is over, so that it has no duration.
_IN_CHIPS_ONLY = (
    exists()
    .where(EntryRow.table_id == bindparam("table"), EntryRow.raw.contains('"chips-only"'))
    .where(EntryRow.number.between(bindparam("dealt"), bindparam("ended")))
)
_DURATION = extract("epoch", _LAST_ENTRY.made) - extract("epoch", _FIRST_ENTRY.made)
# The seconds that a hand took; NULL if its entries have no time, or are centuries apart.
_SECONDS = (
    select(_DURATION)
    .where(_FIRST_ENTRY.table_id == bindparam("table"), _FIRST_ENTRY.number == bindparam("dealt"))
    .where(_LAST_ENTRY.table_id == bindparam("table"), _LAST_ENTRY.number == bindparam("ended"))
    .where(_LAST_ENTRY.made > _FIRST_ENTRY.made, _DURATION <= MAX_SECONDS, ~_IN_CHIPS_ONLY)
    .scalar_subquery()
)
_INSERT_HAND = insert(HandRow).values(
    evening_id=bindparam("evening"),
    number=bindparam("hand"),
    seconds=_SECONDS,
    facts=bindparam("text"),
)


@dataclass(frozen=True, slots=True)
class FactsUpdate:
    """The planned writes of an evening's facts, and of its hands from number `first_hand` on.

    `players` are the new seats, None if they stay. `was_over` is whether the evening was over
    before. With `posts_money` postings are written, too.
    """

    table_id: int
    evening_ref: EveningRef
    evening: EveningFacts
    hands: Mapping[int, HandFacts]
    first_hand: int = 1
    players: Sequence[str] | None = None
    was_over: bool = False
    posts_money: bool = True

    def save(self, connection: Connection) -> None:
        """Write the facts, in the transaction of the entries that they come from.

        If the evening no longer has this table and this circle, nothing is written.
        """
        evening_ref = self.evening_ref
        key = {"number": evening_ref.evening, "circle": evening_ref.circle, "table": self.table_id}
        facts = {"hand_count": self.evening["hands"], "is_over": self.evening["over"]}
        values = {**key, **facts, "text": json.dumps(self.evening)}
        if connection.execute(_UPDATE_EVENING, values).rowcount != 1:
            return
        values = {"number": evening_ref.evening, "first": self.first_hand}
        connection.execute(_DELETE_HANDS, values)
        if self.hands:
            connection.execute(_INSERT_HAND, [*self._rows()])
        if self.players is not None:
            set_evening_seats(connection, evening_ref, self.players)
        if self.posts_money and (self.evening["over"] or self.was_over):
            post_evening(connection, evening_ref, self.evening)

    def _rows(self) -> Iterator[Mapping[str, object]]:
        table_key = {"evening": self.evening_ref.evening, "table": self.table_id}
        for hand, facts in self.hands.items():
            entry_numbers = {"dealt": facts["dealt"], "ended": facts["ended"]}
            yield {**table_key, **entry_numbers, "hand": hand, "text": json.dumps(facts)}


def facts_to_store(before: LoadedTable, after: LoadedTable) -> FactsUpdate | None:
    """Return the facts that the newest entry changes from `before` to `after`, or None."""
    old, new, evening_ref = before.table, after.table, after.evening_ref
    if evening_ref is None:
        return None
    if is_edit(after.log.raw_entries[-1]):
        facts, hands = facts_from_log(after.log, after.log.first_changed)
        first_hand = min(hands, default=facts["hands"] + 1)
        if not hands and facts == evening_facts(old):
            return None
    elif new.in_hand and (old.in_hand or new.hand != old.hand):
        return None
    else:
        facts, first_hand = evening_facts(new), max(new.hand, 1)
        hands = {} if new.in_hand or not new.hand else {new.hand: hand_facts(new)}
    players = None if old.seats == new.seats else new.seats
    was_over = old.phase == "over"
    return FactsUpdate(after.id, evening_ref, facts, hands, first_hand, players, was_over)


def facts_of_whole_log(evening_ref: EveningRef, table_id: int, log: Log) -> FactsUpdate:
    """Return all facts of a table. Raises Refused if its log does not replay."""
    facts, hands = facts_from_log(log)
    return FactsUpdate(table_id, evening_ref, facts, hands, 1, [*facts["standing"]], was_over=True)


class NewEvening:
    """An evening that is written in the transaction that creates or changes its table."""

    def __init__(self, game: str, log: Log) -> None:
        self.game = game
        self.facts, self.hands = facts_from_log(log)

    def write(
        self,
        connection: Connection,
        table_id: int,
        circle: int,
        assignment: Assignment | None = None,
        from_file: Mapping[str, str] | None = None,
    ) -> EveningRef:
        """Write the evening, its seats and its facts. Return its place in the circle.

        `from_file` has the day and the key that an evening has in a circle's file. Its postings are
        in the file too, so that none are made here. Raises Refused as `set_evening_seats` does.
        """
        created = connection.scalars(select(TableRow.created).where(TableRow.id == table_id)).one()
        # the day in this computer's time zone
        day = from_file["day"] if from_file else created.astimezone().date().isoformat()
        row = {"circle_id": circle, "table_id": table_id, "game": self.game, "day": day}
        row |= {"hands": 0, "over": False, "facts": "{}", **(from_file or {})}
        lock_circle(connection, circle)
        result = connection.execute(insert(EveningRow).returning(EveningRow.id), row)
        evening_ref = EveningRef(result.scalar_one(), circle, self.game, day)
        set_evening_seats(connection, evening_ref, self.facts["standing"], assignment)
        facts = FactsUpdate(
            table_id, evening_ref, self.facts, self.hands, posts_money=not from_file
        )
        facts.save(connection)
        return evening_ref
