"""One player's part of what a table is asked: what may be answered on a device of one's own."""

from dataclasses import dataclass, replace
from itertools import chain

from companion.core.entries.entry import Raw
from companion.core.game import Table
from companion.core.offers import Ask, Blank, Offer, Together
from companion.core.sentences import say


@dataclass(frozen=True, slots=True)
class Part:
    """What a player is asked: ``tiles`` are cards or numbers, ``buttons`` the other answers.

    ``blank`` is an entry of the player's own that still lacks a pot or a number, ``together`` one
    to which the player gives a part.
    """

    tiles: tuple[Offer, ...] = ()
    buttons: tuple[Offer, ...] = ()
    blank: Blank | None = None
    together: Together | None = None

    def __bool__(self) -> bool:
        return bool(self.tiles or self.buttons or self.blank)


def part_of(table: Table, ask: Ask, player: str) -> Part:
    """Give a player's part of a question."""
    answers = chain(ask.seats.get(player, ()), ask.buttons, ask.own.get(player, ()))
    together = ask.together
    blank = _own_blank(table, ask.own_blank or ask.blank, player)
    return Part(
        tuple(tile for tile in ask.tiles if is_own(table, tile.raw, player)),
        (*(offer for offer in answers if is_own(table, offer.raw, player)), *_wins(blank)),
        blank if blank and blank.open else None,
        together if together and player in together.players else None,
    )


def _wins(blank: Blank | None) -> tuple[Offer, ...]:
    """Offer what lacks nothing once the player is named."""
    if blank is None or blank.open:
        return ()
    return (Offer(blank.entry, blank.label, mine=say("I win it")),)


def is_own(table: Table, raw: Raw, player: str) -> bool:
    """Say whether an entry, as it is written or as far as it is known, is a player's own."""
    do = raw.get("do")
    kind = table.setup.game.kinds.get(do) if isinstance(do, str) else None
    if kind is None:
        return False
    if kind.by_dealer:
        return len(raw) == 1 and player in table.present and player == table.deals
    return bool(kind.own) and raw.get(kind.own) in (player, [player])


def _own_blank(table: Table, blank: Blank | None, player: str) -> Blank | None:
    """Give an entry to be put together, with the player in the place of whoever it is about."""
    if blank is None:
        return None
    who = blank.who
    if who is not None and player in who.names:
        named = {who.key: (player,) if who.several else player}
        opened = tuple(values for values in blank.open if values is not who)
        blank = replace(blank, entry=blank.entry.knowing(**named), open=opened)
    return blank if is_own(table, blank.raw, player) else None
