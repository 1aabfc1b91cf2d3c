"""The sheets of Wanagan: the cards that a player reveals, and a cup that several share."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.sentences import Sentence, say
from companion.games.wanagan.game import (
    WanaganTable,
    open_pots,
    possible_claims,
    winners_so_far,
    yet_to_show,
)
from companion.games.wanagan.hands import claims
from companion.games.wanagan.words import CUP_WORDS, revealed_words
from companion.web.parts.by_keys import KEY, key_chosen
from companion.web.parts.forms import Fields
from companion.web.parts.pack import picture, tapped_on
from companion.web.parts.screen import Sheet
from companion.web.parts.sheet import PackSheet, SharedSheet

HAND = 5

Claim = tuple[str, Sentence, Sentence]
"""A cup that a hand may stand for, its name, and the hand in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealedSheet(PackSheet):
    """The cards that a player reveals: how many are ``missing``, and what they may stand for."""

    wild: tuple[str, ...]
    missing: int
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CupSheet(SharedSheet):
    """A cup that several share, one of ``cups``."""

    cups: tuple[tuple[str, Sentence], ...]


def ask_five_cards(table: WanaganTable, fields: Fields) -> RevealedSheet | None:
    """Draw the pack, to tap five cards; then what they may stand for."""
    waiting = yet_to_show(table)
    player = key_chosen(fields, "player") or next(iter(waiting), "")
    if not table.judging or player not in waiting:
        return None
    seen = [card for shown in table.shown.values() for card in shown.cards]
    rows = picture(fields.getlist(KEY + "cards"), table.packs, seen=seen)
    cards = tapped_on(rows)
    return RevealedSheet(
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
    made = claims(cards, table.wild) if cups else {}
    return tuple((cup, CUP_WORDS[cup], revealed_words(cup, made[cup])) for cup in cups)


def ask_cup_winners(table: WanaganTable, fields: Fields) -> CupSheet | None:
    """Ask for the winners who share a cup, or nobody: the one that the board marks, or another."""
    pots = open_pots(table)
    if not pots:
        return None
    had = winners_so_far(table)
    one = len(pots) == 1
    return CupSheet(
        title=say("Who shares it?") if one else say("Who shares which cup?"),
        cups=tuple((pot, CUP_WORDS[pot]) for pot in pots),
        pot=key_chosen(fields, "pot") or pots[0],
        players=tuple(player for player in table.present if player not in had),
        tapped=tuple(fields.getlist(KEY + "players")),
    )


SHEETS: Mapping[str, Sheet[WanaganTable]] = {"show": ask_five_cards, "award": ask_cup_winners}
"""The sheets by name."""
