"""The records of a circle that a hand has just set."""

from companion.core.sentences import Sentence, say
from companion.store.table_cache import LoadedTable
from companion.store.totals import get_totals

# Nothing is a record before so many hands.
FIRST_HANDS = 10


def new_records(evening: LoadedTable) -> tuple[Sentence, ...]:
    """Return the records of the circle that a hand has set which the newest entry ended."""
    ref, table = evening.evening_ref, evening.table
    if ref is None or table.in_hand or table.ended_by != table.entry_number:
        return ()
    totals = get_totals(ref.circle, "").by_game.get(ref.game)
    if totals is None or totals.hands < FIRST_HANDS:
        return ()
    hand, kinds = (ref.evening, table.hand), table.setup.game.highlights.kinds
    return tuple(
        say(
            "A record of this circle: {record}, {amount}",
            record=kind.record_title,
            amount=kind.amount.with_facts(n=best.number),
        )
        for name, best in totals.records.items()
        if (kind := kinds.get(name)) and kind.record_title and (best.evening, best.hand) == hand
    )
