"""What a table of Wanagan is asked: a deal, what each cup goes to, the next reveal, the final."""

from collections.abc import Mapping
from dataclasses import replace

from companion.core.accounts import Label
from companion.core.asking.common import END, next_deal, over, possible
from companion.core.entries.common import Award, Deal
from companion.core.entries.writing import Begun, written
from companion.core.handlers import apply, refusal
from companion.core.ledger import POT
from companion.core.moves import moves_line
from companion.core.offers import Ask, Blank, Offer, Which, Who
from companion.core.sentences import Sentence, say
from companion.core.words import Chips, NameList
from companion.games.wanagan.entries import Next, Reveal
from companion.games.wanagan.game import (
    ANTES,
    FINAL,
    JACKPOT,
    REVEALS,
    WanaganTable,
    best_shown,
    open_pots,
    winners_so_far,
    yet_to_show,
)
from companion.games.wanagan.words import packs_words, revealed_words

QUESTIONS = {
    "hand-1": say("First reveal: who wins which cup?"),
    "overtime-1": say("Overtime 1: who wins which cup?"),
    "overtime-2": say("Overtime 2: who wins which cup?"),
    "overtime-3": say("Overtime 3: who wins which cup?"),
}
ON_TO = {
    "overtime-1": say("On to overtime 1"),
    "overtime-2": say("On to overtime 2"),
    "overtime-3": say("On to overtime 3"),
}


def ask(table: WanaganTable) -> Ask:
    """Say what the table must be asked now."""
    phases = {**dict.fromkeys(REVEALS, _reveal), FINAL: _final, "over": over}
    shows = {player: (_show(player),) for player in _waiting(table)}
    return replace(phases.get(table.phase, _deal)(table), badges=_badges(table), own=shows)


def _waiting(table: WanaganTable) -> tuple[str, ...]:
    """List who may show cards, the next one aside, who is offered to the whole table."""
    return yet_to_show(table)[1:] if table.phase in (*REVEALS, FINAL) else ()


def _deal(table: WanaganTable) -> Ask:
    deal = Offer(Deal(), say("Ante {chips} each", chips=sum(ANTES.values())))
    ends = END if table.hand else None
    return next_deal(table, Ask(table.phase, _next_round(table), buttons=(deal,), ends=ends))


def _next_round(table: WanaganTable) -> Sentence:
    if table.options.rounds is None:
        asked = say("Round {number}: {dealer} deals out {packs}")
    else:
        asked = say("Round {number} of {rounds}: {dealer} deals out {packs}")
    return asked.about(
        number=table.hand + 1,
        rounds=table.options.rounds or 0,
        dealer=table.next_dealer(),
        packs=packs_words(table.packs),
    )


def _reveal(table: WanaganTable) -> Ask:
    after, buttons = _next(table)
    cups, winners = open_pots(table), _may_win(table)
    award = (Which("pot", cups), Who("players", winners, several=True))
    how = say(
        "Tap who takes the marked cup, or slide another cup to its winner; "
        "or enter what everybody shows."
    )
    return Ask(
        "reveal",
        QUESTIONS[table.phase],
        after or how,
        buttons=(*buttons, *_shows(table), *_shared(table)),
        blank=Blank(Begun(Award), say("Award a cup"), award) if cups and winners else None,
    )


def _final(table: WanaganTable) -> Ask:
    pot = Chips(table.ledger.chips[POT + JACKPOT])
    winners = (Who("players", _may_win(table), several=True),)
    best = NameList(best_shown(table, JACKPOT))
    judged = [Offer(Award(JACKPOT), say("By the cards: {players}", players=best))]
    nobody = Offer(Award(JACKPOT, ()), say("Nobody: it stays"), nobody=True)
    by_cards = judged if table.shown and not yet_to_show(table) else []
    return Ask(
        "final",
        say("Final for the jackpot of {chips}: who has the best five cards?", chips=pot),
        say(
            "Gather and shuffle all cards for five-card draw. "
            "Then tap the winner, or enter what everybody shows."
        ),
        buttons=(*possible(table, *by_cards, nobody), *_shows(table), *_shared(table)),
        blank=Blank(Begun(Award, {"pot": JACKPOT}), say("Award the jackpot"), winners),
    )


def _badges(table: WanaganTable) -> Mapping[str, tuple[Sentence, ...]]:
    """Say what each won, or else what was shown: a cup says what hand it was won with."""
    badges = {
        player: (revealed_words(shown.claim, shown.strength),)
        for player, shown in table.shown.items()
    }
    won = {
        player: (say("won: {cup}", cup=Label(pot)),)
        for pot, winners in table.awarded.items()
        for player in winners
    }
    return badges | won


def _may_win(table: WanaganTable) -> tuple[str, ...]:
    """List who has won nothing in this reveal yet."""
    had = winners_so_far(table)
    return tuple(player for player in table.present if player not in had)


def _shows(table: WanaganTable) -> tuple[Offer, ...]:
    """Offer to enter the cards of the player who shows next."""
    return tuple(map(_show, yet_to_show(table)[:1]))


def _show(player: str) -> Offer:
    shows, mine = say("{player} shows", player=player), say("I show my cards")
    return Offer(Begun(Reveal, {"player": player}), shows, form=True, mine=mine)


def _shared(table: WanaganTable) -> tuple[Offer, ...]:
    shared = Offer(Begun(Award), say("Several share it"), form=True)
    return (shared,) if open_pots(table) else ()


def _next(table: WanaganTable) -> tuple[Sentence | None, tuple[Offer, ...]]:
    """Say what closing the reveal does now, and offer it; if it cannot be: why not."""
    why = refusal(table, written(Next()))
    if why:
        return why, ()
    then = apply(table, Next(), table.entry + 1)
    won = moves_line([move for move in then.ledger.moves if move.why != "swept"])
    by_cards = say("By the cards: {moves}.", moves=won) if won else None
    return by_cards, (Offer(Next(), _next_words(then)),)


def _next_words(then: WanaganTable) -> Sentence:
    if then.phase in REVEALS:
        return ON_TO[then.phase]
    swept = sum(move.chips for move in then.ledger.moves if move.why == "swept")
    if then.phase != FINAL:
        return say("All cups are won: end the round")
    if not swept:
        return say("On to the final")
    return say("Sweep {chips} into the jackpot", chips=Chips(swept))
