"""One player's part of what a table is asked: what may be answered on a device of one's own."""

from dataclasses import dataclass, replace
from itertools import chain

from companion.core.entries.entry import Raw
from companion.core.game import Table
from companion.core.offers import EntryTemplate, JointPrompt, Offer, Prompt
from companion.core.sentences import say


@dataclass(frozen=True, slots=True)
class SeatPrompt:
    """What a player is asked: ``tiles`` are cards or numbers, ``buttons`` the other answers.

    ``blank`` is an entry of the player's own that still lacks a pot or a number, ``together`` one
    to which the player gives a part.
    """

    tiles: tuple[Offer, ...] = ()
    buttons: tuple[Offer, ...] = ()
    blank: EntryTemplate | None = None
    together: JointPrompt | None = None

    def __bool__(self) -> bool:
        return bool(self.tiles or self.buttons or self.blank)


def seat_prompt(table: Table, ask: Prompt, player: str) -> SeatPrompt:
    """Give a player's part of a question."""
    answers = chain(ask.seats.get(player, ()), ask.buttons, ask.own_offers.get(player, ()))
    together = ask.joint
    blank = _own_blank(table, ask.own_template or ask.template, player)
    return SeatPrompt(
        tuple(tile for tile in ask.tiles if belongs_to_player(table, tile.raw, player)),
        (
            *(offer for offer in answers if belongs_to_player(table, offer.raw, player)),
            *_wins(blank),
        ),
        blank if blank and blank.missing else None,
        together if together and player in together.players else None,
    )


def _wins(blank: EntryTemplate | None) -> tuple[Offer, ...]:
    """Offer what lacks nothing once the player is named."""
    if blank is None or blank.missing:
        return ()
    return (Offer(blank.entry, blank.label, own_label=say("I win it")),)


def belongs_to_player(table: Table, raw: Raw, player: str) -> bool:
    """Say whether an entry, as it is written or as far as it is known, is a player's own."""
    do = raw.get("do")
    kind = table.setup.game.kinds.get(do) if isinstance(do, str) else None
    if kind is None:
        return False
    if kind.is_dealers:
        return len(raw) == 1 and player in table.present and player == table.deals
    return bool(kind.own_field) and raw.get(kind.own_field) in (player, [player])


def _own_blank(table: Table, blank: EntryTemplate | None, player: str) -> EntryTemplate | None:
    """Give an entry to be put together, with the player in the place of whoever it is about."""
    if blank is None:
        return None
    who = blank.player_choice
    if who is not None and player in who.names:
        named = {who.key: (player,) if who.several else player}
        opened = tuple(values for values in blank.missing if values is not who)
        blank = replace(blank, entry=blank.entry.with_values(**named), missing=opened)
    return blank if belongs_to_player(table, blank.raw, player) else None
