"""The dumps of Great Lakes: four cards put down on an opponent's card (*Great Lakes cups*)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.core.accounts import Pot, PotLabel
from companion.core.cards import BIT, RANK
from companion.core.entries.fields import CardList, Choice, Choices, Player, entry_field
from companion.core.entries.parsing import check_pot, parse_texts
from companion.core.entries.schema import Entry, PartialEntry, entry_class
from companion.core.errors import InvalidValue, Refused, WrongPhase
from companion.core.offers import form_offers
from companion.core.prompts import Offer
from companion.core.review import Mistap, mistap
from companion.core.sentences import say
from companion.core.words import Card, Cards
from companion.games.stops import hand_end
from companion.games.stops.feature import Feature
from companion.games.stops.play import (
    collect_pot_chips,
    end_run,
    hand_in_play,
    mark_played,
    play_card,
    require_cards,
)
from companion.games.stops.state import Hand, StopsTable

# The pots that four cards may win.
DUMP_LABELS: Choices = (("full-house", say("full house")), ("straight", say("straight")))


def _four_cards(value: object) -> tuple[str, ...]:
    four = parse_texts(value)
    if len(four) != 4:
        raise InvalidValue(say("a list of four cards"))
    return four


@entry_class(
    "dump",
    say("Lay down four cards"),
    say("{player} lays down {cards} for {pot}"),
    own_field="player",
)
class Dump(Entry):
    """A player puts four cards down on an opponent's card, and wins `pot`."""

    player: Player
    cards: CardList = entry_field(parse=_four_cards)
    pot: Choice = entry_field(choices=DUMP_LABELS, check=check_pot, fact=Pot)


DUMPS = tuple(pot for pot, _ in DUMP_LABELS)


def dump(table: StopsTable, entry: Dump) -> None:
    """Play four cards, one of them the next; with the last card played they make the pot's hand.

    That is a full house or a straight. Raises Refused (`wrong-phase`, `already-played`,
    `no-cards-left`, `bad-dump`).
    """
    hand = hand_in_play(table)
    next_card = hand.next_card
    if next_card is None:
        raise WrongPhase(say("nobody can lay down four cards until a sequence is in progress"))
    for card in entry.cards:
        if card in hand.played_cards:
            raise Refused("already-played", "{card} is already on the table.", card=Card(card))
    require_cards(hand, entry.player, 4)
    _check_dump(hand, entry, next_card)
    for card in entry.cards:
        if card != next_card:  # the other three do not belong to the run
            mark_played(table, hand, entry.player, card)
    play_card(table, hand, entry.player, next_card)
    collect_pot_chips(table, hand, entry.player, entry.pot)
    end_run(table, hand, free=True)
    hand_end.end_if_out(table, hand, entry.player)
    hand.referee.add_moment(table.entry_number, table.line_count)


def _check_dump(hand: Hand, entry: Dump, next_card: str) -> None:
    last, opponent = hand.current_run[-1]
    if opponent == entry.player:
        raise Refused(
            "bad-dump",
            "{player} played {card}, and nobody may lay four cards on their own card.",
            player=entry.player,
            card=Card(last),
        )
    if next_card not in entry.cards:
        raise Refused("bad-dump", "{card} must be among the four cards.", card=Card(next_card))
    if entry.pot != dump_pot((last, *entry.cards)):
        raise Refused(
            "bad-dump",
            "{last} and {cards} do not make a {pot}.",
            last=Card(last),
            cards=Cards(entry.cards),
            pot=PotLabel(entry.pot),
        )


def players_who_may_dump(table: StopsTable) -> tuple[str, ...]:
    """Return the players with at least four cards who did not play the last card of the run."""
    hand = table.current_hand
    _, owner = hand.current_run[-1]
    return tuple(p for p in table.present if p != owner and hand.cards_left.get(p, 0) >= 4)


def infer_dump(table: StopsTable, others: Sequence[str]) -> tuple[list[str], str]:
    """Return the four cards of a dump, from the three besides the next one, and their pot.

    If they win no pot, it is the first pot for dumps. Raises Refused (`bad-entry`).
    """
    hand = table.current_hand
    next_card = hand.next_card
    if next_card is None:
        raise Refused("bad-entry", "No sequence is in progress, so nobody can lay down four cards.")
    cards = [next_card, *(card for card in others if card != next_card)]
    if len(cards) != 4 or not all(card in BIT for card in cards):
        raise Refused(
            "bad-entry", "Tap the three cards laid down with {card}.", card=Card(next_card)
        )
    return cards, dump_pot((hand.current_run[-1][0], *cards)) or DUMPS[0]


def dump_pot(cards: tuple[str, ...]) -> str | None:
    """Return the pot that five cards win as a dump, the last card among them; an ace is high."""
    ranks = [RANK[card] for card in cards]
    if len(set(cards)) == len(cards) and sorted(Counter(ranks).values()) == [2, 3]:
        return "full-house"
    if len(set(ranks)) == len(cards) and max(ranks) - min(ranks) == len(cards) - 1:
        return "straight"
    return None


DUMP_OFFER = Offer(PartialEntry(Dump), Dump.title, needs_form=True)


def dump_offers(table: StopsTable) -> dict[str, tuple[Offer, ...]]:
    """Return the offers to dump four cards, by player."""
    if not any(pot in DUMPS for pot in table.pots):
        return {}
    words, sentence = say("{player} lays down four cards"), say("I lay down four cards")
    return form_offers(Dump, players_who_may_dump(table), words, sentence)


def dump_mistaps(table: StopsTable, entry: Dump) -> Iterator[Mistap]:
    for player in table.others(entry.player):
        words = say("{player} laid down the four cards", player=player)
        question = say("Did {player} lay down the four cards?")
        yield mistap("wrong-seat", words, replace(entry, player=player), question=question)


DUMP = Feature(handlers=(dump,), mistaps={Dump: dump_mistaps})
