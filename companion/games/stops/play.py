"""Leads, follows, stops and skips, and the pots that cards win (*A hand*, 4–7)."""

from companion.core.cards import NEXT, OTHER_COLOUR, OTHER_SUITS, RANK, SAME_COLOUR, SUIT, SUITS
from companion.core.entries.fields import CardRun, Player, SmallNumber, entry_field
from companion.core.entries.schema import Entry, entry_class
from companion.core.errors import Refused, WrongPhase
from companion.core.ledger import POT
from companion.core.sentences import say
from companion.core.words import Card, CardCount
from companion.games.stops import hand_end, referee
from companion.games.stops.state import Hand, Lead, PotWin, StopsTable


@entry_class("play", say("Play"), say("{player} plays {cards}"), own_field="player")
class PlayCards(Entry):
    """A lead or a follow; several cards in a row by one player are one entry."""

    player: Player
    cards: CardRun


@entry_class("stop", say("Stop"), say("Nobody has the next card"))
class Stop(Entry):
    """Nobody can play the next card."""


@entry_class("skip", say("Skip"), say("{player} skips"), own_field="player")
class Skip(Entry):
    """A player has the lead, but no card that may be led."""

    player: Player


@entry_class("recount", say("Count the cards again"), say("{player} holds {cards}"))
class Recount(Entry):
    """A player holds this number of cards now."""

    player: Player
    cards: SmallNumber = entry_field(say("How many cards?"), fact=CardCount)


ACE = RANK["AC"]

# The suits that may be led after a run of each suit, by the value of `next_lead`.
NEXT_SUITS = {
    "other-colour": OTHER_COLOUR,
    "other-suit": OTHER_SUITS,
    "any": dict.fromkeys(SUITS, SUITS),
}


def play(table: StopsTable, entry: PlayCards) -> None:
    """Play cards in their order, each a lead or a follow.

    Raises Refused (`wrong-phase`, `not-your-turn`, `not-next-card`, `already-played`, `wrong-suit`,
    `no-cards-left`).
    """
    player = entry.player
    for card in entry.cards:
        hand = hand_in_play(table)  # asked again: the card before may have ended the hand
        lead = hand.lead
        if lead is None:
            _check_follow(hand, player, card)
            play_card(table, hand, player, card)
        else:
            _check_lead(hand, lead, player, card)
            _lead(table, hand, lead, player, card)
        _advance(table, hand, player, card)
    hand.referee.add_moment(table.entry_number, table.line_count)


def hand_in_play(table: StopsTable, *other_phases: str) -> Hand:
    """Return the hand that is played card by card, or is in one of `other_phases`.

    Raises Refused (`wrong-phase`).
    """
    table.require_phase("play", *other_phases)
    hand = table.current_hand
    if hand.chips_only:
        raise WrongPhase(say("only chips are tracked in this hand"))
    return hand


def _check_follow(hand: Hand, player: str, card: str) -> None:
    if card != hand.next_card:
        assert hand.next_card is not None
        raise Refused(
            "not-next-card",
            "{next} is next, not {card}.",
            next=Card(hand.next_card),
            card=Card(card),
        )
    require_cards(hand, player, 1)


def _check_lead(hand: Hand, lead: Lead, player: str, card: str) -> None:
    _check_leader(lead, player)
    if card in hand.played_cards:
        raise Refused("already-played", "{card} is already on the table.", card=Card(card))
    if not lead.allows(card):
        raise Refused(
            "wrong-suit",
            "{player} may not lead {card} now. Its suit is not allowed.",
            player=player,
            card=Card(card),
        )
    require_cards(hand, player, 1)


def _check_leader(lead: Lead, player: str) -> None:
    if lead.player not in (player, None):
        leader = lead.player or ""
        raise Refused(
            "not-your-turn", "{leader} leads, not {player}.", leader=leader, player=player
        )


def require_cards(hand: Hand, player: str, cards: int) -> None:
    """Raise Refused (`no-cards-left`) if a player holds, as counted, fewer than `cards` cards."""
    count = hand.cards_left.get(player, 0)
    if count < cards:
        raise Refused(
            "no-cards-left",
            "According to the count, {player} holds {held}, not {cards}.",
            player=player,
            held=CardCount(count),
            cards=cards,
        )


def _lead(table: StopsTable, hand: Hand, lead: Lead, player: str, card: str) -> None:
    hand.current_run = ()
    hand.lead = None
    play_card(table, hand, player, card)
    referee.claim_lead(table, hand, player, card)
    for pot in table.board.lead_pots:
        if pot.wins_by_lead and pot.wins_by_lead(card, lead.after, lead.two):
            collect_pot_chips(table, hand, player, pot.name)


def play_card(table: StopsTable, hand: Hand, player: str, card: str) -> None:
    """Add a card to the run, and award the pots that it wins."""
    mark_played(table, hand, player, card)
    hand.current_run += ((card, player),)
    if card in table.board.singles:
        collect_pot_chips(table, hand, player, card)
    for combination in table.board.by_last_card.get(card, ()):
        players = _players_of(hand, combination.cards)
        if players and (table.options.combination_by == "last-card" or len(set(players)) == 1):
            collect_pot_chips(table, hand, player, combination.pot)


def mark_played(table: StopsTable, hand: Hand, player: str, card: str) -> None:
    """Count a card as played, and reveal it to the referee."""
    hand.played_cards[card] = player
    hand.cards_left[player] -= 1
    referee.reveal_card(table, hand, player, card)


def _players_of(hand: Hand, cards: tuple[str, ...]) -> list[str]:
    """Return who played these cards, if they are the end of the run; [] if not."""
    end = hand.current_run[-len(cards) :]
    return [player for _, player in end] if tuple(card for card, _ in end) == cards else []


def collect_pot_chips(table: StopsTable, hand: Hand, player: str, pot: str) -> None:
    """Award a pot to a player, unless it is not on the board or the player is barred."""
    account = POT + pot
    if pot not in table.pots or player in hand.penalties.barred:
        return
    ious = tuple((iou.issuer, iou.chips) for iou in table.ledger.ious_held_by(account))
    chips = table.ledger.chips[account]
    # the card that wins the pot has been counted as played
    before = len(hand.played_cards) if hand.chips_only else len(hand.played_cards) - 1
    hand.pot_wins += (PotWin(player, pot, chips, ious, before),)
    table.ledger.award_pot(account, [player], pot)


def _advance(table: StopsTable, hand: Hand, player: str, card: str) -> None:
    """Set the next card, and end the run or the hand if it ends here."""
    hand.next_card = NEXT.get(card)
    if hand.next_card is None or hand.next_card in hand.played_cards:
        end_run(table, hand)
    hand_end.end_if_out(table, hand, player)


def end_run(table: StopsTable, hand: Hand, free: bool = False) -> None:
    """Pass the lead to the player of the last card, or to the next on the left with cards.

    With `free` any suit may be led (after a dump); without it the house rule `next_lead` decides.
    """
    card, player = hand.current_run[-1]
    suit = SUIT[card]
    hand.next_card = None
    hand.skipped_players = frozenset()
    two = RANK[card] == ACE and "ace-2" in table.pots and not free
    suits = SUITS if free else NEXT_SUITS[table.options.next_lead][suit]
    table.pass_lead(Lead(player, suits, suits == SUITS, suit, two))


def stop(table: StopsTable, _: Stop) -> None:
    """End a run whose next card nobody can play. Raises Refused (`wrong-phase`)."""
    hand = hand_in_play(table)
    if hand.next_card is None:
        raise Refused("wrong-phase", "There is no sequence to stop.")
    referee.claim_stop(table, hand, hand.next_card)
    end_run(table, hand)
    hand.referee.add_moment(table.entry_number, table.line_count)


def skip(table: StopsTable, entry: Skip) -> None:
    """Pass the lead to the left.

    Once all have passed it, the hand is blocked or the last to play leads after all (`no_lead`).

    Raises Refused (`wrong-phase`, `not-your-turn`).
    """
    hand = hand_in_play(table)
    lead = hand.lead
    if lead is None:
        raise Refused("wrong-phase", "A sequence is in progress, so nobody can skip.")
    if lead.free:
        raise Refused(
            "wrong-phase",
            "{player} cannot skip, because any suit may be led.",
            player=entry.player,
        )
    _check_leader(lead, entry.player)
    referee.claim_skip(table, hand, lead)
    hand.skipped_players |= {entry.player}
    next_leaders = (
        p
        for p in table.others(entry.player)
        if hand.cards_left.get(p) and p not in hand.skipped_players
    )
    leader = next(next_leaders, None)
    if leader is not None:
        hand.lead = Lead(leader, lead.suits, False, lead.after)
    else:
        _nobody_leads(table, hand)
    hand.referee.add_moment(table.entry_number, table.line_count)


def _nobody_leads(table: StopsTable, hand: Hand) -> None:
    if table.options.no_lead == "blocked":
        hand.lead = None
        hand.end.is_over = True
        table.phase = "blocked"
        return
    card, player = hand.current_run[-1]
    two = RANK[card] == ACE and "ace-2" in table.pots
    suit = SUIT[card]
    barred_suits = SAME_COLOUR[suit] if table.options.next_lead == "other-colour" else suit
    table.pass_lead(Lead(player, barred_suits, True, suit, two))


def recount(table: StopsTable, entry: Recount) -> None:
    """Set the number of cards that a player holds; the dead pile changes by the difference.

    Raises Refused (`wrong-phase`, `bad-count`).
    """
    hand = hand_in_play(table, "dummy")
    count = hand.cards_left.get(entry.player, 0)
    dead = hand.dead_cards + count - entry.cards
    if entry.cards < 1 or dead < 0:
        raise Refused(
            "bad-count",
            "{player} cannot hold {cards}.",
            player=entry.player,
            cards=CardCount(entry.cards),
        )
    hand.referee.freeze(hand.sizes)
    hand.cards_left[entry.player] = entry.cards
    hand.dead_cards = dead
    hand.referee.add_moment(table.entry_number, table.line_count)
