"""The forms of the stops family."""

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import SelectMultipleField, StringField

from companion.core.errors import Refused
from companion.core.game import Table
from companion.games.stops.dumps import dump_claimed
from companion.games.stops.entries import DUMMY
from companion.games.stops.offers import run_to
from companion.games.stops.state import StopsTable
from companion.web.parts.forms import (
    ChipsForm,
    EntryForm,
    Fields,
    Number,
    PlayerChipsForm,
    Reader,
    field_name,
    reads,
    text,
    whole,
)


class RecountForm(EntryForm):
    """Cards that a player holds now."""

    player = text("Who was counted?")
    typed = Number()

    def entry(self, _: Table) -> dict[str, Any]:
        """Give the count."""
        cards = whole(self.typed, "How many cards? Type a number.")
        return {"do": "recount", "player": self.player.data, "cards": cards}


class SaleForm(ChipsForm):
    """Chips for the dummy: a bid of the player whose turn it is, or the price of a named buyer."""

    turn = StringField()
    player = StringField()

    def entry(self, _: Table) -> dict[str, Any]:
        """Give the sale, or the bid where no buyer is named."""
        if self.player.data:
            return {"do": "sell", "player": self.player.data, "chips": self.amount()}
        return {"do": "bid", "player": self.turn.data, "chips": self.amount()}


def up_to(raw: dict[str, Any], fields: Fields) -> dict[str, Any]:
    """Make a play a run up to the card that was chosen before it."""
    card, last = raw.get("card"), fields.get("upto", "")
    if raw.get("do") != "play" or not isinstance(card, str) or not last:
        return raw
    cards = run_to(card, last)
    if len(cards) == 1:
        return raw
    return {"do": "play", "player": raw.get("player"), "cards": list(cards)}


class CollectForm(EntryForm):
    """A pot won in a hand kept in chips only: first the pot, then the player."""

    pot = text("Which pot? Tap it first, then the player.")
    player = text("Who won it?")

    def entry(self, _: Table) -> dict[str, Any]:
        """Give the win."""
        return {"do": "collect", "player": self.player.data, "pot": self.pot.data}


class CardsForm(EntryForm):
    """Cards of one player, tapped on a picture of the pack."""

    player = text("Whose cards are they?")
    cards = SelectMultipleField(validate_choice=False)


class ShowForm(CardsForm):
    """All cards that a player still holds after the hand."""

    def entry(self, _: Table) -> dict[str, Any]:
        """Give the cards."""
        return {"do": "show", "player": self.player.data, "cards": self.cards.data or []}


class DumpForm(CardsForm):
    """Three cards dumped with the next card; what they make is worked out."""

    def entry(self, table: Any) -> dict[str, Any]:
        """Give the dump. Raises Refused (`bad-entry`)."""
        cards, pot = dump_claimed(table, self.cards.data or [])
        return {"do": "dump", "player": self.player.data, "cards": cards, "pot": pot}


class AwardForm(EntryForm):
    """The winners who share a pot."""

    pot = text("Which pot?")
    players = SelectMultipleField(validate_choice=False)

    def entry(self, _: Table) -> dict[str, Any]:
        """Give the winners. Raises Refused (`bad-entry`) if nobody is named."""
        if not self.players.data:
            raise Refused("bad-entry", "Who has won? Tap everyone who shares the pot.")
        return {"do": "award", "pot": self.pot.data, "players": self.players.data}


def _numbers_form(table: StopsTable, fields: Fields) -> EntryForm:
    """Make a form with a player, and a number for everyone who was dealt cards."""
    players = table.live.players if table.live is not None else ()
    numbers = {field_name(table, "n", player): Number() for player in players}
    form: type[EntryForm] = type("NumbersForm", (EntryForm,), {"player": StringField(), **numbers})
    return form(fields)


def _numbers(
    form: EntryForm, table: StopsTable, players: Sequence[str], what: str
) -> dict[str, int]:
    return {
        player: whole(form[field_name(table, "n", player)], f"{what} has {player}?")
        for player in players
    }


def _out(fields: Fields, table: StopsTable) -> dict[str, Any]:
    players = table.live.players if table.live is not None else ()
    form = _numbers_form(table, fields)
    winner = form.player.data
    if winner not in players:
        raise Refused("bad-entry", "Who went out? Tap a player.")
    others = [player for player in players if player != winner]
    return {
        "do": "out",
        "player": winner,
        "left": _numbers(form, table, others, "How many cards"),
    }


def pile_name(table: StopsTable, pile: str) -> str:
    """Name the field for the cards of a pile: of a player's, or of the dummy."""
    return "dummy" if pile == DUMMY and DUMMY not in table.present else field_name(table, "n", pile)


def _piles(fields: Fields, table: StopsTable) -> dict[str, Any]:
    piles = [*table.present, DUMMY]
    numbers = {pile_name(table, pile): Number() for pile in piles}
    form: EntryForm = type("PilesForm", (EntryForm,), numbers)(fields)
    counts = {
        pile: whole(form[name], f"How many cards are in the pile of {pile}?")
        for pile, name in zip(piles, numbers, strict=True)
    }
    return {"do": "deal", "piles": counts}


def _totals(fields: Fields, table: StopsTable) -> dict[str, Any]:
    players = table.live.players if table.live is not None else ()
    form = _numbers_form(table, fields)
    return {"do": "totals", "points": _numbers(form, table, players, "How many points")}


READERS: Mapping[str, Reader] = {
    "sale": reads(SaleForm),
    "bid": reads(PlayerChipsForm),
    "recount": reads(RecountForm),
    "collect": reads(CollectForm),
    "show": reads(ShowForm),
    "dump": reads(DumpForm),
    "award": reads(AwardForm),
    "deal": _piles,
    "out": _out,
    "totals": _totals,
}
