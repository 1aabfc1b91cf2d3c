"""What may be told to have happened: the entries of a hand, whatever the screen asks."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.accounts import Pot
from companion.core.asking.moment import may_happen
from companion.core.cards import PACK
from companion.core.entries.entry import Entry, Raw, keys_of, read
from companion.core.entries.keys import Key, Kind
from companion.core.game import Table
from companion.core.log.force import do_of
from companion.core.sentences import Sentence, say
from companion.web.parts.pack import TileRow, offered
from companion.web.parts.plates import TapButton, tap

NOT_IN_PLAY = frozenset(
    (
        "break-off",
        "chips-only",
        "end",
        "enforce",
        "last-hand",
        "leave",
        "misdeal",
        "recount",
        "waive",
    )
)
"""Entries that nobody looks for where a hand goes on otherwise than the screen asks."""

NUMBERS = range(13)
"""Bids that can be told with one tap."""


@dataclass(frozen=True, slots=True)
class Possible:
    """Something that may happen: what is tapped, and the entry but for its player."""

    label: Sentence
    entry: str


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers of one kind; where they are cards, they are shown as a pack."""

    title: Sentence
    answers: tuple[Possible, ...] = ()
    pack: tuple[TileRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Mend:
    """A player of whom something is counted anew: how many cards there should be, and the way."""

    player: str
    cards: int | None
    tap: TapButton


def answers(table: Table) -> tuple[Answers, ...]:
    """List what may happen at a table, those of one kind together; what may happen now first."""
    kinds = [kind for kind in table.setup.game.kinds.values() if kind.do not in NOT_IN_PLAY]
    kinds.sort(key=lambda kind: not may_happen(table, kind))
    made = [_answers(table, kind) for kind in kinds]
    alone = tuple(one.answers[0] for one in made if len(one.answers) == 1)
    groups = [one for one in made if one.pack or len(one.answers) > 1]
    first, others = (groups[:1], groups[1:]) if groups else ([], [])
    return (*first, *([Answers(say("Or"), alone)] if alone else []), *others)


def _answers(table: Table, kind: type[Entry]) -> Answers:
    keys = keys_of(kind)
    needed = [key for key in keys.values() if key.needed and key.name != kind.own]
    if len(needed) == 1 and needed[0].kind is Kind.CARDS_IN_A_ROW:
        plays = {card: _json(kind, needed[0], [card]) for card in PACK}
        return Answers(kind.title, pack=offered(plays))
    if len(needed) == 1 and kind.own:
        values = _values(table, needed[0])
        return Answers(kind.title, tuple(Possible(w, _json(kind, needed[0], v)) for v, w in values))
    if needed or (len(keys) > 1 and not kind.by_dealer):
        return Answers(kind.title)
    words = kind.title if kind.own else read({"do": kind.do}, table.setup.game.kinds).said()
    return Answers(kind.title, (Possible(words, json.dumps({"do": kind.do})),))


def forms(table: Table) -> tuple[tuple[str, Sentence], ...]:
    """List what is told by filling in a form: what to do, and its words."""
    kinds = table.setup.game.kinds.values()
    wanted = [kind for kind in kinds if kind.do not in NOT_IN_PLAY and keys_of(kind)]
    return tuple((kind.do, kind.title) for kind in wanted if not _is_tapped(table, kind))


def mends(table: Table) -> tuple[Mend, ...]:
    """List what may be counted anew of each player, where a game has that."""
    held = table.setup.game.looks_back.cards_left(table)
    offers = table.setup.game.mends(table)
    return tuple(Mend(p, held.get(p), tap(offer)) for p in offers for offer in offers[p])


def _is_tapped(table: Table, kind: type[Entry]) -> bool:
    made = _answers(table, kind)
    return bool(made.pack or made.answers)


def _json(kind: type[Entry], key: Key, value: object) -> str:
    return json.dumps({"do": kind.do, key.name: value})


def _values(table: Table, key: Key) -> Iterator[tuple[object, Sentence]]:
    if key.kind is Kind.POT:
        yield from ((pot, say("{pot}", pot=Pot(pot))) for pot in table.pots)
    elif key.kind in (Kind.NUMBER, Kind.COUNT):
        yield from ((number, say("{n}", n=number)) for number in NUMBERS)


def what_happened(table: Table, raw: Raw, who: str | None) -> Raw:
    """Give what is told to have happened, by whom where that is told, too."""
    kind = table.setup.game.kinds.get(do_of(raw))
    if kind is None or not kind.own or who is None or kind.own in raw:
        return raw
    several = keys_of(kind)[kind.own].kind is Kind.PLAYERS
    return {**raw, kind.own: [who] if several else who}
