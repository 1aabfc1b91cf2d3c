"""The prompts of the stops family, at the table and at one seat, and the plays that may follow."""

from dataclasses import replace

from companion.core.accounts import Pot
from companion.core.cards import PACK, SUIT, SUITS
from companion.core.entries.schema import PartialEntry, Raw, serialize_entry
from companion.core.entries.standard import Award
from companion.core.errors import Refused
from companion.core.handlers import apply_entry, refusal_sentence
from companion.core.ledger import POT
from companion.core.offers import (
    deal_prompt,
    deal_refusal,
    end_offer,
    final_prompt,
    form_offers,
    player_label,
    possible_offers,
)
from companion.core.prompts import JointPrompt, NumberInput, Offer, Prompt
from companion.core.sentences import Sentence, say
from companion.core.words import Card, NameList, OneOf, SuitSymbol
from companion.games.stops import auction, chips_only, dumps
from companion.games.stops.board import pot_by_name
from companion.games.stops.chips_only import ChipsOnly
from companion.games.stops.deal import LastHand, PileDeal
from companion.games.stops.hand_end import WINNER, LastEnd, Show, Totals
from companion.games.stops.play import PlayCards, Recount, Skip, Stop
from companion.games.stops.referee import players_who_may_show, players_with_unseen, run_after
from companion.games.stops.state import Lead, StopsTable

STOP = Offer(Stop(), say("Nobody has it"), means_nobody=True)
TOTALS = Offer(PartialEntry(Totals), say("Enter the card totals"), needs_form=True)
NEXT_IS_LAST = Offer(LastHand(), say("The next hand is the last"))
LAST_HAND = LastEnd(WINNER)
THIS_IS_LAST = Offer(LastHand(), say("This is the last hand"))


def current_prompt(table: StopsTable) -> Prompt:
    phases = {
        "between-hands": _deal,
        "dummy": auction.dummy_prompt,
        "play": _play,
        "blocked": _blocked,
        "poker": _poker,
        "over": final_prompt,
    }
    badges = {player: _badges(table, player) for player in table.present}
    prompt = phases[table.phase](table)
    shows = form_offers(
        Show, players_who_may_show(table), say("{player} shows"), say("I show what I have left")
    )
    return replace(prompt, badges=badges, own_offers={**prompt.own_offers, **shows})


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
    """Return the offers to announce the last hand, and to continue this one in chips only."""
    in_chips = Offer(ChipsOnly(), say("Keep the rest of this hand in chips only"))
    if table.phase != "between-hands":
        return possible_offers(table, THIS_IS_LAST, in_chips)
    return () if deal_refusal(table) else possible_offers(table, NEXT_IS_LAST)


def _play(table: StopsTable) -> Prompt:
    if table.current_hand.chips_only:
        return chips_only.chips_only_prompt(table)
    return _lead(table) if table.current_hand.lead else _follow(table)


def _deal(table: StopsTable) -> Prompt:
    hand = table.setup.game.hand_terms.in_progress.with_facts(hand=table.hand + 1)
    sentence = say("{dealer} deals {hand}", dealer=table.next_dealer(), hand=hand)
    deal = Offer(PileDeal(), say("Deal {hand}", hand=hand))
    others = (NEXT_IS_LAST,) if table.hand else ()
    end = end_offer(table, asks=may_have_been_last(table)) if table.hand else None
    return deal_prompt(table, Prompt("deal", sentence, buttons=(deal,), end_offer=end), others)


def may_have_been_last(table: StopsTable) -> bool:
    """Return whether a player would take the pots if the hand just ended were the last one."""
    left = any(not table.ledger.is_empty(POT + pot) for pot in table.pots)
    return (
        left
        and not table.is_last_hand
        and refusal_sentence(table, serialize_entry(LAST_HAND)) is None
    )


def _lead(table: StopsTable) -> Prompt:
    hand = table.current_hand
    lead = hand.lead
    assert lead is not None
    if lead.player is None:
        return _opening(table, lead)
    tiles = tuple(
        Offer(PlayCards(lead.player, (card,)), say("{card}", card=Card(card)), (card,))
        for card in PACK
        if card not in hand.played_cards and lead.allows(card)
    )
    none = say("{player} has none: skip", player=lead.player)
    own_none = say("I have none: skip")
    skip = Offer(Skip(lead.player), none, own_label=own_none, means_nobody=True)
    skips = possible_offers(table, skip)
    question = _leads(table, lead, lead.player)
    return Prompt("lead", question, tiles=tiles, buttons=skips, player=lead.player)


def _opening(table: StopsTable, lead: Lead) -> Prompt:
    """Return the prompt that asks who holds the lowest card of a suit, which leads."""
    lowest = possible_first_leads(table)[0]
    holders = [player for player in table.present if table.current_hand.cards_left.get(player)]
    question = say("Who leads the lowest {suit}?", suit=SuitSymbol(lead.suits))
    hint = say("Tap whoever leads {card}; if another card is led, tap that card first.")
    seats = {player: (_plays(player, lowest),) for player in holders}
    return Prompt("opening", question, hint.with_facts(card=Card(lowest)), seats=seats)


def possible_first_leads(table: StopsTable) -> tuple[str, ...]:
    """Return the cards that may lead the hand, lowest first; () if it does not begin by a suit."""
    lead = (
        table.current_hand.lead
        if table.phase == "play" and not table.current_hand.chips_only
        else None
    )
    if lead is None or lead.player is not None:
        return ()
    return tuple(card for card in PACK if SUIT[card] in lead.suits)


def _leads(table: StopsTable, lead: Lead, player: str) -> Sentence:
    """Return what must be led: `Ann leads the lowest ♦ or ♥`."""
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
    """Return what may be led at a table where it need not be the lowest card."""
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
    dump = (dumps.DUMP_OFFER,) if any(pot in dumps.DUMPS for pot in table.pots) else ()
    return Prompt(
        "follow", question, seats=seats, buttons=(STOP, *dump), own_offers=dumps.dump_offers(table)
    )


def _plays(player: str, card: str) -> Offer:
    sentence = say("I play {card}", card=Card(card))
    return Offer(PlayCards(player, (card,)), player_label(player), (card,), own_label=sentence)


def _blocked(table: StopsTable) -> Prompt:
    question = say(
        "Nobody can lead. The lowest card total takes {pots}.",
        pots=NameList(map(Pot, table.board.out)),
    )
    label = say("What do the cards that you have left add up to?")
    joint = JointPrompt(PartialEntry(Totals), label, table.present, NumberInput("points", 0))
    return Prompt("blocked", question, buttons=(TOTALS,), joint=joint)


def _poker(table: StopsTable) -> Prompt:
    pot = table.current_hand.end.pots_to_judge[0]
    question = pot_by_name(pot).question
    assert question is not None
    holders = [player for player in table.present if player in table.current_hand.cards_left]
    own_label = say("I have it")
    winners = {
        player: (Offer(Award(pot, (player,)), player_label(player), own_label=own_label),)
        for player in holders
    }
    offer = Offer(Award(pot), say("Judge by the cards"))
    by_cards = () if players_with_unseen(table.current_hand) else (offer,)
    nobody = Offer(Award(pot, ()), say("Nobody: it stays"), means_nobody=True)
    shared_offer = Offer(
        PartialEntry(Award, {"pot": pot}), say("Several share it"), needs_form=True
    )
    return Prompt(
        "poker",
        question,
        seats=winners,
        buttons=possible_offers(table, *by_cards, nobody, shared_offer),
    )


def longer_plays(table: StopsTable, play: PlayCards) -> dict[str, PlayCards]:
    """Return the plays that continue `play` by more cards of the same player, by their last card.

    The cards go up the run. If the run stops there by itself, the player's next lead may follow.
    """
    most = table.current_hand.cards_left.get(play.player, 0) - len(play.cards)
    run = run_after(table.current_hand, play.cards[-1], most)
    ways = {card: (*play.cards, *run[: number + 1]) for number, card in enumerate(run)}
    whole = replace(play, cards=(*play.cards, *run))
    ways |= {card: (*whole.cards, card) for card in _leads_after(table, whole)}
    return {card: replace(play, cards=cards) for card, cards in ways.items()}


def _leads_after(table: StopsTable, play: PlayCards) -> tuple[str, ...]:
    """Return the cards that a player may lead after a play; () if the play is refused."""
    try:
        after = apply_entry(table, play, table.entry_number + 1)
    except Refused:
        return ()
    lead = after.current_hand.lead if after.phase == "play" else None
    if lead is None or lead.player != play.player:
        return ()
    return tuple(tile.cards[0] for tile in current_prompt(after).tiles)


def recount_offers(table: StopsTable) -> dict[str, tuple[Offer, ...]]:
    """Return, by player, the offer to correct how many cards they hold, or held at the end."""
    hand = table.hand_state
    if hand is None or table.phase in ("over", "blocked"):
        return {}
    if hand.chips_only and hand.end.winner is None:
        return {}
    return {
        player: (Offer(PartialEntry(Recount, {"player": player}), Recount.title, needs_form=True),)
        for player, left in hand.cards_left.items()
        if player in table.present and (left or not hand.end.is_over)
    }


def max_card_count(table: StopsTable, player: str) -> int:
    hand = table.current_hand
    if hand.chips_only:  # nobody counts along: the largest pile of an even deal
        return len(PACK) // (len(hand.cards_left) + 1) + 1
    return hand.cards_left[player] + hand.dead_cards


def recount_entry(table: StopsTable, player: str, cards: int) -> Raw | None:
    """Return the JSON of the entry that sets the number of a player's cards.

    After the hand it is an edit of the entry that ended it. None if the number is impossible.
    """
    if player not in recount_offers(table) or not 0 < cards <= max_card_count(table, player):
        return None
    hand = table.current_hand
    entry = serialize_entry(Recount(player, cards))
    if not hand.end.is_over:
        return entry
    if not hand.chips_only:  # in chips only, the entry that ended it has the numbers
        return {"do": "insert", "before": table.ended_by, "entry": entry}
    left = {p: n for p, n in hand.cards_left.items() if p != hand.end.winner}
    out = {"do": "out", "player": hand.end.winner, "left": {**left, player: cards}}
    return {"do": "amend", "entry": table.ended_by, "with": out}
