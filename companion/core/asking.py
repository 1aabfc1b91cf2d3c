"""What the questions of all games have in common."""

from companion.core.game import Table
from companion.core.offers import Offer
from companion.core.sentences import Sentence, say
from companion.core.shelf import refusal


def possible(table: Table, *offers: Offer) -> tuple[Offer, ...]:
    """Keep the offers that would be accepted now, and those that are yet to be finished."""
    return tuple(offer for offer in offers if offer.form or not refusal(table, offer.entry))


def next_deal(table: Table, question: Sentence) -> tuple[Sentence, Sentence | None]:
    """Ask for the next deal; if it cannot be, ask what now, and say why."""
    why = refusal(table, {"do": "deal"})
    return (say("What now?"), why) if why else (question, None)


def named(player: str) -> Sentence:
    """Label an offer with a player's name alone."""
    return say("{player}", player=player)
