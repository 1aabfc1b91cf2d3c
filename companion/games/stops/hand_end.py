"""The end of a hand and of the evening: going out, and blocked hands (*A hand*, 8–9)."""

from collections.abc import Iterator

from typing_extensions import override

from companion.core import handlers
from companion.core.accounts import Pot
from companion.core.cards import RANK
from companion.core.entries.fields import Choice, NumberByPlayer, entry_field
from companion.core.entries.schema import Entry, PartialEntry, entry_class
from companion.core.entries.standard import BreakOff, End
from companion.core.errors import Refused, WrongPhase
from companion.core.handlers import check_answers
from companion.core.ledger import POT
from companion.core.offers import final_prompt
from companion.core.prompts import JointPrompt, NumberInput, Offer, Prompt
from companion.core.repair.candidates import NEAR_STEPS
from companion.core.review import Mistap, mistap
from companion.core.sentences import Sentence, say
from companion.core.words import CardCount, NameList, Points
from companion.games.stops.board import is_judged
from companion.games.stops.feature import Feature
from companion.games.stops.state import Hand, StopsTable

# The value of `LastEnd.to`.
WINNER = "winner"
# Why the winner of the last hand gets chips that no card won.
LEFT_IN_POTS = "last hand"


@entry_class("end", say("End the evening"))
class LastEnd(Entry):
    """End the evening; with `to` "winner", the winner of the last hand takes the pots."""

    to: Choice = entry_field(
        say("Chips left in the pots"),
        choices=((WINNER, say("go to the winner of the last hand")),),
        default="",
    )

    @override
    def describe(self) -> Sentence:
        if self.to:
            return say("That was the last hand, and the evening ends")
        return say("The evening ends")


@entry_class("totals", say("Card totals"), say("Card totals: {points}"))
class Totals(Entry):
    """The points of the cards that each player holds after a blocked hand."""

    points: NumberByPlayer = entry_field(say("Points"))


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
    hand.end.last_card_payments = tuple(ledger.moves)
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
            table.ledger.award_pot(POT + pot, [winner], LEFT_IN_POTS)


def break_off_unjudged(table: StopsTable, entry: BreakOff) -> None:
    """End the hand in progress without a winner: no pot is judged; cards may still be shown.

    Raises Refused (`wrong-phase`).
    """
    if table.phase == "poker":
        raise Refused(
            "wrong-phase",
            "The hand is over, but a pot is still undecided. Enter who wins it.",
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
        raise Refused("wrong-phase", "At this table, the chips that remain at the end are divided.")
    winner = table.current_hand.end.winner
    if winner is None:
        raise Refused(
            "nothing-to-collect", "Nobody won the last hand, so the remaining chips are divided."
        )
    if winner not in table.present:
        raise Refused(
            "nothing-to-collect",
            "{player} won the last hand but is no longer at the table, so the remaining chips are "
            "divided.",
            player=winner,
        )
    return winner


def close_hand(table: StopsTable) -> None:
    """End the hand; if pots must be judged, wait for that."""
    hand = table.current_hand
    hand.end.is_over = True
    hand.end.pots_to_judge = tuple(
        pot for pot in table.board.judged if not table.ledger.is_empty(POT + pot)
    )
    enter_next_phase(table)


def enter_next_phase(table: StopsTable) -> None:
    table.phase = "poker" if table.current_hand.end.pots_to_judge else "between-hands"


# after the hand


def totals(table: StopsTable, entry: Totals) -> None:
    """Award the kitty or jackpot of a blocked hand to the lowest card total.

    Raises Refused (`bad-entry`, `wrong-phase`, `bad-count`).
    """
    missing = say("Enter {player}’s card total.")
    nobody_else = say("Enter a total for every player, and for nobody else.")
    check_answers(entry.points, table.present, "bad-entry", missing, nobody_else)
    hand = _require_blocked(table)
    for player, number in entry.points.items():
        _check_total(hand, player, number)
    points = {p: number for p, number in entry.points.items() if hand.cards_left[p]}
    lowest = min(points.values(), default=0)
    winners = table.in_turn([p for p, number in points.items() if number == lowest])
    for pot in table.board.out:
        if winners:
            table.ledger.award_pot(POT + pot, winners, pot)
    hand.end.payments += tuple(table.ledger.moves)
    close_hand(table)


def _require_blocked(table: StopsTable) -> Hand:
    # in chips only skips are not entered: the totals tell that the hand is blocked
    if table.current_hand.chips_only and table.phase == "play":
        if table.options.no_lead == "blocked" and table.options.next_lead != "any":
            return table.current_hand
        raise WrongPhase(say("a hand is never blocked at this table"))
    table.require_phase("blocked")
    return table.current_hand


def _check_total(hand: Hand, player: str, points: int) -> None:
    cards = hand.cards_left[player]
    # in chips only the cards are counted as they were dealt
    low = LEAST_PIPS * (min(cards, 1) if hand.chips_only else cards)
    if not low <= points <= ACE_PIPS * cards:
        raise Refused(
            "bad-count",
            "With {cards}, {player} cannot have a total of {points}.",
            player=player,
            points=points,
            cards=CardCount(cards),
        )
    shown_cards = hand.end.shown_cards.get(player)
    if shown_cards is not None and sum(map(card_points_when_blocked, shown_cards)) != points:
        raise Refused(
            "bad-count",
            "The cards that {player} showed do not add up to {points}.",
            player=player,
            points=Points(points),
        )


def card_points_when_blocked(card: str) -> int:
    """Return what a card counts in a blocked hand: 2–10 their rank, J, Q and K 10, an ace 11."""
    rank = RANK[card]
    return ACE_PIPS if rank == RANK["AS"] else min(rank + LEAST_PIPS, COURT_PIPS)


def totals_prompt(table: StopsTable) -> Prompt:
    totals_offer = Offer(PartialEntry(Totals), say("Enter the card totals"), needs_form=True)
    takes = say("Nobody can lead. The lowest card total takes {pots}.")
    nobody = say("Nobody can lead, so nobody wins this hand. Enter the card totals to end it.")
    pots = NameList(map(Pot, table.board.out))
    question = takes.with_facts(pots=pots) if pots else nobody
    label = say("What do your remaining cards add up to?")
    joint = JointPrompt(PartialEntry(Totals), label, table.present, NumberInput("points", 0))
    return Prompt("blocked", question, buttons=(totals_offer,), joint=joint)


def total_mistaps(_: StopsTable, entry: Totals) -> Iterator[Mistap]:
    words, question = say("{player} had {points}"), say("Did {player} have {points}?")
    for player, points, all_points, near in number_changes(entry.points, (*NEAR_STEPS, -10, 10)):
        sentence = words.with_facts(player=player, points=Points(points))
        yield mistap("number", sentence, Totals(all_points), near=near, question=question)


def number_changes(
    numbers: dict[str, int], steps: tuple[int, ...]
) -> Iterator[tuple[str, int, dict[str, int], bool]]:
    """Yield each change of a number by `steps`: player, number, all numbers, whether it is by 1."""
    for player, had in numbers.items():
        for number in (had + by for by in steps):
            if number >= 0:
                yield player, number, {**numbers, player: number}, abs(number - had) == 1


def end_mistaps(_: StopsTable, entry: LastEnd) -> Iterator[Mistap]:
    if entry.to:
        yield mistap("end", say("That was not the last hand, so the pots are divided"), LastEnd())
    else:
        last = say("That was the last hand, so its winner takes the pots")
        yield mistap("end", last, LastEnd(WINNER))


HAND_END = Feature(
    handlers=(totals, break_off_unjudged, end),
    prompts={"blocked": totals_prompt, "over": final_prompt},
    phases={"blocked": say("the card totals must be entered first")},
    mistaps={Totals: total_mistaps, LastEnd: end_mistaps},
)
