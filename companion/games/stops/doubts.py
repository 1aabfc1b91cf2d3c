"""What of a hand cannot all be true: claims of cards not held, and the cards that were counted."""

from collections.abc import Iterator, Sequence

from companion.core.doubts import DoubtfulClaim, minimal_conflicts
from companion.core.sentences import Sentence, say
from companion.core.words import Card
from companion.games.stops.chances import log_deal_count
from companion.games.stops.claims import Claim
from companion.games.stops.deals import find_consistent_deal
from companion.games.stops.state import Hand, StopsTable

_FALSE = {
    "led-not-lowest": say("{player} led {about} while still holding a lower card of that suit"),
    "first-lead-not-lowest": say("{player} led {about} first while still holding a lower card"),
    "withheld": say("the run did not stop before {about}"),
    "opened-above": say("{player} had a lower card than {about}, which was led first"),
    "false-skip": say("{player} skipped although there was a card to lead"),
    "illegal-bid": say("{player} bid for the dummy while holding a money card"),
    "taken": say("whoever took the dummy had a money card"),
}
"""What happened if a claim is false, by the rule that is broken then."""


def doubtful_claims(table: StopsTable) -> tuple[tuple[DoubtfulClaim, ...], ...]:
    """Say what cannot all be true: in each of the sets something must be false.

    With each set come the miscounts that would explain it too. () where all can be true.
    """
    hand = table.hand_state
    sets = () if hand is None or hand.chips_only else find_conflicts(hand)
    if hand is None or not sets:
        return ()
    miscounts = tuple(_miscounts(hand))
    return tuple((*map(_doubt, some), *miscounts) for some in sets)


def find_conflicts(hand: Hand) -> tuple[tuple[Claim, ...], ...]:
    """Find the smallest sets of claims that no deal fits; what is likeliest false comes first.

    That whoever took the dummy had no money card is one of them, about the player "".
    """
    sets = minimal_conflicts(_claims(hand), lambda some: _possible(hand, some))
    return tuple(_likeliest_first(hand, some) for some in sets)


def _likeliest_first(hand: Hand, some: tuple[Claim, ...]) -> tuple[Claim, ...]:
    def chance(false: Claim) -> float:
        rest = [claim for claim in some if claim is not false]
        return log_deal_count(_may_hold(hand, rest), hand.sizes)

    return tuple(sorted(some, key=chance, reverse=True))


def _claims(hand: Hand) -> list[Claim]:
    taken = Claim("taken", "", 0, 0, hand.referee.dead_without, 0)
    return [*hand.referee.claims, taken] if hand.referee.dead_without else [*hand.referee.claims]


def _doubt(claim: Claim) -> DoubtfulClaim:
    facts = {"about": Card(claim.about)} if claim.about else {}
    rule = "opened-above" if claim.rule == "withheld" and claim.player else claim.rule
    words = _FALSE[rule].with_facts(player=claim.player or "", **facts)
    return DoubtfulClaim(None if claim.rule == "taken" else claim.entry, words)


def _possible(hand: Hand, claims: Sequence[Claim], changed: str = "", by: int = 0) -> bool:
    """Say whether a deal fits these claims, if a player holds so many cards more."""
    sizes = [*hand.sizes]
    if changed:
        sizes[[*hand.cards_left].index(changed)] += by
        sizes[-1] -= by
    may_hold = _may_hold(hand, claims)
    return min(sizes) >= 0 and find_consistent_deal((0,) * len(sizes), may_hold, sizes) is not None


def _may_hold(hand: Hand, claims: Sequence[Claim]) -> list[int]:
    unseen = hand.referee.unseen
    return [unseen & ~_denied(who, claims) for who in (*hand.cards_left, "")]


def _denied(who: str, claims: Sequence[Claim]) -> int:
    """Give the cards that a player, or with "" the dead pile, does not hold by these claims."""
    denied = 0
    for claim in claims:
        if claim.player == who or (claim.player is None and who):
            denied |= claim.cards
    return denied


def _miscounts(hand: Hand) -> Iterator[DoubtfulClaim]:
    words: dict[int, Sentence] = {
        1: say("{player} holds one card more than counted"),
        -1: say("{player} holds one card fewer than counted"),
    }
    for player in hand.cards_left:
        for by, said in words.items():
            if player not in hand.end.shown_cards and _possible(hand, _claims(hand), player, by):
                yield DoubtfulClaim(None, said.with_facts(player=player))
