"""What was found, and how pots were judged, in sentences."""

from collections.abc import Sequence

from companion.core.ledger import POT, Transfer
from companion.core.poker import in_words
from companion.core.sentences import Sentence, say, say_n
from companion.core.words import Card, Chips, Names, Pot, Series, by_player, name_pots
from companion.games.stops.state import Finding, Judged

name_pots(
    {
        "kitty": say("kitty"),
        "jackpot": say("jackpot"),
        "poker": say("poker"),
        "loser": say("loser"),
        "ace-2": say("ace-2"),
        "full-house": say("full house"),
        "straight": say("straight"),
        "6-lead": say("6-lead"),
    },
    {
        "kitty": say("the kitty"),
        "jackpot": say("the jackpot"),
        "poker": say("the poker pot"),
        "loser": say("the loser pot"),
    },
)

_FOUND = {
    "led-not-lowest": say("{player} led {about}, but still had {card}."),
    "first-lead-not-lowest": say("{player} led {about} first, but still had {card}."),
    "withheld": say("The run stopped because nobody had {about}, but {player} had it."),
    "false-skip": say("{player} skipped, but had {card}."),
    "illegal-bid": say("{player} bid for the dummy, but held {card}, a money card."),
    "contradiction": say("Somebody must have made a mistake: no deal of the cards fits this."),
}

RULES = {
    "illegal-bid": say("Who may bid"),
    "first-lead-not-lowest": say("The first lead"),
    "withheld": say("Playing on"),
    "led-not-lowest": say("Leading"),
    "false-skip": say("Leading"),
    "contradiction": say("What can be proven"),
}
"""What the rules are called that may be broken."""


def finding_words(finding: Finding) -> Sentence:
    """Say what was found, so that a ten-year-old understands."""
    about = {"about": finding.about, "card": finding.card}
    cards = {name: Card(card) for name, card in about.items() if card}
    return _FOUND[finding.rule].about(player=finding.player or "", **cards)


def penalty_words(offender: str, moves: Sequence[Transfer]) -> Sentence:
    """Say what a penalty does: who pays whom, and that the offender collects no more."""
    paid = {m.target: m.chips for m in moves if m.source == offender and m.issuer is None}
    back = sum(chips for account, chips in paid.items() if account.startswith(POT))
    players = {p: chips for p, chips in paid.items() if not p.startswith(POT)}
    parts: list[Sentence] = []
    if len(set(players.values())) == 1:
        each = say("{player} pays {players} {chips} each")
        fine = next(iter(players.values()))
        parts.append(each.about(player=offender, players=Names(players), chips=fine))
    elif players:
        parts.append(say("{player} pays {paid}", player=offender, paid=by_player(players)))
    if back:
        parts.append(say("{chips} back into the pots", chips=Chips(back)))
    parts.append(say("{player} collects no more in this hand", player=offender))
    return say("{parts}", parts=Series(parts))


def judged_words(judged: Judged) -> Sentence:
    """Say who won a pot that was judged, and with what."""
    names, pot = Names(judged.winners), Pot(judged.pot)
    if not judged.winners:
        return say("Nobody wins {pot}.", pot=pot)
    n = len(judged.winners)
    if judged.strength is None:
        return say_n("{names} wins {pot}.", "{names} share {pot}.", n=n, names=names, pot=pot)
    return say_n(
        "{names} wins {pot} with {hand}.",
        "{names} share {pot} with {hand}.",
        n=n,
        names=names,
        pot=pot,
        hand=in_words(judged.strength),
    )
