"""What is tapped wrong in the stops family besides the play: the auction, pots, cards shown."""

from collections.abc import Callable, Iterator

from companion.core.accounts import Pot
from companion.core.cards import beside
from companion.core.entries.entry import Entry, Raw
from companion.core.log.repair.common import TYPED, replaced
from companion.core.log.repair.common import neighbours as seats_beside
from companion.core.sentences import say
from companion.core.slip import Slip
from companion.core.words import Card, CardCount
from companion.games.stops import entries as e
from companion.games.stops.endings import WINNER, LastEnd, Show, Totals
from companion.games.stops.play_slips import Plays
from companion.games.stops.state import StopsTable

HIGHEST_STEP = 4
"""By so many chips at most a bid is above the last one, or a price beside another."""

_BIDS = say("Did {player} bid {chips}?")

Slips = Iterator[Slip]


def slips(now: StopsTable) -> Callable[[StopsTable, Entry], Slips]:
    """Look back on the hand in progress or just ended: give what lists the slips of an entry."""
    plays = Plays(now)

    def look(before: StopsTable, entry: Entry) -> Slips:
        yield from plays(before, entry)
        made = _OTHERS.get(type(entry))
        if made is not None:
            yield from made(before, entry)

    return look


def _bid(_: StopsTable, entry: e.ChipBid) -> Slips:
    passed = {"do": "pass", "player": entry.player}
    words = say("{player} passed", player=entry.player)
    asks = _BIDS.about(player=entry.player, chips=say("pass"))
    yield Slip("bid", (passed,), words, asks=asks)
    for chips in _prices(entry.chips):
        yield _priced({"do": "bid", "player": entry.player, "chips": chips})


def _prices(had: int) -> list[int]:
    near = range(max(1, had - HIGHEST_STEP), had + HIGHEST_STEP + 1)
    return [chips for chips in near if chips != had]


def _priced(raw: Raw) -> Slip:
    said = say("{player} bid {chips}") if raw["do"] == "bid" else say("{player} paid {chips}")
    told = said.about(player=raw["player"], chips=raw["chips"])
    asks = _BIDS if raw["do"] == "bid" else say("Did {player} pay {chips}?")
    return Slip("price", (raw,), told, asks=asks)


def _passed(table: StopsTable, entry: e.Pass) -> Slips:
    highest = table.now.auction.high[1] if table.now.auction.high else 0
    for chips in range(highest + 1, highest + HIGHEST_STEP + 1):
        bid = {"do": "bid", "player": entry.player, "chips": chips}
        words = say("{player} bid {chips}", player=entry.player, chips=chips)
        yield Slip("passed", (bid,), words, chips == highest + 1, _BIDS)


def _sold(table: StopsTable, entry: e.Sell) -> Slips:
    raw = {"do": "sell", "player": entry.player, "chips": entry.chips}
    for chips in _prices(entry.chips):
        yield _priced(replaced(raw, chips=chips))
    for player in table.others(table.dealer):
        if player != entry.player:
            words = say("{player} bought the dummy", player=player)
            near = seats_beside(table, player, entry.player)
            asks = say("Did {player} buy the dummy?")
            yield Slip("buyer", (replaced(raw, player=player),), words, near, asks)
    yield from _taken(table, entry)


def _taken(table: StopsTable, entry: Entry) -> Slips:
    ways = {
        e.Swap.do: say("{player} swapped", player=table.dealer),
        e.Keep.do: say("Nobody took the dummy"),
    }
    for do, words in ways.items():
        if do != entry.do:
            yield Slip("taken", ({"do": do},), words)


def _dumped(table: StopsTable, entry: e.Dump) -> Slips:
    raw = {"do": "dump", "player": entry.player, "cards": list(entry.cards), "pot": entry.pot}
    for player in table.others(entry.player):
        words = say("{player} laid down the four cards", player=player)
        asks = say("Did {player} lay down the four cards?")
        yield Slip("wrong-seat", (replaced(raw, player=player),), words, asks=asks)


def _shown(table: StopsTable, entry: Show) -> Slips:
    raw = {"do": "show", "player": entry.player, "cards": list(entry.cards)}
    for player in table.now.left:
        if player != entry.player and table.now.left[player] == len(entry.cards):
            words = say("{player} showed these cards, not {other}")
            told = words.about(player=player, other=entry.player)
            near = player in table.present and seats_beside(table, player, entry.player)
            asks = say("Did {player} show these cards?")
            yield Slip("shown-by", (replaced(raw, player=player),), told, near, asks)
    for card in entry.cards:
        for other in beside(card):
            cards = [other if each == card else each for each in entry.cards]
            words = say("{player} showed {card}, not {other}")
            told = words.about(player=entry.player, card=Card(other), other=Card(card))
            near, asks = other[-1] == card[-1], say("Did {player} show {card}?")
            yield Slip("shown", (replaced(raw, cards=cards),), told, near, asks)


def _collected(table: StopsTable, entry: e.Collect) -> Slips:
    raw = {"do": "collect", "player": entry.player, "pot": entry.pot}
    asks = say("Did {player} win {pot}?")
    for player in table.others(entry.player):
        words = say("{player} won {pot}", player=player, pot=Pot(entry.pot))
        near = seats_beside(table, player, entry.player)
        yield Slip("winner", (replaced(raw, player=player),), words, near, asks)
    for pot in table.pots:
        if pot != entry.pot:
            words = say("{player} won {pot}", player=entry.player, pot=Pot(pot))
            yield Slip("pot", (replaced(raw, pot=pot),), words, asks=asks)


def _went_out(table: StopsTable, entry: e.Out) -> Slips:
    raw = {"do": "out", "player": entry.player, "left": entry.left}
    for player, cards in entry.left.items():
        left = {entry.player: cards, **entry.left}
        del left[player]
        out = {"do": "out", "player": player, "left": left}
        near = player in table.present and seats_beside(table, player, entry.player)
        words, asks = say("{player} went out", player=player), say("Did {player} go out?")
        yield Slip("out", (out,), words, near, asks)
    words, asks = say("{player} had {cards} left"), say("Did {player} have {cards} left?")
    for made, facts, near in _numbers(raw, "left", TYPED):
        told = words.about(player=facts[0], cards=CardCount(facts[1]))
        yield Slip("number", (made,), told, near, asks)


def _totalled(_: StopsTable, entry: Totals) -> Slips:
    raw = {"do": "totals", "points": entry.points}
    words, asks = say("{player} had {points} points"), say("Did {player} have {points} points?")
    for made, facts, near in _numbers(raw, "points", (*TYPED, -10, 10)):
        told = words.about(player=facts[0], points=facts[1])
        yield Slip("number", (made,), told, near, asks)


def _numbers(
    raw: Raw, key: str, steps: tuple[int, ...]
) -> Iterator[tuple[Raw, tuple[str, int], bool]]:
    """Give an entry with another number of a player: whose, how many, and whether one off."""
    for player, had in raw[key].items():
        for number in (had + by for by in steps):
            if number >= 0:
                made = replaced(raw, **{key: {**raw[key], player: number}})
                yield made, (player, number), abs(number - had) == 1


def _ended(_: StopsTable, entry: LastEnd) -> Slips:
    if not entry.to:
        words = say("It was the last hand: its winner takes the pots")
        yield Slip("end", ({"do": "end", "to": WINNER},), words)
    else:
        yield Slip("end", ({"do": "end"},), say("It was not the last hand: the pots are shared"))


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
