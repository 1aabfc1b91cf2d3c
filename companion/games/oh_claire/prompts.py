"""The prompts of Oh Claire!, and the mistaps that may happen in it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

from companion.core.entries.schema import Entry, PartialEntry
from companion.core.ledger import POT
from companion.core.offers import card_deal_prompt, final_prompt
from companion.core.prompts import JointPrompt, NumberInput, Offer, Prompt
from companion.core.review import Mistap, mistap
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Chips, NameList
from companion.games.oh_claire import game
from companion.games.oh_claire.game import OhClaireTable, TrickBid, Tricks


def current_prompt(table: OhClaireTable) -> Prompt:
    prompt = {"bids": _bids, "tricks": _tricks, "over": _over}.get(table.phase, _deal)(table)
    badges = {player: _badge(table, player) for player in table.present}
    return replace(prompt, badges=badges)


def _deal(table: OhClaireTable) -> Prompt:
    question = say("Hand {number}: {dealer} deals each player {cards}")
    end, hint = _end_words(table), _exact_bids_sentence(table)
    return card_deal_prompt(table, question, table.next_size, end, hint)


def _end_words(table: OhClaireTable) -> Sentence:
    if table.next_size and len(table.active_players) > 1:
        return say("End the game here")
    return say(
        "End the game: jackpot ({chips}) to {players}",
        chips=Chips(table.ledger.chips[POT + game.JACKPOT]),
        players=NameList(game.jackpot_winners(table)),
    )


def jackpot_sentence(table: OhClaireTable) -> Sentence | None:
    """Return who takes the jackpot, and with how many cups; None while no cup is covered."""
    winners = game.jackpot_winners(table)
    cups = game.coverage(table, winners[0])
    if not cups:
        return None
    players, chips = NameList(winners), Chips(sum(cups.values()))
    if len(winners) > 1:
        return say_plural(
            "Jackpot: {players}, each with {n} cup covered and {chips} in it.",
            "Jackpot: {players}, each with {n} cups covered and {chips} in them.",
            n=len(cups),
            players=players,
            chips=chips,
        )
    return say_plural(
        "Jackpot: {players}, with {n} cup covered and {chips} in it.",
        "Jackpot: {players}, with {n} cups covered and {chips} in them.",
        n=len(cups),
        players=players,
        chips=chips,
    )


def _exact_bids_sentence(table: OhClaireTable) -> Sentence:
    if not table.hand:
        return say("Take exactly as many tricks as you bid.")
    return say(
        "Exact bids in hand {number}: {players}.",
        players=NameList(game.bid_makers(table)),
        number=table.hand,
    )


def _bids(table: OhClaireTable) -> Prompt:
    return Prompt(
        "bids",
        say(
            "How many tricks out of {size} does {player} bid?",
            size=table.size,
            player=table.turn or "",
        ),
        say("Tricks bid so far: {sum}.", sum=sum(table.bids.values())) if table.bids else None,
        tiles=tuple(_bid(table, tricks) for tricks in range(table.size + 1)),
        player=table.turn,
    )


def _bid(table: OhClaireTable, tricks: int) -> Offer:
    why = say("The bids would then add up to {size}, the number of tricks.", size=table.size)
    return Offer(
        TrickBid(table.turn or "", tricks),
        say("{tricks}", tricks=tricks),
        refusal=why if tricks == game.forbidden_bid(table) else None,
    )


def _tricks(table: OhClaireTable) -> Prompt:
    total = sum(table.bids.values())
    difference = total - table.size
    over = say("Tricks: {size}. Total bid: {bid} ({over} over).")
    under = say("Tricks: {size}. Total bid: {bid} ({over} under).")
    exact = say("Tricks: {size}. Total bid: {bid} (just as many).")
    return Prompt(
        "tricks",
        say("Who took how many tricks?"),
        (over if difference > 0 else under if difference else exact).with_facts(
            size=table.size, bid=total, over=abs(difference)
        ),
        buttons=(Offer(PartialEntry(Tricks), say("Enter the tricks"), needs_form=True),),
        joint=JointPrompt(
            PartialEntry(Tricks),
            say("How many tricks did you take?"),
            table.active_players,
            NumberInput("took", 0, table.size),
        ),
    )


def _over(table: OhClaireTable) -> Prompt:
    return final_prompt(table, say("Players’ totals include their own chips in the cups."))


def _badge(table: OhClaireTable, player: str) -> tuple[Sentence, ...]:
    bid = table.bids.get(player, 0)
    if player in table.eliminated:
        return (say("out"),)
    if table.phase in ("bids", "tricks"):
        return (say("bids {tricks}", tricks=bid),) if player in table.bids else ()
    if player not in table.tricks_taken:
        return ()
    if player in game.bid_makers(table):
        return (say("exact bid"),)
    return (say("took {tricks}, bid {bid}", tricks=table.tricks_taken[player], bid=bid),)


def mistaps(table: OhClaireTable, entry: Entry) -> Iterator[Mistap]:
    if isinstance(entry, TrickBid):
        yield from _bid_mistaps(table, entry)
    elif isinstance(entry, Tricks):
        yield from _trick_mistaps(entry)
        yield from _exchange_mistaps(entry)


def _bid_mistaps(table: OhClaireTable, entry: TrickBid) -> Iterator[Mistap]:
    for tricks in range(table.size + 1):
        if tricks != entry.tricks:
            words = say("{player} bid {n}", player=entry.player, n=tricks)
            question = say("Did {player} bid {tricks}?", player=entry.player, tricks=tricks)
            near, bid = abs(tricks - entry.tricks) == 1, replace(entry, tricks=tricks)
            yield mistap("number", words, bid, near=near, question=question)


def _trick_mistaps(entry: Tricks) -> Iterator[Mistap]:
    for one, other in permutations(entry.took, 2):
        if entry.took[one]:
            took = {**entry.took, one: entry.took[one] - 1, other: entry.took[other] + 1}
            words = say("A trick went to {other}, not {player}", other=other, player=one)
            yield mistap("trick", words, Tricks(took))


def _exchange_mistaps(entry: Tricks) -> Iterator[Mistap]:
    for one, other in combinations(entry.took, 2):
        took = {**entry.took, one: entry.took[other], other: entry.took[one]}
        if took != entry.took:
            words = say("{player}’s and {other}’s tricks were mixed up")
            yield mistap("exchanged", words.with_facts(player=one, other=other), Tricks(took))
