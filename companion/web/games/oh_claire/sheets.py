"""The sheet of Oh Claire!: the tricks entered so far, and what they would settle."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.errors import Refused
from companion.core.sentences import say
from companion.games.oh_claire.game import OhClaireTable
from companion.web.games.oh_claire.settling import SettlementView, layout_settlement
from companion.web.parts.by_keys import KEY
from companion.web.parts.fields import entry_from_form
from companion.web.parts.forms import FormData
from companion.web.parts.screen import BuildSheet
from companion.web.parts.sheet import SheetView


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksSheet(SheetView):
    """The tricks of everybody, and what they would settle."""

    settling: SettlementView


def tricks_sheet(table: OhClaireTable, fields: FormData) -> TricksSheet | None:
    """Ask for the tricks of everybody; the board asks for them in the same words."""
    if table.phase != "tricks":
        return None
    return TricksSheet(title=say("Who took how many tricks?"), settling=_so_far(table, fields))


def _so_far(table: OhClaireTable, fields: FormData) -> SettlementView:
    try:
        return layout_settlement(
            table, entry_from_form(table, {"do": "tricks"}, fields, KEY)["took"]
        )
    except Refused as wrong:
        return replace(layout_settlement(table, {}), wrong=wrong.sentence)


SHEETS: Mapping[str, BuildSheet[OhClaireTable]] = {"tricks": tricks_sheet}
"""The sheets by name."""
