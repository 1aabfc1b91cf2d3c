"""What guests see of a table: the felt to look at, and for a player the answers of one seat."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion import store
from companion.core.asking.seat import Part, part_of
from companion.core.offers import Ask, Offer
from companion.core.sentences import Sentence
from companion.web.guests.roles import may_undo
from companion.web.guests.together import MyPart, Telling, my_part
from companion.web.parts.by_keys import typed
from companion.web.parts.moved import done_words
from companion.web.parts.pack import TileRow, offered
from companion.web.parts.plates import Plate, TapButton, around, tap
from companion.web.parts.screen import View


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player's part of the question as it is drawn: cards by suits, numbers, other answers.

    ``onward`` are the cards to which a run may go on after the player's answer; ``blank`` is an
    entry that still lacks a pot or a number, ``typed`` what is known of it; ``borrows``: there
    are chips to lend, or notes to redeem; ``together`` is what may be told of an entry of all.
    """

    plate: Plate | None
    part: Part
    rows: tuple[TileRow, ...]
    tiles: tuple[TapButton, ...]
    buttons: tuple[TapButton, ...]
    onward: tuple[str, ...]
    typed: Mapping[str, object]
    undo: Sentence | None
    borrows: bool
    together: MyPart | None

    @property
    def asks(self) -> bool:
        """Say whether the player is to answer something now."""
        others = self.together is not None and self.together.others_told
        return bool(self.part) or others


def part_of_guest(
    who: store.Guest, evening: store.Evening, view: View, told: Telling | None
) -> dict[str, object]:
    """Give what a guest sees: a view in which nothing can be tapped, and what is a seat's own."""
    seats = tuple(replace(seat, taps=(), opens=False) for seat in view.seats)
    still = replace(view, ask=_silent(view.ask), seats=seats)
    seat = _seat(who, evening, view, told) if who.role == "seat" else None
    return {"view": still, "seats_round": around(seats), "looks_on": True, "who": who, "mine": seat}


def _silent(asked: Ask) -> Ask:
    """Give a question without its answers."""
    return Ask(asked.kind, asked.question, asked.hint, player=asked.player, badges=asked.badges)


def _seat(who: store.Guest, evening: store.Evening, view: View, told: Telling | None) -> SeatView:
    player, table = who.player or "", evening.table
    enters = who.taps and player in table.present
    part = part_of(table, view.ask, player) if enters else Part()
    plays = any(offer.cards for offer in part.buttons)
    takes_back = may_undo(who, evening.log)
    return SeatView(
        plate=next((plate for plate in view.seats if plate.name == player), None),
        part=part,
        rows=offered({tile.cards[0]: tap(tile).entry for tile in part.tiles if tile.cards}),
        tiles=tuple(_mine(tile) for tile in part.tiles if not tile.cards),
        buttons=tuple(map(_mine, part.buttons)),
        onward=view.onward if plays else (),
        typed=typed(part.blank),
        undo=done_words(evening.log.to_undo) if takes_back else None,
        borrows=enters and "borrow" in table.setup.game.entries and table.phase != "over",
        together=my_part(told, player) if told and part.together else None,
    )


def _mine(offer: Offer) -> TapButton:
    """Make the button of an offer, in the words of the player whose it is."""
    return replace(tap(offer), label=offer.mine or offer.label)
