"""What may happen next at a table of the stops family. The core offers, the screen asks."""

from dataclasses import replace

from companion.core.asking import possible
from companion.core.cards import NEXT, PACK, RANK, SUIT, SUITS, face
from companion.core.offers import Ask, Blank, HowMany, Offer, Which, Who
from companion.core.shelf import apply, refusal
from companion.core.words import listed, pot_name
from companion.games.stops.board import JUDGED_POTS, OUT_POTS
from companion.games.stops.dumps import DUMPS
from companion.games.stops.entries import Deal
from companion.games.stops.penalties import WRONG_LEADS
from companion.games.stops.play import TWO
from companion.games.stops.state import Finding, Hand, Lead, StopsTable

NEAR_BIDS = 4


STOP = Offer({"do": "stop"}, "Nobody has it")
DUMP = Offer({"do": "dump"}, "Four cards down", form=True)
OUT = Offer({"do": "out"}, "Somebody is out", form=True)
TOTALS = Offer({"do": "totals"}, "Enter the card totals", form=True)


def ask(table: StopsTable) -> Ask:
    """Say what the table must be asked now."""
    phases = {
        "between-hands": _deal,
        "dummy": _dummy,
        "play": _play,
        "blocked": _blocked,
        "poker": _poker,
        "over": _over,
    }
    badges = {player: _badges(table, player) for player in table.present}
    return replace(phases[table.phase](table), badges=badges)


def _badges(table: StopsTable, player: str) -> tuple[str, ...]:
    hand = table.live
    if hand is None or table.phase == "over":
        return ()
    badges = []
    if table.phase == "dummy" and hand.high and hand.high[0] == player:
        badges.append(f"bids {hand.high[1]}")
    if table.phase == "dummy" and player in hand.passed:
        badges.append("passes")
    if hand.winner == player:
        badges.append("went out")
    if player in hand.skipped and hand.lead is not None:
        badges.append("skips")
    if player in hand.barred:
        badges.append("no more pots")
    return tuple(badges)


def _play(table: StopsTable) -> Ask:
    if table.now.chips_only:
        return _chips_only(table)
    return _lead(table) if table.now.lead else _follow(table)


def _deal(table: StopsTable) -> Ask:
    deal = Offer({"do": "deal"}, f"Deal hand {table.hand + 1}")
    hint = refusal(table, deal.entry)
    last = Offer({"do": "last-hand"}, "The next hand is the last")
    end = Offer({"do": "end"}, "End the evening")
    others = (last, end) if table.hand else ()
    question = f"{table.next_dealer()} deals hand {table.hand + 1}" if not hint else "What now?"
    return Ask("deal", question, hint, buttons=possible(table, deal, *others))


def _dummy(table: StopsTable) -> Ask:
    hand, dealer = table.now, table.dealer
    keep = f"{dealer} keeps, no sale" if table.options.dealer_may_keep else "Nobody buys it"
    if hand.high or hand.passed:
        return _auction(hand)
    buttons = (
        Offer({"do": "swap"}, f"{dealer} swaps"),
        Offer({"do": "keep"}, keep),
        Offer({"do": "chips-only"}, "Chips only"),
    )
    sale = Who("player", table.others(dealer)), HowMany("chips")
    return Ask(
        "dummy",
        f"The dummy: does {dealer} swap, or who buys it?",
        tiles=_bids(hand),
        buttons=possible(table, *buttons),
        blank=Blank({"do": "sell"}, "Sold", sale, "Sold: tap the buyer, then the price"),
        player=hand.turn,
    )


def _auction(hand: Hand) -> Ask:
    high = f"{hand.high[0]} bids {hand.high[1]}." if hand.high else "No bid yet."
    bid = Blank({"do": "bid", "player": hand.turn}, "Bid", (HowMany("chips", _least(hand)),))
    question = f"{high} {hand.turn}?"
    return Ask("auction", question, tiles=_bids(hand), blank=bid, player=hand.turn)


def _least(hand: Hand) -> int:
    return hand.high[1] + 1 if hand.high else 1


def _bids(hand: Hand) -> tuple[Offer, ...]:
    """Offer a few bids, and to pass."""
    if hand.turn is None:
        return ()
    bids = [
        Offer({"do": "bid", "player": hand.turn, "chips": chips}, f"{hand.turn} bids {chips}")
        for chips in range(_least(hand), _least(hand) + NEAR_BIDS)
    ]
    return (*bids, Offer({"do": "pass", "player": hand.turn}, f"{hand.turn} passes"))


def _lead(table: StopsTable) -> Ask:
    hand = table.now
    lead = hand.lead
    assert lead is not None
    leads = [card for card in PACK if card not in hand.played and _may_lead(lead, card)]
    tiles = tuple(
        Offer({"do": "play", "player": lead.player, "card": card}, face(card), (card,))
        for card in leads
    )
    skip = Offer({"do": "skip", "player": lead.player}, f"{lead.player} has none: skip")
    question = f"{lead.player} leads {_lowest(table, lead)}"
    buttons = possible(table, skip)
    return Ask("lead", question, tiles=tiles, buttons=buttons, player=lead.player)


def _may_lead(lead: Lead, card: str) -> bool:
    return SUIT[card] in lead.suits or (lead.two and RANK[card] == TWO)


def _lowest(table: StopsTable, lead: Lead) -> str:
    """Say what must be led: ``the lowest ♦ or ♥``."""
    if not table.now.played and table.options.first_lead == "lowest-card":
        return "the lowest card"
    if len(lead.suits) == len(SUITS):
        return "the lowest of any suit"
    *most, last = (face(f"2{suit}")[-1] for suit in lead.suits)
    words = f"{', '.join(most)} or {last}" if most else last
    return f"the lowest {words}" + (", or any 2" if lead.two else "")


def _follow(table: StopsTable) -> Ask:
    hand = table.now
    assert hand.next is not None
    seats = {
        player: (Offer({"do": "play", "player": player, "card": hand.next}, player, (hand.next,)),)
        for player in table.present
        if hand.left.get(player)
    }
    question = f"{face(hand.next)}: who plays it?"
    dumps = (DUMP,) if any(pot in DUMPS for pot in table.pots) else ()
    return Ask("follow", question, seats=seats, buttons=(STOP, *dumps))


def onward(table: StopsTable) -> tuple[str, ...]:
    """List the cards to which a run may go on after the next card, if one player has them all."""
    hand = table.now
    following = NEXT.get(hand.next) if hand.next else None
    cards: list[str] = []
    while following and following not in hand.played and len(cards) < max(hand.left.values()) - 1:
        cards.append(following)
        following = NEXT.get(following)
    return tuple(cards)


def run_to(first: str, last: str) -> tuple[str, ...]:
    """List the cards of a run from the first to the last; only the first if they are not of one."""
    cards = [first]
    while cards[-1] != last and cards[-1] in NEXT:
        cards.append(NEXT[cards[-1]])
    return tuple(cards) if cards[-1] == last else (first,)


def _chips_only(table: StopsTable) -> Ask:
    open_pots = tuple(
        pot
        for pot in table.pots
        if pot not in OUT_POTS + JUDGED_POTS
        and pot not in [collected.pot for collected in table.now.collected]
    )
    win = Which("pot", open_pots), Who("player", table.present)
    blank = Blank({"do": "collect"}, "Won", win, "Tap a pot, then the player who won it.")
    return Ask(
        "chips-only",
        "Who won what? Who went out?",
        buttons=(OUT,),
        blank=blank if open_pots else None,
    )


def _blocked(table: StopsTable) -> Ask:
    jackpot = listed(pot_name(pot) for pot in table.board.out)
    question = f"Nobody can lead. The lowest card total takes the {jackpot}."
    return Ask("blocked", question, buttons=(TOTALS,))


def _poker(table: StopsTable) -> Ask:
    pot = table.now.waiting[0]
    winners = {
        player: (Offer({"do": "award", "pot": pot, "players": [player]}, player),)
        for player in table.present
        if player in table.now.left
    }
    judged = Offer({"do": "award", "pot": pot}, "Judge by the cards")
    nobody = Offer({"do": "award", "pot": pot, "players": []}, "Nobody: it stays")
    shared = Offer({"do": "award", "pot": pot}, "Several share it", form=True)
    best = "worst" if pot == "loser" else "best"
    return Ask(
        "poker",
        f"Who has the {best} poker hand?",
        seats=winners,
        buttons=possible(table, judged, nobody, shared),
    )


def deal_as_counted(table: StopsTable) -> Hand | None:
    """Give the hand that a deal would start now, if one may be started."""
    if refusal(table, {"do": "deal"}):
        return None
    after = apply(table, Deal(), table.entry + 1)
    assert isinstance(after, StopsTable)
    return after.live


def may_show(table: StopsTable) -> tuple[str, ...]:
    """List who holds cards after a hand that nobody has seen yet."""
    hand = table.live
    if hand is None or not hand.over or hand.chips_only or table.phase == "over":
        return ()
    return tuple(p for p in table.present if hand.left.get(p) and p not in hand.shown)


def unseen(table: StopsTable) -> tuple[str, ...]:
    """List the cards that have neither been played nor shown in this hand."""
    seen = {*table.now.played, *(c for cards in table.now.shown.values() for c in cards)}
    return tuple(card for card in PACK if card not in seen)


def _over(_: StopsTable) -> Ask:
    return Ask("over", "The evening is over.")


def has_penalty(finding: Finding) -> bool:
    """Say whether enforcing a finding does anything, where the table plays with penalties."""
    return finding.rule in (*WRONG_LEADS, "withheld")
