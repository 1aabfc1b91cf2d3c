"""The referee: what entries imply about unseen cards, and which claims later cards disprove."""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.cards import (
    BIT,
    LOWER_IN_SUIT,
    LOWER_RANKS,
    NEXT,
    PACK,
    cards_to_mask,
)
from companion.core.review import Doubt, minimal_conflicts
from companion.core.sentences import Sentence, say
from companion.core.words import Card
from companion.games.stops.deduction import (
    DEAD_PILE,
    Claim,
    StopsFinding,
    exclusions_of,
    has_consistent_deal,
    log_deal_share,
    possible_cards,
)
from companion.games.stops.state import Hand, Lead, StopsTable

# What happened if a claim is false, by the rule that it breaks.
_IF_FALSE = {
    "led-not-lowest": say("{player} led {about} while still holding a lower card of that suit"),
    "first-lead-not-lowest": say("{player} led {about} first while still holding a lower card"),
    "withheld": say("the sequence did not stop before {about}"),
    "opened-above": say("{about} was led first even though {player} had a lower card"),
    "false-skip": say("{player} skipped while holding a card to lead"),
    "illegal-bid": say("{player} bid for the dummy while holding a card that forbids bidding"),
    "taken": say("the player who took the dummy had a card that forbids taking it"),
}


def doubtful_claims(table: StopsTable) -> tuple[tuple[Doubt, ...], ...]:
    """Return what happened in case a claim is false, for minimal sets that cannot all be true.

    Each set also contains the miscounts of cards that would explain it. If single claims explain
    all, there is one set, of these claims and the miscounts; () if all claims can be true.
    """
    hand = table.current_hand
    sets = () if hand.chips_only else find_conflicts(hand)
    if not sets:
        return ()
    miscounts = tuple(_miscounts(hand))
    claims = _claims(hand)
    alone = tuple(
        false for false in sets[0] if _possible(hand, [one for one in claims if one != false])
    )
    conflicts = (alone,) if alone else sets
    return tuple((*map(_if_false, conflict), *miscounts) for conflict in conflicts)


def find_conflicts(hand: Hand) -> tuple[tuple[Claim, ...], ...]:
    """Return minimal sets of claims without a consistent deal; the likeliest false one is first.

    One claim, of the dead pile, may be that the taker of the dummy was not barred from it.
    """
    sets = minimal_conflicts(_claims(hand), lambda claims: _possible(hand, claims))
    return tuple(_likeliest_first(hand, claims) for claims in sets)


def _likeliest_first(hand: Hand, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    def chance(false: Claim) -> float:
        rest = [claim for claim in claims if claim is not false]
        return log_deal_share(_may_hold(hand, rest), hand.sizes)

    return tuple(sorted(claims, key=chance, reverse=True))


def _claims(hand: Hand) -> list[Claim]:
    # which are found first depends on the order: the claim of the dead pile comes last
    return sorted(hand.referee.claims, key=lambda claim: claim.player == DEAD_PILE)


def _if_false(claim: Claim) -> Doubt:
    facts = {"about": Card(claim.about)} if claim.about else {}
    rule = "opened-above" if claim.rule == "withheld" and claim.player else claim.rule
    words = _IF_FALSE[rule].with_facts(player=claim.player or "", **facts)
    return Doubt(words, claim.entry)


def _possible(hand: Hand, claims: Sequence[Claim]) -> bool:
    return has_deal(hand, _may_hold(hand, claims), {})


def has_deal(hand: Hand, may_hold: list[int], more: Mapping[str, int]) -> bool:
    """Return whether a deal fits if players, or the dead pile, have `more` unseen cards."""
    piles = zip((*hand.cards_left, DEAD_PILE), hand.sizes, strict=True)
    sizes = [size + more.get(player, 0) for player, size in piles]
    return min(sizes) >= 0 and has_consistent_deal(may_hold, sizes)


def _may_hold(hand: Hand, claims: Sequence[Claim]) -> list[int]:
    return possible_cards(hand.referee.unseen, exclusions_of(claims, hand.cards_left))


def _miscounts(hand: Hand) -> Iterator[Doubt]:
    words: dict[int, Sentence] = {
        1: say("{player} holds one more card than counted"),
        -1: say("{player} holds one fewer card than counted"),
    }
    may_hold = _may_hold(hand, _claims(hand))
    for player in hand.cards_left:
        for by, sentence in words.items():
            is_hidden = player not in hand.end.shown_cards
            if is_hidden and has_deal(hand, may_hold, {player: by, DEAD_PILE: -by}):
                yield Doubt(sentence.with_facts(player=player))


def claim_lead(table: StopsTable, hand: Hand, player: str, card: str) -> None:
    """Store what a lead claims by the house rules: it was the lowest of its suit, or of all."""
    first = len(hand.played_cards) == 1
    if first and table.options.first_suit:
        _claim_lowest_of_all(table, hand, player, card)
        return
    if table.options.lead_card == "any":
        return
    if first and table.options.first_lead == "lowest-card":
        rule, cards = "first-lead-not-lowest", LOWER_RANKS[card]
    else:
        rule, cards = "led-not-lowest", LOWER_IN_SUIT[card]
    _claim(table, rule, player, cards, len(hand.played_cards) - 1, card)


def _claim(
    table: StopsTable, rule: str, player: str | None, cards: int, since: int, about: str = ""
) -> None:
    claim = Claim(rule, player, table.entry_number, table.line_count, cards, since, about)
    table.current_hand.referee.add(claim)


def _claim_lowest_of_all(table: StopsTable, hand: Hand, leader: str, card: str) -> None:
    """Store the claim that no player holds a lower card of the suit."""
    cards, since = LOWER_IN_SUIT[card], len(hand.played_cards) - 1
    for player in hand.cards_left:
        rule = "led-not-lowest" if player == leader else "withheld"
        _claim(table, rule, player, cards, since, card)


def claim_stop(table: StopsTable, hand: Hand, card: str) -> None:
    """Store the claim that nobody holds `card`, the next card of the run."""
    _claim(table, "withheld", None, BIT[card], len(hand.played_cards), card)


def claim_skip(table: StopsTable, hand: Hand, lead: Lead) -> None:
    """Store the claim that the player who skips `lead` holds no card that may be led."""
    cards = cards_to_mask([card for card in PACK if lead.allows(card)])
    _claim(table, "false-skip", lead.player, cards, len(hand.played_cards))


def reveal_card(table: StopsTable, hand: Hand, player: str, card: str) -> None:
    """Store that a player held a card, and turn the claims that it disproves into findings."""
    bit, referee = BIT[card], hand.referee
    referee.seen[player] |= bit
    referee.unseen &= ~bit
    has_combination = player in hand.auction.bids and _holds_combination(table, hand, player)
    if not has_combination and not referee.excluded_for(player) & bit:  # as for most cards
        return
    proven = [
        claim
        for claim in referee.claims
        if (claim.cards & bit or (has_combination and claim.rule == "illegal-bid"))
        and claim.player in (player, None)
    ]
    if proven:
        hand.referee.freeze(hand.sizes)  # before claims are dropped
        referee.drop_claims(proven)
        stops_findings = [_finding(table, claim, player, card) for claim in proven]
        referee.findings = tuple(
            sorted((*referee.findings, *stops_findings), key=lambda f: f.order)
        )


def _holds_combination(table: StopsTable, hand: Hand, player: str) -> bool:
    """Return whether a player is known to hold a whole combination, which bars a bid."""
    cards = hand.referee.seen[player]
    return any(cards & whole == whole for whole in table.board.combination_bits)


def _finding(table: StopsTable, claim: Claim, player: str, card: str) -> StopsFinding:
    return StopsFinding(
        claim.rule,
        player,
        claim.entry,
        table.entry_number,
        about=claim.about,
        order=(table.line_count, claim.place),
        since=claim.since,
        card=card,
    )


def continuations(table: StopsTable) -> tuple[str, ...]:
    """Return the cards that one play may contain after the next card."""
    hand = table.current_hand
    return coming_cards(hand, max(hand.cards_left.values()))[1:]


def coming_cards(hand: Hand, limit: int) -> tuple[str, ...]:
    """Return the next card and those after it, at most `limit`; () if no run is in progress."""
    card = hand.next_card
    return (card, *run_after(hand, card, limit - 1)) if card else ()


def run_after(hand: Hand, card: str, limit: int) -> tuple[str, ...]:
    """Return the next cards up from `card`, at most `limit`, until the run stops by itself."""
    cards: list[str] = []
    next_card = NEXT.get(card)
    while next_card and next_card not in hand.played_cards and len(cards) < limit:
        cards.append(next_card)
        next_card = NEXT.get(next_card)
    return tuple(cards)


def run_to(first: str, last: str) -> tuple[str, ...]:
    """Return the cards of the run from `first` to `last`; only `first` if there is no such run."""
    cards = [first]
    while cards[-1] != last and cards[-1] in NEXT:
        cards.append(NEXT[cards[-1]])
    return tuple(cards) if cards[-1] == last else (first,)


def players_who_may_show(table: StopsTable) -> tuple[str, ...]:
    """Return the players at the table who may still show the cards that they hold after a hand."""
    hand = table.current_hand
    if not hand.end.is_over or hand.chips_only or table.phase == "over":
        return ()
    waiting = players_with_unseen(hand)
    return tuple(p for p in table.present if p in waiting)


def players_with_unseen(hand: Hand) -> frozenset[str]:
    """Return the players who hold cards that they have not shown."""
    return frozenset(
        p for p, cards in hand.cards_left.items() if cards and p not in hand.end.shown_cards
    )


# The names of the rules that can be broken.
RULE_NAMES = {
    "illegal-bid": say("Who may exchange or bid"),
    "first-lead-not-lowest": say("The first lead"),
    "withheld": say("Continuing a sequence"),
    "led-not-lowest": say("Leading"),
    "false-skip": say("Leading"),
    "contradiction": say("How mistakes are found"),
}
