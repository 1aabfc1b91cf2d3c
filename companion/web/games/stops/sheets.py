"""The sheets of the stops family: cards left, totals, cards shown or dumped, winners of a pot."""

import json
from collections.abc import Mapping
from dataclasses import replace

from companion.core.accounts import Pot
from companion.core.asking.common import END
from companion.core.cards import PACK
from companion.core.ledger import POT
from companion.core.sentences import say
from companion.core.words import Card
from companion.games.stops.board import JUDGED_POTS
from companion.games.stops.dumps import may_dump
from companion.games.stops.entries import DUMMY
from companion.games.stops.finish import ACE_PIPS, COURT_PIPS, last_winner
from companion.games.stops.offers import TO_WINNER, may_have_been_last
from companion.games.stops.recounts import most_counted, recounted, recounts
from companion.games.stops.state import StopsTable
from companion.games.stops.unseen import deal_as_counted, may_show, unseen
from companion.web.parts.by_keys import KEY, key_chosen
from companion.web.parts.forms import Fields
from companion.web.parts.numbers import rows_of
from companion.web.parts.pack import TileRow, picture, tapped_on


def _picture(table: StopsTable, fields: Fields, without: str | None = None) -> tuple[TileRow, ...]:
    """Draw the pack, the cards that anybody may still hold to be tapped."""
    free = set(unseen(table)) - {without}
    return picture(fields.getlist(KEY + "cards"), seen=set(PACK) - free)


def ask_who_is_out(table: StopsTable, fields: Fields) -> Mapping[str, object] | None:
    """Ask who went out of a hand kept in chips only, and the cards left of the others.

    Where those are not paid for, they stand as they were dealt.
    """
    hand = table.live
    if hand is None or not hand.chips_only or table.phase != "play":
        return None
    usual = {} if table.options.per_card else hand.left
    return {
        "title": say("Who went out?"),
        "winners": [player for player in hand.players if player not in hand.penalties.cannot_win],
        "winner": key_chosen(fields, "player"),
        "rows": rows_of("left", fields, hand.left, usual),
    }


def piles(table: StopsTable, fields: Fields) -> Mapping[str, object] | None:
    """Ask for the cards of every pile before a deal; they stand as they should fall."""
    after = deal_as_counted(table)
    if after is None:
        return None
    counted = {**after.left, DUMMY: after.dead}
    rows = rows_of("piles", fields, dict.fromkeys(counted, len(PACK)), counted)
    rows = (*rows[:-1], replace(rows[-1], player=str(say("The dummy"))))
    return {"title": say("How many cards in each pile?"), "rows": rows}


def ask_totals(table: StopsTable, fields: Fields) -> Mapping[str, object] | None:
    """Ask for the card totals of a blocked hand."""
    hand = table.live
    if hand is None or table.phase not in ("blocked", "play"):
        return None
    most = {player: ACE_PIPS * cards for player, cards in hand.left.items()}
    rows = rows_of("points", fields, most)
    return {"title": say("Card totals"), "rows": rows, "court": COURT_PIPS, "ace": ACE_PIPS}


def ask_shown_cards(table: StopsTable, fields: Fields) -> Mapping[str, object] | None:
    """Show the picture of the pack, to tap what a player still holds."""
    waiting = may_show(table)
    player = key_chosen(fields, "player") or next(iter(waiting), "")
    if player not in waiting:
        return None
    cards, rows = table.now.left[player], _picture(table, fields)
    return {
        "title": say("What does {player} hold?", player=player),
        "player": player,
        "others": waiting,
        "recounts": player in recounts(table),
        "cards": cards,
        "missing": cards - len(tapped_on(rows)),
        "rows": rows,
    }


def ask_dump(table: StopsTable, fields: Fields) -> Mapping[str, object] | None:
    """Show the picture of the pack, to tap what goes down with the next card."""
    hand = table.live
    if hand is None or hand.next is None:
        return None
    last, _ = hand.run[-1]
    return {
        "title": say("Four cards on {card}", card=Card(last)),
        "next": hand.next,
        "last": last,
        "players": may_dump(table),
        "player": key_chosen(fields, "player"),
        "rows": _picture(table, fields, without=hand.next),
    }


def ask_pot_winners(table: StopsTable, fields: Fields) -> Mapping[str, object] | None:
    """Ask who shares a pot."""
    hand = table.live
    if hand is None or not hand.end.waiting:
        return None
    pot = hand.end.waiting[0]
    return {
        "title": say("Who shares {pot}?", pot=Pot(pot)),
        "pot": pot,
        "players": [player for player in table.present if player in hand.left],
        "tapped": fields.getlist(KEY + "players"),
    }


def ask_recount(table: StopsTable, fields: Fields) -> Mapping[str, object] | None:
    """Ask how many cards a player holds, or after the hand held at its end: one tap a number."""
    player = key_chosen(fields, "player") or ""
    if player not in recounts(table):
        return None
    hand, most = table.now, most_counted(table, player)
    return {
        "title": say("How many cards does {player} hold?", player=player),
        "player": player,
        "now": hand.left[player],
        "over": hand.end.over,
        "ways": [(n, json.dumps(recounted(table, player, n))) for n in range(1, most + 1)],
    }


def ask_last_hand(table: StopsTable, _: Fields) -> Mapping[str, object] | None:
    """Ask whether the hand just ended was the last one, where nobody has said so."""
    if not may_have_been_last(table):
        return None
    winner = last_winner(table)
    chips = sum(table.ledger.chips[POT + pot] for pot in table.pots if pot not in JUDGED_POTS)
    return {
        "title": say("Was that the last hand?"),
        "takes": say("Yes: {player} takes {chips}", player=winner, chips=chips),
        "shares": say("No: share them"),
        "last": json.dumps(TO_WINNER),
        "divided": json.dumps(END.raw),
    }


SHEETS = {
    "end": ask_last_hand,
    "recount": ask_recount,
    "out": ask_who_is_out,
    "piles": piles,
    "totals": ask_totals,
    "show": ask_shown_cards,
    "dump": ask_dump,
    "award": ask_pot_winners,
}
"""The sheets by name."""
