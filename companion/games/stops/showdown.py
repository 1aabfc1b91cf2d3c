"""The showdown after a hand: cards shown, pots judged by them, compensation (*A hand*, 10)."""

from collections.abc import Iterator

from companion.core.accounts import Pot
from companion.core.cards import BIT, SUIT
from companion.core.entries.schema import PartialEntry
from companion.core.entries.standard import Award, Show
from companion.core.errors import Refused, WrongPhase
from companion.core.ledger import POT
from companion.core.offers import form_offers, player_label, possible_offers
from companion.core.poker import Strength, hand_sentence
from companion.core.prompts import Offer, Prompt
from companion.core.repair.candidates import card_show_mistaps
from companion.core.review import Mistap
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Card, CardCount, NameList
from companion.games.stops import referee
from companion.games.stops.board import NAMED_POTS
from companion.games.stops.feature import Feature
from companion.games.stops.hand_end import enter_next_phase
from companion.games.stops.state import JudgedPot, StopsTable


def show(table: StopsTable, entry: Show) -> None:
    """Show all cards that a player still holds after the hand, so that the referee knows them.

    Raises Refused (`wrong-phase`, `already-played`, `bad-count`).
    """
    hand = table.current_hand
    if not hand.end.is_over or table.phase == "over" or entry.player not in hand.cards_left:
        raise WrongPhase(say("cards are shown only after a hand"))
    if entry.player in hand.end.shown_cards:
        raise Refused("wrong-phase", "{player} has already shown cards.", player=entry.player)
    unseen = hand.referee.unseen
    for card in entry.cards:
        if not unseen & BIT[card]:
            raise Refused("already-played", "{card} has already been seen.", card=Card(card))
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
    hand.referee.add_moment(table.entry_number, table.line_count)
    compensate(table)


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
        "",
    )
    if not chips or holder in ("", offender) or (offender, pot) in hand.penalties.compensated:
        return
    hand.penalties.compensated |= {(offender, pot)}
    start = len(table.ledger.moves)
    table.ledger.pay_or_owe(offender, holder, chips, "compensation")
    hand.end.payments += tuple(table.ledger.moves[start:])


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
    if winners:
        table.ledger.award_pot(POT + entry.pot, winners, entry.pot)
    hand.end.payments += tuple(table.ledger.moves)
    hand.end.judged_pots += (JudgedPot(entry.pot, winners, strength),)
    hand.end.pots_to_judge = tuple(pot for pot in hand.end.pots_to_judge if pot != entry.pot)
    enter_next_phase(table)


def judge_pot(table: StopsTable, pot: str) -> tuple[tuple[str, ...], Strength]:
    """Return who wins a judged pot by the known cards, and the strength of their cards.

    Raises Refused (`nothing-to-collect`) if nobody competes.
    """
    strengths = strengths_of(table, pot)
    if not strengths:
        raise Refused("nothing-to-collect", "Nobody has shown cards. Name the winners.")
    top = NAMED_POTS[pot].best(strengths.values())
    return table.in_turn([p for p, own in strengths.items() if own == top]), top


def strengths_of(table: StopsTable, pot: str) -> dict[str, Strength]:
    """Return the strength of each player who has shown cards for this pot, or has none left."""
    hand = table.current_hand
    known_cards = {player: [*hand.end.shown_cards.get(player, ())] for player in hand.cards_left}
    if table.counts_played(pot):
        for card, player in hand.played_cards.items():
            known_cards[player].append(card)
    return {
        player: NAMED_POTS[pot].strength(cards)
        for player, cards in known_cards.items()
        if cards and (player in hand.end.shown_cards or hand.cards_left[player] == 0)
    }


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


def poker_prompt(table: StopsTable) -> Prompt:
    pot = table.current_hand.end.pots_to_judge[0]
    question = NAMED_POTS[pot].question
    assert question is not None
    holders = [player for player in table.present if player in table.current_hand.cards_left]
    own_label = say("I have it")
    winners = {
        player: (Offer(Award(pot, (player,)), player_label(player), own_label=own_label),)
        for player in holders
    }
    offer = Offer(Award(pot), say("The cards decide"))
    by_cards = () if referee.players_with_unseen(table.current_hand) else (offer,)
    nobody = Offer(Award(pot, ()), say("Nobody (chips stay)"), means_nobody=True)
    shared_offer = Offer(
        PartialEntry(Award, {"pot": pot}), say("Several players tie"), needs_form=True
    )
    return Prompt(
        "poker",
        question,
        seats=winners,
        buttons=possible_offers(table, *by_cards, nobody, shared_offer),
    )


def show_offers(table: StopsTable) -> dict[str, tuple[Offer, ...]]:
    """Return the offers to show cards after a hand, by player."""
    words, own_words = say("{player} shows"), say("Show what I have left")
    return form_offers(Show, referee.players_who_may_show(table), words, own_words)


def show_mistaps(table: StopsTable, entry: Show) -> Iterator[Mistap]:
    cards_left = table.current_hand.cards_left.items()
    others = [p for p, left in cards_left if p != entry.player and left == len(entry.cards)]
    return card_show_mistaps(table, entry, others)


SHOWDOWN = Feature(
    handlers=(show, award),
    prompts={"poker": poker_prompt},
    phases={"poker": say("a pot is still undecided")},
    mistaps={Show: show_mistaps},
)
