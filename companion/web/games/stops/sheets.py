"""The sheets of the stops family: cards left, totals, cards shown or dumped, winners of a pot."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.accounts import Pot
from companion.core.asking.common import END
from companion.core.cards import PACK
from companion.core.ledger import POT
from companion.core.sentences import Sentence, say
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
from companion.web.parts.numbers import NumberRow, rows_of
from companion.web.parts.pack import TileRow, picture, tapped_on
from companion.web.parts.screen import Sheet
from companion.web.parts.sheet import PackSheet, SharedSheet, SheetView


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersSheet(SheetView):
    """A number for everybody."""

    rows: tuple[NumberRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutSheet(NumbersSheet):
    """The cards left of everybody, and who went out: the ``winner`` of those who may have."""

    winners: tuple[str, ...]
    winner: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsSheet(NumbersSheet):
    """The points of everybody's cards, and what court cards and aces count."""

    court: int = COURT_PIPS
    ace: int = ACE_PIPS


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSheet(PackSheet):
    """The cards that a player still holds, how many are ``missing``, and whether to recount."""

    missing: int
    recounts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpSheet(PackSheet):
    """The cards laid down with the ``next`` one, on the ``last``."""

    last: str
    next: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecountSheet(SheetView):
    """The cards of a player as they are counted ``now``, and the entry of every other count."""

    player: str
    now: int
    over: bool
    ways: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHandSheet(SheetView):
    """Who ``takes`` the pots if the hand was the last, or that all have ``shares``: two entries."""

    takes: Sentence
    last: str
    shares: Sentence
    divided: str


def _picture(table: StopsTable, fields: Fields, without: str | None = None) -> tuple[TileRow, ...]:
    """Draw the pack, the cards that anybody may still hold to be tapped."""
    free = set(unseen(table)) - {without}
    return picture(fields.getlist(KEY + "cards"), seen=set(PACK) - free)


def ask_who_is_out(table: StopsTable, fields: Fields) -> OutSheet | None:
    """Ask who went out of a hand kept in chips only, and the cards left of the others.

    Where those are not paid for, they stand as they were dealt.
    """
    hand = table.live
    if hand is None or not hand.chips_only or table.phase != "play":
        return None
    usual = {} if table.options.per_card else hand.left
    barred = hand.penalties.cannot_win
    return OutSheet(
        title=say("Who went out?"),
        winners=tuple(player for player in hand.players if player not in barred),
        winner=key_chosen(fields, "player"),
        rows=rows_of("left", fields, hand.left, usual),
    )


def piles(table: StopsTable, fields: Fields) -> NumbersSheet | None:
    """Ask for the cards of every pile before a deal; they stand as they should fall."""
    after = deal_as_counted(table)
    if after is None:
        return None
    counted = {**after.left, DUMMY: after.dead}
    rows = rows_of("piles", fields, dict.fromkeys(counted, len(PACK)), counted)
    rows = (*rows[:-1], replace(rows[-1], player=str(say("The dummy"))))
    return NumbersSheet(title=say("How many cards in each pile?"), rows=rows)


def ask_totals(table: StopsTable, fields: Fields) -> TotalsSheet | None:
    """Ask for the card totals of a blocked hand."""
    hand = table.live
    if hand is None or table.phase not in ("blocked", "play"):
        return None
    most = {player: ACE_PIPS * cards for player, cards in hand.left.items()}
    return TotalsSheet(title=say("Card totals"), rows=rows_of("points", fields, most))


def ask_shown_cards(table: StopsTable, fields: Fields) -> ShownSheet | None:
    """Show the picture of the pack, to tap what a player still holds."""
    waiting = may_show(table)
    player = key_chosen(fields, "player") or next(iter(waiting), "")
    if player not in waiting:
        return None
    cards, rows = table.now.left[player], _picture(table, fields)
    return ShownSheet(
        title=say("What does {player} hold?", player=player),
        player=player,
        players=waiting,
        recounts=player in recounts(table),
        cards=cards,
        missing=cards - len(tapped_on(rows)),
        rows=rows,
    )


def ask_dump(table: StopsTable, fields: Fields) -> DumpSheet | None:
    """Show the picture of the pack, to tap what goes down with the next card."""
    hand = table.live
    if hand is None or hand.next is None:
        return None
    last, _ = hand.run[-1]
    return DumpSheet(
        title=say("Four cards on {card}", card=Card(last)),
        next=hand.next,
        last=last,
        players=may_dump(table),
        player=key_chosen(fields, "player") or "",
        rows=_picture(table, fields, without=hand.next),
    )


def ask_pot_winners(table: StopsTable, fields: Fields) -> SharedSheet | None:
    """Ask who shares a pot."""
    hand = table.live
    if hand is None or not hand.end.waiting:
        return None
    pot = hand.end.waiting[0]
    return SharedSheet(
        title=say("Who shares {pot}?", pot=Pot(pot)),
        pot=pot,
        players=tuple(player for player in table.present if player in hand.left),
        tapped=tuple(fields.getlist(KEY + "players")),
    )


def ask_recount(table: StopsTable, fields: Fields) -> RecountSheet | None:
    """Ask how many cards a player holds, or after the hand held at its end: one tap a number."""
    player = key_chosen(fields, "player") or ""
    if player not in recounts(table):
        return None
    hand, most = table.now, most_counted(table, player)
    ways = ((n, json.dumps(recounted(table, player, n))) for n in range(1, most + 1))
    return RecountSheet(
        title=say("How many cards does {player} hold?", player=player),
        player=player,
        now=hand.left[player],
        over=hand.end.over,
        ways=tuple(ways),
    )


def ask_last_hand(table: StopsTable, _: Fields) -> LastHandSheet | None:
    """Ask whether the hand just ended was the last one, where nobody has said so."""
    if not may_have_been_last(table):
        return None
    winner = last_winner(table)
    chips = sum(table.ledger.chips[POT + pot] for pot in table.pots if pot not in JUDGED_POTS)
    return LastHandSheet(
        title=say("Was that the last hand?"),
        takes=say("Yes: {player} takes {chips}", player=winner, chips=chips),
        shares=say("No: share them"),
        last=json.dumps(TO_WINNER),
        divided=json.dumps(END.raw),
    )


SHEETS: Mapping[str, Sheet[StopsTable]] = {
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
