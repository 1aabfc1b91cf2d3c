"""Joint entries: players answer on their own devices, and the last answer makes the entry."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b

from flask import request

from companion.core.entries.parsing import InvalidJson, parse_json
from companion.core.entries.schema import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import refusal_sentence
from companion.core.log.log import Log
from companion.core.prompts import JointPrompt, Prompt
from companion.core.sentences import Sentence, say
from companion.core.words import NameList
from companion.store.entries import (
    StaleVersion,
    Tap,
    append_entry,
    get_partial_answers,
    save_partial_answer,
)
from companion.store.table_cache import LoadedTable
from companion.store.tables import load_table
from companion.web.access import OWN_ANSWER, current_table_access, require_taps_allowed
from companion.web.components.card_picker import SheetView, card_grid, tapped_cards
from companion.web.components.entry_form import KEY, FormData, entry_from_form
from companion.web.components.screen import TableView
from companion.web.games import screen_of

# The most numbers that are shown as buttons; beyond that a number is typed.
MAX_BUTTONS = 13


@dataclass(frozen=True, slots=True)
class JointEntry:
    """An entry that all players answer together, and the answers so far, by player."""

    table: Table
    prompt: JointPrompt
    answers: Mapping[str, Raw]

    def number_of(self, player: str) -> int | None:
        """Return a player's number, typed or computed from cards; None if there is none."""
        answer = self.answers.get(player, {})
        number = answer.get(self.prompt.number.key, {}).get(player)
        cards = answer.get(self.prompt.cards, {}).get(player)
        return self.prompt.card_value(cards) if cards and self.prompt.card_value else number

    def answer_sentence(self, player: str) -> Sentence | None:
        """Return a player's answer in short form; None without one."""
        if player not in self.answers:
            return None
        number = self.number_of(player)
        return say("went out") if number is None else say("said {number}", number=number)

    @property
    def waits_for(self) -> tuple[str, ...]:
        return tuple(player for player in self.prompt.players if player not in self.answers)

    @property
    def refusal(self) -> Sentence | None:
        """The reason why the complete entry is refused; None if it is valid or incomplete."""
        try:
            raw = self.prompt.combine_answers(self.answers)
        except Refused as error:
            return error.sentence
        return refusal_sentence(self.table, _complete(self.table, raw)) if raw else None


def get_joint_entry(evening: LoadedTable, prompt: Prompt) -> JointEntry | None:
    joint = prompt.joint
    return JointEntry(evening.table, joint, get_partial_answers(evening)) if joint else None


def show_answers(joint_entry: JointEntry, view: TableView) -> None:
    """Show the answers so far on the seats, and in the other places that the game has for them."""
    if not joint_entry.answers:
        return
    badges = {seat.name: joint_entry.answer_sentence(seat.name) for seat in view.seats}
    view.seats = tuple(
        replace(seat, badges=(*seat.badges, badge)) if (badge := badges[seat.name]) else seat
        for seat in view.seats
    )
    numbers = {p: n for p in joint_entry.answers if (n := joint_entry.number_of(p)) is not None}
    screen = screen_of(joint_entry.table.setup.game)
    screen.show_answers(joint_entry.table, view, numbers)


def prefill_answers(joint_entry: JointEntry, fields: FormData) -> FormData:
    """Return `fields` with the answers so far added, unless somebody has filled in any."""
    if any(name.startswith(KEY) for name in fields):
        return fields
    form = FormData(fields)
    for raw in joint_entry.answers.values():
        for key, values in raw.items():
            for player, value in values.items() if isinstance(values, dict) else ():
                texts = value if isinstance(value, list) else [str(value)]
                form.setlist(f"{KEY}{key}:{player}", texts)
    return form


# what a player enters


def save_own_answer(token: str, tap: Tap) -> LoadedTable | None:
    """Store a player's answer, and append the joint entry once all have answered.

    Return the table; None if the tap is no such answer. Raises Refused, StaleVersion, NotAllowed.
    """
    access = current_table_access()
    if access.player is None:
        return None
    evening = load_table(token)
    prompt = evening.log.setup.game.current_prompt(evening.table).joint
    raw = _posted_answer(evening.log) if prompt else None
    if prompt is None or raw is None or not prompt.is_partial_answer(raw, access.player):
        return None
    require_taps_allowed(access)
    if evening.version != tap.version:
        raise StaleVersion
    prompt.check_partial_answer(raw, access.player, evening.table.cards)
    save_partial_answer(evening, access.player, raw)
    return _append_if_complete(evening, prompt, tap) or evening


def _posted_answer(log: Log) -> Raw | None:
    """Return the posted entry; None if it cannot be parsed."""
    text, do = request.form.get("entry"), request.form.get("do", "")
    if text is None:
        if do not in log.setup.game.entries:
            return None
        return _complete(log.table, entry_from_form(log.table, {"do": do}, request.form, KEY))
    try:
        raw = parse_json(text)
    except InvalidJson:
        return None
    return raw if isinstance(raw, dict) else None


def _complete(table: Table, raw: Raw) -> Raw:
    return screen_of(table.setup.game).complete_entry(table, raw)


def _append_if_complete(evening: LoadedTable, prompt: JointPrompt, tap: Tap) -> LoadedTable | None:
    """Append the joint entry if it is complete and valid. Return the table, or None.

    If two players complete it at once, its key lets only one append it.
    """
    joint_entry = JointEntry(evening.table, prompt, get_partial_answers(evening))
    if joint_entry.waits_for or joint_entry.refusal:
        return None
    raw = _complete(evening.table, prompt.combine_answers(joint_entry.answers) or {})
    key = blake2b(json.dumps([evening.version, raw]).encode(), digest_size=16).hexdigest()
    return append_entry(evening.token, replace(tap, key=key, parse_entry=lambda _: raw, seat=""))


# what a player sees of it


class OwnAnswer:
    """A player's part of a joint entry: numbers to tap, or a field to type one.

    `out` is the entry of the player who went out; `cards` is whether cards may be tapped on a
    sheet. `sentence` describes the answer, `waits_for` lists the players who have not answered.
    With `is_expected` others have answered, but not this player. `refusal` is the reason why a
    complete entry is refused.
    """

    def __init__(self, joint_entry: JointEntry, player: str) -> None:
        prompt, number = joint_entry.prompt, joint_entry.prompt.number
        highest = MAX_BUTTONS if number.maximum is None else number.maximum
        tiles = range(number.minimum, highest + 1) if highest < MAX_BUTTONS else ()
        self.label, self.do, self.cards = prompt.label, prompt.do, bool(prompt.cards)
        self.tiles = [(n, json.dumps({"do": self.do, number.key: {player: n}})) for n in tiles]
        self.field = f"{KEY}{number.key}:{player}"
        self.minimum, self.step = number.minimum, prompt.step
        out = {"do": self.do, prompt.out_field: player}
        self.out = json.dumps(out) if prompt.out_field else ""
        self.number = joint_entry.number_of(player)
        self.sentence = joint_entry.answer_sentence(player)
        self.waits_for = NameList(joint_entry.waits_for)
        self.is_expected = bool(joint_entry.answers) and player not in joint_entry.answers
        self.refusal = joint_entry.refusal


def own_answer_sheet(
    joint_entry: JointEntry | None, name: str, fields: FormData, player: str
) -> SheetView | None:
    """Return the sheet for a player's remaining cards, with their value in points.

    None if they are not asked for.
    """
    prompt = joint_entry.prompt if joint_entry else None
    if prompt is None or name != OWN_ANSWER or not prompt.cards or player not in prompt.players:
        return None
    field = f"{KEY}{prompt.cards}:{player}"
    rows = card_grid(fields.getlist(field), prompt.packs, prompt.jokers)
    cards = tapped_cards(rows)
    return SheetView(
        template="devices/seat/own_answer.html",
        title=prompt.label,
        do=prompt.do,
        field=field,
        rows=rows,
        points=prompt.card_value(cards) if prompt.card_value else len(cards),
    )
