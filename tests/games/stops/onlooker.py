"""What an onlooker of a simulated hand can prove, worked out the long way."""

from collections import Counter

from companion.core.cards import PACK
from tests.simulated.dealer import Event, Hand

# Rule, player, entry, and the entry that proves it.
Found = tuple[str, str | None, int, int]


def disproved(hand: Hand) -> dict[int, Event]:
    """Give, by their place among the events, those that a card seen later disproves, with it."""
    proofs = {
        place: _proof(hand, said, hand.events[place:])
        for place, said in enumerate(hand.events)
        if said.kind != "seen"
    }
    return {place: proof for place, proof in proofs.items() if proof is not None}


def provable(hand: Hand) -> list[Found]:
    """List the offences that cards seen later prove, in order of proof, then entry."""
    found = []
    for place, proof in disproved(hand).items():
        said = hand.events[place]
        rule = "illegal-bid" if said.kind == "bid" else said.kind
        found.append((rule, proof.player, said.entry, proof.entry))
    return sorted(found, key=lambda offence: (offence[3], offence[2]))


def _proof(hand: Hand, said: Event, later: list[Event]) -> Event | None:
    own: set[str] = set()
    for event in later:
        if event.kind == "seen" and said.player in (None, event.player):
            own |= event.cards
            if said.cards & event.cards or (said.kind == "bid" and _may_not_bid(hand, said, own)):
                return event
    return None


def _may_not_bid(hand: Hand, said: Event, held: set[str]) -> bool:
    if not hand.options["money_card_bars"] or hand.buyer in (None, said.player):
        return False
    return bool(held & hand.barring) or any(whole <= held for whole in hand.wholes)


def contradiction(hand: Hand) -> list[Found]:
    """Return the first entry after which no deal fits any more, if there is one."""
    proofs = {place: proof.entry for place, proof in disproved(hand).items()}
    for entry in sorted(hand.counts):
        if not feasible(hand, proofs, entry):
            return [("contradiction", None, entry, entry)]
    return []


def feasible(hand: Hand, proofs: dict[int, int], until: int) -> bool:
    """Whether some deal of the cards unseen after an entry fits all that is not disproved.

    By Hall's theorem: no group of piles has fewer places than there are cards which only
    piles of that group may hold.
    """
    left, dead = hand.counts[until]
    places = [0 if hand.shows.get(p, until + 1) <= until else left[p] for p in hand.players]
    may_lie = dict.fromkeys(PACK, (2 << len(places)) - 1)
    for place, event in enumerate(hand.events):
        if event.entry <= until:
            if event.kind == "seen":
                may_lie = {c: piles for c, piles in may_lie.items() if c not in event.cards}
            elif proofs.get(place, until + 1) > until:
                _deny(hand, event, may_lie)
    if hand.taken and hand.options["money_card_bars"]:
        for card in hand.barring & may_lie.keys():
            may_lie[card] &= ~(1 << len(places))
    return _hall(Counter(may_lie.values()), [*places, dead])


def _deny(hand: Hand, said: Event, may_lie: dict[str, int]) -> None:
    """Remove the places where cards cannot be if a claim is true."""
    cards = said.cards
    if said.kind == "bid" and hand.buyer not in (None, said.player):
        cards = hand.barring if hand.options["money_card_bars"] else frozenset()
    players = (1 << len(hand.players)) - 1
    piles = players if said.player is None else 1 << hand.players.index(said.player)
    for card in cards & may_lie.keys():
        may_lie[card] &= ~piles


def _hall(cards: Counter[int], places: list[int]) -> bool:
    assert sum(cards.values()) == sum(places)
    return all(
        sum(count for piles, count in cards.items() if not piles & ~group)
        <= sum(size for place, size in enumerate(places) if group >> place & 1)
        for group in range(1 << len(places))
    )
