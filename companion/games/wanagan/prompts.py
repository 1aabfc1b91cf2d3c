"""The prompts of Wanagan, and the mistaps that may happen in it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.core.accounts import Pot, PotLabel, transfers_sentence
from companion.core.entries.schema import Entry, PartialEntry, serialize_entry
from companion.core.entries.standard import Award, Deal
from companion.core.handlers import apply_entry, refusal_sentence
from companion.core.ledger import POT
from companion.core.offers import deal_prompt, end_offer, final_prompt, possible_offers
from companion.core.prompts import EntryTemplate, NameChoice, Offer, Prompt
from companion.core.repair.candidates import card_show_mistaps, forgotten_mistap
from companion.core.review import Mistap, mistap
from companion.core.sentences import Sentence, say
from companion.core.words import Chips, NameList
from companion.games.wanagan import game
from companion.games.wanagan.game import Next, Reveal, WanaganTable
from companion.games.wanagan.hands import packs_sentence, reveal_sentence

QUESTIONS = {
    "hand-1": say("First showdown: who wins which cup?"),
    "overtime-1": say("Overtime 1: who wins which cup?"),
    "overtime-2": say("Overtime 2: who wins which cup?"),
    "overtime-3": say("Overtime 3: who wins which cup?"),
}
ON_TO = {
    "overtime-1": say("Go to overtime 1"),
    "overtime-2": say("Go to overtime 2"),
    "overtime-3": say("Go to overtime 3"),
}


def current_prompt(table: WanaganTable) -> Prompt:
    phases = {**dict.fromkeys(game.REVEALS, _reveal), game.FINAL: _final, "over": final_prompt}
    # besides the next player, whose cards the whole table may enter
    waiting = game.players_to_reveal(table)[1:] if table.pots_at_stake else ()
    shows = {player: (_show_offer(player),) for player in waiting}
    return replace(phases.get(table.phase, _deal)(table), badges=_badges(table), own_offers=shows)


def _deal(table: WanaganTable) -> Prompt:
    deal = Offer(Deal(), say("Ante {chips} each", chips=Chips(sum(game.ANTES.values()))))
    ends = end_offer(table) if table.hand else None
    return deal_prompt(
        table, Prompt(table.phase, _next_round(table), buttons=(deal,), end_offer=ends)
    )


def _next_round(table: WanaganTable) -> Sentence:
    if table.options.rounds is None:
        sentence = say("Round {number}: {dealer} deals out {packs}")
    else:
        sentence = say("Round {number} of {rounds}: {dealer} deals out {packs}")
    return sentence.with_facts(
        number=table.hand + 1,
        rounds=table.options.rounds or 0,
        dealer=table.next_dealer(),
        packs=packs_sentence(table.packs),
    )


def _reveal(table: WanaganTable) -> Prompt:
    after, buttons = _next(table)
    cups, winners = game.open_pots(table), _winner_choice(table)
    award = EntryTemplate(
        PartialEntry(Award),
        say("I win …"),
        pot_choice=NameChoice("pot", cups),
        player_choice=winners,
    )
    how = say(
        "Tap the winner of the marked cup, slide another cup to its winner, "
        "or enter what everybody shows."
    )
    return Prompt(
        "reveal",
        QUESTIONS[table.phase],
        after or how,
        buttons=(*buttons, *_show_offers(table), *_shared(table)),
        template=award if cups and winners.names else None,
    )


def _final(table: WanaganTable) -> Prompt:
    pot = Chips(table.ledger.chips[POT + game.JACKPOT])
    best = NameList(game.pot_leaders(table, game.JACKPOT))
    offers = [Offer(Award(game.JACKPOT), say("According to the cards: {players}", players=best))]
    nobody = Offer(Award(game.JACKPOT, ()), say("Nobody (chips stay)"), means_nobody=True)
    by_cards = offers if table.revealed and not game.players_to_reveal(table) else []
    return Prompt(
        "final",
        say("Final for the jackpot of {chips}: who has the best five cards?", chips=pot),
        say(
            "Gather and shuffle all the cards for five-card draw. Then tap the winner, or "
            "enter what everybody shows."
        ),
        buttons=(*possible_offers(table, *by_cards, nobody), *_show_offers(table), *_shared(table)),
        template=EntryTemplate(
            PartialEntry(Award, {"pot": game.JACKPOT}),
            say("Award the jackpot"),
            player_choice=_winner_choice(table),
        ),
    )


def _badges(table: WanaganTable) -> Mapping[str, tuple[Sentence, ...]]:
    """Return a badge with each player's cup, or else with the hand revealed."""
    badges = {
        player: (reveal_sentence(hand.claim, hand.strength),)
        for player, hand in table.revealed.items()
    }
    pots = {
        player: (say("won: {cup}", cup=PotLabel(pot)),)
        for pot, winners in table.pot_winners.items()
        for player in winners
    }
    return badges | pots  # a cup tells the hand that won it, too


def _winner_choice(table: WanaganTable) -> NameChoice:
    """Return the choice among those who have won nothing in this reveal."""
    had = game.winners_so_far(table)
    names = tuple(player for player in table.present if player not in had)
    return NameChoice("players", names, several=True)


def _show_offers(table: WanaganTable) -> tuple[Offer, ...]:
    return tuple(map(_show_offer, game.players_to_reveal(table)[:1]))


def _show_offer(player: str) -> Offer:
    shows, sentence = say("{player} shows", player=player), say("I show my cards")
    return Offer(
        PartialEntry(Reveal, {"player": player}), shows, needs_form=True, own_label=sentence
    )


def _shared(table: WanaganTable) -> tuple[Offer, ...]:
    offer = Offer(PartialEntry(Award), say("Several players tie"), needs_form=True)
    return (offer,) if game.open_pots(table) else ()


def _next(table: WanaganTable) -> tuple[Sentence | None, tuple[Offer, ...]]:
    """Return a sentence on closing the reveal, and the offer; or the reason against it, and ()."""
    why = refusal_sentence(table, serialize_entry(Next()))
    if why:
        return why, ()
    after = apply_entry(table, Next(), table.entry_number + 1)
    sentence = transfers_sentence([move for move in after.ledger.moves if move.reason != "swept"])
    by_cards = say("According to the cards: {moves}.", moves=sentence) if sentence else None
    return by_cards, (Offer(Next(), _next_words(after)),)


def _next_words(after: WanaganTable) -> Sentence:
    if after.phase in game.REVEALS:
        return ON_TO[after.phase]
    swept = sum(move.chips for move in after.ledger.moves if move.reason == "swept")
    if after.phase != game.FINAL:
        return say("All cups are won: end the round")
    if not swept:
        return say("Go to the final")
    return say("Move {chips} into the jackpot", chips=Chips(swept))


def mistaps(table: WanaganTable, entry: Entry) -> Iterator[Mistap]:
    if isinstance(entry, Reveal | Award):
        yield forgotten_mistap("forgotten next", Next().describe(), Next(), entry)
    if isinstance(entry, Reveal):
        yield from _claim_mistaps(table, entry)
        yield from card_show_mistaps(table, entry, table.others(entry.player))
    elif isinstance(entry, Next):
        yield from _forgotten_awards(table)


def _claim_mistaps(table: WanaganTable, entry: Reveal) -> Iterator[Mistap]:
    for pot in game.possible_claims(table, entry.cards):
        if entry.claim not in (None, pot):
            words = say("{player} claimed {pot}", player=entry.player, pot=Pot(pot))
            question = say("Did {player} claim {pot}?")
            yield mistap("claim", words, replace(entry, claim=pot), question=question)


def _forgotten_awards(table: WanaganTable) -> Iterator[Mistap]:
    """Yield awards that were forgotten before the reveal was closed."""
    for pot in game.open_pots(table):
        for player in table.present:
            words = say("{player} won {pot} before that", player=player, pot=Pot(pot))
            question = say("Did {player} win {pot} before that?")
            yield mistap("forgotten award", words, Award(pot, (player,)), Next(), question=question)
