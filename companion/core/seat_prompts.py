"""Prompts of one seat, and entries that several players answer together."""

from collections.abc import Iterator, Mapping
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

    `blank` is an entry of the player's own that still needs a pot or a number, `together` a joint
    entry that the player answers in part.
    """

    tiles: tuple[Offer, ...] = ()
    buttons: tuple[Offer, ...] = ()
    blank: EntryTemplate | None = None
    together: JointPrompt | None = None

    def __bool__(self) -> bool:
        return bool(self.tiles or self.buttons or self.blank)


def seat_prompt(table: Table, ask: Prompt, player: str) -> SeatPrompt:
    """Return the part of a prompt that concerns one player."""
    answers = chain(ask.seats.get(player, ()), ask.buttons, ask.own_offers.get(player, ()))
    together = ask.joint
    blank = _own_blank(table, ask.template, player)
    return SeatPrompt(
        tuple(tile for tile in ask.tiles if belongs_to_player(table, tile.raw, player)),
        (
            *(offer for offer in answers if belongs_to_player(table, offer.raw, player)),
            *_wins(blank),
        ),
        blank if blank and blank.missing else None,
        together if together and player in together.players else None,
    )


def _wins(blank: EntryTemplate | None) -> tuple[Offer, ...]:
    """Offer a template that needs no more values once the player is filled in."""
    if blank is None or blank.missing:
        return ()
    return (Offer(blank.entry, blank.label, own_label=say("I win it")),)


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


def _own_blank(table: Table, blank: EntryTemplate | None, player: str) -> EntryTemplate | None:
    """Return a template with `player` filled in, or None if it is not theirs."""
    if blank is None:
        return None
    who = blank.player_choice
    if who is not None and player in who.names:
        values = {who.key: (player,) if who.several else player}
        missing = tuple(part for part in blank.missing if part is not who)
        blank = replace(blank, entry=blank.entry.with_values(**values), missing=missing)
    return blank if belongs_to_player(table, blank.raw, player) else None


def is_partial_answer(joint_prompt: JointPrompt, raw: Raw, player: str) -> bool:
    """Return whether `raw` answers a joint prompt for `player` alone."""
    is_asked = raw.get("do") == joint_prompt.do and player in joint_prompt.players
    return is_asked and all(name == player for name in _names_in(raw))


def _names_in(raw: Raw) -> Iterator[object]:
    for key, value in raw.items():
        if key != "do":
            yield from value if isinstance(value, dict) else (value,)


def check_partial_answer(table: Table, joint_prompt: JointPrompt, raw: Raw, player: str) -> None:
    """Raise Refused (`bad-count`, `unknown-card`) if `player` cannot have this answer."""
    values = {key: value for key, value in raw.items() if key != "do"}
    number = _of(values.get(joint_prompt.number.key), player)
    cards = _of(values.get(joint_prompt.cards), player) if joint_prompt.cards else None
    if joint_prompt.out_field and values == {joint_prompt.out_field: player}:
        return
    if len(values) == 1 and cards and isinstance(cards, list):
        _check_cards(table, cards)
    elif len(values) == 1 and type(number) is int:
        _check_number(joint_prompt, number, player)
    else:
        raise Refused("bad-count", "What does {player} report?", player=player)


def _of(values: object, player: str) -> object:
    return values.get(player) if isinstance(values, dict) else None


def _check_cards(table: Table, cards: list[object]) -> None:
    for card in cards:
        if card not in table.cards:
            raise Refused("unknown-card", "There is no card {card}.", card=quote_input(card))


def _check_number(joint_prompt: JointPrompt, number: int, player: str) -> None:
    least, most = joint_prompt.number.least, joint_prompt.number.most
    if number < least or (most is not None and number > most) or number % joint_prompt.step:
        raise Refused("bad-count", "{player} cannot have {number}.", player=player, number=number)


def combine_answers(joint_prompt: JointPrompt, parts: Mapping[str, Raw]) -> Raw | None:
    """Return the entry that the answers of all players add up to; None while one is missing.

    Raises Refused (`bad-count`) if nobody, or more than one player, would have gone out.
    """
    if any(player not in parts for player in joint_prompt.players):
        return None
    raw = dict(serialize_entry(joint_prompt.entry))
    for player in joint_prompt.players:
        for key, value in parts[player].items():
            # a field by player is merged; any other one names who went out
            raw[key] = {**raw.get(key, {}), **value} if isinstance(value, dict) else value
    _check_out(joint_prompt, parts, raw)
    return raw


def _check_out(joint_prompt: JointPrompt, parts: Mapping[str, Raw], raw: Raw) -> None:
    out = [
        player
        for player in joint_prompt.players
        if joint_prompt.out_field and joint_prompt.out_field in parts[player]
    ]
    if len(out) > 1:
        raise Refused("bad-count", "{players} cannot all have gone out.", players=NameList(out))
    if joint_prompt.out_field and joint_prompt.out_field not in raw:
        raise Refused(
            "bad-count", "Still to be answered: {question}", question=say("Who went out?")
        )
