"""What the questions of all games have in common."""

from companion.core.game import Table
from companion.core.offers import Offer
from companion.core.shelf import refusal


def possible(table: Table, *offers: Offer) -> tuple[Offer, ...]:
    """Keep the offers that would be accepted now, and those that are yet to be finished."""
    return tuple(offer for offer in offers if offer.form or not refusal(table, offer.entry))


def next_deal(table: Table, what: str, deals: str, of: int | None = None) -> tuple[str, str]:
    """Ask for the next deal, of so many; if it cannot be, ask what now, and say why."""
    why = refusal(table, {"do": "deal"})
    if why:
        return "What now?", why
    number = f"{table.hand + 1} of {of}" if of else f"{table.hand + 1}"
    return f"{what} {number}: {table.next_dealer()} deals {deals}", ""
