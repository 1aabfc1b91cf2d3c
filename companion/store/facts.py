"""What a circle remembers of a table: written in the transaction of whatever changes it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sqlalchemy import Connection, Insert, bindparam, delete, extract, select, update
from sqlalchemy.orm import aliased

from companion.circles.facts import (
    EveningFacts,
    HandFacts,
    evening_facts,
    facts_from_log,
    hand_facts,
)
from companion.core.log.force import is_edit
from companion.core.log.log import Log
from companion.database.circle_models import EveningRow, GameTotalsRow, HandRow
from companion.database.engine import upsert_statement_for
from companion.database.models import EntryRow
from companion.store.book import post_evening
from companion.store.cache import EveningRef, LoadedTable
from companion.store.people import set_evening_seats

_FORGET = delete(HandRow).where(
    HandRow.evening_id == bindparam("which"), HandRow.number >= bindparam("first")
)
_STAND = update(EveningRow).where(
    EveningRow.id == bindparam("which"),
    EveningRow.circle_id == bindparam("circle"),
    EveningRow.table_id == bindparam("table"),
)

_DEALT, _ENDED = aliased(EntryRow), aliased(EntryRow)
_SECONDS = (
    select(extract("epoch", _ENDED.made) - extract("epoch", _DEALT.made))
    .where(_DEALT.table_id == bindparam("table"), _DEALT.number == bindparam("dealt"))
    .where(_ENDED.table_id == bindparam("table"), _ENDED.number == bindparam("ended"))
    .where(_ENDED.made > _DEALT.made)
    .scalar_subquery()
)
"""How long a hand took; nothing where its entries do not say when they were made."""


@dataclass(frozen=True, slots=True)
class FactsUpdate:
    """What is to be stored of an evening: its facts, and its hands from the ``first`` on.

    ``players`` are all at its table where they may be others than before, ``was_over`` says
    whether the evening was over. With ``goes_on`` none of its hands is there yet, but for the last.
    ``books``: what it brought goes into the book.
    """

    table_id: int
    evening_ref: EveningRef
    evening: EveningFacts
    hands: Mapping[int, HandFacts]
    first: int
    players: Sequence[str] | None
    was_over: bool = False
    goes_on: bool = False
    posts_money: bool = True

    def save(self, connection: Connection) -> None:
        """Write these facts in the same transaction as the entries that they come from.

        Nothing is written where the evening is not that of this table in this circle any more.
        """
        which = self.evening_ref.evening
        if not self._stand(connection):
            return
        if not self.goes_on:
            connection.execute(_FORGET, {"which": which, "first": self.first})
        if self.hands:
            connection.execute(_put_hand(connection.dialect.name), [*self._rows()])
        if self.players is not None:
            set_evening_seats(connection, self.evening_ref, self.players)
        invalidate_totals(
            connection, self.evening_ref.circle, self.evening_ref.game, self.evening_ref.day
        )
        if self.posts_money and (self.evening["over"] or self.was_over):
            post_evening(connection, self.evening_ref, self.evening)

    def _stand(self, connection: Connection) -> bool:
        own = {
            "which": self.evening_ref.evening,
            "circle": self.evening_ref.circle,
            "table": self.table_id,
        }
        stands = {"hands": self.evening["hands"], "over": self.evening["over"]}
        facts = json.dumps(self.evening)
        return connection.execute(_STAND, {**own, **stands, "facts": facts}).rowcount == 1

    def _rows(self) -> Iterator[Mapping[str, object]]:
        here = {"evening": self.evening_ref.evening, "table": self.table_id}
        for hand, facts in self.hands.items():
            ends = {"dealt": facts["dealt"], "ended": facts["ended"]}
            yield {**here, **ends, "hand": hand, "written": json.dumps(facts)}


@cache
def _put_hand(dialect: str) -> Insert:
    key: Mapping[str, object] = {"evening_id": bindparam("evening"), "number": bindparam("hand")}
    return upsert_statement_for(
        HandRow, dialect, **key, seconds=_SECONDS, facts=bindparam("written")
    )


def facts_to_store(before: LoadedTable, after: LoadedTable) -> FactsUpdate | None:
    """Tell what is to be stored with the newest entry of a table; None: nothing."""
    if after.evening_ref is None:
        return None
    was, now = before.table, after.table
    if is_edit(after.log.raw_entries[-1]):
        return _changed(before, after, after.log.first_changed)
    if now.in_hand and (was.in_hand or now.hand != was.hand):
        return None
    hands = {} if now.in_hand or not now.hand else {now.hand: hand_facts(now)}
    players = None if was.seats == now.seats else now.seats
    over, first = was.phase == "over", max(now.hand, 1)
    facts, goes_on = evening_facts(now), bool(hands)
    return FactsUpdate(after.id, after.evening_ref, facts, hands, first, players, over, goes_on)


def _changed(before: LoadedTable, after: LoadedTable, since: int) -> FactsUpdate | None:
    """Tell what is to be stored where entries have changed from a place on."""
    assert after.evening_ref is not None
    facts, hands = facts_from_log(after.log, since)
    was, now = before.table, after.table
    if not hands and facts == evening_facts(was):
        return None
    first = min(hands, default=facts["hands"] + 1)
    players = None if was.seats == now.seats else now.seats
    return FactsUpdate(
        after.id, after.evening_ref, facts, hands, first, players, was.phase == "over"
    )


def facts_of_whole_log(place: EveningRef, table_id: int, log: Log) -> FactsUpdate:
    """Tell all that is to be stored of a table. Raises Refused where its log does not replay."""
    facts, hands = facts_from_log(log)
    return FactsUpdate(table_id, place, facts, hands, 1, [*facts["standing"]], was_over=True)


def invalidate_totals(connection: Connection, circle: int, game: str, day: str) -> None:
    """Let the sums of a month, of its year, and of all time be made anew."""
    spans = ("", day[:4], day[:7])
    rows = [{"circle": circle, "slug": game, "within": span} for span in spans]
    connection.execute(_disturb(connection.dialect.name), rows)


@cache
def _disturb(dialect: str) -> Insert:
    key: Mapping[str, object] = {
        "circle_id": bindparam("circle"),
        "game": bindparam("slug"),
        "span": bindparam("within"),
    }
    return upsert_statement_for(GameTotalsRow, dialect, **key, sums=None)
