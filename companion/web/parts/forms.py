"""The entries whose values are chosen or typed: one form each, giving its entry."""

from collections.abc import Callable, Mapping
from typing import Any

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import IntegerField, StringField
from wtforms.validators import InputRequired, Length, Optional

from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.reading import MOST, NAME_LENGTH

NUMBER = f"A number must be whole, from 0 to {MOST:,}."
LONGEST = Length(max=NAME_LENGTH + 20, message=f"A name has 1 to {NAME_LENGTH} characters.")


class Number(IntegerField):
    """A whole number, or nothing."""

    def __init__(self, **bound: Any) -> None:
        super().__init__(validators=[Optional()], **bound)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read what was typed."""
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(NUMBER) from None


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
    if not 0 <= field.data <= MOST:
        raise Refused("bad-entry", NUMBER)
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


Reader = Callable[[MultiDict[str, str], Any], dict[str, Any]]
"""What makes an entry of a form's fields, at a table. Raises Refused (`bad-entry`)."""


def reads(form_class: type[EntryForm]) -> Reader:
    """Make the reader of a form."""

    def entry(fields: MultiDict[str, str], table: Any) -> dict[str, Any]:
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


def entry_from_form(
    fields: MultiDict[str, str], table: Table, own: Mapping[str, Reader]
) -> dict[str, Any]:
    """Read an entry from the fields of its form; ``own`` are the forms of the game's screen.

    Raises Refused (`bad-entry`).
    """
    do = fields.get("do", "")
    reader = own.get(do) or READERS.get(do)
    if reader is None:
        raise Refused("bad-entry", "The tap does not say what to do.")
    return reader(fields, table)
