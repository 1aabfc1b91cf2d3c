"""What the questions of all games have in common."""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.antes import ShortOfAnte
from companion.core.entries import Borrow, BuyIn
from companion.core.game import Table
from companion.core.ledger import POT
from companion.core.offers import Ask, Offer
from companion.core.sentences import Sentence, say, say_n
from companion.core.shelf import refusal, refused
from companion.core.words import Chips, Names


def possible(table: Table, *offers: Offer) -> tuple[Offer, ...]:
    """Keep the offers that would be accepted now, and those that are yet to be finished."""
    return tuple(offer for offer in offers if offer.form or not refusal(table, offer.entry))


def next_deal(
    table: Table, question: Sentence, deal: Offer, others: Iterable[Offer]
) -> tuple[Sentence, Sentence | None, tuple[Offer, ...]]:
    """Ask for the next deal, and offer it; if it cannot be, ask what now, and say why.

    Of the others those are offered that would be accepted.
    """
    why, can = refusal(table, deal.entry), possible(table, *others)
    return (say("What now?"), why, can) if why else (question, None, (deal, *can))


def or_who_lends(table: Table, asked: Ask) -> Ask:
    """Where a player cannot pay the ante, let what is missing be lent or bought with one tap."""
    short = refused(table, {"do": "deal"}) if asked.hint else None
    if not isinstance(short, ShortOfAnte):
        return asked
    player, missing = short.player, Chips(short.missing)
    lenders = [name for name in table.others(player) if _can_lend(table, name, missing)]
    pots = [pot for pot in table.pots if _can_lend(table, POT + pot, missing)]
    lends = say("Who lends {player} {chips} for the ante?", player=player, chips=missing)
    return replace(
        asked,
        question=lends if lenders or pots else asked.question,
        seats={name: (_loan(short, name),) for name in lenders},
        pots={pot: _loan(short, POT + pot) for pot in pots},
        buttons=(*_purchases(table, short), *asked.buttons),
    )


def _can_lend(table: Table, account: str, chips: int) -> bool:
    return table.ledger.chips[account] >= chips


def _loan(short: ShortOfAnte, account: str) -> Offer:
    player, chips = short.player, short.missing
    loan = Borrow(player=player, source=account, chips=chips).said()
    return Offer({"do": "borrow", "player": player, "from": account, "chips": chips}, loan)


def _purchases(table: Table, short: ShortOfAnte) -> tuple[Offer, ...]:
    """Offer what is missing, and as many chips as the player began with."""
    began = table.setup.chips.get(short.player, 0)
    amounts = sorted({short.missing, max(short.missing, began)})
    return tuple(_purchase(short.player, chips) for chips in amounts)


def _purchase(player: str, chips: int) -> Offer:
    bought = BuyIn(player=player, chips=chips).said()
    return Offer({"do": "buy-in", "player": player, "chips": chips}, bought)


def won(players: Iterable[str]) -> Sentence:
    """Say who wins the evening."""
    names = Names(players)
    return say_n("{players} wins!", "{players} win!", n=len(names), players=names)


def over(table: Table, hint: Sentence | None = None) -> Ask:
    """Ask no more: say who has won."""
    return Ask("over", won(line.player for line in table.tally or () if line.place == 1), hint)


def named(player: str) -> Sentence:
    """Label an offer with a player's name alone."""
    return say("{player}", player=player)
