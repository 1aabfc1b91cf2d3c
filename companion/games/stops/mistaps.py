"""Possible mistaps in the play of a hand: of leads, follows and stops."""

from collections.abc import Iterator
from functools import cache

from companion.core.cards import NEXT, PACK, SUIT, adjacent_cards, cards_to_mask
from companion.core.entries.schema import Entry, Raw
from companion.core.repair.candidates import are_neighbours
from companion.core.review import Mistap, mistap
from companion.core.sentences import say
from companion.core.words import Card, Cards
from companion.games.stops.play import PlayCards, Skip, Stop
from companion.games.stops.referee import coming_cards, has_deal, run_after, run_to
from companion.games.stops.state import Hand, Lead, StopsTable

_DID_PLAY = say("Did {player} play {cards}?")

# The most cards of a run that may have been taken for a stop.
MAX_MISSED_CARDS = 2


class PlayMistaps:
    """The possible mistaps in the play, as far as the cards seen up to table `now` allow them."""

    def __init__(self, now: StopsTable) -> None:
        self.now = hand = now.current_hand
        self._deal_fits = cache(self._has_deal)
        # the next card ends its run by itself, so that one more would have ended it
        self._ends = len(coming_cards(hand, 2)) == 1

    def __call__(self, before: StopsTable, entry: Entry) -> Iterator[Mistap]:
        """Yield what may have happened instead of `entry`; `before` is the table before it."""
        hand = before.current_hand
        if hand.chips_only:
            return iter(())
        match entry:
            case PlayCards() if hand.next_card not in (None, entry.cards[0]):
                return self._ran_before(hand, entry)
            case PlayCards():
                return self._played(before, hand, entry)
            case Stop():
                return self._stopped(hand)
        return iter(())

    def _played(self, table: StopsTable, hand: Hand, entry: PlayCards) -> Iterator[Mistap]:
        yield from _longer_or_shorter(hand, entry)
        if hand.lead is not None:
            yield from _lead_mistaps(hand, hand.lead, entry)
            return
        for player in self._who_may_hold(hand, entry.cards):
            if player != entry.player and self._may_be_of(player, entry):
                words = say("{player}, not {other}, played {cards}")
                sentence = words.with_facts(
                    player=player, cards=Cards(entry.cards), other=entry.player
                )
                near = are_neighbours(table, player, entry.player)
                play = _play(player, *entry.cards)
                yield mistap("wrong-seat", sentence, play, near=near, question=_DID_PLAY)
        yield from self._missed(hand, entry)
        nobody = say("Nobody had {card}", card=Card(entry.cards[0]))
        question = _DID_PLAY.with_facts(player=say("nobody"), cards=Cards(entry.cards))
        yield mistap("no-follow", nobody, Stop(), question=question)

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
        cards = coming_cards(hand, 1 + MAX_MISSED_CARDS)
        for player in self._who_may_hold(hand, cards[:1]):
            for end in range(1, len(cards) + 1):
                yield from _missed_plays(player, cards[:end])

    def _who_may_hold(self, hand: Hand, cards: tuple[str, ...]) -> Iterator[str]:
        mask = cards_to_mask(cards)
        for player, left in hand.cards_left.items():
            if left >= len(cards) and not hand.referee.excluded_for(player) & mask:
                yield player

    def _may_be_of(self, player: str, entry: PlayCards) -> bool:
        """Return whether the unseen cards can lie so; True if the next lead depends on it, too."""
        return not self._goes_on(entry.cards[-1]) or self._deal_fits(
            player, entry.player, len(entry.cards)
        )

    def _goes_on(self, card: str) -> bool:
        cards = [*self.now.played_cards]
        after = cards[cards.index(card) + 1 :] if card in cards else []
        return bool(after) and NEXT.get(card) == after[0]

    def _has_deal(self, source: str, target: str, cards: int) -> bool:
        """Return whether a deal fits if `source` holds `cards` fewer now, `target` as many more."""
        hand = self.now
        if source in hand.end.shown_cards or target in hand.end.shown_cards:
            return False
        return has_deal(hand, hand.referee.possible_cards, {source: -cards, target: cards})


def _play(player: str, *cards: str) -> Raw:
    return {"do": PlayCards.do, "player": player, "cards": [*cards]}


def _before(entry: PlayCards, kind: str, player: str, cards: tuple[str, ...]) -> Mistap:
    """Return the mistap that `player` played `cards` before those of `entry`."""
    words = say("{player} played {cards} before that", player=player, cards=Cards(cards))
    plays = _play(player, *cards), _play(entry.player, *entry.cards)
    return mistap(kind, words, *plays, question=_DID_PLAY)


def _runs_up_to(hand: Hand, card: str) -> list[tuple[str, ...]]:
    """Return what may lie between the last card and `card`: a run, or its end and a new lead."""
    run = coming_cards(hand, len(PACK))
    if card in run:
        return [run[: run.index(card)]]
    leads = (run_to(first, card)[:-1] for first in PACK)
    return [(*run, *lead) for lead in leads if lead and not {*lead} & {*run, *hand.played_cards}]


def _missed_plays(player: str, cards: tuple[str, ...]) -> Iterator[Mistap]:
    """Yield the mistaps in which a player had cards although the run is said to have stopped."""
    play = _play(player, *cards)
    had = say("{player} had {cards}", player=player, cards=Cards(cards))
    question = say("Did {player} have {cards}?")
    more = "" if len(cards) == 1 else ", run"
    yield mistap(f"no-stop{more}", had, play, question=question)
    words = say("{player} had {cards}, and then nobody had the next card")
    then = words.with_facts(player=player, cards=Cards(cards))
    yield mistap(f"follow-forgotten{more}", then, play, Stop(), question=question)


def _longer_or_shorter(hand: Hand, entry: PlayCards) -> Iterator[Mistap]:
    """Yield plays of the same player that went further along the run, or not so far."""
    last = entry.cards[-1]
    more = run_after(hand, last, MAX_MISSED_CARDS - 1)
    runs = [(*entry.cards, *more[:end]) for end in range(1, len(more) + 1)]
    runs += [entry.cards[:end] for end in range(1, len(entry.cards))]
    for cards in runs:
        words = say("{player} played {cards}", player=entry.player, cards=Cards(cards))
        near = abs(len(cards) - len(entry.cards)) == 1
        kind = "longer" if len(cards) > len(entry.cards) else "shorter"
        question = say("How far did {player} play: {cards}?")
        yield mistap(kind, words, _play(entry.player, *cards), near=near, question=question)


def _lead_mistaps(hand: Hand, lead: Lead, entry: PlayCards) -> Iterator[Mistap]:
    if not lead.free:
        words = say("{player} skipped before that", player=lead.player or "")
        skip = Skip(lead.player or "")
        yield mistap("skipped", words, skip, _play(entry.player, *entry.cards))
    if len(entry.cards) == 1:
        yield from _wrong_card_mistaps(hand, lead, entry)


def _wrong_card_mistaps(hand: Hand, lead: Lead, entry: PlayCards) -> Iterator[Mistap]:
    """Yield leads of other cards, for which the card of the entry is easily tapped by mistake."""
    (lead_card,) = entry.cards
    for card in adjacent_cards(lead_card):
        if card not in hand.played_cards and SUIT[card] in lead.suits:
            words = say("{player} led {card}, not {other}")
            sentence = words.with_facts(player=entry.player, card=Card(card), other=Card(lead_card))
            near, question = SUIT[card] == SUIT[lead_card], say("Did {player} lead {card}?")
            play = _play(entry.player, card)
            yield mistap("wrong-card", sentence, play, near=near, question=question)
