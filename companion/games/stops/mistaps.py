"""Possible mistaps in a hand of the stops family: in the play, the auction, and at its end."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from companion.core.accounts import Pot
from companion.core.cards import NEXT, PACK, SUIT, adjacent_cards, cards_to_mask
from companion.core.entries.schema import Entry, Raw, serialize_entry
from companion.core.repair.candidates import TYPED, adjacent_card_mistaps, other_player_shows
from companion.core.repair.candidates import are_neighbours as seats_beside
from companion.core.review import Mistap
from companion.core.sentences import say
from companion.core.words import Card, CardCount, Cards
from companion.games.stops.auction import DUMMY, ChipBid, Keep, Pass, Sell, Swap
from companion.games.stops.chips_only import Collect, Out
from companion.games.stops.deal import PileDeal, next_hand_as_counted
from companion.games.stops.deduction import find_consistent_deal
from companion.games.stops.dumps import Dump
from companion.games.stops.hand_end import WINNER, LastEnd, Show, Totals
from companion.games.stops.play import PlayCards, Recount, Skip, Stop
from companion.games.stops.referee import run_after, run_to
from companion.games.stops.state import Hand, StopsTable

_PLAYS = say("Did {player} play {cards}?")

# The most cards of a run that may have been taken for a stop.
LONGEST_SLIP = 2


class PlayMistaps:
    """The possible mistaps in the play, as far as the cards seen up to table `now` allow them."""

    def __init__(self, now: StopsTable) -> None:
        self.now = now.hand_state
        self._lies = cache(self._could_lie)
        self._ends = _awaits_last_of_run(self.now)

    def __call__(self, before: StopsTable, entry: Entry) -> Iterator[Mistap]:
        """Yield what may have happened instead of `entry`; `before` is the table before it."""
        hand = before.hand_state
        if isinstance(entry, PileDeal):
            return pile_mistaps(before)
        if hand is None or hand.chips_only:
            return iter(())
        match entry:
            case PlayCards() if hand.next_card not in (None, entry.cards[0]):
                return self._ran_before(hand, entry)
            case PlayCards():
                return self._played(before, hand, entry)
            case Stop():
                return self._stopped(hand)
            case Recount():
                return _counted(entry)
        return iter(())

    def _played(self, table: StopsTable, hand: Hand, entry: PlayCards) -> Iterator[Mistap]:
        yield from _longer_or_shorter(hand, entry)
        if hand.lead is not None:
            yield from _led(hand, entry)
            return
        for player in self._who_may_hold(hand, entry.cards):
            if player != entry.player and self._may_be_of(player, entry):
                words = say("{player} played {cards}, not {other}")
                sentence = words.with_facts(
                    player=player, cards=Cards(entry.cards), other=entry.player
                )
                near = seats_beside(table, player, entry.player)
                yield Mistap("wrong-seat", (_play(player, *entry.cards),), sentence, near, _PLAYS)
        yield from self._missed(hand, entry)
        nobody = say("Nobody had {card}", card=Card(entry.cards[0]))
        asks = _PLAYS.with_facts(player=say("nobody"), cards=Cards(entry.cards))
        yield Mistap("no-follow", (serialize_entry(Stop()),), nobody, question_template=asks)

    def _missed(self, hand: Hand, entry: PlayCards) -> Iterator[Mistap]:
        """Yield follows that were not tapped, so that all plays after them are a card too low."""
        for player in self._who_may_hold(hand, entry.cards[:1]):
            kind = "missed-to-last" if self._ends else "missed"
            yield _before(entry, kind, player, entry.cards[:1])

    def _ran_before(self, hand: Hand, entry: PlayCards) -> Iterator[Mistap]:
        """Yield plays that were made, but not tapped, just before `entry`."""
        for cards in _runs_up_to(hand, entry.cards[0]):
            for player in self._who_may_hold(hand, cards):
                yield _before(entry, "ran-before", player, cards)

    def _stopped(self, hand: Hand) -> Iterator[Mistap]:
        assert hand.next_card is not None
        cards = (hand.next_card, *run_after(hand, hand.next_card, LONGEST_SLIP))
        for player in self._who_may_hold(hand, cards[:1]):
            for end in range(1, len(cards) + 1):
                yield from _had(player, cards[:end])

    def _who_may_hold(self, hand: Hand, cards: tuple[str, ...]) -> Iterator[str]:
        number = cards_to_mask(list(cards))
        for player, left in hand.cards_left.items():
            if left >= len(cards) and not hand.referee.excluded_for(player) & number:
                yield player

    def _may_be_of(self, player: str, entry: PlayCards) -> bool:
        """Return whether the unseen cards can lie so; True if the next lead depends on it, too."""
        return not self._goes_on(entry.cards[-1]) or self._lies(
            player, entry.player, len(entry.cards)
        )

    def _goes_on(self, card: str) -> bool:
        cards = [*self.now.played_cards] if self.now else []
        after = cards[cards.index(card) + 1 :] if card in cards else []
        return bool(after) and NEXT.get(card) == after[0]

    def _could_lie(self, giver: str, taker: str, cards: int) -> bool:
        """Return whether a deal fits if `giver` holds `cards` fewer now, `taker` as many more."""
        hand = self.now
        if hand is None or giver in hand.end.shown_cards or taker in hand.end.shown_cards:
            return hand is None
        changed = {giver: -cards, taker: cards}
        sizes = [
            size + changed.get(player, 0)
            for player, size in zip((*hand.cards_left, DUMMY), hand.sizes, strict=True)
        ]
        if min(sizes) < 0:
            return False
        return (
            find_consistent_deal((0,) * len(sizes), hand.referee.possible_cards, sizes) is not None
        )


def _play(player: str, *cards: str) -> Raw:
    return {"do": PlayCards.do, "player": player, "cards": [*cards]}


def _awaits_last_of_run(hand: Hand | None) -> bool:
    """Whether the next card ends its run by itself, so that one more would have ended it."""
    return bool(hand and hand.next_card and not run_after(hand, hand.next_card, 1))


def _before(entry: PlayCards, kind: str, player: str, cards: tuple[str, ...]) -> Mistap:
    """Return the mistap that `player` played `cards` before those of `entry`."""
    words = say("{player} played {cards} before that", player=player, cards=Cards(cards))
    plays = (_play(player, *cards), _play(entry.player, *entry.cards))
    return Mistap(kind, plays, words, question_template=_PLAYS)


def _runs_up_to(hand: Hand, card: str) -> list[tuple[str, ...]]:
    """Return what may lie between the last card and `card`: a run, or its end and a new lead."""
    assert hand.next_card is not None
    run = (hand.next_card, *run_after(hand, hand.next_card, len(PACK)))
    if card in run:
        return [run[: run.index(card)]]
    leads = [run_to(first, card)[:-1] for first in PACK]
    return [(*run, *led) for led in leads if led and not {*led} & {*run, *hand.played_cards}]


def _had(player: str, cards: tuple[str, ...]) -> Iterator[Mistap]:
    """Yield the mistaps in which a player had cards although the run is said to have stopped."""
    play, one = _play(player, *cards), len(cards) == 1
    had = say("{player} had {cards}", player=player, cards=Cards(cards))
    asks = say("Did {player} have {cards}?")
    yield Mistap("no-stop" if one else "no-stop-but-run", (play,), had, question_template=asks)
    words = say("{player} had {cards}, and then nobody had the next")
    then = words.with_facts(player=player, cards=Cards(cards))
    kind = "follow-forgotten" if one else "run-forgotten"
    yield Mistap(kind, (play, serialize_entry(Stop())), then, question_template=asks)


def _longer_or_shorter(hand: Hand, entry: PlayCards) -> Iterator[Mistap]:
    """Yield plays of the same player that went further along the run, or not so far."""
    last = entry.cards[-1]
    more = run_after(hand, last, LONGEST_SLIP - 1)
    runs = [(*entry.cards, *more[:end]) for end in range(1, len(more) + 1)]
    runs += [entry.cards[:end] for end in range(1, len(entry.cards))]
    for cards in runs:
        words = say("{player} played {cards}", player=entry.player, cards=Cards(cards))
        off = abs(len(cards) - len(entry.cards))
        kind = "longer" if len(cards) > len(entry.cards) else "shorter"
        asks = say("How far did {player} play: {cards}?")
        yield Mistap(kind, (_play(entry.player, *cards),), words, off == 1, asks)


def _led(hand: Hand, entry: PlayCards) -> Iterator[Mistap]:
    lead = hand.lead
    assert lead is not None
    if not lead.free:
        words = say("{player} skipped before that", player=lead.player or "")
        skip = serialize_entry(Skip(lead.player or ""))
        yield Mistap("skipped", (skip, _play(entry.player, *entry.cards)), words)
    if len(entry.cards) == 1:
        yield from _other_leads(hand, entry)


def _other_leads(hand: Hand, entry: PlayCards) -> Iterator[Mistap]:
    """Yield leads of other cards, for which the card of the entry is easily tapped by mistake."""
    (led,) = entry.cards
    assert hand.lead is not None
    for card in adjacent_cards(led):
        if card not in hand.played_cards and SUIT[card] in hand.lead.suits:
            words = say("{player} led {card}, not {other}")
            sentence = words.with_facts(player=entry.player, card=Card(card), other=Card(led))
            near, asks = SUIT[card] == SUIT[led], say("Did {player} lead {card}?")
            yield Mistap("wrong-card", (_play(entry.player, card),), sentence, near, asks)


def _counted(entry: Recount) -> Iterator[Mistap]:
    for cards in (entry.cards + 1, entry.cards - 1):
        recount = serialize_entry(Recount(entry.player, cards))
        words = say("{player} held {cards}", player=entry.player, cards=CardCount(cards))
        asks = say("Did {player} hold {cards}?")
        yield Mistap("miscounted", (recount,), words, question_template=asks)


def pile_mistaps(before: StopsTable) -> Iterator[Mistap]:
    """Yield deals in which a player has a card more or less, and the dummy one less or more."""
    hand = next_hand_as_counted(before)
    if hand is None:
        return
    for player, had in hand.cards_left.items():
        for cards in (had + 1, had - 1):
            piles = {**hand.cards_left, player: cards, DUMMY: hand.dead_cards + had - cards}
            if min(piles.values()) > 0:
                words = say("{player} was dealt {cards}", player=player, cards=CardCount(cards))
                asks = say("Was {player} dealt {cards}?")
                yield Mistap(
                    "miscounted",
                    (serialize_entry(PileDeal(piles=piles)),),
                    words,
                    question_template=asks,
                )


# The most chips by which a bid is above the last one, or a price differs from another.
HIGHEST_STEP = 4

_BIDS = say("Did {player} bid {chips}?")

Slips = Iterator[Mistap]


def mistaps(now: StopsTable) -> Callable[[StopsTable, Entry], Slips]:
    """Return the function that yields mistaps of an entry, as far as the table `now` allows."""
    plays = PlayMistaps(now)

    def look(before: StopsTable, entry: Entry) -> Slips:
        yield from plays(before, entry)
        made = _OTHERS.get(type(entry))
        if made is not None:
            yield from made(before, entry)

    return look


def _bid(_: StopsTable, entry: ChipBid) -> Slips:
    words = say("{player} passed", player=entry.player)
    asks = _BIDS.with_facts(player=entry.player, chips=say("pass"))
    yield Mistap("bid", (serialize_entry(Pass(entry.player)),), words, question_template=asks)
    for chips in _prices(entry.chips):
        yield _priced(ChipBid(entry.player, chips))


def _prices(had: int) -> list[int]:
    near = range(max(1, had - HIGHEST_STEP), had + HIGHEST_STEP + 1)
    return [chips for chips in near if chips != had]


def _priced(entry: ChipBid | Sell) -> Mistap:
    bids = isinstance(entry, ChipBid)
    sentence = say("{player} bid {chips}") if bids else say("{player} paid {chips}")
    sentence_with_price = sentence.with_facts(player=entry.player, chips=entry.chips)
    asks = _BIDS if bids else say("Did {player} pay {chips}?")
    return Mistap("price", (serialize_entry(entry),), sentence_with_price, question_template=asks)


def _passed(table: StopsTable, entry: Pass) -> Slips:
    highest = table.current_hand.auction.highest
    for chips in range(highest + 1, highest + HIGHEST_STEP + 1):
        bid = serialize_entry(ChipBid(entry.player, chips))
        words = say("{player} bid {chips}", player=entry.player, chips=chips)
        yield Mistap("passed", (bid,), words, chips == highest + 1, _BIDS)


def _sold(table: StopsTable, entry: Sell) -> Slips:
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
        Swap: say("{player} exchanged", player=table.dealer),
        Keep: say("Nobody took the dummy"),
    }
    for kind, words in ways.items():
        if not isinstance(entry, kind):
            yield Mistap("taken", (serialize_entry(kind()),), words)


def _dumped(table: StopsTable, entry: Dump) -> Slips:
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


def _collected(table: StopsTable, entry: Collect) -> Slips:
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


def _went_out(table: StopsTable, entry: Out) -> Slips:
    for player, cards in entry.left.items():
        left = {entry.player: cards, **entry.left}
        del left[player]
        out = serialize_entry(Out(player, left))
        near = player in table.present and seats_beside(table, player, entry.player)
        words, asks = say("{player} went out", player=player), say("Did {player} go out?")
        yield Mistap("out", (out,), words, near, asks)
    words, asks = say("{player} had {cards} left"), say("Did {player} have {cards} left?")
    for player, cards, left, near in _numbers(entry.left, TYPED):
        sentence = words.with_facts(player=player, cards=CardCount(cards))
        yield Mistap("number", (serialize_entry(replace(entry, left=left)),), sentence, near, asks)


def _totalled(_: StopsTable, entry: Totals) -> Slips:
    words, asks = say("{player} had {points} points"), say("Did {player} have {points} points?")
    for player, points, all_points, near in _numbers(entry.points, (*TYPED, -10, 10)):
        sentence = words.with_facts(player=player, points=points)
        yield Mistap("number", (serialize_entry(Totals(all_points)),), sentence, near, asks)


def _numbers(
    numbers: dict[str, int], steps: tuple[int, ...]
) -> Iterator[tuple[str, int, dict[str, int], bool]]:
    """Yield each change of a number by `steps`: player, number, all numbers, whether it is by 1."""
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
    ChipBid: _bid,
    Pass: _passed,
    Sell: _sold,
    Swap: _taken,
    Keep: _taken,
    Dump: _dumped,
    Show: _shown,
    Collect: _collected,
    Out: _went_out,
    Totals: _totalled,
    LastEnd: _ended,
}
