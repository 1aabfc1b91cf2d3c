"""Sentences about findings, penalties and judged pots."""

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.core.accounts import Pot
from companion.core.ledger import POT
from companion.core.poker import hand_sentence
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Card, Chips, Clauses, NameList, player_series
from companion.games.stops.deduction import StopsFinding
from companion.games.stops.state import JudgedPot, StopsTable

_FINDINGS = {
    "led-not-lowest": say("{player} led {about}, but still had {card}."),
    "first-lead-not-lowest": say("{player} led {about} first, but still had {card}."),
    "withheld": say("The run stopped because nobody had {about}, but {player} had it."),
    "opened-above": say("{about} was led as the lowest card, but {player} had {card}."),
    "false-skip": say("{player} skipped, but had {card}."),
    "illegal-bid": say("{player} bid for the dummy, but held {card}, a money card."),
    "contradiction": say("Somebody must have made a mistake: no deal of the cards fits this."),
}

# The names of the rules that can be broken.
RULE_NAMES = {
    "illegal-bid": say("Who may bid"),
    "first-lead-not-lowest": say("The first lead"),
    "withheld": say("Playing on"),
    "led-not-lowest": say("Leading"),
    "false-skip": say("Leading"),
    "contradiction": say("What can be shown"),
}


def finding_sentence(finding: StopsFinding) -> Sentence:
    """Return a finding in words that a ten-year-old understands."""
    about = {"about": finding.about, "card": finding.card}
    cards = {name: Card(card) for name, card in about.items() if card}
    above = finding.rule == "withheld" and finding.card != finding.about
    rule = "opened-above" if above else finding.rule
    return _FINDINGS[rule].with_facts(player=finding.player or "", **cards)


def penalty_sentence(before: StopsTable, after: StopsTable, place: int) -> Sentence:
    """Return the effects of a penalty: the payments, and what the offender may no longer do."""
    offender, hand = before.current_hand.findings[place].offender, after.current_hand
    took_win = before.current_hand.end.winner == offender != hand.end.winner
    payments: Counter[str] = Counter(dict.fromkeys(hand.cards_left, 0))
    for move in after.ledger.moves:
        if move.source == offender and move.issuer is None:
            payments[move.target] += move.chips
    goes_on = [say("play goes on without {player}", player=offender)]
    collects = say("{player} collects no more in this hand", player=offender)
    if offender in hand.penalties.cannot_win and not hand.end.is_over:
        loses = say("{player} collects no more in this hand and cannot win it")
        collects = loses.with_facts(player=offender)
    return say(
        "{parts}",
        parts=Clauses(
            (
                *(goes_on if took_win and not hand.end.is_over else ()),
                *_pays(offender, payments, back=took_win),
                *(() if took_win else (collects,)),
            )
        ),
    )


def _pays(offender: str, payments: Mapping[str, int], *, back: bool) -> Iterator[Sentence]:
    """Yield what the offender pays to players, and into pots."""
    to_pots = sum(chips for account, chips in payments.items() if account.startswith(POT))
    players = {p: chips for p, chips in payments.items() if chips and not p.startswith(POT)}
    if players and back:
        yield say("{player} pays back {paid}", player=offender, paid=player_series(players))
    elif len(set(players.values())) == 1:
        each = say("{player} pays {players} {chips} each")
        fine = next(iter(players.values()))
        yield each.with_facts(player=offender, players=NameList(players), chips=fine)
    elif players:
        yield say("{player} pays {paid}", player=offender, paid=player_series(players))
    if to_pots:
        yield say("{chips} back into the pots", chips=Chips(to_pots))


def pot_judgement_sentence(judged_pot: JudgedPot) -> Sentence:
    """Return who won a judged pot, and with which hand."""
    names, pot = NameList(judged_pot.winners), Pot(judged_pot.pot)
    if not judged_pot.winners:
        return say("Nobody wins {pot}.", pot=pot)
    n = len(judged_pot.winners)
    if judged_pot.strength is None:
        return say_plural("{names} wins {pot}.", "{names} share {pot}.", n=n, names=names, pot=pot)
    return say_plural(
        "{names} wins {pot} with {hand}.",
        "{names} share {pot} with {hand}.",
        n=n,
        names=names,
        pot=pot,
        hand=hand_sentence(judged_pot.strength),
    )
