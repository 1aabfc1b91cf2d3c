"""A repair carried on: where a change makes others lead, skip or bid, their entries change too.

So do the cards of those who only went on with a run whose first card was another one.
"""

from dataclasses import dataclass, replace

from companion.core.entries.entry import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.force import Line
from companion.core.log.log import Log
from companion.core.log.standing import CannotStand, stand, stood

MOST_CARRIED = 50
"""With more entries than this a change is no repair any more."""

ANOTHERS = ("not-your-turn", "may-not-bid")
"""So is refused what somebody else did."""

CARRIED = (*ANOTHERS, "not-next-card")
"""So is refused what another player did, or what was done with another card."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A change with all that it takes: ``raw`` is the entry that makes it, ``log`` the log with it.

    ``also`` are the entries that change along, by number. Where it cannot be made there is no log:
    ``refused`` says what stands in the way, ``falls`` at which entry.
    """

    raw: Raw
    also: tuple[tuple[int, Raw], ...] = ()
    refused: Refused | None = None
    falls: int | None = None
    log: Log | None = None


def carry_on(log: Log, raw: Raw) -> Carried:
    """Carry a change of the log on to later entries that fall only because of it.

    So do those where it is another's turn then, or another card is next. The log stays as it is.
    """
    carried = Carried(raw)
    while len(carried.also) <= MOST_CARRIED:
        twin = log.copy()
        try:
            twin.enter(carried.raw)
        except CannotStand as broken:
            further = _further(log, carried, broken)
            if further is None:
                return replace(carried, refused=broken, falls=broken.falls)
            carried = further
        except Refused as wrong:
            falls = carried.also[-1][0] if carried.also else None
            return replace(carried, refused=wrong, falls=falls)
        else:
            return replace(carried, log=twin)
    return replace(carried, refused=_too_many(), falls=carried.also[-1][0])


def _too_many() -> Refused:
    return Refused("amend-breaks", "Too many later entries would have to change with it.")


def _further(log: Log, carried: Carried, broken: CannotStand) -> Carried | None:
    line = log.line(broken.falls)
    raw = None if line is None else _instead(broken.before, line, broken.wrong)
    if raw is None:
        return None
    made = also_with(carried.raw, broken.falls, raw)
    return None if made is None else Carried(made, (*carried.also, (broken.falls, raw)))


def _instead(before: Table, line: Line, wrong: Refused) -> Raw | None:
    """Give what an entry must have been: another's, or of the cards that were next."""
    if wrong.code != "not-next-card":
        return _anothers(before, line, wrong)
    cards = before.setup.game.looks_back.run(before, line.entry)
    if not cards:
        return None
    return {**line.raw, **({"card": cards[0]} if "card" in line.raw else {"cards": list(cards)})}


def _anothers(before: Table, line: Line, wrong: Refused) -> Raw | None:
    """Give the entry as it is if it falls only because it is another's turn."""
    if wrong.code not in ANOTHERS:
        return None
    player = before.setup.game.looks_back.turn(before, line.entry)
    return None if player is None else {**line.raw, "player": player}


def once_more(table: Table, line: Line) -> tuple[Table, Raw | None]:
    """Give the table after an entry that is made again, and the entry if it is another now.

    Raises Refused where it cannot stand.
    """
    try:
        return stood(table, line), None
    except Refused as wrong:
        raw = _instead(table, line, wrong)
        if raw is None:
            raise
    return stood(table, line.with_raw(raw)), raw


class Replay:
    """A replay of lines from a table, each changed where it must be another's or of another card.

    ``table`` goes on with every line; a refused one leaves it as of no use.
    """

    def __init__(self, table: Table) -> None:
        """Begin at a table, which stays as it is."""
        self.table = table.copy()
        self._before = table
        self._since: list[Line] = []

    def stand(self, line: Line) -> Raw | None:
        """Let a line happen; give what became of it, if it changed. Raises Refused."""
        try:
            stand(self.table, line.entry, line.number)
        except Refused as wrong:
            if wrong.code not in CARRIED:
                raise
            return self._stand_changed(line)
        self._since.append(line)
        return None

    def _stand_changed(self, line: Line) -> Raw | None:
        before = self._before.copy()
        for stands in self._since:
            stand(before, stands.entry, stands.number)
        self._before, raw = once_more(before, line)
        self.table, self._since = self._before.copy(), []
        return raw


def also_with(raw: Raw, number: int, new: Raw) -> Raw | None:
    """Give a change with one more in it; None where there is no place for it."""
    changes = {change["entry"]: change for change in raw.get("also", ())}
    if raw["do"] == "insert":
        if raw["before"] == number:
            return {**raw, "with": new} if "with" not in raw else None
        changes[number] = {"entry": number, "with": new}
        return {**raw, "also": [changes[place] for place in sorted(changes)]}
    changes[raw["entry"]] = {"entry": raw["entry"], "with": raw["with"]}
    changes[number] = {"entry": number, "with": new}
    first, *more = (changes[place] for place in sorted(changes))
    return {"do": "amend", **first, "also": more}
