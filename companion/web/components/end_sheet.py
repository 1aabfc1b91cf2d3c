"""The sheet that asks, before an evening ends, who shares what is left in the pots."""

from dataclasses import dataclass

from companion.core.entries.standard import ReturnToSeat
from companion.core.game import Table
from companion.core.handlers import absent_sharers, refusal_sentence
from companion.core.offers import END
from companion.core.prompts import Offer
from companion.core.sentences import Sentence, say
from companion.web.components.card_picker import SheetView
from companion.web.components.entry_form import FormData
from companion.web.components.seats_and_pots import TapButton, tap_buttons


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSheet(SheetView):
    """The ways to end an evening, what they are ``about``, and who may be let ``back`` before."""

    about: Sentence | None = None
    back: tuple[TapButton, ...]
    ends: tuple[TapButton, ...]


def end_sheet(table: Table, _: FormData) -> EndSheet | None:
    """Ask whether those who left share what lies in the pots; None: nobody would."""
    back = sharer_buttons(table)
    if not back or refusal_sentence(table, END.raw):
        return None
    return EndSheet(title=END.label, back=back, ends=tap_buttons((END,)))


def sharer_buttons(table: Table) -> tuple[TapButton, ...]:
    """Return a button for everybody who left and would share the pots after returning."""
    words = say("{player} shares too")
    offers = (Offer(ReturnToSeat(p), words.with_facts(player=p)) for p in absent_sharers(table))
    return tap_buttons(offer for offer in offers if not refusal_sentence(table, offer.raw))
