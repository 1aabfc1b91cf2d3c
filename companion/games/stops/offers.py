"""What may happen next at a table of the stops family. The core offers, the screen asks."""

from dataclasses import replace

from companion.core.accounts import Pot
from companion.core.asking.common import (
    END,
    deal_prompt,
    deal_refusal,
    final_prompt,
    player_label,
    possible_offers,
)
from companion.core.cards import PACK, RANK, SUIT, SUITS
from companion.core.entries.common import Award
from companion.core.entries.writing import PartialEntry, serialize_entry
from companion.core.handlers import refusal_sentence
from companion.core.ledger import POT
from companion.core.offers import EntryTemplate, Offer, PlayerChoice, PotChoice, Prompt
from companion.core.sentences import Sentence, say
from companion.core.words import Card, NameList, OneOf, SuitSymbol
from companion.games.stops import bidding, own
from companion.games.stops import entries as e
from companion.games.stops.board import JUDGED_POTS, OUT_POTS
from companion.games.stops.dumps import DUMPS
from companion.games.stops.endings import WINNER, Enforce, LastEnd, Totals, Waive
from companion.games.stops.penalties import WRONG_LEADS
from companion.games.stops.play import TWO
from companion.games.stops.state import Lead, StopsTable
from companion.games.stops.unseen import players_with_unseen

STOP = Offer(e.Stop(), say("Nobody has it"), means_nobody=True)
DUMP = Offer(PartialEntry(e.Dump), say("Lay down four cards"), needs_form=True)
OUT = Offer(PartialEntry(e.Out), say("Somebody is out"), needs_form=True)
TOTALS = Offer(PartialEntry(Totals), say("Enter the card totals"), needs_form=True)
NEXT_IS_LAST = Offer(e.LastHand(), say("The next hand is the last"))
END_TO_WINNER = serialize_entry(LastEnd(WINNER))
THIS_IS_LAST = Offer(e.LastHand(), say("This is the last hand"))


def current_prompt(table: StopsTable) -> Prompt:
    """Say what the table must be asked now."""
    phases = {
        "between-hands": _deal,
        "dummy": bidding.dummy_prompt,
        "play": _play,
        "blocked": _blocked,
        "poker": _poker,
        "over": final_prompt,
    }
    badges = {player: _badges(table, player) for player in table.present}
    asked = phases[table.phase](table)
    return replace(asked, badges=badges, own_offers={**asked.own_offers, **own.show_offers(table)})


def _badges(table: StopsTable, player: str) -> tuple[Sentence, ...]:
    hand = table.hand_state
    if hand is None or table.phase == "over":
        return ()
    badges = []
    if table.phase == "dummy" and hand.auction.high and hand.auction.high[0] == player:
        badges.append(say("bids {chips}", chips=hand.auction.high[1]))
    if table.phase == "dummy" and player in hand.auction.passed:
        badges.append(say("passes"))
    if hand.end.winner == player:
        badges.append(say("went out"))
    if player in hand.skipped_players and hand.lead is not None:
        badges.append(say("skips"))
    if player in hand.penalties.barred:
        badges.append(say("wins no more pots"))
    return tuple(badges)


def rare_offers(table: StopsTable) -> tuple[Offer, ...]:
    """Offer to announce the last hand, and to keep the rest of this one in chips only."""
    in_chips = Offer(e.ChipsOnly(), say("Keep the rest of this hand in chips only"))
    if table.phase != "between-hands":
        return possible_offers(table, THIS_IS_LAST, in_chips)
    return () if deal_refusal(table) else possible_offers(table, NEXT_IS_LAST)


def _play(table: StopsTable) -> Prompt:
    if table.current_hand.chips_only:
        return _chips_only(table)
    return _lead(table) if table.current_hand.lead else _follow(table)


def _deal(table: StopsTable) -> Prompt:
    number = table.hand + 1
    asked = say("{dealer} deals hand {number}", dealer=table.next_dealer(), number=number)
    deal = Offer(e.PileDeal(), say("Deal hand {number}", number=number))
    others = (NEXT_IS_LAST,) if table.hand else ()
    asks = Prompt(
        "deal", asked, buttons=(deal,), end_offer=end_offer(table) if table.hand else None
    )
    return deal_prompt(table, asks, others)


def end_offer(table: StopsTable) -> Offer:
    """Offer the end; where nobody said whether this was the last hand, that is asked first."""
    return replace(END, needs_form=True) if may_have_been_last(table) else END


def may_have_been_last(table: StopsTable) -> bool:
    """Say whether somebody would take the pots if it turned out that this was the last hand."""
    left = any(not table.ledger.is_empty(POT + pot) for pot in table.pots)
    return left and not table.is_last_hand and refusal_sentence(table, END_TO_WINNER) is None


def _lead(table: StopsTable) -> Prompt:
    hand = table.current_hand
    lead = hand.lead
    assert lead is not None
    if lead.player is None:
        return _opening(table, lead)
    leads = [card for card in PACK if card not in hand.played_cards and _may_lead(lead, card)]
    tiles = tuple(Offer(e.PlayCards(lead.player, (card,)), _card(card), (card,)) for card in leads)
    none = say("{player} has none: skip", player=lead.player)
    mine = say("I have none: skip")
    skip = Offer(e.Skip(lead.player), none, own_label=mine, means_nobody=True)
    skips = possible_offers(table, skip)
    question = _leads(table, lead, lead.player)
    return Prompt("lead", question, tiles=tiles, buttons=skips, player=lead.player)


def _opening(table: StopsTable, lead: Lead) -> Prompt:
    """Ask who leads the hand, where it is whoever holds the lowest card of a suit."""
    lowest = possible_first_leads(table)[0]
    holders = [player for player in table.present if table.current_hand.cards_left.get(player)]
    question = say("Who leads the lowest {suit}?", suit=SuitSymbol(lead.suits))
    hint = say("Tap whoever leads {card}; if another card is led, tap that card first.")
    seats = {player: (_plays(player, lowest),) for player in holders}
    return Prompt("opening", question, hint.with_facts(card=Card(lowest)), seats=seats)


def possible_first_leads(table: StopsTable) -> tuple[str, ...]:
    """List the cards with which whoever holds the lowest may lead the hand, lowest first."""
    lead = (
        table.current_hand.lead
        if table.phase == "play" and not table.current_hand.chips_only
        else None
    )
    if lead is None or lead.player is not None:
        return ()
    return tuple(card for card in PACK if SUIT[card] in lead.suits)


def _card(card: str) -> Sentence:
    return say("{card}", card=Card(card))


def _may_lead(lead: Lead, card: str) -> bool:
    return SUIT[card] in lead.suits or (lead.two and RANK[card] == TWO)


def _leads(table: StopsTable, lead: Lead, player: str) -> Sentence:
    """Say what must be led: ``Ann leads the lowest ♦ or ♥``."""
    suits = OneOf(map(SuitSymbol, lead.suits))
    if table.options.lead_card == "any":
        return _leads_any(lead, player, suits)
    if not table.current_hand.played_cards and table.options.first_lead == "lowest-card":
        return say("{player} leads the lowest card", player=player)
    if len(lead.suits) == len(SUITS):
        return say("{player} leads the lowest of any suit", player=player)
    if lead.two:
        two = say("{player} leads the lowest {suits}, or any 2")
        return two.with_facts(player=player, suits=suits)
    return say("{player} leads the lowest {suits}", player=player, suits=suits)


def _leads_any(lead: Lead, player: str, suits: OneOf) -> Sentence:
    """Say what may be led where it need not be the lowest card."""
    if len(lead.suits) == len(SUITS):
        return say("{player} leads any card", player=player)
    two, one = say("{player} leads any {suits}, or any 2"), say("{player} leads any {suits}")
    return (two if lead.two else one).with_facts(player=player, suits=suits)


def _follow(table: StopsTable) -> Prompt:
    hand = table.current_hand
    assert hand.next_card is not None
    holders = [player for player in table.present if hand.cards_left.get(player)]
    seats = {player: (_plays(player, hand.next_card),) for player in holders}
    question = say("{card}: who plays it?", card=Card(hand.next_card))
    dumps = (DUMP,) if any(pot in DUMPS for pot in table.pots) else ()
    return Prompt(
        "follow", question, seats=seats, buttons=(STOP, *dumps), own_offers=own.dump_offers(table)
    )


def _plays(player: str, card: str) -> Offer:
    mine = say("I play {card}", card=Card(card))
    return Offer(e.PlayCards(player, (card,)), player_label(player), (card,), own_label=mine)


def _chips_only(table: StopsTable) -> Prompt:
    open_pots = tuple(
        pot
        for pot in table.pots
        if pot not in OUT_POTS + JUDGED_POTS
        and pot not in [collected.pot for collected in table.current_hand.pot_wins]
    )
    win = PotChoice("pot", open_pots), PlayerChoice("player", table.present)
    blank = EntryTemplate(
        PartialEntry(e.Collect), say("Won"), win, say("Tap a pot, then the player who won it.")
    )
    return Prompt(
        "chips-only",
        say("Who won what? Who went out?"),
        buttons=(OUT,),
        template=blank if open_pots else None,
        joint=own.joint_going_out(table),
    )


def _blocked(table: StopsTable) -> Prompt:
    question = say(
        "Nobody can lead. The lowest card total takes {pots}.",
        pots=NameList(map(Pot, table.board.out)),
    )
    return Prompt("blocked", question, buttons=(TOTALS,), joint=own.joint_totals(table))


def _poker(table: StopsTable) -> Prompt:
    pot = table.current_hand.end.pots_to_judge[0]
    holders = [player for player in table.present if player in table.current_hand.cards_left]
    winners = {player: (_wins(player, pot),) for player in holders}
    judged = Offer(Award(pot), say("Judge by the cards"))
    by_cards = () if players_with_unseen(table.current_hand) else (judged,)
    nobody = Offer(Award(pot, ()), say("Nobody: it stays"), means_nobody=True)
    shared = Offer(PartialEntry(Award, {"pot": pot}), say("Several share it"), needs_form=True)
    return Prompt(
        "poker",
        say("Who has the worst poker hand?")
        if pot == "loser"
        else say("Who has the best poker hand?"),
        seats=winners,
        buttons=possible_offers(table, *by_cards, nobody, shared),
    )


def _wins(player: str, pot: str) -> Offer:
    return Offer(Award(pot, (player,)), player_label(player), own_label=say("I have it"))


def finding_offers(table: StopsTable, place: int) -> tuple[Offer, ...]:
    """Offer to enforce or to waive an open finding, where the table plays with penalties."""
    finding = table.current_hand.findings[place]
    has_penalty = finding.rule in (*WRONG_LEADS, "withheld")
    if not table.options.penalties or not has_penalty or finding.status != "open":
        return ()
    return (
        Offer(Enforce(place, finding.entry), say("Apply the penalty")),
        Offer(Waive(place, finding.entry), say("Let it go")),
    )
