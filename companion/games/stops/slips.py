"""What is tapped wrong in the stops family: seats, cards, stops, skips, and piles miscounted."""

from collections.abc import Iterator
from functools import cache

from companion.core.cards import NEXT, SUIT, beside, bits
from companion.core.entries.entry import Entry, Raw
from companion.core.sentences import Sentence, say
from companion.core.slip import Slip
from companion.core.words import Card, CardCount, Cards
from companion.games.stops import entries as e
from companion.games.stops.deals import find_deal
from companion.games.stops.state import Hand, StopsTable
from companion.games.stops.unseen import deal_as_counted

_OFTEN = {
    "wrong-seat": 1 / 75,
    "wrong-card": 1 / 50,
    "no-stop": 1 / 25,
    "no-follow": 1 / 30,
    "no-skip": 1 / 14,
    "skipped": 1 / 4,
    "miscounted": 1 / 8,
}
"""How common a slip is where it can be made: a skip is forgotten oftener than a seat mistaken."""


class Slips:
    """The slips that the cards seen up to now allow."""

    def __init__(self, now: StopsTable) -> None:
        """Look back from a table on the hand in progress or just ended."""
        self.now = now.live
        self._lies = cache(self._could_lie)

    def __call__(self, before: StopsTable, entry: Entry) -> Iterator[Slip]:
        """List what may have happened instead of an entry; ``before`` is the table before it."""
        hand = before.live
        if isinstance(entry, e.Deal):
            return self._dealt(before)
        if hand is None or hand.chips_only:
            return iter(())
        match entry:
            case e.Play():
                return self._played(hand, entry)
            case e.Stop():
                return self._stopped(hand)
            case e.Skip():
                return _skipped(entry)
            case e.Recount():
                return _counted(entry)
        return iter(())

    def _dealt(self, before: StopsTable) -> Iterator[Slip]:
        """Think of a pile that had one card more or less, the dummy making up for it."""
        dealt = deal_as_counted(before)
        if dealt is None:
            return
        for player, had in dealt.left.items():
            words = say("{player} was not dealt {cards}.", player=player, cards=CardCount(had))
            for cards in (had + 1, had - 1):
                piles = {**dealt.left, player: cards, e.DUMMY: dealt.dead + had - cards}
                if min(piles.values()) > 0:
                    deal = {"do": "deal", "piles": piles}
                    yield _slip("miscounted", words, deal, answer=say("{n}", n=cards))

    def _played(self, hand: Hand, entry: e.Play) -> Iterator[Slip]:
        if hand.lead is not None:
            yield from _led(hand, entry)
            return
        words = say("Somebody else played {cards}.", cards=Cards(entry.cards))
        for player in self._who_may_hold(hand, entry.cards):
            if player != entry.player and self._may_be_of(player, entry):
                yield _slip("wrong-seat", words, _play(player, *entry.cards), answer=_name(player))
        nobody = say("Nobody had {card}.", card=Card(entry.cards[0]))
        yield _slip("no-follow", nobody, {"do": "stop"})

    def _stopped(self, hand: Hand) -> Iterator[Slip]:
        assert hand.next is not None
        words = say("Somebody had {card}.", card=Card(hand.next))
        if self.now and hand.next not in self.now.played:
            for player in self._who_may_hold(hand, (hand.next,)):
                yield _slip("no-stop", words, _play(player, hand.next), answer=_name(player))

    def _who_may_hold(self, hand: Hand, cards: tuple[str, ...]) -> Iterator[str]:
        wanted = bits(list(cards))
        for player, left in hand.left.items():
            if left >= len(cards) and not hand.denied[player] & wanted:
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
        if hand is None or giver in hand.shown or taker in hand.shown:
            return hand is None
        changed = {giver: -cards, taker: cards}
        sizes = [
            size + changed.get(player, 0)
            for player, size in zip((*hand.left, e.DUMMY), hand.sizes, strict=True)
        ]
        if min(sizes) < 0:
            return False
        return find_deal((0,) * len(sizes), hand.may_hold, sizes) is not None


def _slip(kind: str, words: Sentence, *instead: Raw, answer: Sentence | None = None) -> Slip:
    return Slip(kind, instead, _OFTEN[kind], words, answer)


def _play(player: str, *cards: str) -> Raw:
    return {"do": "play", "player": player, "cards": list(cards)}


def _name(player: str) -> Sentence:
    return say("{player}", player=player)


def _led(hand: Hand, entry: e.Play) -> Iterator[Slip]:
    lead = hand.lead
    assert lead is not None
    if not lead.free:
        words = say("{player} skipped before that.", player=lead.player)
        skip = {"do": "skip", "player": lead.player}
        yield _slip("skipped", words, skip, _play(entry.player, *entry.cards))
    if len(entry.cards) == 1:
        yield from _other_leads(hand, entry)


def _other_leads(hand: Hand, entry: e.Play) -> Iterator[Slip]:
    """Think of the cards that lie beside the one that was tapped."""
    (led,) = entry.cards
    assert hand.lead is not None
    words = say("{player} led another card than {card}.", player=entry.player, card=Card(led))
    for card in beside(led):
        if card not in hand.played and SUIT[card] in hand.lead.suits:
            slip = _play(entry.player, card)
            yield _slip("wrong-card", words, slip, answer=say("{card}", card=Card(card)))


def _skipped(entry: e.Skip) -> Iterator[Slip]:
    yield _slip("no-skip", say("{player} did not skip.", player=entry.player))


def _counted(entry: e.Recount) -> Iterator[Slip]:
    words = say("{player} did not hold {cards}.", player=entry.player, cards=CardCount(entry.cards))
    for cards in (entry.cards + 1, entry.cards - 1):
        recount = {"do": "recount", "player": entry.player, "cards": cards}
        yield _slip("miscounted", words, recount, answer=say("{n}", n=cards))
