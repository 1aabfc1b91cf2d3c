"""The referee: what entries claim of unseen cards, and what later cards prove (*The referee*)."""

from collections.abc import Iterator, Sequence

from companion.core.cards import (
    BIT,
    LOWER_IN_SUIT,
    LOWER_RANKS,
    NEXT,
    PACK,
    SUIT_BITS,
    cards_to_mask,
)
from companion.core.handlers import apply_entry, refusal_sentence
from companion.core.review import DoubtfulClaim, minimal_conflicts
from companion.core.sentences import Sentence, say
from companion.core.words import Card
from companion.games.stops.deduction import (
    Claim,
    StopsFinding,
    find_consistent_deal,
    log_deal_count,
)
from companion.games.stops.entries import PileDeal
from companion.games.stops.state import Hand, Lead, StopsTable

# What happened if a claim is false, by the rule that is broken then.
_FALSE = {
    "led-not-lowest": say("{player} led {about} while still holding a lower card of that suit"),
    "first-lead-not-lowest": say("{player} led {about} first while still holding a lower card"),
    "withheld": say("the run did not stop before {about}"),
    "opened-above": say("{player} had a lower card than {about}, which was led first"),
    "false-skip": say("{player} skipped although there was a card to lead"),
    "illegal-bid": say("{player} bid for the dummy while holding a money card"),
    "taken": say("whoever took the dummy had a money card"),
}


def doubtful_claims(table: StopsTable) -> tuple[tuple[DoubtfulClaim, ...], ...]:
    """Return what cannot all be true: in each of the sets something must be false.

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
    claim = Claim("taken", "", 0, 0, hand.referee.dead_without, 0)
    return [*hand.referee.claims, claim] if hand.referee.dead_without else [*hand.referee.claims]


def _doubt(claim: Claim) -> DoubtfulClaim:
    facts = {"about": Card(claim.about)} if claim.about else {}
    rule = "opened-above" if claim.rule == "withheld" and claim.player else claim.rule
    words = _FALSE[rule].with_facts(player=claim.player or "", **facts)
    return DoubtfulClaim(None if claim.rule == "taken" else claim.entry, words)


def _possible(hand: Hand, claims: Sequence[Claim], changed: str = "", by: int = 0) -> bool:
    """Return whether a deal fits these claims, if a player holds so many cards more."""
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
    """Return the cards that a player, or with "" the dead pile, does not hold by these claims."""
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
        for by, sentence in words.items():
            if player not in hand.end.shown_cards and _possible(hand, _claims(hand), player, by):
                yield DoubtfulClaim(None, sentence.with_facts(player=player))


TWOS = cards_to_mask(["2C", "2D", "2H", "2S"])


def claim_lead(table: StopsTable, hand: Hand, player: str, card: str, first: bool) -> None:
    """Note that a lead was the lowest: of its suit, or of all suits where the table plays so."""
    if first and table.options.first_suit:
        _claim_lowest_of_all(table, hand, player, card)
        return
    if table.options.lead_card == "any":
        return
    if first and table.options.first_lead == "lowest-card":
        rule, cards = "first-lead-not-lowest", LOWER_RANKS[card]
    else:
        rule, cards = "led-not-lowest", LOWER_IN_SUIT[card]
    since = len(hand.played_cards) - 1
    hand.referee.add(
        Claim(rule, player, table.entry_number, table.active_count, cards, since, card)
    )


def _claim_lowest_of_all(table: StopsTable, hand: Hand, leader: str, card: str) -> None:
    """Note of each player alone that the first lead was lower than what that one holds of it."""
    cards, since = LOWER_IN_SUIT[card], len(hand.played_cards) - 1
    for player in hand.cards_left:
        rule = "led-not-lowest" if player == leader else "withheld"
        hand.referee.add(
            Claim(rule, player, table.entry_number, table.active_count, cards, since, card)
        )


def claim_stop(table: StopsTable, hand: Hand, card: str) -> None:
    """Note that nobody holds the next card."""
    since = len(hand.played_cards)
    hand.referee.add(
        Claim("withheld", None, table.entry_number, table.active_count, BIT[card], since, card)
    )


def claim_skip(table: StopsTable, hand: Hand, lead: Lead) -> None:
    """Note that a player holds no card that could have been led."""
    cards = TWOS if lead.two else 0
    for suit in lead.suits:
        cards |= SUIT_BITS[suit]
    since = len(hand.played_cards)
    hand.referee.add(
        Claim("false-skip", lead.player, table.entry_number, table.active_count, cards, since)
    )


def reveal_card(table: StopsTable, hand: Hand, player: str, card: str) -> None:
    """Take note that a player held a card: it was played or shown."""
    bit, referee, denied = BIT[card], hand.referee, hand.referee.excluded
    referee.seen[player] |= bit
    referee.unseen &= ~bit
    whole = player in hand.auction.bids and _holds_whole(table, hand, player)
    if not whole and not (denied[player] | denied[None]) & bit:
        return
    proven = [
        claim
        for claim in referee.claims
        if (claim.cards & bit or (whole and claim.rule == "illegal-bid"))
        and claim.player in (player, None)
    ]
    if proven:
        hand.freeze_referee()
        referee.drop_claims(proven)
        stops_findings = [_finding(table, claim, player, card) for claim in proven]
        referee.findings = tuple(
            sorted((*referee.findings, *stops_findings), key=lambda f: f.order)
        )


def _holds_whole(table: StopsTable, hand: Hand, player: str) -> bool:
    """Return whether a player was seen to hold a whole combination, which bars a bid."""
    seen = hand.referee.seen[player]
    return any(seen & whole == whole for whole in table.board.combination_bits)


def _finding(table: StopsTable, claim: Claim, player: str, card: str) -> StopsFinding:
    return StopsFinding(
        claim.rule,
        player,
        claim.entry,
        table.entry_number,
        (table.active_count, claim.place),
        since=claim.since,
        about=claim.about,
        card=card,
    )


def set_finding_status(hand: Hand, place: int, status: str) -> None:
    """Write down that a finding was enforced or waived."""
    findings = [*hand.findings]
    findings[place] = findings[place]._replace(status=status)
    hand.referee.replace_findings(tuple(findings))


def continuations(table: StopsTable) -> tuple[str, ...]:
    """List the cards to which a run may go on after the next card, if one player has them all."""
    hand = table.current_hand
    return (
        run_after(hand, hand.next_card, max(hand.cards_left.values()) - 1) if hand.next_card else ()
    )


def run_after(hand: Hand, card: str, most: int) -> tuple[str, ...]:
    """List the cards that may follow a card before its run stops by itself, at most so many."""
    cards: list[str] = []
    following = NEXT.get(card)
    while following and following not in hand.played_cards and len(cards) < most:
        cards.append(following)
        following = NEXT.get(following)
    return tuple(cards)


def run_to(first: str, last: str) -> tuple[str, ...]:
    """List the cards of a run from the first to the last; only the first if they are not of one."""
    cards = [first]
    while cards[-1] != last and cards[-1] in NEXT:
        cards.append(NEXT[cards[-1]])
    return tuple(cards) if cards[-1] == last else (first,)


def next_hand_as_counted(table: StopsTable) -> Hand | None:
    """Return the hand that a deal would start now, if one may be started."""
    if refusal_sentence(table, {"do": "deal"}):
        return None
    after = apply_entry(table, PileDeal(), table.entry_number + 1)
    assert isinstance(after, StopsTable)
    return after.hand_state


def players_who_may_show(table: StopsTable) -> tuple[str, ...]:
    """List who holds cards after a hand that nobody has seen yet."""
    hand = table.hand_state
    if hand is None or not hand.end.is_over or hand.chips_only or table.phase == "over":
        return ()
    waiting = players_with_unseen(hand)
    return tuple(p for p in table.present if p in waiting)


def players_with_unseen(hand: Hand) -> frozenset[str]:
    """Return who holds cards that have not been shown."""
    return frozenset(
        p for p, cards in hand.cards_left.items() if cards and p not in hand.end.shown_cards
    )


def unseen_cards(table: StopsTable) -> tuple[str, ...]:
    """List the cards that have neither been played nor shown in this hand."""
    seen = {
        *table.current_hand.played_cards,
        *(c for cards in table.current_hand.end.shown_cards.values() for c in cards),
    }
    return tuple(card for card in PACK if card not in seen)
