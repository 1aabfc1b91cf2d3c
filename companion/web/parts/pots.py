"""Pots as screens draw them."""

from typing import NamedTuple

from companion.core.game import Table
from companion.core.ledger import IOU, POT
from companion.core.offers import Prompt
from companion.web.parts.moved import AmountChange, LastChange
from companion.web.parts.plates import TapButton, tap_button


class PotView(NamedTuple):
    """A pot as it is drawn: ``faces`` are the cards that lie in it, ``moved`` what just came.

    ``lends`` is the loan that is made by a tap on it, where chips are asked for; with ``opens`` it
    leads to its own sheet.
    """

    id: str
    label: str
    faces: tuple[str, ...]
    chips: int
    ious: tuple[IOU, ...]
    change: AmountChange | None
    kind: str
    lends: TapButton | None
    opens: bool


def pot_view(
    table: Table,
    asked: Prompt,
    moved: LastChange,
    pot: str,
    label: str,
    kind: str = "saucer",
    faces: tuple[str, ...] = (),
) -> PotView:
    """Draw a pot under a label, in one of the shapes that pots have."""
    account, ledger = POT + pot, table.ledger
    notes, chips = ledger.ious_held_by(account), ledger.chips[account]
    lends = tap_button(asked.pots[pot]) if pot in asked.pots else None
    opens = table.phase == "between-hands"
    return PotView(pot, label, faces, chips, notes, moved.changes.get(account), kind, lends, opens)
