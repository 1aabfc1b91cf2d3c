"""What the questions of all games have in common."""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.antes import ShortOfAnte
from companion.core.entries.common import Borrow, BuyIn, Deal, End, Rounds
from companion.core.entries.writing import Begun, written
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import refusal, refused
from companion.core.ledger import POT
from companion.core.offers import Ask, Offer
from companion.core.sentences import Sentence, say, say_n
from companion.core.words import Chips, NameList

DEAL = written(Deal())
WHAT_NOW = say("What now?")
END = Offer(End(), say("End the evening"))


def possible(table: Table, *offers: Offer) -> tuple[Offer, ...]:
    """Keep the offers that would be accepted now, and those that are yet to be finished."""
    return tuple(offer for offer in offers if offer.form or not refusal(table, offer.raw))


def next_deal(table: Table, asked: Ask, others: Iterable[Offer] = ()) -> Ask:
    """Offer the deal that is asked for, and of the others what would be accepted.

    Where there can be none, however rich the players are, say why, and offer nothing but the end;
    where a player cannot pay the ante, let what is missing be lent or bought with one tap.
    """
    short = refused(table, DEAL)
    never = no_more_deals(table) if short else None
    if never is not None:
        played = never.code == "last-hand-played"
        question, hint = (never.sentence, asked.hint) if played else (WHAT_NOW, never.sentence)
        again = one_more(table) if played else None
        return replace(asked, question=question, hint=hint, buttons=(), again=again)
    if isinstance(short, ShortOfAnte):
        return _who_lends(table, short, asked)
    buttons = (*asked.buttons, *possible(table, *others))
    return replace(asked, buttons=buttons, player=table.next_dealer())


def no_more_deals(table: Table) -> Refused | None:
    """Give what forbids a deal even if everybody could pay the ante; None: nothing does."""
    rich = table.copy()
    while isinstance(wrong := refused(rich, DEAL), ShortOfAnte):
        rich.ledger.buy(wrong.player, wrong.missing, "buy-in")
    return wrong


def one_more(table: Table) -> Offer | None:
    """Offer a hand more than agreed on, or to play on after the last; None: nothing is agreed."""
    if table.rounds is None and table.last is None:
        return None
    if table.rounds is None:
        offer = Offer(Rounds(None), say("It was not the last: play on"))
    else:
        number = max(table.rounds, table.hand) + 1
        offer = Offer(Rounds(number), table.setup.game.called.one_more.about(number=number))
    return next(iter(possible(table, offer)), None)


def agreements(table: Table) -> tuple[Offer, ...]:
    """Offer to agree anew on how many hands are played, where the game has a number of them."""
    if "rounds" not in table.setup.game.entries or table.phase != "between-hands":
        return ()
    fewer = (table.rounds or 1) - 1
    less = Offer(Rounds(fewer), table.setup.game.called.one_less.about(number=fewer))
    agree = Offer(Begun(Rounds), Rounds.title, form=True)
    more = one_more(table)
    return (*((more,) if more else ()), *possible(table, less), agree)


def missing_for_ante(table: Table, player: str) -> int:
    """Count the chips that are missing where the next deal waits for a player to get some."""
    short = refused(table, DEAL)
    return short.missing if isinstance(short, ShortOfAnte) and short.player == player else 0


def _who_lends(table: Table, short: ShortOfAnte, asked: Ask) -> Ask:
    player, missing = short.player, Chips(short.missing)
    lenders = [name for name in table.others(player) if _can_lend(table, name, missing)]
    pots = [pot for pot in table.pots if _can_lend(table, POT + pot, missing)]
    lends = say("Who lends {player} {chips} for the ante?", player=player, chips=missing)
    return replace(
        asked,
        question=lends if lenders or pots else WHAT_NOW,
        hint=short.sentence,
        short=player,
        seats={name: (_loan(short, name),) for name in lenders},
        pots={pot: _loan(short, POT + pot) for pot in pots},
        buttons=_purchases(table, short),
    )


def _can_lend(table: Table, account: str, chips: int) -> bool:
    return table.ledger.chips[account] >= chips


def _loan(short: ShortOfAnte, account: str) -> Offer:
    player, chips = short.player, short.missing
    loan = Borrow(player=player, source=account, chips=chips)
    return Offer(loan, loan.said())


def _purchases(table: Table, short: ShortOfAnte) -> tuple[Offer, ...]:
    """Offer what is missing, and as many chips as the player began with."""
    began = table.setup.chips.get(short.player, 0)
    amounts = sorted({short.missing, max(short.missing, began)})
    return tuple(_purchase(short.player, chips) for chips in amounts)


def _purchase(player: str, chips: int) -> Offer:
    bought = BuyIn(player=player, chips=chips)
    return Offer(bought, bought.said())


def won(players: Iterable[str]) -> Sentence:
    """Say who wins the evening."""
    names = NameList(players)
    return say_n("{players} wins!", "{players} win!", n=len(names), players=names)


def over(table: Table, hint: Sentence | None = None) -> Ask:
    """Ask no more: say who has won."""
    return Ask("over", won(line.player for line in table.tally or () if line.place == 1), hint)


def named(player: str) -> Sentence:
    """Label an offer with a player's name alone."""
    return say("{player}", player=player)
