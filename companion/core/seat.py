"""One player's part of what a table is asked: what may be answered on a device of one's own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from companion.core.entry import Entry
from companion.core.game import Table
from companion.core.offers import Ask, Blank, Offer


@dataclass(frozen=True, slots=True)
class Part:
    """What a player is asked: ``tiles`` are cards or numbers, ``buttons`` the other answers.

    ``blank`` is an entry of the player's own that still lacks a pot or a number.
    """

    tiles: tuple[Offer, ...] = ()
    buttons: tuple[Offer, ...] = ()
    blank: Blank | None = None

    def __bool__(self) -> bool:
        return bool(self.tiles or self.buttons or self.blank)


def part_of(table: Table, ask: Ask, player: str) -> Part:
    """Give a player's part of a question."""
    kinds = table.setup.game.kinds
    answers = chain(ask.seats.get(player, ()), ask.buttons, ask.own.get(player, ()))
    return Part(
        tuple(tile for tile in ask.tiles if is_own(kinds, tile.entry, player)),
        tuple(offer for offer in answers if is_own(kinds, offer.entry, player)),
        _own_blank(kinds, ask.blank, player) if ask.blank else None,
    )


def is_own(kinds: Mapping[str, type[Entry]], raw: Mapping[str, Any], player: str) -> bool:
    """Say whether an entry, as it is written or as far as it is known, is a player's own."""
    do = raw.get("do")
    kind = kinds.get(do) if isinstance(do, str) else None
    named = raw.get(kind.own) if kind is not None and kind.own else None
    return named in (player, [player])


def _own_blank(kinds: Mapping[str, type[Entry]], blank: Blank, player: str) -> Blank | None:
    """Give an entry to be put together, with the player in the place of whoever it is about."""
    who = blank.who
    if who is not None and player in who.names:
        named = {**blank.entry, who.key: [player] if who.several else player}
        opened = tuple(values for values in blank.open if values is not who)
        blank = replace(blank, entry=named, open=opened)
    return blank if is_own(kinds, blank.entry, player) and blank.open else None
