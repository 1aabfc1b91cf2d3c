"""What the screen of a game is made of, in named parts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple

from typing_extensions import TypeVar

from companion.core.entries.schema import Entry, Raw
from companion.core.entries.standard import ReturnToSeat
from companion.core.game import Game, Table
from companion.core.handlers import absent_sharers, refusal_sentence
from companion.core.offers import END
from companion.core.options import Options
from companion.core.prompts import Offer, Prompt
from companion.core.sentences import Sentence, say
from companion.web.components.card_picker import SheetView
from companion.web.components.entry_form import FormData
from companion.web.components.seats_and_pots import (
    LastChange,
    SeatView,
    TapButton,
    tap_button,
    tap_buttons,
)

T = TypeVar("T", bound=Table, default=Table)
V = TypeVar("V", bound="TableView", default="TableView")
H = TypeVar("H", bound=Options, default=Options)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """What the page of every game draws of a table; each screen adds what its templates draw.

    ``continuations`` are the cards to which a run may go on after the player's answer.
    """

    ask: Prompt
    seats: tuple[SeatView, ...]
    continuations: tuple[str, ...] = ()

    @property
    def ends(self) -> TapButton | None:
        """The button that ends the evening, where that is an answer."""
        return tap_button(self.ask.end_offer) if self.ask.end_offer else None

    @property
    def again(self) -> TapButton | None:
        """The button for one more hand, where all that was agreed on is played."""
        return tap_button(self.ask.again) if self.ask.again else None


# What a page for a rarer entry shows, by what was chosen or typed; None: not now.
BuildSheet = Callable[[T, FormData], SheetView | None]


def _no_facts(_: Options) -> Mapping[str, object]:
    return {}


def _not_put_together(_: FormData) -> str:
    return ""


@dataclass(frozen=True)
class BoardSetup:
    """How the board of a game is laid at set-up, besides ready boards and taking pots away.

    ``view`` gives what ``setup/picture.html`` and ``setup/more.html`` of its folder draw of the
    pots, whatever was sent as such; None: there are no such templates. ``names``
    are those of ready boards that do not bear the name of their game. ``typed`` gives the pot that
    was put together on the form; it raises InvalidValue. ``faces`` are the money
    cards that a game is known by.
    """

    view: Callable[[tuple[str, ...]], object] | None = None
    names: Mapping[str, Sentence] = field(default_factory=dict)
    typed: Callable[[FormData], str] = _not_put_together
    faces: Callable[[Game], tuple[str, ...]] = lambda _: ()


class GlossaryWord(NamedTuple):
    """A word of the trade, what it means in a sentence, and cards that show it."""

    name: Sentence
    meaning: Sentence
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Screen(Generic[T, V, H]):
    """How the tables of a game are drawn. Its templates are in ``templates/games/<folder>/``.

    ``view`` gives what ``felt.html`` and ``ask.html`` draw, ``sheets`` what those in ``sheets/``
    do. ``memory`` gives the memory aid. Of the rules page, ``templates/rules/<folder>.html``,
    ``rule_facts`` are what it names besides options. ``hints`` say by kinds of questions what to do
    with the cards, ``glossary`` what a hint's words of the trade mean. ``adjust_tap`` adds to the
    entry of a button what was chosen before it, ``complete_entry`` to that of a form what its table
    knows; it raises Refused. ``show_answers`` puts into a view what players have told of an entry
    of all; ``confirm`` asks about an entry that may be meant otherwise, before it is made.
    ``board`` lays its board at set-up. ``next_plays`` gives what ``lookahead.html`` draws of how a
    player may go on after an entry.
    """

    folder: str
    view: Callable[[T, LastChange], V]
    sheets: Mapping[str, BuildSheet[T]] = field(default_factory=dict)
    memory: Callable[[T], object] | None = None
    rule_facts: Callable[[H], Mapping[str, object]] = _no_facts
    hints: Callable[[T], Mapping[str, Sentence]] = lambda _: {}
    glossary: Callable[[T], Mapping[str, tuple[GlossaryWord, ...]]] = lambda _: {}
    adjust_tap: Callable[[Raw, FormData], Raw] = lambda raw, _: raw
    complete_entry: Callable[[T, Raw], Raw] = lambda _, raw: raw
    show_answers: Callable[[T, V, Mapping[str, int]], V] = lambda _, view, __: view
    board: BoardSetup = field(default_factory=BoardSetup)
    confirm: Callable[[T, Raw], Sentence | None] = lambda _, __: None
    next_plays: Callable[[T, Entry], object | None] = lambda _, __: None


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
