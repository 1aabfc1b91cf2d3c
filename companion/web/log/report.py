"""Reports of what happened: entries that were possible, and corrections of players."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from companion.core.accounts import Pot
from companion.core.cards import PACK
from companion.core.entries.fields import EntryField, FieldKind
from companion.core.entries.schema import Entry, Raw, entry_fields
from companion.core.entries.standard import Borrow, Show
from companion.core.game import Table
from companion.core.log.timeline import action_name
from companion.core.offers import is_kind_possible
from companion.core.sentences import Sentence, say
from companion.web.components.card_picker import TileRow, offer_rows
from companion.web.components.seats_and_pots import TapButton, tap_button, tap_buttons

# Kinds that cannot explain why a hand goes on differently than the screen expects, or that are on
# the sheet of a player.
EXCLUDED_KINDS = frozenset(
    (
        "borrow",
        "break-off",
        "buy-in",
        "chips-only",
        "end",
        "enforce",
        "last-hand",
        "leave",
        "misdeal",
        "pay",
        "recount",
        "repay",
        "waive",
    )
)

# The numbers that are offered as buttons, such as bids.
NUMBERS = range(13)


class Answer(NamedTuple):
    """An entry that may be reported: as JSON without its player, or the `do` of its form.

    If it has neither, it is on the sheet of its player.
    """

    label: Sentence
    entry: str = ""
    form: str = ""


# Whom chips are borrowed from, or repaid to, depends on the player.
CHIPS = Answer(say("Borrow, pay, repay, or buy chips"))


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """The entries of one kind; if they play cards, `pack` has one for each card."""

    title: Sentence
    answers: tuple[Answer, ...] = ()
    pack: tuple[TileRow, ...] = ()


def possible_answers(table: Table) -> tuple[AnswerGroup, ...]:
    """Return the entries that may be reported, by kind, with the possible ones first."""
    kinds, otherwise = table.setup.game.kinds, list[AnswerGroup]()
    has_chips = Borrow.do in kinds and table.phase != "over"
    now = [AnswerGroup(CHIPS.label, (CHIPS,))] if has_chips else []
    for kind in kinds.values():
        if kind.do not in EXCLUDED_KINDS:
            groups = now if is_kind_possible(table, kind) else otherwise
            groups.append(_answer_group(table, kind))
    return (
        *_join_single_answers(say("Possible now"), now),
        *_join_single_answers(say("Or one of these entries"), otherwise),
    )


def _join_single_answers(title: Sentence, groups: list[AnswerGroup]) -> Iterator[AnswerGroup]:
    """Yield a group of all single answers, as these take a line, then the other groups."""
    answers = tuple(group.answers[0] for group in groups if len(group.answers) == 1)
    if answers:
        yield AnswerGroup(title, answers)
    yield from (group for group in groups if len(group.answers) != 1)


def _answer_group(table: Table, kind: type[Entry]) -> AnswerGroup:
    keys = entry_fields(kind)
    fields = [key for key in keys.values() if key.is_required and key.name != kind.own_field]
    if len(fields) == 1 and fields[0].kind is FieldKind.CARDS_IN_A_ROW:
        plays = {card: _entry_json(kind, fields[0], [card]) for card in PACK}
        return AnswerGroup(kind.title, pack=offer_rows(plays))
    values = _possible_values(table, fields[0]) if len(fields) == 1 and kind.own_field else ()
    answers = tuple(Answer(words, _entry_json(kind, fields[0], value)) for value, words in values)
    if answers:
        return AnswerGroup(kind.title, answers)
    if fields or (len(keys) > 1 and not kind.is_dealers):
        return AnswerGroup(kind.title, (Answer(kind.title, form=kind.do),))
    raw, words = {"do": kind.do}, kind.title
    if not kind.own_field:
        words = table.setup.game.entry_sentence(raw)
    return AnswerGroup(kind.title, (Answer(words, json.dumps(raw)),))


def player_corrections(table: Table) -> tuple[tuple[str, int | None, TapButton], ...]:
    """Return who may count their cards again, with the expected number and a button."""
    cards_left = table.setup.game.review.cards_left(table)
    offers = table.setup.game.correction_offers(table)
    return tuple((p, cards_left.get(p), tap_button(offer)) for p in offers for offer in offers[p])


def possible_shows(table: Table) -> tuple[TapButton, ...]:
    """Return a button for each player who may have shown cards that were not entered."""
    prompt = table.setup.game.current_prompt(table)
    offers = chain(prompt.buttons, *prompt.own_offers.values())
    return tap_buttons(offer for offer in offers if offer.raw["do"] == Show.do and offer.needs_form)


def _entry_json(kind: type[Entry], key: EntryField, value: object) -> str:
    return json.dumps({"do": kind.do, key.name: value})


def _possible_values(table: Table, key: EntryField) -> Iterator[tuple[object, Sentence]]:
    if key.kind is FieldKind.POT:
        yield from ((pot, say("{pot}", pot=Pot(pot))) for pot in table.pots)
    elif key.kind in (FieldKind.NUMBER, FieldKind.COUNT):
        yield from ((number, say("{n}", n=number)) for number in NUMBERS)


def entry_from_report(table: Table, raw: Raw, player: str | None) -> Raw:
    """Return the entry of a report; `player` becomes its player, unless it has one."""
    kind = table.setup.game.kinds.get(action_name(raw))
    if kind is None or not kind.own_field or player is None or kind.own_field in raw:
        return raw
    several = entry_fields(kind)[kind.own_field].kind is FieldKind.PLAYERS
    return {**raw, kind.own_field: [player] if several else player}
