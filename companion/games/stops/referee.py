"""The referee: what entries say of unseen cards, and what later cards prove (*The referee*).

Every lead, stop, skip and losing bid is a claim about cards that a player does not hold.
A card seen later may disprove it: a finding. When all claims together leave no possible
deal of the unseen cards, that is a contradiction.
"""

from companion.core.cards import BIT, LOWER_IN_SUIT, LOWER_RANKS, SUIT_BITS, cards_to_mask
from companion.games.stops.claims import Claim, StopsFinding
from companion.games.stops.state import Hand, Lead, StopsTable

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
        found = [_finding(table, claim, player, card) for claim in proven]
        referee.findings = tuple(sorted((*referee.findings, *found), key=lambda f: f.order))


def _holds_whole(table: StopsTable, hand: Hand, player: str) -> bool:
    """Say whether a player was seen to hold a whole combination, which bars a bid."""
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
