"""The referee: what entries say of unseen cards, and what later cards prove (*The referee*).

Every lead, stop, skip and losing bid is a claim about cards that a player does not hold.
A card seen later may disprove it: a finding. When all claims together leave no possible
deal of the unseen cards, that is a contradiction.
"""

from dataclasses import replace

from companion.core.cards import ALL_BITS, BIT, LOWER_IN_SUIT, LOWER_RANKS, SUIT_BITS, bits
from companion.games.stops.deals import find_deal
from companion.games.stops.state import Claim, Finding, Hand, Lead, StopsTable

TWOS = bits(["2C", "2D", "2H", "2S"])


def claim_lead(table: StopsTable, player: str, card: str, first: bool) -> None:
    """Note that a lead was the lowest: of its suit, or of all suits where the table plays so."""
    hand = table.now
    if first and table.options.first_lead == "lowest-card":
        rule, cards = "first-lead-not-lowest", LOWER_RANKS[card]
    else:
        rule, cards = "led-not-lowest", LOWER_IN_SUIT[card]
    _claim(table, rule, player, cards, len(hand.played) - 1, card)


def claim_stop(table: StopsTable, card: str) -> None:
    """Note that nobody holds the next card."""
    _claim(table, "withheld", None, BIT[card], len(table.now.played), card)


def claim_skip(table: StopsTable, lead: Lead) -> None:
    """Note that a player holds no card that he could have led."""
    cards = TWOS if lead.two else 0
    for suit in lead.suits:
        cards |= SUIT_BITS[suit]
    _claim(table, "false-skip", lead.player, cards, len(table.now.played))


def _claim(
    table: StopsTable, rule: str, player: str | None, cards: int, since: int, about: str = ""
) -> None:
    table.now.add(Claim(rule, player, table.entry, table.place, cards, since, about))


def see(table: StopsTable, player: str, card: str) -> None:
    """Take note that a player held a card: he played it or showed it."""
    hand, bit = table.now, BIT[card]
    hand.seen[player] |= bit
    if hand.fits:
        _keep_fitting(hand, player, bit)
    if not hand.denied[player] & bit and player not in hand.bids:
        return
    proven = [
        claim
        for claim in hand.claims
        if claim.player in (player, None) and _disproves(table, claim, player, bit)
    ]
    if proven:
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
    _add(table.now, found)


def _add(hand: Hand, found: Finding) -> None:
    hand.findings = tuple(sorted((*hand.findings, found), key=lambda f: f.order))


def settle(hand: Hand, place: int, status: str) -> None:
    """Write down that a finding was enforced or waived."""
    findings = list(hand.findings)
    findings[place] = replace(findings[place], status=status)
    hand.findings = tuple(findings)


def test_deal(table: StopsTable) -> None:
    """Find a deal of the unseen cards that fits all claims still standing, or a contradiction."""
    hand = table.now
    if hand.witness is None or hand.fits:
        return
    hand.witness = find_deal(hand.witness, may_hold(hand), sizes(hand))
    hand.fits = hand.witness is not None
    if hand.witness is None:
        order = (table.place, table.place)
        _add(hand, Finding("contradiction", None, table.entry, table.entry, order))


def _keep_fitting(hand: Hand, player: str, bit: int) -> None:
    """Take a card seen out of the deal; where it lay with another, let them exchange a card."""
    assert hand.witness is not None
    piles, his = list(hand.witness), list(hand.left).index(player)
    lay = next(at for at, pile in enumerate(piles) if pile & bit)
    if lay != his:
        movable = piles[his] & ~[*hand.denied.values(), hand.dead_without][lay]
        hand.fits = movable != 0
        piles[his] ^= movable & -movable
        piles[lay] |= movable & -movable
    piles[lay] ^= bit
    hand.witness = tuple(piles)


def sizes(hand: Hand) -> list[int]:
    """Give how many unseen cards lie in every pile, the dead one last."""
    return [*(0 if p in hand.shown else cards for p, cards in hand.left.items()), hand.dead]


def unseen(hand: Hand) -> int:
    """Give the cards (bits) that nobody has seen in this hand."""
    return ALL_BITS & ~sum(hand.seen.values())


def may_hold(hand: Hand) -> list[int]:
    """Give for every pile, the dead one last, the unseen cards that it may hold."""
    hidden = unseen(hand)
    return [hidden & ~cards for cards in (*hand.denied.values(), hand.dead_without)]
