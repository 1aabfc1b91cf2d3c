"""What guests see of a table: the felt to look at, and for a player the answers of one seat."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.prompts import Offer, Prompt
from companion.core.seat_prompts import SeatPrompt, seat_prompt
from companion.core.sentences import Sentence
from companion.store.access import TableAccess
from companion.store.table_cache import LoadedTable
from companion.web.components.card_picker import TileRow, offer_rows
from companion.web.components.entry_form import template_fields
from companion.web.components.last_change import undoable_sentence
from companion.web.components.screen import TableView
from companion.web.components.seats_and_pots import SeatView, TapButton, place_seats, tap_button
from companion.web.devices.joint_entry import JointEntry, OwnAnswer, own_answer
from companion.web.devices.table_access import may_undo


@dataclass(frozen=True, slots=True)
class OwnSeatView:
    """A player's part of the question as it is drawn: cards by suits, numbers, other answers.

    ``onward`` are the cards to which a run may go on after the player's answer; ``blank`` is an
    entry that still lacks a pot or a number, ``typed`` what is known of it; ``borrows``: there
    are chips to lend, or IOUs to redeem; ``together`` is what may be told of an entry of all.
    """

    plate: SeatView | None
    part: SeatPrompt
    rows: tuple[TileRow, ...]
    tiles: tuple[TapButton, ...]
    buttons: tuple[TapButton, ...]
    onward: tuple[str, ...]
    typed: Mapping[str, object]
    undo: Sentence | None
    borrows: bool
    together: OwnAnswer | None

    @property
    def asks(self) -> bool:
        """Return whether the player is to answer something now."""
        others = self.together is not None and self.together.others_told
        return bool(self.part) or others


def guest_context(
    who: TableAccess, evening: LoadedTable, view: TableView, joint_entry: JointEntry | None
) -> dict[str, object]:
    """Return what a guest sees: a view in which nothing can be tapped, and what is a seat's own."""
    seats = tuple(replace(seat, taps=(), opens=False) for seat in view.seats)
    still = replace(view, ask=_silent(view.ask), seats=seats)
    seat = _seat(who, evening, view, joint_entry) if who.role == "seat" else None
    return {
        "view": still,
        "seats_round": place_seats(seats),
        "looks_on": True,
        "who": who,
        "mine": seat,
    }


def _silent(prompt: Prompt) -> Prompt:
    """Return a question without its answers."""
    return Prompt(
        prompt.kind, prompt.question, prompt.hint, player=prompt.player, badges=prompt.badges
    )


def _seat(
    who: TableAccess, evening: LoadedTable, view: TableView, joint_entry: JointEntry | None
) -> OwnSeatView:
    player, table = who.player or "", evening.table
    enters = who.may_tap and player in table.present
    part = seat_prompt(table, view.ask, player) if enters else SeatPrompt()
    plays = any(offer.cards for offer in part.buttons)
    takes_back = may_undo(who, evening.log)
    return OwnSeatView(
        plate=next((plate for plate in view.seats if plate.name == player), None),
        part=part,
        rows=offer_rows(
            {tile.cards[0]: tap_button(tile).entry for tile in part.tiles if tile.cards}
        ),
        tiles=tuple(_mine(tile) for tile in part.tiles if not tile.cards),
        buttons=tuple(map(_mine, part.buttons)),
        onward=view.continuations if plays else (),
        typed=template_fields(part.template),
        undo=undoable_sentence(evening.log.next_undo) if takes_back else None,
        borrows=enters and "borrow" in table.setup.game.entries and table.phase != "over",
        together=own_answer(joint_entry, player) if joint_entry and part.joint else None,
    )


def _mine(offer: Offer) -> TapButton:
    """Make the button of an offer, in the words of the player whose it is."""
    return replace(tap_button(offer), label=offer.own_label or offer.label)
