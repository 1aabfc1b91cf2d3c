"""What is tapped wrong in the stops family besides the play: the auction, pots, cards shown."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.core.accounts import Pot
from companion.core.entries.entry import Entry
from companion.core.entries.writing import serialize_entry
from companion.core.log.repair.common import TYPED, adjacent_card_mistaps, other_player_shows
from companion.core.log.repair.common import are_neighbours as seats_beside
from companion.core.sentences import say
from companion.core.slip import Mistap
from companion.core.words import CardCount
from companion.games.stops import entries as e
from companion.games.stops.endings import WINNER, LastEnd, Show, Totals
from companion.games.stops.play_slips import PlayMistaps
from companion.games.stops.state import StopsTable

HIGHEST_STEP = 4
"""By so many chips at most a bid is above the last one, or a price beside another."""

_BIDS = say("Did {player} bid {chips}?")

Slips = Iterator[Mistap]


def mistaps(now: StopsTable) -> Callable[[StopsTable, Entry], Slips]:
    """Look back on the hand in progress or just ended: give what lists the slips of an entry."""
    plays = PlayMistaps(now)

    def look(before: StopsTable, entry: Entry) -> Slips:
        yield from plays(before, entry)
        made = _OTHERS.get(type(entry))
        if made is not None:
            yield from made(before, entry)

    return look


def _bid(_: StopsTable, entry: e.ChipBid) -> Slips:
    words = say("{player} passed", player=entry.player)
    asks = _BIDS.with_facts(player=entry.player, chips=say("pass"))
    yield Mistap("bid", (serialize_entry(e.Pass(entry.player)),), words, question_template=asks)
    for chips in _prices(entry.chips):
        yield _priced(e.ChipBid(entry.player, chips))


def _prices(had: int) -> list[int]:
    near = range(max(1, had - HIGHEST_STEP), had + HIGHEST_STEP + 1)
    return [chips for chips in near if chips != had]


def _priced(entry: e.ChipBid | e.Sell) -> Mistap:
    bids = isinstance(entry, e.ChipBid)
    said = say("{player} bid {chips}") if bids else say("{player} paid {chips}")
    told = said.with_facts(player=entry.player, chips=entry.chips)
    asks = _BIDS if bids else say("Did {player} pay {chips}?")
    return Mistap("price", (serialize_entry(entry),), told, question_template=asks)


def _passed(table: StopsTable, entry: e.Pass) -> Slips:
    highest = table.current_hand.auction.high[1] if table.current_hand.auction.high else 0
    for chips in range(highest + 1, highest + HIGHEST_STEP + 1):
        bid = serialize_entry(e.ChipBid(entry.player, chips))
        words = say("{player} bid {chips}", player=entry.player, chips=chips)
        yield Mistap("passed", (bid,), words, chips == highest + 1, _BIDS)


def _sold(table: StopsTable, entry: e.Sell) -> Slips:
    for chips in _prices(entry.chips):
        yield _priced(replace(entry, chips=chips))
    for player in table.others(table.dealer):
        if player != entry.player:
            words = say("{player} bought the dummy", player=player)
            near = seats_beside(table, player, entry.player)
            asks = say("Did {player} buy the dummy?")
            yield Mistap(
                "buyer", (serialize_entry(replace(entry, player=player)),), words, near, asks
            )
    yield from _taken(table, entry)


def _taken(table: StopsTable, entry: Entry) -> Slips:
    ways = {
        e.Swap: say("{player} swapped", player=table.dealer),
        e.Keep: say("Nobody took the dummy"),
    }
    for kind, words in ways.items():
        if not isinstance(entry, kind):
            yield Mistap("taken", (serialize_entry(kind()),), words)


def _dumped(table: StopsTable, entry: e.Dump) -> Slips:
    for player in table.others(entry.player):
        words = say("{player} laid down the four cards", player=player)
        asks = say("Did {player} lay down the four cards?")
        yield Mistap(
            "wrong-seat",
            (serialize_entry(replace(entry, player=player)),),
            words,
            question_template=asks,
        )


def _shown(table: StopsTable, entry: Show) -> Slips:
    for player in table.current_hand.cards_left:
        if player != entry.player and table.current_hand.cards_left[player] == len(entry.cards):
            yield other_player_shows(table, player, entry.player, replace(entry, player=player))
    yield from adjacent_card_mistaps(entry.player, entry.cards, lambda c: replace(entry, cards=c))


def _collected(table: StopsTable, entry: e.Collect) -> Slips:
    asks = say("Did {player} win {pot}?")
    for player in table.others(entry.player):
        words = say("{player} won {pot}", player=player, pot=Pot(entry.pot))
        near = seats_beside(table, player, entry.player)
        yield Mistap("winner", (serialize_entry(replace(entry, player=player)),), words, near, asks)
    for pot in table.pots:
        if pot != entry.pot:
            words = say("{player} won {pot}", player=entry.player, pot=Pot(pot))
            yield Mistap(
                "pot", (serialize_entry(replace(entry, pot=pot)),), words, question_template=asks
            )


def _went_out(table: StopsTable, entry: e.Out) -> Slips:
    for player, cards in entry.left.items():
        left = {entry.player: cards, **entry.left}
        del left[player]
        out = serialize_entry(e.Out(player, left))
        near = player in table.present and seats_beside(table, player, entry.player)
        words, asks = say("{player} went out", player=player), say("Did {player} go out?")
        yield Mistap("out", (out,), words, near, asks)
    words, asks = say("{player} had {cards} left"), say("Did {player} have {cards} left?")
    for player, cards, left, near in _numbers(entry.left, TYPED):
        told = words.with_facts(player=player, cards=CardCount(cards))
        yield Mistap("number", (serialize_entry(replace(entry, left=left)),), told, near, asks)


def _totalled(_: StopsTable, entry: Totals) -> Slips:
    words, asks = say("{player} had {points} points"), say("Did {player} have {points} points?")
    for player, points, all_points, near in _numbers(entry.points, (*TYPED, -10, 10)):
        told = words.with_facts(player=player, points=points)
        yield Mistap("number", (serialize_entry(Totals(all_points)),), told, near, asks)


def _numbers(
    numbers: dict[str, int], steps: tuple[int, ...]
) -> Iterator[tuple[str, int, dict[str, int], bool]]:
    """Give another number of a player, all numbers with it, and whether it is one off."""
    for player, had in numbers.items():
        for number in (had + by for by in steps):
            if number >= 0:
                yield player, number, {**numbers, player: number}, abs(number - had) == 1


def _ended(_: StopsTable, entry: LastEnd) -> Slips:
    if not entry.to:
        words = say("It was the last hand: its winner takes the pots")
        yield Mistap("end", (serialize_entry(LastEnd(WINNER)),), words)
    else:
        words = say("It was not the last hand: the pots are shared")
        yield Mistap("end", (serialize_entry(LastEnd()),), words)


_OTHERS: dict[type[Entry], Callable[..., Slips]] = {
    e.ChipBid: _bid,
    e.Pass: _passed,
    e.Sell: _sold,
    e.Swap: _taken,
    e.Keep: _taken,
    e.Dump: _dumped,
    Show: _shown,
    e.Collect: _collected,
    e.Out: _went_out,
    Totals: _totalled,
    LastEnd: _ended,
}
