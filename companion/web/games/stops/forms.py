"""The forms of the stops family."""

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import SelectMultipleField, StringField

from companion.core.errors import Refused
from companion.core.game import Table
from companion.games.stops.dumps import dump_claimed
from companion.games.stops.state import StopsTable
from companion.web.parts.forms import (
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


def _totals(fields: Fields, table: StopsTable) -> dict[str, Any]:
    players = table.live.players if table.live is not None else ()
    form = _numbers_form(table, fields)
    return {"do": "totals", "points": _numbers(form, table, players, "How many points")}


READERS: Mapping[str, Reader] = {
    "sell": reads(PlayerChipsForm),
    "bid": reads(PlayerChipsForm),
    "recount": reads(RecountForm),
    "collect": reads(CollectForm),
    "show": reads(ShowForm),
    "dump": reads(DumpForm),
    "award": reads(AwardForm),
    "out": _out,
    "totals": _totals,
}
