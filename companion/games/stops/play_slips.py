"""What is tapped wrong in the play of the stops family: seats, cards, runs, stops, skips."""

from collections.abc import Iterator
from functools import cache

from companion.core.cards import NEXT, SUIT, beside, bits
from companion.core.entries.entry import Entry, Raw
from companion.core.entries.writing import written
from companion.core.log.repair.common import neighbours as seats_beside
from companion.core.sentences import say
from companion.core.slip import Slip
from companion.core.words import Card, CardCount, Cards
from companion.games.stops import entries as e
from companion.games.stops.deals import find_deal
from companion.games.stops.state import Hand, StopsTable
from companion.games.stops.unseen import deal_as_counted, run_after

_PLAYS = say("Did {player} play {cards}?")

LONGEST_SLIP = 3
"""A run that was taken for a stop may have had so many cards."""


class Plays:
    """The slips in the play of cards that the cards seen up to now allow."""

    def __init__(self, now: StopsTable) -> None:
        """Look back from a table on the hand in progress or just ended."""
        self.now = now.live
        self._lies = cache(self._could_lie)

    def __call__(self, before: StopsTable, entry: Entry) -> Iterator[Slip]:
        """List what may have happened instead of an entry; ``before`` is the table before it."""
        hand = before.live
        if isinstance(entry, e.PileDeal):
            return dealt(before)
        if hand is None or hand.chips_only:
            return iter(())
        match entry:
            case e.Play():
                return self._played(before, hand, entry)
            case e.Stop():
                return self._stopped(hand)
            case e.Recount():
                return _counted(entry)
        return iter(())

    def _played(self, table: StopsTable, hand: Hand, entry: e.Play) -> Iterator[Slip]:
        yield from _longer_or_shorter(hand, entry)
        if hand.lead is not None:
            yield from _led(hand, entry)
            return
        for player in self._who_may_hold(hand, entry.cards):
            if player != entry.player and self._may_be_of(player, entry):
                words = say("{player} played {cards}, not {other}")
                told = words.about(player=player, cards=Cards(entry.cards), other=entry.player)
                near = seats_beside(table, player, entry.player)
                yield Slip("wrong-seat", (_play(player, *entry.cards),), told, near, _PLAYS)
        yield from self._missed(hand, entry)
        nobody = say("Nobody had {card}", card=Card(entry.cards[0]))
        asks = _PLAYS.about(player=say("nobody"), cards=Cards(entry.cards))
        yield Slip("no-follow", (written(e.Stop()),), nobody, asks=asks)

    def _missed(self, hand: Hand, entry: e.Play) -> Iterator[Slip]:
        """Think of a follow that was not tapped, so that all after it are a card too low."""
        for player in self._who_may_hold(hand, entry.cards[:1]):
            words = say("{player} played {cards} before that")
            told = words.about(player=player, cards=Cards(entry.cards[:1]))
            missed = _play(player, entry.cards[0])
            yield Slip("missed", (missed, _play(entry.player, *entry.cards)), told, asks=_PLAYS)

    def _stopped(self, hand: Hand) -> Iterator[Slip]:
        assert hand.next is not None
        cards = (hand.next, *run_after(hand, hand.next, LONGEST_SLIP))
        for player in self._who_may_hold(hand, cards[:1]):
            for end in range(1, len(cards) + 1):
                yield from _had(player, cards[:end])

    def _who_may_hold(self, hand: Hand, cards: tuple[str, ...]) -> Iterator[str]:
        wanted = bits(list(cards))
        for player, left in hand.left.items():
            if left >= len(cards) and not hand.referee.denies(player) & wanted:
                yield player

    def _may_be_of(self, player: str, entry: e.Play) -> bool:
        """Say whether the unseen cards can lie so; true where the next lead depends on it, too."""
        return not self._goes_on(entry.cards[-1]) or self._lies(
            player, entry.player, len(entry.cards)
        )

    def _goes_on(self, card: str) -> bool:
        played = [*self.now.played] if self.now else []
        after = played[played.index(card) + 1 :] if card in played else []
        return bool(after) and NEXT.get(card) == after[0]

    def _could_lie(self, giver: str, taker: str, cards: int) -> bool:
        """Say whether a deal fits if one player holds so many cards less now, another more."""
        hand = self.now
        if hand is None or giver in hand.end.shown or taker in hand.end.shown:
            return hand is None
        changed = {giver: -cards, taker: cards}
        sizes = [
            size + changed.get(player, 0)
            for player, size in zip((*hand.left, e.DUMMY), hand.sizes, strict=True)
        ]
        if min(sizes) < 0:
            return False
        return find_deal((0,) * len(sizes), hand.referee.may_hold, sizes) is not None


def _play(player: str, *cards: str) -> Raw:
    return {"do": e.Play.do, "player": player, "cards": [*cards]}


def _had(player: str, cards: tuple[str, ...]) -> Iterator[Slip]:
    """Think of cards that a player had where the run is said to have stopped."""
    play, one = _play(player, *cards), len(cards) == 1
    had = say("{player} had {cards}", player=player, cards=Cards(cards))
    asks = say("Did {player} have {cards}?")
    yield Slip("no-stop" if one else "no-stop-but-run", (play,), had, asks=asks)
    words = say("{player} had {cards}, and then nobody had the next")
    then = words.about(player=player, cards=Cards(cards))
    kind = "follow-forgotten" if one else "run-forgotten"
    yield Slip(kind, (play, written(e.Stop())), then, asks=asks)


def _longer_or_shorter(hand: Hand, entry: e.Play) -> Iterator[Slip]:
    """Think of a run of one player that went on further, or not so far."""
    last = entry.cards[-1]
    more = run_after(hand, last, LONGEST_SLIP - 1)
    runs = [(*entry.cards, *more[:end]) for end in range(1, len(more) + 1)]
    runs += [entry.cards[:end] for end in range(1, len(entry.cards))]
    for cards in runs:
        words = say("{player} played {cards}", player=entry.player, cards=Cards(cards))
        off = abs(len(cards) - len(entry.cards))
        kind = "longer" if len(cards) > len(entry.cards) else "shorter"
        asks = say("How far did {player} play: {cards}?")
        yield Slip(kind, (_play(entry.player, *cards),), words, off == 1, asks)


def _led(hand: Hand, entry: e.Play) -> Iterator[Slip]:
    lead = hand.lead
    assert lead is not None
    if not lead.free:
        words = say("{player} skipped before that", player=lead.player or "")
        skip = written(e.Skip(lead.player or ""))
        yield Slip("skipped", (skip, _play(entry.player, *entry.cards)), words)
    if len(entry.cards) == 1:
        yield from _other_leads(hand, entry)


def _other_leads(hand: Hand, entry: e.Play) -> Iterator[Slip]:
    """Think of the cards that lie beside the one that was tapped."""
    (led,) = entry.cards
    assert hand.lead is not None
    for card in beside(led):
        if card not in hand.played and SUIT[card] in hand.lead.suits:
            words = say("{player} led {card}, not {other}")
            told = words.about(player=entry.player, card=Card(card), other=Card(led))
            near, asks = SUIT[card] == SUIT[led], say("Did {player} lead {card}?")
            yield Slip("wrong-card", (_play(entry.player, card),), told, near, asks)


def _counted(entry: e.Recount) -> Iterator[Slip]:
    for cards in (entry.cards + 1, entry.cards - 1):
        recount = written(e.Recount(entry.player, cards))
        words = say("{player} held {cards}", player=entry.player, cards=CardCount(cards))
        asks = say("Did {player} hold {cards}?")
        yield Slip("miscounted", (recount,), words, asks=asks)


def dealt(before: StopsTable) -> Iterator[Slip]:
    """Think of a pile that had one card more or less, the dummy making up for it."""
    hand = deal_as_counted(before)
    if hand is None:
        return
    for player, had in hand.left.items():
        for cards in (had + 1, had - 1):
            piles = {**hand.left, player: cards, e.DUMMY: hand.dead + had - cards}
            if min(piles.values()) > 0:
                words = say("{player} was dealt {cards}", player=player, cards=CardCount(cards))
                asks = say("Was {player} dealt {cards}?")
                yield Slip("miscounted", (written(e.PileDeal(piles=piles)),), words, asks=asks)
