"""The referee: what entries say of unseen cards, and what later cards prove (*The referee*).

Every lead, stop, skip and losing bid is a claim about cards that a player does not hold.
A card seen later may disprove it: a finding. When all claims together leave no possible
deal of the unseen cards, that is a contradiction.
"""

from dataclasses import replace

from companion.core.cards import BIT, LOWER_IN_SUIT, LOWER_RANKS, SUIT_BITS, bits
from companion.games.stops.state import Claim, Finding, Hand, Lead, StopsTable

TWOS = bits(["2C", "2D", "2H", "2S"])


def claim_lead(table: StopsTable, hand: Hand, player: str, card: str, first: bool) -> None:
    """Note that a lead was the lowest: of its suit, or of all suits where the table plays so."""
    if first and table.options.first_lead == "lowest-card":
        rule, cards = "first-lead-not-lowest", LOWER_RANKS[card]
    else:
        rule, cards = "led-not-lowest", LOWER_IN_SUIT[card]
    since = len(hand.played) - 1
    hand.add(Claim(rule, player, table.entry, table.place, cards, since, card))


def claim_stop(table: StopsTable, hand: Hand, card: str) -> None:
    """Note that nobody holds the next card."""
    since = len(hand.played)
    hand.add(Claim("withheld", None, table.entry, table.place, BIT[card], since, card))


def claim_skip(table: StopsTable, hand: Hand, lead: Lead) -> None:
    """Note that a player holds no card that could have been led."""
    cards = TWOS if lead.two else 0
    for suit in lead.suits:
        cards |= SUIT_BITS[suit]
    since = len(hand.played)
    hand.add(Claim("false-skip", lead.player, table.entry, table.place, cards, since))


def see(table: StopsTable, hand: Hand, player: str, card: str) -> None:
    """Take note that a player held a card: it was played or shown."""
    bit = BIT[card]
    hand.seen[player] |= bit
    if not hand.denied[player] & bit and player not in hand.bids:
        return
    proven = [
        claim
        for claim in hand.claims
        if claim.player in (player, None) and _disproves(table, claim, player, bit)
    ]
    if proven:
        hand.test()
        hand.believe(tuple(claim for claim in hand.claims if claim not in proven))
        for claim in proven:
            _find(table, claim, player, card)


def _disproves(table: StopsTable, claim: Claim, player: str, bit: int) -> bool:
    if claim.cards & bit:
        return True
    if claim.rule != "illegal-bid":
        return False
    seen = table.now.seen[player]
    return any(seen & whole == whole for whole in table.board.combination_bits)


def _find(table: StopsTable, claim: Claim, player: str, card: str) -> None:
    found = Finding(
        claim.rule,
        player,
        claim.entry,
        table.entry,
        (table.place, claim.place),
        since=claim.since,
        about=claim.about,
        card=card,
    )
    table.now.found = tuple(sorted((*table.now.found, found), key=lambda f: f.order))


def settle(hand: Hand, place: int, status: str) -> None:
    """Write down that a finding was enforced or waived."""
    findings = list(hand.findings)
    findings[place] = replace(findings[place], status=status)
    hand.found, hand.contradiction = tuple(findings), None


def test_deal(table: StopsTable, hand: Hand) -> None:
    """Ask for a deal of the unseen cards that fits all claims still standing now."""
    if hand.witness is not None:
        hand.untested += (hand.known(table.entry, table.place),)
