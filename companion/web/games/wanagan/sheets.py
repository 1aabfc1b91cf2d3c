"""The sheets of Wanagan: the cards that a player reveals, and a cup that several share."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.sentences import Sentence, say
from companion.games.wanagan.game import (
    WanaganTable,
    open_pots,
    players_to_reveal,
    possible_claims,
    winners_so_far,
)
from companion.games.wanagan.hands import cup_claims
from companion.games.wanagan.words import CUP_WORDS, reveal_sentence
from companion.web.parts.by_keys import KEY, form_value
from companion.web.parts.forms import FormData
from companion.web.parts.pack import card_grid, tapped_cards
from companion.web.parts.screen import BuildSheet
from companion.web.parts.sheet import CardSheet, SharedPotSheet

HAND = 5

Claim = tuple[str, Sentence, Sentence]
"""A cup that a hand may stand for, its name, and the hand in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealSheet(CardSheet):
    """The cards that a player reveals: how many are ``missing``, and what they may stand for."""

    wild: tuple[str, ...]
    missing: int
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CupSheet(SharedPotSheet):
    """A cup that several share, one of ``cups``."""

    cups: tuple[tuple[str, Sentence], ...]


def reveal_sheet(table: WanaganTable, fields: FormData) -> RevealSheet | None:
    """Draw the pack, to tap five cards; then what they may stand for."""
    waiting = players_to_reveal(table)
    player = form_value(fields, "player") or next(iter(waiting), "")
    if not table.pots_at_stake or player not in waiting:
        return None
    seen = [card for shown in table.revealed.values() for card in shown.cards]
    rows = card_grid(fields.getlist(KEY + "cards"), table.packs, seen=seen)
    cards = tapped_cards(rows)
    return RevealSheet(
        title=say("What does {player} show?", player=player),
        player=player,
        players=waiting,
        rows=rows,
        wild=table.wild,
        missing=HAND - len(cards),
        claims=_claims(table, cards),
    )


def _claims(table: WanaganTable, cards: tuple[str, ...]) -> tuple[Claim, ...]:
    """List the cups that the cards could stand for."""
    cups = possible_claims(table, cards)
    made = cup_claims(cards, table.wild) if cups else {}
    return tuple((cup, CUP_WORDS[cup], reveal_sentence(cup, made[cup])) for cup in cups)


def cup_winners_sheet(table: WanaganTable, fields: FormData) -> CupSheet | None:
    """Ask for the winners who share a cup, or nobody: the one that the board marks, or another."""
    pots = open_pots(table)
    if not pots:
        return None
    had = winners_so_far(table)
    one = len(pots) == 1
    return CupSheet(
        title=say("Who shares it?") if one else say("Who shares which cup?"),
        cups=tuple((pot, CUP_WORDS[pot]) for pot in pots),
        pot=form_value(fields, "pot") or pots[0],
        players=tuple(player for player in table.present if player not in had),
        tapped=tuple(fields.getlist(KEY + "players")),
    )


SHEETS: Mapping[str, BuildSheet[WanaganTable]] = {"show": reveal_sheet, "award": cup_winners_sheet}
"""The sheets by name."""
