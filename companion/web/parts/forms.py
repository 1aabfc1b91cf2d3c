"""The entries whose values are chosen or typed: one form each, giving its entry."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field, StringField
from wtforms.validators import InputRequired, Length

from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.reading import MOST, NAME_LENGTH

Fields = MultiDict[str, str]
"""What was typed and tapped on a form, by the names of its fields."""

WHOLE = re.compile(r"\d+|\d{1,3}(?:[ ,'’\u00a0\u2009\u202f]\d{3})+")
LONGEST = Length(max=NAME_LENGTH + 20, message=f"A name has 1 to {NAME_LENGTH} characters.")


def read_number(text: str) -> int | None:
    """Read a typed number, with thousands parted or not; None where nothing is typed.

    Raises ValueError saying what it should be.
    """
    text = text.strip()
    if not text:
        return None
    digits = re.sub(r"\D", "", text).lstrip("0") or "0"
    if not WHOLE.fullmatch(text) or len(digits) > len(str(MOST)) or int(digits) > MOST:
        raise ValueError(f"a whole number from 0 to {MOST:,}")
    return int(digits)


class Number(Field):
    """A whole number that is typed or tapped; None where there is none."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the number. Raises ValueError."""
        if not valuelist:
            return
        try:
            self.data = read_number(valuelist[0])
        except ValueError as wrong:
            raise ValueError(f"“{valuelist[0][:NAME_LENGTH]}” is not {wrong}.") from None

    @property
    def text(self) -> str:
        """What is to be shown: what was typed, else the number."""
        return self.raw_data[0] if self.raw_data else str(self.data)


def field_name(table: Table, prefix: str, player: str) -> str:
    """Name a player's field by his seat.

    His name would not do: with a space in it no label finds its field, and one who is called
    ``errors`` or ``data`` hides what every form has by that name.
    """
    return f"{prefix}{table.seats.index(player)}"


def numbers(
    fields: Fields, table: Table, prefix: str, players: Iterable[str]
) -> dict[str, int | None]:
    """Read everybody's number; None: none was given. Raises Refused (`bad-entry`)."""
    return {player: _number_of(fields, table, prefix, player) for player in players}


def _number_of(fields: Fields, table: Table, prefix: str, player: str) -> int | None:
    try:
        return read_number(fields.get(field_name(table, prefix, player), ""))
    except ValueError as wrong:
        raise Refused("bad-entry", f"The number for {player} must be {wrong}.") from None


class EntryForm(FlaskForm):
    """A form that makes an entry. The token of every POST is checked before any form is read."""

    class Meta:
        csrf = False

    def entry(self, table: Table) -> dict[str, Any]:
        """Give the entry as the record has it."""
        raise NotImplementedError


def text(message: str) -> StringField:
    """Make a field for a name: what is missing is said by ``message``."""
    return StringField(validators=[InputRequired(message), LONGEST])


class ChipsForm(EntryForm):
    """Some chips: a number on a button, or a typed one, which goes before it."""

    chips = Number()
    typed = Number()

    def amount(self) -> int:
        """Give the number of chips. Raises Refused (`bad-entry`)."""
        typed = self.typed.raw_data and self.typed.raw_data[0].strip()
        chosen = self.typed if typed else self.chips
        return whole(chosen, "How many chips? Tap a number, or type one.")


def whole(field: Number, missing: str) -> int:
    """Give the whole number of a field. Raises Refused (`bad-entry`)."""
    if field.data is None:
        raise Refused("bad-entry", missing)
    return int(field.data)


class BorrowForm(ChipsForm):
    """Chips from a player or a pot, against a note."""

    player = text("Who borrows?")
    source = text("From whom?")

    def entry(self, _: Table) -> dict[str, Any]:
        """Give the loan."""
        chips = self.amount()
        return {
            "do": "borrow",
            "player": self.player.data,
            "from": self.source.data,
            "chips": chips,
        }


class RepayForm(ChipsForm):
    """Notes that a player redeems early."""

    player = text("Who repays?")
    to = text("To whom?")

    def entry(self, _: Table) -> dict[str, Any]:
        """Give the repayment."""
        chips = self.amount()
        return {"do": "repay", "player": self.player.data, "to": self.to.data, "chips": chips}


class PlayerChipsForm(ChipsForm):
    """Some chips of one player: a buy-in, a bid, the price of the dummy."""

    do = text("What?")
    player = text("Who? Tap a player first.")

    def entry(self, _: Table) -> dict[str, Any]:
        """Give the entry."""
        return {"do": self.do.data, "player": self.player.data, "chips": self.amount()}


class JoinForm(ChipsForm):
    """A new player and his place."""

    player = text("What is the new player called?")
    left_of = text("To whose left?")

    def entry(self, _: Table) -> dict[str, Any]:
        """Give the arrival."""
        name = " ".join((self.player.data or "").split())
        chips = self.amount()
        return {"do": "join", "player": name, "left_of": self.left_of.data, "chips": chips}


Reader = Callable[[Fields, Any], dict[str, Any]]
"""What makes an entry of a form's fields, at a table. Raises Refused (`bad-entry`)."""


def reads(form_class: type[EntryForm]) -> Reader:
    """Make the reader of a form."""

    def entry(fields: Fields, table: Any) -> dict[str, Any]:
        form = form_class(fields)
        if not form.validate():
            raise Refused("bad-entry", next(iter(form.errors.values()))[0])
        return form.entry(table)

    return entry


READERS: Mapping[str, Reader] = {
    "borrow": reads(BorrowForm),
    "repay": reads(RepayForm),
    "buy-in": reads(PlayerChipsForm),
    "join": reads(JoinForm),
}
"""The forms of entries that games share."""


def entry_from_form(fields: Fields, table: Table, own: Mapping[str, Reader]) -> dict[str, Any]:
    """Read an entry from the fields of its form; ``own`` are the forms of the game's screen.

    Raises Refused (`bad-entry`).
    """
    do = fields.get("do", "")
    reader = own.get(do) or READERS.get(do)
    if reader is None:
        raise Refused("bad-entry", "The tap does not say what to do.")
    return reader(fields, table)
