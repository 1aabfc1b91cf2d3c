"""What players of the stops family may answer on devices of their own, besides the usual."""

from collections.abc import Iterable

from companion.core.entries.entry import Entry
from companion.core.entries.writing import PartialEntry
from companion.core.offers import JointPrompt, NumberInput, Offer
from companion.core.sentences import Sentence, say
from companion.games.stops.dumps import DUMPS, players_who_may_dump
from companion.games.stops.endings import Show, Totals
from companion.games.stops.entries import Dump, Out
from companion.games.stops.state import StopsTable
from companion.games.stops.unseen import players_who_may_show

Own = dict[str, tuple[Offer, ...]]


def show_offers(table: StopsTable) -> Own:
    """Offer to those who still hold cards to show them."""
    words, mine = say("{player} shows"), say("I show what I have left")
    return _on_a_sheet(Show, players_who_may_show(table), words, mine)


def dump_offers(table: StopsTable) -> Own:
    """Offer to those who can to put four cards down."""
    if not any(pot in DUMPS for pot in table.pots):
        return {}
    words, mine = say("{player} lays down four cards"), say("I lay down four cards")
    return _on_a_sheet(Dump, players_who_may_dump(table), words, mine)


def _on_a_sheet(kind: type[Entry], players: Iterable[str], words: Sentence, mine: Sentence) -> Own:
    return {
        player: (
            Offer(
                PartialEntry(kind, {"player": player}),
                words.with_facts(player=player),
                needs_form=True,
                own_label=mine,
            ),
        )
        for player in players
    }


def joint_going_out(table: StopsTable) -> JointPrompt:
    """Ask everybody who went out of a hand kept in chips only, and for the cards left."""
    label = say("When somebody is out: how many cards do you have left?")
    return JointPrompt(
        PartialEntry(Out),
        label,
        table.current_hand.players,
        NumberInput("left"),
        out_field="player",
    )


def joint_totals(table: StopsTable) -> JointPrompt:
    """Ask everybody what the cards count that are held in a blocked hand."""
    label = say("What do the cards that you have left add up to?")
    return JointPrompt(PartialEntry(Totals), label, table.present, NumberInput("points", 0))
