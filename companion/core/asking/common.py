"""What the questions of all games have in common."""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.antes import ShortOfAnte
from companion.core.entries.common import Borrow, BuyIn, Deal, End, Rounds
from companion.core.entries.writing import PartialEntry, serialize_entry
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import find_refusal, refusal_sentence
from companion.core.ledger import POT
from companion.core.offers import Offer, Prompt
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Chips, NameList

DEAL = serialize_entry(Deal())
WHAT_NEXT = say("What now?")
END = Offer(End(), say("End the evening"))


def possible_offers(table: Table, *offers: Offer) -> tuple[Offer, ...]:
    """Keep the offers that would be accepted now, and those that are yet to be finished."""
    return tuple(
        offer for offer in offers if offer.needs_form or not refusal_sentence(table, offer.raw)
    )


def deal_prompt(table: Table, asked: Prompt, others: Iterable[Offer] = ()) -> Prompt:
    """Offer the deal that is asked for, and of the others what would be accepted.

    Where there can be none, however rich the players are, say why, and offer nothing but the end;
    where a player cannot pay the ante, let what is missing be lent or bought with one tap.
    """
    short = find_refusal(table, DEAL)
    never = deal_refusal(table) if short else None
    if never is not None:
        played = never.code == "last-hand-played"
        question, hint = (never.sentence, asked.hint) if played else (WHAT_NEXT, never.sentence)
        again = one_more(table) if played else None
        return replace(asked, question=question, hint=hint, buttons=(), again=again)
    if isinstance(short, ShortOfAnte):
        return _who_lends(table, short, asked)
    buttons = (*asked.buttons, *possible_offers(table, *others))
    return replace(asked, buttons=buttons, player=table.next_dealer())


def deal_refusal(table: Table) -> Refused | None:
    """Give what forbids a deal even if everybody could pay the ante; None: nothing does."""
    rich = table.copy()
    while isinstance(wrong := find_refusal(rich, DEAL), ShortOfAnte):
        rich.ledger.buy_chips(wrong.player, wrong.missing, "buy-in")
    return wrong


def one_more(table: Table) -> Offer | None:
    """Offer a hand more than agreed on, or to play on after the last; None: nothing is agreed."""
    if table.rounds is None and table.last is None:
        return None
    if table.rounds is None:
        offer = Offer(Rounds(None), say("It was not the last: play on"))
    else:
        number = max(table.rounds, table.hand) + 1
        offer = Offer(
            Rounds(number), table.setup.game.hand_terms.one_more.with_facts(number=number)
        )
    return next(iter(possible_offers(table, offer)), None)


def agreements(table: Table) -> tuple[Offer, ...]:
    """Offer to agree anew on how many hands are played, where the game has a number of them."""
    if "rounds" not in table.setup.game.entries or table.phase != "between-hands":
        return ()
    fewer = (table.rounds or 1) - 1
    less = Offer(Rounds(fewer), table.setup.game.hand_terms.one_less.with_facts(number=fewer))
    agree = Offer(PartialEntry(Rounds), Rounds.title, needs_form=True)
    more = one_more(table)
    return (*((more,) if more else ()), *possible_offers(table, less), agree)


def ante_shortfall(table: Table, player: str) -> int:
    """Count the chips that are missing where the next deal waits for a player to get some."""
    short = find_refusal(table, DEAL)
    return short.missing if isinstance(short, ShortOfAnte) and short.player == player else 0


def _who_lends(table: Table, short: ShortOfAnte, asked: Prompt) -> Prompt:
    player, missing = short.player, Chips(short.missing)
    lenders = [name for name in table.others(player) if _can_lend(table, name, missing)]
    pots = [pot for pot in table.pots if _can_lend(table, POT + pot, missing)]
    lends = say("Who lends {player} {chips} for the ante?", player=player, chips=missing)
    return replace(
        asked,
        question=lends if lenders or pots else WHAT_NEXT,
        hint=short.sentence,
        short_player=player,
        seats={name: (_loan(short, name),) for name in lenders},
        pots={pot: _loan(short, POT + pot) for pot in pots},
        buttons=_purchases(table, short),
    )


def _can_lend(table: Table, account: str, chips: int) -> bool:
    return table.ledger.chips[account] >= chips


def _loan(short: ShortOfAnte, account: str) -> Offer:
    player, chips = short.player, short.missing
    loan = Borrow(player=player, source=account, chips=chips)
    return Offer(loan, loan.describe())


def _purchases(table: Table, short: ShortOfAnte) -> tuple[Offer, ...]:
    """Offer what is missing, and as many chips as the player began with."""
    began = table.setup.chips.get(short.player, 0)
    amounts = sorted({short.missing, max(short.missing, began)})
    return tuple(_purchase(short.player, chips) for chips in amounts)


def _purchase(player: str, chips: int) -> Offer:
    bought = BuyIn(player=player, chips=chips)
    return Offer(bought, bought.describe())


def winners_sentence(players: Iterable[str]) -> Sentence:
    """Say who wins the evening."""
    names = NameList(players)
    return say_plural("{players} wins!", "{players} win!", n=len(names), players=names)


def final_prompt(table: Table, hint: Sentence | None = None) -> Prompt:
    """Ask no more: say who has won."""
    return Prompt(
        "over", winners_sentence(line.player for line in table.tally or () if line.place == 1), hint
    )


def player_label(player: str) -> Sentence:
    """Label an offer with a player's name alone."""
    return say("{player}", player=player)
