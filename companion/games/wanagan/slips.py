"""What is tapped wrong in Wanagan: a card beside the one shown, who shows it, for which cup."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.core.accounts import Pot
from companion.core.entries.common import Award
from companion.core.entries.entry import Entry
from companion.core.entries.writing import serialize_entry
from companion.core.log.repair.common import adjacent_card_mistaps, other_player_shows
from companion.core.sentences import say
from companion.core.slip import Mistap
from companion.games.wanagan.entries import Next, Reveal
from companion.games.wanagan.game import WanaganTable, open_pots, possible_claims


def mistaps(_: WanaganTable) -> Callable[[WanaganTable, Entry], Iterator[Mistap]]:
    """Look back on a round: give what lists the slips of an entry."""
    return _slips


def _slips(table: WanaganTable, entry: Entry) -> Iterator[Mistap]:
    if isinstance(entry, Reveal):
        yield from _other_claims(table, entry)
        for player in table.others(entry.player):
            yield other_player_shows(table, player, entry.player, replace(entry, player=player))
        yield from adjacent_card_mistaps(
            entry.player, entry.cards, lambda c: replace(entry, cards=c)
        )
    elif isinstance(entry, Next):
        yield from _forgotten(table)


def _other_claims(table: WanaganTable, entry: Reveal) -> Iterator[Mistap]:
    for pot in possible_claims(table, entry.cards):
        if entry.claim not in (None, pot):
            words = say("{player} claimed {pot}", player=entry.player, pot=Pot(pot))
            asks = say("Did {player} claim {pot}?")
            yield Mistap(
                "claim",
                (serialize_entry(replace(entry, claim=pot)),),
                words,
                question_template=asks,
            )


def _forgotten(table: WanaganTable) -> Iterator[Mistap]:
    """Think of a cup that was won before the reveal was closed."""
    for pot in open_pots(table):
        for player in table.present:
            award = serialize_entry(Award(pot, (player,)))
            words = say("{player} won {pot} before that", player=player, pot=Pot(pot))
            asks = say("Did {player} win {pot} before that?")
            yield Mistap(
                "forgotten award", (award, serialize_entry(Next())), words, question_template=asks
            )
