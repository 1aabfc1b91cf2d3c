"""What is tapped wrong in the play of the stops family: seats, cards, runs, stops, skips."""

from collections.abc import Iterator
from functools import cache

from companion.core.cards import NEXT, SUIT, adjacent_cards, cards_to_mask
from companion.core.entries.entry import Entry, Raw
from companion.core.entries.writing import serialize_entry
from companion.core.log.repair.common import are_neighbours as seats_beside
from companion.core.sentences import say
from companion.core.slip import Mistap
from companion.core.words import Card, CardCount, Cards
from companion.games.stops import entries as e
from companion.games.stops.deals import find_consistent_deal
from companion.games.stops.state import Hand, StopsTable
from companion.games.stops.unseen import next_hand_as_counted, run_after

_PLAYS = say("Did {player} play {cards}?")

LONGEST_SLIP = 3
"""A run that was taken for a stop may have had so many cards."""


class PlayMistaps:
    """The slips in the play of cards that the cards seen up to now allow."""

    def __init__(self, now: StopsTable) -> None:
        """Look back from a table on the hand in progress or just ended."""
        self.now = now.hand_state
        self._lies = cache(self._could_lie)

    def __call__(self, before: StopsTable, entry: Entry) -> Iterator[Mistap]:
        """List what may have happened instead of an entry; ``before`` is the table before it."""
        hand = before.hand_state
        if isinstance(entry, e.PileDeal):
            return pile_mistaps(before)
        if hand is None or hand.chips_only:
            return iter(())
        match entry:
            case e.PlayCards():
                return self._played(before, hand, entry)
            case e.Stop():
                return self._stopped(hand)
            case e.Recount():
                return _counted(entry)
        return iter(())

    def _played(self, table: StopsTable, hand: Hand, entry: e.PlayCards) -> Iterator[Mistap]:
        yield from _longer_or_shorter(hand, entry)
        if hand.lead is not None:
            yield from _led(hand, entry)
            return
        for player in self._who_may_hold(hand, entry.cards):
            if player != entry.player and self._may_be_of(player, entry):
                words = say("{player} played {cards}, not {other}")
                told = words.with_facts(player=player, cards=Cards(entry.cards), other=entry.player)
                near = seats_beside(table, player, entry.player)
                yield Mistap("wrong-seat", (_play(player, *entry.cards),), told, near, _PLAYS)
        yield from self._missed(hand, entry)
        nobody = say("Nobody had {card}", card=Card(entry.cards[0]))
        asks = _PLAYS.with_facts(player=say("nobody"), cards=Cards(entry.cards))
        yield Mistap("no-follow", (serialize_entry(e.Stop()),), nobody, question_template=asks)

    def _missed(self, hand: Hand, entry: e.PlayCards) -> Iterator[Mistap]:
        """Think of a follow that was not tapped, so that all after it are a card too low."""
        for player in self._who_may_hold(hand, entry.cards[:1]):
            words = say("{player} played {cards} before that")
            told = words.with_facts(player=player, cards=Cards(entry.cards[:1]))
            missed = _play(player, entry.cards[0])
            yield Mistap(
                "missed",
                (missed, _play(entry.player, *entry.cards)),
                told,
                question_template=_PLAYS,
            )

    def _stopped(self, hand: Hand) -> Iterator[Mistap]:
        assert hand.next_card is not None
        cards = (hand.next_card, *run_after(hand, hand.next_card, LONGEST_SLIP))
        for player in self._who_may_hold(hand, cards[:1]):
            for end in range(1, len(cards) + 1):
                yield from _had(player, cards[:end])

    def _who_may_hold(self, hand: Hand, cards: tuple[str, ...]) -> Iterator[str]:
        wanted = cards_to_mask(list(cards))
        for player, left in hand.cards_left.items():
            if left >= len(cards) and not hand.referee.excluded_for(player) & wanted:
                yield player

    def _may_be_of(self, player: str, entry: e.PlayCards) -> bool:
        """Say whether the unseen cards can lie so; true where the next lead depends on it, too."""
        return not self._goes_on(entry.cards[-1]) or self._lies(
            player, entry.player, len(entry.cards)
        )

    def _goes_on(self, card: str) -> bool:
        played = [*self.now.played_cards] if self.now else []
        after = played[played.index(card) + 1 :] if card in played else []
        return bool(after) and NEXT.get(card) == after[0]

    def _could_lie(self, giver: str, taker: str, cards: int) -> bool:
        """Say whether a deal fits if one player holds so many cards less now, another more."""
        hand = self.now
        if hand is None or giver in hand.end.shown_cards or taker in hand.end.shown_cards:
            return hand is None
        changed = {giver: -cards, taker: cards}
        sizes = [
            size + changed.get(player, 0)
            for player, size in zip((*hand.cards_left, e.DUMMY), hand.sizes, strict=True)
        ]
        if min(sizes) < 0:
            return False
        return (
            find_consistent_deal((0,) * len(sizes), hand.referee.possible_cards, sizes) is not None
        )


def _play(player: str, *cards: str) -> Raw:
    return {"do": e.PlayCards.do, "player": player, "cards": [*cards]}


def _had(player: str, cards: tuple[str, ...]) -> Iterator[Mistap]:
    """Think of cards that a player had where the run is said to have stopped."""
    play, one = _play(player, *cards), len(cards) == 1
    had = say("{player} had {cards}", player=player, cards=Cards(cards))
    asks = say("Did {player} have {cards}?")
    yield Mistap("no-stop" if one else "no-stop-but-run", (play,), had, question_template=asks)
    words = say("{player} had {cards}, and then nobody had the next")
    then = words.with_facts(player=player, cards=Cards(cards))
    kind = "follow-forgotten" if one else "run-forgotten"
    yield Mistap(kind, (play, serialize_entry(e.Stop())), then, question_template=asks)


def _longer_or_shorter(hand: Hand, entry: e.PlayCards) -> Iterator[Mistap]:
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
        yield Mistap(kind, (_play(entry.player, *cards),), words, off == 1, asks)


def _led(hand: Hand, entry: e.PlayCards) -> Iterator[Mistap]:
    lead = hand.lead
    assert lead is not None
    if not lead.free:
        words = say("{player} skipped before that", player=lead.player or "")
        skip = serialize_entry(e.Skip(lead.player or ""))
        yield Mistap("skipped", (skip, _play(entry.player, *entry.cards)), words)
    if len(entry.cards) == 1:
        yield from _other_leads(hand, entry)


def _other_leads(hand: Hand, entry: e.PlayCards) -> Iterator[Mistap]:
    """Think of the cards that lie beside the one that was tapped."""
    (led,) = entry.cards
    assert hand.lead is not None
    for card in adjacent_cards(led):
        if card not in hand.played_cards and SUIT[card] in hand.lead.suits:
            words = say("{player} led {card}, not {other}")
            told = words.with_facts(player=entry.player, card=Card(card), other=Card(led))
            near, asks = SUIT[card] == SUIT[led], say("Did {player} lead {card}?")
            yield Mistap("wrong-card", (_play(entry.player, card),), told, near, asks)


def _counted(entry: e.Recount) -> Iterator[Mistap]:
    for cards in (entry.cards + 1, entry.cards - 1):
        recount = serialize_entry(e.Recount(entry.player, cards))
        words = say("{player} held {cards}", player=entry.player, cards=CardCount(cards))
        asks = say("Did {player} hold {cards}?")
        yield Mistap("miscounted", (recount,), words, question_template=asks)


def pile_mistaps(before: StopsTable) -> Iterator[Mistap]:
    """Think of a pile that had one card more or less, the dummy making up for it."""
    hand = next_hand_as_counted(before)
    if hand is None:
        return
    for player, had in hand.cards_left.items():
        for cards in (had + 1, had - 1):
            piles = {**hand.cards_left, player: cards, e.DUMMY: hand.dead_cards + had - cards}
            if min(piles.values()) > 0:
                words = say("{player} was dealt {cards}", player=player, cards=CardCount(cards))
                asks = say("Was {player} dealt {cards}?")
                yield Mistap(
                    "miscounted",
                    (serialize_entry(e.PileDeal(piles=piles)),),
                    words,
                    question_template=asks,
                )
