"""Pots as screens draw them."""

from typing import NamedTuple

from companion.core.game import Table
from companion.core.ledger import POT, Note
from companion.core.offers import Ask
from companion.web.parts.moved import Change, Moved
from companion.web.parts.plates import TapButton, tap


class PotView(NamedTuple):
    """A pot as it is drawn: ``faces`` are the cards that lie in it, ``moved`` what just came.

    ``lends`` is the loan that is made by a tap on it, where chips are asked for; with ``opens`` it
    leads to its own sheet.
    """

    id: str
    label: str
    faces: tuple[str, ...]
    chips: int
    notes: tuple[Note, ...]
    moved: Change | None
    kind: str
    lends: TapButton | None
    opens: bool


def pot_view(
    table: Table,
    asked: Ask,
    moved: Moved,
    pot: str,
    label: str,
    kind: str = "saucer",
    faces: tuple[str, ...] = (),
) -> PotView:
    """Draw a pot under a label, in one of the shapes that pots have."""
    account, ledger = POT + pot, table.ledger
    notes, chips = ledger.held(account), ledger.chips[account]
    lends = tap(asked.pots[pot]) if pot in asked.pots else None
    opens = table.phase == "between-hands"
    return PotView(pot, label, faces, chips, notes, moved.changes.get(account), kind, lends, opens)
