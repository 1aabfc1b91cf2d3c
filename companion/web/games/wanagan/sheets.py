"""The sheets of Wanagan: the cards that a player reveals, and a cup that several share."""

from collections.abc import Mapping

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

HAND = 5


def ask_five_cards(table: WanaganTable, fields: Fields) -> Mapping[str, object] | None:
    """Draw the pack, to tap five cards; then what they may stand for."""
    waiting = yet_to_show(table)
    player = key_chosen(fields, "player") or next(iter(waiting), "")
    if not table.judging or player not in waiting:
        return None
    seen = [card for shown in table.shown.values() for card in shown.cards]
    rows = picture(fields.getlist(KEY + "cards"), table.packs, seen=seen)
    cards = tapped_on(rows)
    return {
        "title": say("What does {player} show?", player=player),
        "player": player,
        "others": waiting,
        "rows": rows,
        "wild": table.wild,
        "missing": HAND - len(cards),
        "claims": _claims(table, cards),
    }


def _claims(table: WanaganTable, cards: tuple[str, ...]) -> list[tuple[str, Sentence, Sentence]]:
    """Give every cup that the cards could stand for, its name, and the hand in words."""
    cups = possible_claims(table, cards)
    made = claims(cards, table.wild) if cups else {}
    return [(cup, CUP_WORDS[cup], revealed_words(cup, made[cup])) for cup in cups]


def ask_cup_winners(table: WanaganTable, fields: Fields) -> Mapping[str, object] | None:
    """Ask for the winners who share a cup, or nobody."""
    pots = open_pots(table)
    if not pots:
        return None
    had = winners_so_far(table)
    one = len(pots) == 1
    return {
        "title": say("Who shares it?") if one else say("Who shares which cup?"),
        "cups": [(pot, CUP_WORDS[pot]) for pot in pots],
        "pot": key_chosen(fields, "pot"),
        "players": [player for player in table.present if player not in had],
        "tapped": fields.getlist(KEY + "players"),
    }


SHEETS = {"show": ask_five_cards, "award": ask_cup_winners}
"""The sheets by name."""
