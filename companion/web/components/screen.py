"""The parts of a game's screen: its view, sheets, hints and board."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, NamedTuple

from typing_extensions import TypeVar

from companion.core.entries.schema import Entry, Raw
from companion.core.entries.standard import ReturnToSeat
from companion.core.game import Game, Table
from companion.core.handlers import absent_sharers, refusal_sentence
from companion.core.offers import END
from companion.core.options import Options
from companion.core.prompts import Offer
from companion.core.sentences import Sentence, say
from companion.web.components.card_picker import SheetView
from companion.web.components.entry_form import FormData, template_fields
from companion.web.components.seats_and_pots import (
    LastChange,
    TapButton,
    pot_view,
    seat_views,
    tap_button,
    tap_buttons,
)

T = TypeVar("T", bound=Table, default=Table)
V = TypeVar("V", bound="TableView", default="TableView")
H = TypeVar("H", bound=Options, default=Options)


class TableView:
    """What every game's page draws of a table; each screen adds what its templates need.

    `continuations` are the cards to which the player's run may continue, `findings` what breaks a
    rule, `headline` who went out, with the sources of the chips won.
    """

    continuations: tuple[str, ...] = ()
    findings: tuple[object, ...] = ()
    headline: tuple[Sentence, str] | None = None
    last_hand: bool = False
    next_card: str | None = None

    def __init__(self, table: T, last_change: LastChange) -> None:
        self.prompt = prompt = table.setup.game.current_prompt(table)
        self.seats = seat_views(table, prompt, last_change)
        self.pot_view = partial(pot_view, table, prompt, last_change)
        self.buttons = tap_buttons(prompt.buttons)
        self.known_fields = template_fields(prompt.template)

    @property
    def end_button(self) -> TapButton | None:
        """The button that ends the evening, if that is possible."""
        return tap_button(self.prompt.end_offer) if self.prompt.end_offer else None

    @property
    def again_button(self) -> TapButton | None:
        """The button for one more hand, once all agreed hands are played."""
        return tap_button(self.prompt.again) if self.prompt.again else None


# Returns the sheet for a rarer entry, by what was chosen or typed; None: not now.
BuildSheet = Callable[[T, FormData], SheetView | None]


@dataclass(frozen=True)
class BoardSetup:
    """How set-up draws the board of a game.

    `view` returns what `setup/picture.html` and `setup/more.html` of its folder draw for these
    pots, valid or not; None: it has no such templates. `names` are names of ready boards, if they
    differ from that of the game. `parse_pot` returns the pot put together on the form, or raises
    InvalidValue. `symbols` returns the money cards that stand for the game in lists.
    """

    view: Callable[[tuple[str, ...]], object] | None = None
    names: Mapping[str, Sentence] = field(default_factory=dict)
    parse_pot: Callable[[FormData], str] = lambda _: ""
    symbols: Callable[[Game], tuple[str, ...]] = lambda _: ()


class GlossaryWord(NamedTuple):
    name: Sentence
    meaning: Sentence
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Screen(Generic[T, V, H]):
    """How the tables of a game are drawn, by the templates in `templates/games/<folder>/`.

    `view` makes what `felt.html` and `ask.html` draw, `sheets` what those in `sheets/` draw,
    `memory` the memory aid, and `next_plays` what `lookahead.html` draws after an entry.
    `rule_facts` are variables of `templates/rules/<folder>.html` besides the options. `hints` are
    sentences by kind of prompt, and `glossary` explains words in them. `adjust_tap` adds what was
    chosen before to the entry of a button. `complete_entry` adds to the entry on a form what the
    table knows, or raises Refused. `show_answers` adds partial answers to a view. `confirm` returns
    a question about a doubtful entry, or None. `board` draws the board at set-up.
    """

    folder: str
    view: Callable[[T, LastChange], V]
    sheets: Mapping[str, BuildSheet[T]] = field(default_factory=dict)
    memory: Callable[[T], object] | None = None
    rule_facts: Callable[[H], Mapping[str, object]] = lambda _: {}
    hints: Callable[[T], Mapping[str, Sentence]] = lambda _: {}
    glossary: Callable[[T], Mapping[str, tuple[GlossaryWord, ...]]] = lambda _: {}
    adjust_tap: Callable[[Raw, FormData], Raw] = lambda raw, _: raw
    complete_entry: Callable[[T, Raw], Raw] = lambda _, raw: raw
    show_answers: Callable[[T, V, Mapping[str, int]], None] = lambda *_: None
    board: BoardSetup = field(default_factory=BoardSetup)
    confirm: Callable[[T, Raw], Sentence | None] = lambda _, __: None
    next_plays: Callable[[T, Entry], object | None] = lambda _, __: None


def end_sheet(table: Table, _: FormData) -> SheetView | None:
    """Return the sheet that asks which former players share the pots; None if none would.

    Its `ends` are the ways to end the evening, and `back` seats former players first.
    """
    back = sharer_buttons(table)
    if not back or refusal_sentence(table, END.raw):
        return None
    return SheetView(title=END.label, about=None, back=back, ends=tap_buttons((END,)))


def sharer_buttons(table: Table) -> tuple[TapButton, ...]:
    """Return the buttons that bring former players back, so that they share the pots."""
    words = say("{player} gets a share too")
    offers = (Offer(ReturnToSeat(p), words.with_facts(player=p)) for p in absent_sharers(table))
    return tap_buttons(offer for offer in offers if not refusal_sentence(table, offer.raw))
