"""The sheet of Oh Claire!: the tricks entered so far, and what they would settle."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.errors import Refused
from companion.core.sentences import say
from companion.games.oh_claire.game import OhClaireTable
from companion.web.games.oh_claire.settling import Settling, laid_out
from companion.web.parts.by_keys import KEY
from companion.web.parts.fields import entry_of
from companion.web.parts.forms import Fields
from companion.web.parts.screen import Sheet
from companion.web.parts.sheet import SheetView


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksSheet(SheetView):
    """The tricks of everybody, and what they would settle."""

    settling: Settling


def ask_tricks(table: OhClaireTable, fields: Fields) -> TricksSheet | None:
    """Ask for the tricks of everybody; the board asks for them in the same words."""
    if table.phase != "tricks":
        return None
    return TricksSheet(title=say("Who took how many tricks?"), settling=_so_far(table, fields))


def _so_far(table: OhClaireTable, fields: Fields) -> Settling:
    try:
        return laid_out(table, entry_of(table, {"do": "tricks"}, fields, KEY)["took"])
    except Refused as wrong:
        return replace(laid_out(table, {}), wrong=wrong.sentence)


SHEETS: Mapping[str, Sheet[OhClaireTable]] = {"tricks": ask_tricks}
"""The sheets by name."""
