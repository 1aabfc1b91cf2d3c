"""The end of a hand: going out, blocked hands, judged pots, compensation (*A hand*, 8–11)."""

from typing_extensions import override

from companion.core import handlers
from companion.core.accounts import Pot
from companion.core.cards import BIT, RANK, SUIT
from companion.core.entries.fields import CardList, Choice, NumberByPlayer, Player, entry_field
from companion.core.entries.schema import Entry, entry_class
from companion.core.entries.standard import Award, BreakOff, End
from companion.core.errors import Refused, WrongPhase
from companion.core.handlers import first_missing_player
from companion.core.ledger import POT
from companion.core.poker import Strength, hand_sentence
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Card, CardCount, NameList
from companion.games.stops import referee
from companion.games.stops.board import is_judged, pot_by_name
from companion.games.stops.state import Hand, JudgedPot, StopsTable

# The value of `LastEnd.to`.
WINNER = "winner"


@entry_class("end", say("End the evening"))
class LastEnd(Entry):
    """End the evening; with `to` "winner", the winner of the last hand takes the pots."""

    to: Choice = entry_field(
        say("What is left in the pots"),
        choices=((WINNER, say("goes to the winner of the last hand")),),
        default="",
    )

    @override
    def describe(self) -> Sentence:
        if self.to:
            return say("The evening ends: that was the last hand")
        return say("The evening ends")


@entry_class("totals", say("Card totals"), say("Card totals: {points}"))
class Totals(Entry):
    """The points of the cards that each player holds after a blocked hand."""

    points: NumberByPlayer = entry_field(say("Points"))


@entry_class("show", say("Show cards"), say("{player} shows {cards}"), own_field="player")
class Show(Entry):
    """A player shows the cards that they hold at the end of a hand."""

    player: Player
    cards: CardList

    @override
    def describe(self) -> Sentence:
        if not self.cards:
            return say("{player} shows no cards", player=self.player)
        return Entry.describe(self)


def compensate(table: StopsTable) -> None:
    """Make offenders pay for money cards that could not be played since they withheld a suit.

    They pay after the hand, once the penalty is applied and the holder's cards are shown, and once
    for each pot. They pay the chips in the pot at that time, which stay there.
    """
    hand = table.current_hand
    if not hand.end.is_over or not table.options.penalties:
        return
    for finding in hand.referee.findings:
        if finding.rule == "withheld" and finding.status == "enforced":
            suit = SUIT[finding.about]
            for pot, cards in _pots_of(table, suit):
                _compensate(table, finding.offender, pot, cards)


def _pots_of(table: StopsTable, suit: str) -> list[tuple[str, tuple[str, ...]]]:
    singles = [(pot, (pot,)) for pot in table.pots if pot in table.board.singles]
    wholes = [(c.pot, c.cards) for c in table.board.combinations if not c.any_suit]
    return [(pot, cards) for pot, cards in singles + wholes if SUIT[cards[0]] == suit]


def _compensate(table: StopsTable, offender: str, pot: str, cards: tuple[str, ...]) -> None:
    hand = table.current_hand
    chips = table.ledger.chips[POT + pot]
    holder = next(
        (p for p, shown_cards in hand.end.shown_cards.items() if set(cards) <= set(shown_cards)),
        None,
    )
    if not chips or holder in (None, offender) or (offender, pot) in hand.penalties.compensated:
        return
    assert holder is not None
    hand.penalties.compensated |= {(offender, pot)}
    start = len(table.ledger.moves)
    table.ledger.pay_or_owe(offender, holder, chips, "compensation")
    hand.end.payments += tuple(table.ledger.moves[start:])


# The points of a 2, of a jack, queen or king, and of an ace in a blocked hand.
LEAST_PIPS, COURT_PIPS, ACE_PIPS = 2, 10, 11


def end_if_out(table: StopsTable, hand: Hand, player: str) -> None:
    """End the hand if a player has no cards left and may win."""
    if hand.cards_left[player] == 0 and player not in hand.penalties.cannot_win:
        go_out(table, player)


def go_out(table: StopsTable, winner: str) -> None:
    """Pay the winner the kitty or jackpot, and chips for the cards that the others hold.

    After the last hand the house rule `leftovers` may award the other pots, too.
    """
    hand, ledger = table.current_hand, table.ledger
    hand.end.winner = winner
    start = len(ledger.moves)
    for pot in table.board.out:
        ledger.award_pot(POT + pot, [winner], pot)
    for player, left in hand.cards_left.items():
        if player != winner:
            ledger.pay_or_owe(player, winner, table.options.per_card * left, "cards left")
    if table.is_last_hand and table.options.leftovers == "last-winner":
        take_all(table, winner)
    hand.end.payments += tuple(ledger.moves[start:])
    close_hand(table)


def take_all(table: StopsTable, winner: str) -> None:
    """Award all pots to `winner`, who won the last hand, except those that are judged."""
    for pot in table.pots:
        if not is_judged(pot):
            table.ledger.award_pot(POT + pot, [winner], "last hand")


def break_off_unjudged(table: StopsTable, entry: BreakOff) -> None:
    """End the hand in progress without a winner: no pot is judged; cards may still be shown.

    Raises Refused (`wrong-phase`).
    """
    if table.phase == "poker":
        raise Refused(
            "wrong-phase", "The hand is over, but a pot is still undecided: say who wins it."
        )
    handlers.break_off(table, entry)
    table.current_hand.end.is_over = table.current_hand.end.broken_off = True


def end(table: StopsTable, entry: LastEnd) -> None:
    """End the evening; if `to` is "winner", the winner of the last hand first takes the pots.

    Pots that are judged are divided. Raises Refused (`wrong-phase`, `nothing-to-collect`).
    """
    if entry.to:
        take_all(table, last_winner(table))
    handlers.end(table, End())


def last_winner(table: StopsTable) -> str:
    """Return who takes the pots, except judged ones, if the hand just ended was the last one.

    Raises Refused (`wrong-phase`, `nothing-to-collect`).
    """
    table.require_phase("between-hands")
    if table.options.leftovers != "last-winner":
        raise Refused("wrong-phase", "At this table what is left at the end is divided.")
    winner = table.hand_state.end.winner if table.hand_state is not None else None
    if winner is None:
        raise Refused("nothing-to-collect", "Nobody won the last hand: what is left is divided.")
    if winner not in table.present:
        raise Refused(
            "nothing-to-collect",
            "{player} won the last hand and has left: what is left is divided.",
            player=winner,
        )
    return winner


def end_blocked(table: StopsTable) -> None:
    """End a hand in which nobody can lead; the card totals are entered next."""
    table.current_hand.end.is_over = True
    table.phase = "blocked"


def close_hand(table: StopsTable) -> None:
    """End the hand; if pots must be judged, wait for that."""
    hand = table.current_hand
    hand.end.is_over = True
    hand.end.pots_to_judge = tuple(
        pot for pot in table.board.judged if not table.ledger.is_empty(POT + pot)
    )
    _next_phase(table)


def _next_phase(table: StopsTable) -> None:
    table.phase = "poker" if table.current_hand.end.pots_to_judge else "between-hands"


# after the hand


def totals(table: StopsTable, entry: Totals) -> None:
    """Award the jackpot of a blocked hand to the lowest card total.

    Raises Refused (`bad-entry`, `wrong-phase`, `bad-count`).
    """
    missing = first_missing_player(entry.points, table.present)
    if missing:
        raise Refused("bad-entry", "How many points does {player} have?", player=missing)
    if entry.points.keys() != set(table.present):
        raise Refused("bad-entry", "Enter a total for every player.")
    hand = _need_blocked(table)
    for player, points in entry.points.items():
        _check_total(hand, player, points)
    cards = [p for p in entry.points if hand.cards_left[p]]
    lowest = min((entry.points[p] for p in cards), default=0)
    winners = table.in_turn([p for p in cards if entry.points[p] == lowest])
    start = len(table.ledger.moves)
    for pot in table.board.out:
        if winners:
            table.ledger.award_pot(POT + pot, winners, pot)
    hand.end.payments += tuple(table.ledger.moves[start:])
    close_hand(table)


def _need_blocked(table: StopsTable) -> Hand:
    # in chips only skips are not entered: the totals tell that the hand is blocked
    if table.hand_state is not None and table.current_hand.chips_only and table.phase == "play":
        if table.options.no_lead == "blocked" and not table.options.any_suit:
            return table.current_hand
        raise WrongPhase(say("at this table a hand is never blocked"))
    table.require_phase("blocked")
    return table.current_hand


def _check_total(hand: Hand, player: str, points: int) -> None:
    cards = hand.cards_left[player]
    # in chips only the cards are counted as they were dealt
    low = LEAST_PIPS * (min(cards, 1) if hand.chips_only else cards)
    if not low <= points <= ACE_PIPS * cards:
        raise Refused(
            "bad-count",
            "{player} cannot hold {points} points in {cards}.",
            player=player,
            points=points,
            cards=CardCount(cards),
        )
    shown_cards = hand.end.shown_cards.get(player)
    if (
        shown_cards is not None
        and sum(card_points_when_blocked(card) for card in shown_cards) != points
    ):
        raise Refused(
            "bad-count",
            "The cards that {player} showed do not add up to {points} points.",
            player=player,
            points=points,
        )


def card_points_when_blocked(card: str) -> int:
    """Return what a card counts in a blocked hand: 2–10 their rank, J, Q and K 10, an ace 11."""
    rank = RANK[card]
    return ACE_PIPS if rank == RANK["AS"] else min(rank + LEAST_PIPS, COURT_PIPS)


def show(table: StopsTable, entry: Show) -> None:
    """Show all cards that a player still holds after the hand, so that the referee knows them.

    Raises Refused (`wrong-phase`, `already-played`, `bad-count`).
    """
    hand = table.hand_state
    if (
        hand is None
        or not hand.end.is_over
        or table.phase == "over"
        or entry.player not in hand.cards_left
    ):
        raise WrongPhase(say("cards are shown after the hand"))
    if entry.player in hand.end.shown_cards:
        raise Refused("wrong-phase", "{player} has shown already.", player=entry.player)
    unseen = hand.referee.unseen
    for card in entry.cards:
        if not unseen & BIT[card]:
            raise Refused("already-played", "{card} has been seen already.", card=Card(card))
        unseen ^= BIT[card]
    count = hand.cards_left[entry.player]
    # nobody counted the cards of a hand that was called off in chips only
    fewer = hand.end.broken_off and hand.chips_only and len(entry.cards) <= count
    if len(entry.cards) != count and not fewer:
        raise Refused(
            "bad-count",
            "{player} holds {cards}, not {shown}.",
            player=entry.player,
            cards=CardCount(count),
            shown=len(entry.cards),
        )
    cards = hand.referee.unseen ^ unseen
    if hand.referee.excluded_for(entry.player) & cards or entry.player in hand.auction.bids:
        hand.referee.freeze(hand.sizes)  # before shown_cards changes the sizes of the piles
    hand.end.shown_cards = {**hand.end.shown_cards, entry.player: entry.cards}
    for card in entry.cards:
        referee.reveal_card(table, hand, entry.player, card)
    hand.referee.add_moment(table.entry_number, table.active_count)
    compensate(table)


def award(table: StopsTable, entry: Award) -> None:
    """Award a judged pot to the players named; if none are named, to the best of the known hands.

    Raises Refused (`wrong-phase`, `nothing-to-collect`).
    """
    table.require_phase("poker")
    hand = table.current_hand
    if entry.pot not in hand.end.pots_to_judge:
        raise Refused(
            "nothing-to-collect", "The winner of {pot} cannot be decided now.", pot=Pot(entry.pot)
        )
    if entry.players is None:
        winners, strength = judge_pot(table, entry.pot)
    else:
        winners, strength = table.in_turn(entry.players), None
    start = len(table.ledger.moves)
    if winners:
        table.ledger.award_pot(POT + entry.pot, winners, entry.pot)
    hand.end.payments += tuple(table.ledger.moves[start:])
    hand.end.judged_pots += (JudgedPot(entry.pot, winners, strength),)
    hand.end.pots_to_judge = tuple(pot for pot in hand.end.pots_to_judge if pot != entry.pot)
    _next_phase(table)


def judge_pot(table: StopsTable, pot: str) -> tuple[tuple[str, ...], Strength]:
    """Return who wins a judged pot by the known cards, and the strength of their cards.

    Raises Refused (`nothing-to-collect`) if nobody competes.
    """
    strengths = strengths_of(table, pot)
    if not strengths:
        raise Refused("nothing-to-collect", "Nobody has shown cards: name the winners.")
    top = pot_by_name(pot).best(strengths.values())
    return table.in_turn([p for p, own in strengths.items() if own == top]), top


def strengths_of(table: StopsTable, pot: str) -> dict[str, Strength]:
    """Return the strength of each player who has shown cards for this pot, or has none left."""
    hand = table.current_hand
    competing = {}
    for player, cards in _known_cards(table, pot).items():
        if cards and (player in hand.end.shown_cards or hand.cards_left[player] == 0):
            competing[player] = pot_by_name(pot).strength(cards)
    return competing


def _known_cards(table: StopsTable, pot: str) -> dict[str, list[str]]:
    """Return the cards of each player: those shown, and those played if they count for this pot."""
    hand = table.current_hand
    cards_by_player = {
        player: [*hand.end.shown_cards.get(player, ())] for player in hand.cards_left
    }
    if table.counts_played(pot):
        for card, player in hand.played_cards.items():
            cards_by_player[player].append(card)
    return cards_by_player


def pot_judgement_sentence(judged_pot: JudgedPot) -> Sentence:
    """Return the sentence that says who won a judged pot, and with which hand."""
    names, pot = NameList(judged_pot.winners), Pot(judged_pot.pot)
    if not judged_pot.winners:
        return say("Nobody wins {pot}.", pot=pot)
    n = len(judged_pot.winners)
    if judged_pot.strength is None:
        return say_plural("{names} wins {pot}.", "{names} share {pot}.", n=n, names=names, pot=pot)
    return say_plural(
        "{names} wins {pot} with {hand}.",
        "{names} share {pot} with {hand}.",
        n=n,
        names=names,
        pot=pot,
        hand=hand_sentence(judged_pot.strength),
    )


HANDLERS = (totals, show, award, break_off_unjudged, end)
