"""What may happen next at a table of the stops family. The core offers, the screen asks."""

from dataclasses import replace

from companion.core.asking.common import END, named, next_deal, no_more_deals, over, possible
from companion.core.cards import PACK, RANK, SUIT, SUITS
from companion.core.offers import Ask, Blank, HowMany, Offer, Which, Who
from companion.core.sentences import Sentence, say
from companion.core.words import Card, Names, OneOf, Pot, SuitSign
from companion.games.stops import own
from companion.games.stops.board import JUDGED_POTS, OUT_POTS
from companion.games.stops.dumps import DUMPS
from companion.games.stops.penalties import WRONG_LEADS
from companion.games.stops.play import TWO
from companion.games.stops.state import Hand, Lead, StopsTable
from companion.games.stops.unseen import yet_to_show

NEAR_BIDS = 4


STOP = Offer({"do": "stop"}, say("Nobody has it"), nobody=True)
DUMP = Offer({"do": "dump"}, say("Four cards down"), form=True)
OUT = Offer({"do": "out"}, say("Somebody is out"), form=True)
TOTALS = Offer({"do": "totals"}, say("Enter the card totals"), form=True)
NEXT_IS_LAST = Offer({"do": "last-hand"}, say("The next hand is the last"))
THIS_IS_LAST = Offer({"do": "last-hand"}, say("This is the last hand"))


def ask(table: StopsTable) -> Ask:
    """Say what the table must be asked now."""
    phases = {
        "between-hands": _deal,
        "dummy": _dummy,
        "play": _play,
        "blocked": _blocked,
        "poker": _poker,
        "over": over,
    }
    badges = {player: _badges(table, player) for player in table.present}
    asked = phases[table.phase](table)
    return replace(asked, badges=badges, own={**asked.own, **own.shows(table)})


def recounts(table: StopsTable) -> dict[str, tuple[Offer, ...]]:
    """Offer to put right how many cards a player holds."""
    hand = table.live
    if hand is None or hand.chips_only or table.phase not in ("dummy", "play"):
        return {}
    again = say("Count the cards again")
    return {
        player: (Offer({"do": "recount", "player": player}, again, form=True),)
        for player in hand.left
        if player in table.present
    }


def _badges(table: StopsTable, player: str) -> tuple[Sentence, ...]:
    hand = table.live
    if hand is None or table.phase == "over":
        return ()
    badges = []
    if table.phase == "dummy" and hand.high and hand.high[0] == player:
        badges.append(say("bids {chips}", chips=hand.high[1]))
    if table.phase == "dummy" and player in hand.passed:
        badges.append(say("passes"))
    if hand.winner == player:
        badges.append(say("went out"))
    if player in hand.skipped and hand.lead is not None:
        badges.append(say("skips"))
    if player in hand.barred:
        badges.append(say("no more pots"))
    return tuple(badges)


def rare(table: StopsTable) -> tuple[Offer, ...]:
    """Offer to announce the last hand, and to keep the rest of this one in chips only."""
    in_chips = Offer({"do": "chips-only"}, say("Keep the rest of this hand in chips only"))
    if table.phase != "between-hands":
        return possible(table, THIS_IS_LAST, in_chips)
    return () if no_more_deals(table) else possible(table, NEXT_IS_LAST)


def _play(table: StopsTable) -> Ask:
    if table.now.chips_only:
        return _chips_only(table)
    return _lead(table) if table.now.lead else _follow(table)


def _deal(table: StopsTable) -> Ask:
    number = table.hand + 1
    asked = say("{dealer} deals hand {number}", dealer=table.next_dealer(), number=number)
    deal = Offer({"do": "deal"}, say("Deal hand {number}", number=number))
    others = (NEXT_IS_LAST,) if table.hand else ()
    asks = Ask("deal", asked, buttons=(deal,), ends=END if table.hand else None)
    return next_deal(table, asks, others)


def _dummy(table: StopsTable) -> Ask:
    hand, dealer = table.now, table.dealer
    keeps = say("{dealer} keeps, no sale", dealer=dealer)
    no_sale = keeps if table.options.dealer_may_keep else say("Nobody buys it")
    if hand.high or hand.passed:
        return _auction(hand)
    buttons = (
        Offer({"do": "swap"}, say("{dealer} swaps", dealer=dealer), mine=say("I swap")),
        Offer({"do": "keep"}, no_sale, nobody=True),
        Offer({"do": "chips-only"}, say("Chips only")),
    )
    sale = Who("player", table.others(dealer)), HowMany("chips")
    return Ask(
        "dummy",
        say("The dummy: does {dealer} swap, or who buys it?", dealer=dealer),
        tiles=_bids(hand),
        buttons=possible(table, *buttons),
        blank=Blank({"do": "sell"}, say("Sold"), sale, say("Sold: tap the buyer, then the price")),
        player=hand.turn,
        own_blank=_bid_of_any(hand),
    )


def _auction(hand: Hand) -> Ask:
    bid = _bid_of_any(hand)
    return Ask("auction", _so_far(hand), tiles=_bids(hand), blank=bid, player=hand.turn)


def _bid_of_any(hand: Hand) -> Blank:
    number = (HowMany("chips", _least(hand)),)
    return Blank({"do": "bid", "player": hand.turn}, say("Bid"), number)


def _so_far(hand: Hand) -> Sentence:
    turn = hand.turn or ""
    if hand.high is None:
        return say("No bid yet. {player}?", player=turn)
    bidder, chips = hand.high
    return say("{bidder} bids {chips}. {player}?", bidder=bidder, chips=chips, player=turn)


def _least(hand: Hand) -> int:
    return hand.high[1] + 1 if hand.high else 1


def _bids(hand: Hand) -> tuple[Offer, ...]:
    """Offer a few bids, and to pass."""
    if hand.turn is None:
        return ()
    near = range(_least(hand), _least(hand) + NEAR_BIDS)
    passes = {"do": "pass", "player": hand.turn}
    return (
        *(_bid(hand.turn, chips) for chips in near),
        Offer(passes, say("{player} passes", player=hand.turn), mine=say("I pass"), nobody=True),
    )


def _bid(player: str, chips: int) -> Offer:
    label = say("{player} bids {chips}", player=player, chips=chips)
    mine = say("I bid {chips}", chips=chips)
    return Offer({"do": "bid", "player": player, "chips": chips}, label, mine=mine)


def _lead(table: StopsTable) -> Ask:
    hand = table.now
    lead = hand.lead
    assert lead is not None
    leads = [card for card in PACK if card not in hand.played and _may_lead(lead, card)]
    tiles = tuple(
        Offer({"do": "play", "player": lead.player, "card": card}, _card(card), (card,))
        for card in leads
    )
    none = say("{player} has none: skip", player=lead.player)
    mine = say("I have none: skip")
    skip = Offer({"do": "skip", "player": lead.player}, none, mine=mine, nobody=True)
    skips = possible(table, skip)
    question = _leads(table, lead)
    return Ask("lead", question, tiles=tiles, buttons=skips, player=lead.player)


def _card(card: str) -> Sentence:
    return say("{card}", card=Card(card))


def _may_lead(lead: Lead, card: str) -> bool:
    return SUIT[card] in lead.suits or (lead.two and RANK[card] == TWO)


def _leads(table: StopsTable, lead: Lead) -> Sentence:
    """Say what must be led: ``Ann leads the lowest ♦ or ♥``."""
    suits = OneOf(map(SuitSign, lead.suits))
    if not table.now.played and table.options.first_lead == "lowest-card":
        return say("{player} leads the lowest card", player=lead.player)
    if len(lead.suits) == len(SUITS):
        return say("{player} leads the lowest of any suit", player=lead.player)
    if lead.two:
        two = say("{player} leads the lowest {suits}, or any 2")
        return two.about(player=lead.player, suits=suits)
    return say("{player} leads the lowest {suits}", player=lead.player, suits=suits)


def _follow(table: StopsTable) -> Ask:
    hand = table.now
    assert hand.next is not None
    holders = [player for player in table.present if hand.left.get(player)]
    seats = {player: (_plays(player, hand.next),) for player in holders}
    question = say("{card}: who plays it?", card=Card(hand.next))
    dumps = (DUMP,) if any(pot in DUMPS for pot in table.pots) else ()
    return Ask("follow", question, seats=seats, buttons=(STOP, *dumps), own=own.dumps(table))


def _plays(player: str, card: str) -> Offer:
    mine = say("I play {card}", card=Card(card))
    return Offer({"do": "play", "player": player, "card": card}, named(player), (card,), mine=mine)


def _chips_only(table: StopsTable) -> Ask:
    open_pots = tuple(
        pot
        for pot in table.pots
        if pot not in OUT_POTS + JUDGED_POTS
        and pot not in [collected.pot for collected in table.now.collected]
    )
    win = Which("pot", open_pots), Who("player", table.present)
    blank = Blank({"do": "collect"}, say("Won"), win, say("Tap a pot, then the player who won it."))
    return Ask(
        "chips-only",
        say("Who won what? Who went out?"),
        buttons=(OUT,),
        blank=blank if open_pots else None,
        together=own.going_out(table),
    )


def _blocked(table: StopsTable) -> Ask:
    question = say(
        "Nobody can lead. The lowest card total takes the {pots}.",
        pots=Names(map(Pot, table.board.out)),
    )
    return Ask("blocked", question, buttons=(TOTALS,), together=own.totals(table))


def _poker(table: StopsTable) -> Ask:
    pot = table.now.waiting[0]
    holders = [player for player in table.present if player in table.now.left]
    winners = {player: (_wins(player, pot),) for player in holders}
    judged = Offer({"do": "award", "pot": pot}, say("Judge by the cards"))
    by_cards = () if yet_to_show(table.now) else (judged,)
    nobody = Offer({"do": "award", "pot": pot, "players": []}, say("Nobody: it stays"), nobody=True)
    shared = Offer({"do": "award", "pot": pot}, say("Several share it"), form=True)
    return Ask(
        "poker",
        say("Who has the worst poker hand?")
        if pot == "loser"
        else say("Who has the best poker hand?"),
        seats=winners,
        buttons=possible(table, *by_cards, nobody, shared),
    )


def _wins(player: str, pot: str) -> Offer:
    won = {"do": "award", "pot": pot, "players": [player]}
    return Offer(won, named(player), mine=say("I have it"))


def settling(table: StopsTable, place: int) -> tuple[Offer, ...]:
    """Offer to enforce or to waive an open finding, where the table plays with penalties."""
    finding = table.now.findings[place]
    has_penalty = finding.rule in (*WRONG_LEADS, "withheld")
    if not table.options.penalties or not has_penalty or finding.status != "open":
        return ()
    about = {"finding": place, "entry": finding.entry}
    return (
        Offer({"do": "enforce", **about}, say("Enforce")),
        Offer({"do": "waive", **about}, say("Waive")),
    )
