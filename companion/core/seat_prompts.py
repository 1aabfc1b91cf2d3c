"""The part of a prompt that one player answers, and entries that several answer together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain

from companion.core.entries.parsing import quote_input
from companion.core.entries.schema import Raw, serialize_entry
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.prompts import EntryTemplate, JointPrompt, Offer, Prompt
from companion.core.sentences import say
from companion.core.words import NameList


@dataclass(frozen=True, slots=True)
class SeatPrompt:
    """What one player is asked: `tiles` are cards or numbers, `buttons` the other answers.

    `template` is an entry of this player that still lacks a pot or a number; `joint` is an entry
    that all players answer together.
    """

    tiles: tuple[Offer, ...] = ()
    buttons: tuple[Offer, ...] = ()
    template: EntryTemplate | None = None
    joint: JointPrompt | None = None

    def __bool__(self) -> bool:
        return bool(self.tiles or self.buttons or self.template)


def seat_prompt(table: Table, prompt: Prompt, player: str) -> SeatPrompt:
    """Return the part of `prompt` that `player` may answer alone."""
    answers = chain(prompt.seats.get(player, ()), prompt.buttons, prompt.own_offers.get(player, ()))
    template = _own_template(table, prompt.template, player)
    return SeatPrompt(
        tuple(tile for tile in prompt.tiles if belongs_to_player(table, tile.raw, player)),
        (
            *(offer for offer in answers if belongs_to_player(table, offer.raw, player)),
            *_wins(template),
        ),
        template if template and template.missing else None,
        prompt.joint if prompt.joint and player in prompt.joint.players else None,
    )


def _wins(template: EntryTemplate | None) -> tuple[Offer, ...]:
    """Return the offer of an entry that is complete once the player is filled in."""
    if template is None or template.missing:
        return ()
    return (Offer(template.entry, template.label, own_label=say("I win it")),)


def belongs_to_player(table: Table, raw: Raw, player: str) -> bool:
    """Return whether an entry, complete or not, is one that `player` may enter alone."""
    do = raw.get("do")
    kind = table.setup.game.kinds.get(do) if isinstance(do, str) else None
    if kind is None:
        return False
    if kind.is_dealers:
        # with more fields (another dealer, counted piles) it concerns the whole table
        return len(raw) == 1 and player in table.present and player == table.deals
    return bool(kind.own_field) and raw.get(kind.own_field) in (player, [player])


def _own_template(
    table: Table, template: EntryTemplate | None, player: str
) -> EntryTemplate | None:
    """Return a template with `player` filled in; None if this player may not enter it."""
    if template is None:
        return None
    choice = template.player_choice
    if choice is not None and player in choice.names:
        values = {choice.key: (player,) if choice.several else player}
        missing = tuple(part for part in template.missing if part is not choice)
        template = replace(template, entry=template.entry.with_values(**values), missing=missing)
    return template if belongs_to_player(table, template.raw, player) else None


def is_partial_answer(joint_prompt: JointPrompt, raw: Raw, player: str) -> bool:
    """Return whether the entry `raw` is an answer to a joint prompt, for `player` alone."""
    if raw.get("do") != joint_prompt.do or player not in joint_prompt.players:
        return False
    values = [value for key, value in raw.items() if key != "do"]
    return all(
        {*value} <= {player} if isinstance(value, dict) else value == player for value in values
    )


def check_partial_answer(table: Table, joint_prompt: JointPrompt, raw: Raw, player: str) -> None:
    """Raise Refused (`bad-count`, `unknown-card`) if `raw` is no possible answer of `player`."""
    values = {key: value for key, value in raw.items() if key != "do"}
    number = _of(values.get(joint_prompt.number.key), player)
    cards = _of(values.get(joint_prompt.cards), player) if joint_prompt.cards else None
    if joint_prompt.out_field and values == {joint_prompt.out_field: player}:
        return
    if len(values) == 1 and cards and isinstance(cards, list):
        for card in cards:
            if card not in table.cards:
                raise Refused("unknown-card", "There is no card {card}.", card=quote_input(card))
    elif len(values) != 1 or type(number) is not int:
        raise Refused("bad-count", "What does {player} report?", player=player)
    elif not joint_prompt.takes(number):
        raise Refused("bad-count", "{player} cannot have {number}.", player=player, number=number)


def _of(values: object, player: str) -> object:
    return values.get(player) if isinstance(values, dict) else None


def combine_answers(joint_prompt: JointPrompt, parts: Mapping[str, Raw]) -> Raw | None:
    """Return the entry that the answers `parts`, by player, add up to; None while one is missing.

    Raises Refused (`bad-count`) if nobody, or more than one player, would have gone out.
    """
    if any(player not in parts for player in joint_prompt.players):
        return None
    raw = dict(serialize_entry(joint_prompt.entry))
    for player in joint_prompt.players:
        for key, value in parts[player].items():
            # a field by player is merged; any other one names who went out
            raw[key] = {**raw.get(key, {}), **value} if isinstance(value, dict) else value
    field = joint_prompt.out_field
    out = [player for player in joint_prompt.players if field and field in parts[player]]
    if len(out) > 1:
        raise Refused("bad-count", "{players} cannot all have gone out.", players=NameList(out))
    if field and field not in raw:
        raise Refused("bad-count", "Still to answer: {question}", question=say("Who went out?"))
    return raw
