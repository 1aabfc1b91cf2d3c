"""The end of a hand: going out, blocked hands, pots that are judged (*A hand*, 8–11)."""

from companion.core import handlers
from companion.core.accounts import Pot
from companion.core.cards import BIT, RANK
from companion.core.entries.common import Award, BreakOff
from companion.core.errors import Refused, WrongPhase
from companion.core.handlers import first_missing
from companion.core.ledger import POT
from companion.core.poker import Strength, best, worst
from companion.core.sentences import say
from companion.core.words import Card, CardCount
from companion.games.stops import referee
from companion.games.stops.board import JUDGED_POTS
from companion.games.stops.compensation import compensate
from companion.games.stops.endings import LastEnd, Show, Totals
from companion.games.stops.state import Hand, Judged, StopsTable

LEAST_PIPS, COURT_PIPS, ACE_PIPS = 2, 10, 11
"""What a 2, a jack, queen or king, and an ace count in a blocked hand."""


def check_out(table: StopsTable, hand: Hand, player: str) -> None:
    """End the hand if a player has played the last one held and may win."""
    if hand.left[player] == 0 and player not in hand.penalties.cannot_win:
        go_out(table, player)


def go_out(table: StopsTable, winner: str) -> None:
    """Pay the winner: kitty or jackpot, for cards left, and what the last hand leaves."""
    hand, ledger = table.now, table.ledger
    hand.end.winner = winner
    start = len(ledger.moves)
    for pot in table.board.out:
        ledger.win(POT + pot, [winner], pot)
    for player, left in hand.left.items():
        if player != winner:
            ledger.pay(player, winner, table.options.per_card * left, "cards left")
    if table.is_last_hand and table.options.leftovers == "last-winner":
        take_all(table, winner)
    hand.end.settlement += tuple(ledger.moves[start:])
    close_hand(table)


def take_all(table: StopsTable, winner: str) -> None:
    """Let the winner of the last hand take every pot but those that are judged."""
    for pot in table.pots:
        if pot not in JUDGED_POTS:
            table.ledger.win(POT + pot, [winner], "last hand")


def break_off_unjudged(table: StopsTable, entry: BreakOff) -> None:
    """End the hand where it stands: no pot is judged, and nobody is paid. Cards may be shown.

    Raises Refused (`wrong-phase`).
    """
    if table.phase == "poker":
        raise Refused("wrong-phase", "The hand is over: judge the pot that waits.")
    handlers.break_off(table, entry)
    table.now.end.over = table.now.end.broken_off = True


def end(table: StopsTable, entry: LastEnd) -> None:
    """End the evening; it may turn out that the hand just ended was the last one.

    Raises Refused (`wrong-phase`, `nothing-to-collect`).
    """
    if entry.to:
        take_all(table, last_winner(table))
    handlers.end(table, entry)


def last_winner(table: StopsTable) -> str:
    """Name who takes the pots if the hand just ended was the last one.

    Raises Refused (`wrong-phase`, `nothing-to-collect`).
    """
    table.need("between-hands")
    if table.options.leftovers != "last-winner":
        raise Refused("wrong-phase", "At this table what is left at the end is divided.")
    winner = table.live.end.winner if table.live is not None else None
    if winner is None:
        raise Refused("nothing-to-collect", "Nobody won the last hand: what is left is divided.")
    if winner not in table.present:
        raise Refused(
            "nothing-to-collect",
            "{player} won the last hand and has left: what is left is divided.",
            player=winner,
        )
    return winner


def block(table: StopsTable) -> None:
    """Nobody can lead: the hand ends with nobody out, and the card totals are asked for."""
    table.now.end.over = True
    table.phase = "blocked"


def close_hand(table: StopsTable) -> None:
    """End the hand; pots that must be judged wait."""
    hand = table.now
    hand.end.over = True
    hand.end.waiting = tuple(
        pot for pot in table.board.judged if not table.ledger.is_empty(POT + pot)
    )
    _next_phase(table)


def _next_phase(table: StopsTable) -> None:
    table.phase = "poker" if table.now.end.waiting else "between-hands"


# after the hand


def totals(table: StopsTable, entry: Totals) -> None:
    """Give the jackpot of a blocked hand to the lowest card total.

    Raises Refused (`bad-entry`, `wrong-phase`, `bad-count`).
    """
    missing = first_missing(entry.points, table.present)
    if missing:
        raise Refused("bad-entry", "How many points does {player} have?", player=missing)
    if entry.points.keys() != set(table.present):
        raise Refused("bad-entry", "The totals must name every player.")
    hand = _need_blocked(table)
    for player, points in entry.points.items():
        _check_total(hand, player, points)
    held = [p for p in entry.points if hand.left[p]]
    lowest = min((entry.points[p] for p in held), default=0)
    winners = table.in_turn([p for p in held if entry.points[p] == lowest])
    start = len(table.ledger.moves)
    for pot in table.board.out:
        if winners:
            table.ledger.win(POT + pot, winners, pot)
    hand.end.settlement += tuple(table.ledger.moves[start:])
    close_hand(table)


def _need_blocked(table: StopsTable) -> Hand:
    if table.live is not None and table.now.chips_only and table.phase == "play":
        if table.options.no_lead == "blocked" and not table.options.any_suit:
            return table.now
        raise WrongPhase(say("at this table a hand is never blocked"))
    table.need("blocked")
    return table.now


def _check_total(hand: Hand, player: str, points: int) -> None:
    cards = hand.left[player]
    low = LEAST_PIPS * (min(cards, 1) if hand.chips_only else cards)
    if not low <= points <= ACE_PIPS * cards:
        raise Refused(
            "bad-count",
            "{player} cannot hold {points} points in {cards}.",
            player=player,
            points=points,
            cards=CardCount(cards),
        )
    shown = hand.end.shown.get(player)
    if shown is not None and sum(pips(card) for card in shown) != points:
        raise Refused(
            "bad-count",
            "The cards that {player} showed do not add up to {points} points.",
            player=player,
            points=points,
        )


def pips(card: str) -> int:
    """Count a card of a blocked hand: 2–10 as they are, the others by what they count."""
    rank = RANK[card]
    return ACE_PIPS if rank == RANK["AS"] else min(rank + LEAST_PIPS, COURT_PIPS)


def show(table: StopsTable, entry: Show) -> None:
    """Show all cards that a player still holds after the hand; the referee sees them.

    Raises Refused (`wrong-phase`, `already-played`, `bad-count`).
    """
    hand = table.live
    if hand is None or not hand.end.over or table.phase == "over" or entry.player not in hand.left:
        raise WrongPhase(say("cards are shown after the hand"))
    if entry.player in hand.end.shown:
        raise Refused("wrong-phase", "{player} has shown already.", player=entry.player)
    unseen = hand.referee.unseen
    for card in entry.cards:
        if not unseen & BIT[card]:
            raise Refused("already-played", "{card} has been seen already.", card=Card(card))
        unseen ^= BIT[card]
    held = hand.left[entry.player]
    fewer = hand.end.broken_off and hand.chips_only and len(entry.cards) <= held
    if len(entry.cards) != held and not fewer:
        raise Refused(
            "bad-count",
            "{player} holds {cards}, not {shown}.",
            player=entry.player,
            cards=CardCount(held),
            shown=len(entry.cards),
        )
    shown = hand.referee.unseen ^ unseen
    if hand.referee.denies(entry.player) & shown or entry.player in hand.auction.bids:
        hand.seal()  # by the counts of cards that are not shown yet
    hand.end.shown = {**hand.end.shown, entry.player: entry.cards}
    for card in entry.cards:
        referee.see(table, hand, entry.player, card)
    hand.referee.note(table.entry, table.place)
    compensate(table)


def award(table: StopsTable, entry: Award) -> None:
    """Share a pot that waits among the winners named, or judge it from the cards known.

    Raises Refused (`wrong-phase`, `nothing-to-collect`).
    """
    table.need("poker")
    hand = table.now
    if entry.pot not in hand.end.waiting:
        raise Refused("nothing-to-collect", "Now {pot} cannot be judged.", pot=Pot(entry.pot))
    if entry.players is None:
        winners, strength = judge(table, entry.pot)
    else:
        winners, strength = table.in_turn(entry.players), None
    start = len(table.ledger.moves)
    if winners:
        table.ledger.win(POT + entry.pot, winners, entry.pot)
    hand.end.settlement += tuple(table.ledger.moves[start:])
    hand.end.judged += (Judged(entry.pot, winners, strength),)
    hand.end.waiting = tuple(pot for pot in hand.end.waiting if pot != entry.pot)
    _next_phase(table)


def judge(table: StopsTable, pot: str) -> tuple[tuple[str, ...], Strength]:
    """Find who wins a poker pot by the cards known, clockwise from the dealer's left, and how.

    Raises Refused (`nothing-to-collect`) if nobody competes.
    """
    strengths = strengths_of(table, pot)
    if not strengths:
        raise Refused("nothing-to-collect", "Nobody has shown cards: name the winners.")
    top = min(strengths.values()) if pot == "loser" else max(strengths.values())
    return table.in_turn([p for p, own in strengths.items() if own == top]), top


def strengths_of(table: StopsTable, pot: str) -> dict[str, Strength]:
    """Give the hand of everyone who competes: all who have shown, or hold no card."""
    hand = table.now
    rank = worst if pot == "loser" else best
    competing = {}
    for player, cards in _known_cards(table, pot).items():
        if cards and (player in hand.end.shown or hand.left[player] == 0):
            competing[player] = rank(cards)
    return competing


def _known_cards(table: StopsTable, pot: str) -> dict[str, list[str]]:
    """List the cards that count for each hand: shown, and played where the game says so."""
    hand = table.now
    known = {player: [*hand.end.shown.get(player, ())] for player in hand.left}
    if table.counts_played(pot):
        for card, player in hand.played.items():
            known[player].append(card)
    return known
