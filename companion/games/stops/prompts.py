"""The prompts of the play, the plays that may follow, and corrections of the cards counted."""

from collections.abc import Iterator
from dataclasses import replace

from companion.core.cards import PACK, SUIT, SUITS
from companion.core.entries.schema import Raw, serialize_entry
from companion.core.handlers import try_entry
from companion.core.offers import form_offers, player_label, possible_offers
from companion.core.prompts import Offer, Prompt
from companion.core.review import Mistap, mistap
from companion.core.sentences import Sentence, say
from companion.core.words import Card, CardCount, OneOf, SuitSymbol
from companion.games.stops import chips_only, dumps, play
from companion.games.stops.feature import Feature
from companion.games.stops.play import PlayCards, Recount, Skip, Stop
from companion.games.stops.referee import run_after
from companion.games.stops.state import Lead, StopsTable


def player_badges(table: StopsTable, player: str) -> tuple[Sentence, ...]:
    hand = table.current_hand
    if table.phase == "over":
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
        badges.append(say("cards win no pots"))
    return tuple(badges)


def play_prompt(table: StopsTable) -> Prompt:
    hand = table.current_hand
    if hand.chips_only:
        return chips_only.chips_only_prompt(table)
    if hand.lead:
        return _lead(table, hand.lead)
    assert hand.next_card is not None
    return _follow(table, hand.next_card)


def _lead(table: StopsTable, lead: Lead) -> Prompt:
    hand = table.current_hand
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
    if hand.skipped_players and lead.free:
        question = say("Everybody skipped. {question}", question=question)
    return Prompt("lead", question, tiles=tiles, buttons=skips, player=lead.player)


def _opening(table: StopsTable, lead: Lead) -> Prompt:
    """Return the prompt that asks who holds the lowest card of a suit, which leads."""
    lowest = possible_first_leads(table)[0]
    holders = [player for player in table.present if table.current_hand.cards_left.get(player)]
    question = say("Who leads the lowest {suit}?", suit=SuitSymbol(lead.suits))
    hint = say("Tap the player who leads {card}. If another card is led, tap that card first.")
    seats = {player: (_plays(player, lowest),) for player in holders}
    return Prompt("opening", question, hint.with_facts(card=Card(lowest)), seats=seats)


def possible_first_leads(table: StopsTable) -> tuple[str, ...]:
    """Return the cards that may lead the hand, lowest first; () if it does not begin by a suit."""
    if table.phase != "play" or table.current_hand.chips_only:
        return ()
    lead = table.current_hand.lead
    if lead is None or lead.player is not None:
        return ()
    return tuple(card for card in PACK if SUIT[card] in lead.suits)


def _leads(table: StopsTable, lead: Lead, player: str) -> Sentence:
    """Return what must be led: `Ann leads the lowest ♦ or ♥`."""
    suits = OneOf(map(SuitSymbol, lead.suits))
    if table.options.lead_card == "any":
        return _leads_any(lead, player, suits)
    if not table.current_hand.played_cards and table.options.first_lead == "lowest-card":
        return say("{player} leads their lowest card", player=player)
    if len(lead.suits) == len(SUITS):
        return say("{player} leads their lowest card in any one suit", player=player)
    one = say("{player} leads {suits}: their lowest in that suit")
    two = say("{player} leads {suits} (their lowest in that suit), or any 2")
    return (two if lead.two else one).with_facts(player=player, suits=suits)


def _leads_any(lead: Lead, player: str, suits: OneOf) -> Sentence:
    """Return what may be led at a table where it need not be the lowest card."""
    if len(lead.suits) == len(SUITS):
        return say("{player} leads any card", player=player)
    two, one = say("{player} leads any {suits}, or any 2"), say("{player} leads any {suits}")
    return (two if lead.two else one).with_facts(player=player, suits=suits)


def _follow(table: StopsTable, card: str) -> Prompt:
    holders = [player for player in table.present if table.current_hand.cards_left.get(player)]
    seats = {player: (_plays(player, card),) for player in holders}
    question = say("Who plays {card}?", card=Card(card))
    stop = Offer(Stop(), say("Nobody has it"), means_nobody=True)
    dump = (dumps.DUMP_OFFER,) if any(pot in dumps.DUMPS for pot in table.pots) else ()
    return Prompt(
        "follow", question, seats=seats, buttons=(stop, *dump), own_offers=dumps.dump_offers(table)
    )


def _plays(player: str, card: str) -> Offer:
    sentence = say("I play {card}", card=Card(card))
    return Offer(PlayCards(player, (card,)), player_label(player), (card,), own_label=sentence)


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
    after = try_entry(table, play)
    lead = after.current_hand.lead if after and after.phase == "play" else None
    if after is None or lead is None or lead.player != play.player:
        return ()
    return tuple(tile.cards[0] for tile in play_prompt(after).tiles)


def recount_offers(table: StopsTable) -> dict[str, tuple[Offer, ...]]:
    """Return, by player, the offer to correct how many cards they hold, or held at the end."""
    hand = table.current_hand
    if table.phase in ("over", "blocked"):
        return {}
    if hand.chips_only and hand.end.winner is None:
        return {}
    holders = [p for p, left in hand.cards_left.items() if left or not hand.end.is_over]
    return form_offers(Recount, [p for p in holders if p in table.present], Recount.title)


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


def recount_mistaps(_: StopsTable, entry: Recount) -> Iterator[Mistap]:
    for cards in (entry.cards + 1, entry.cards - 1):
        words = say("{player} held {cards}", player=entry.player, cards=CardCount(cards))
        question = say("Did {player} hold {cards}?")
        yield mistap("miscounted", words, replace(entry, cards=cards), question=question)


PLAY = Feature(
    handlers=(play.play, play.stop, play.skip, play.recount),
    prompts={"play": play_prompt},
    mistaps={Recount: recount_mistaps},
)
