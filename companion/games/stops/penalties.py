"""Findings whose penalty is applied or let go at a table (*The referee*, last part)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.core.accounts import payment_list
from companion.core.chips import require_not_over
from companion.core.entries.fields import FindingPlace, NumberOfEntry, entry_field
from companion.core.entries.schema import Entry, entry_class
from companion.core.errors import Refused
from companion.core.ledger import POT, Transfer
from companion.core.prompts import Offer
from companion.core.sentences import Sentence, say
from companion.core.words import Chips, Clauses, NameList
from companion.games.stops import hand_end
from companion.games.stops.deduction import StopsFinding
from companion.games.stops.feature import Feature
from companion.games.stops.showdown import compensate
from companion.games.stops.state import HandEnd, StopsTable


@entry_class("enforce", say("Penalty applied"), say("Penalty applied for mistake {number}"))
class Enforce(Entry):
    """Apply the penalty of the finding at a place in the hand; `entry` is what broke the rule."""

    number: FindingPlace = entry_field(name="finding")
    entry: NumberOfEntry | None = None


@entry_class("waive", say("Mistake let go"), say("Mistake {number} let go"))
class Waive(Entry):
    """Waive the finding at a place in the hand; `entry` is what broke the rule."""

    number: FindingPlace = entry_field(name="finding")
    entry: NumberOfEntry | None = None


# The chips that a wrong lead costs, to every other player.
FINE = 1

WRONG_LEADS = ("led-not-lowest", "first-lead-not-lowest")


def waive(table: StopsTable, entry: Waive) -> None:
    """Waive a finding. Raises Refused (`wrong-phase`, `no-such-finding`, `already-settled`)."""
    _settle(table, entry, "waived")


def enforce(table: StopsTable, entry: Enforce) -> None:
    """Apply the penalty of a finding, if its rule has one.

    Raises Refused (`wrong-phase`, `no-such-finding`, `already-settled`).
    """
    finding = _settle(table, entry, "enforced")
    if finding.rule in WRONG_LEADS:
        for player in table.current_hand.cards_left:
            if player != finding.offender:
                table.ledger.pay_or_owe(finding.offender, player, FINE, "penalty")
        _bar(table, finding)
    elif finding.rule == "withheld":
        _bar(table, finding)
        _deny_win(table, finding)
        compensate(table)


def _settle(table: StopsTable, entry: Enforce | Waive, status: str) -> StopsFinding:
    """Return the finding of an entry, which was open and has this status now."""
    require_not_over(table)
    if not table.options.penalties:
        raise Refused("wrong-phase", "This table plays without penalties.")
    hand, place = table.current_hand, entry.number
    findings = hand.findings
    if place >= len(findings) or entry.entry not in (None, findings[place].entry):
        raise Refused("no-such-finding", "There is no such mistake in this hand.")
    if findings[place].status != "open":
        raise Refused(
            "already-settled", "Mistake {number} has already been settled.", number=place + 1
        )
    hand.referee.set_finding_status(findings, place, status)
    return findings[place]


def _bar(table: StopsTable, finding: StopsFinding) -> None:
    """Bar the offender from winning pots, and return to the pots what was won since the offence."""
    hand, offender, ledger = table.current_hand, finding.offender, table.ledger
    hand.penalties.barred |= {offender}
    pot_wins = [c for c in hand.pot_wins if c.player == offender and c.since >= finding.since]
    hand.pot_wins = tuple(c for c in hand.pot_wins if c not in pot_wins)
    for win in pot_wins:
        account, due = POT + win.pot, win.chips
        for issuer, chips in win.ious:
            due += chips - _return_iou(table, issuer, offender, account, chips)
        ledger.pay_or_owe(offender, account, due, "penalty")


def _return_iou(table: StopsTable, issuer: str, holder: str, to: str, chips: int) -> int:
    """Transfer an IOU to `to`, as far as `holder` still has it. Return the chips transferred."""
    iou = table.ledger.get_iou(issuer, holder)
    part = min(chips, iou.chips)
    table.ledger.transfer_iou(iou, to, part, "penalty")
    return part


def _deny_win(table: StopsTable, finding: StopsFinding) -> None:
    """Bar the offender from winning the hand; a win is reversed, and play continues."""
    hand, offender = table.current_hand, finding.offender
    hand.penalties.cannot_win |= {offender}
    if hand.end.is_over and hand.end.winner == offender:
        # the hand cannot continue among other players
        if table.seated_at != hand.seated_at:
            raise Refused(
                "wrong-phase",
                "Somebody has joined, left, or come back since the deal, so this hand cannot "
                "resume. Let the mistake go.",
            )
        _reverse_end(table)
    if not hand.end.is_over and not hand.contenders():
        hand_end.close_hand(table)


def _reverse_end(table: StopsTable) -> None:
    hand = table.current_hand
    for transfer in reversed(hand.end.payments):
        _reverse(table, transfer)
    hand.referee.freeze(hand.sizes)
    hand.referee.reset_seen(hand.played_cards)
    hand.end = HandEnd()
    hand.penalties.compensated = frozenset()
    table.phase = "play"


def _reverse(table: StopsTable, transfer: Transfer) -> None:
    """Reverse a transfer; for chips that the receiver no longer has, an IOU is issued."""
    ledger, due = table.ledger, transfer.chips
    if transfer.issuer is not None:
        due -= _return_iou(table, transfer.issuer, transfer.target, transfer.source, due)
        if transfer.target == transfer.issuer:
            ledger.add_iou(transfer.issuer, transfer.source, due, "reversed")
            return
    ledger.pay_or_owe(transfer.target, transfer.source, due, "reversed")


def finding_offers(table: StopsTable, place: int) -> tuple[Offer, ...]:
    """Return the offers to enforce and to waive the finding at `place`; () if none are possible."""
    finding = table.current_hand.findings[place]
    has_penalty = finding.rule in (*WRONG_LEADS, "withheld")
    if not table.options.penalties or not has_penalty or finding.status != "open":
        return ()
    return (
        Offer(Enforce(place, finding.entry), say("Apply the penalty")),
        Offer(Waive(place, finding.entry), say("Let it go")),
    )


def penalty_sentence(before: StopsTable, after: StopsTable, place: int) -> Sentence:
    """Return what the penalty of the finding at `place` did, by the tables `before` and `after`."""
    offender, hand = before.current_hand.findings[place].offender, after.current_hand
    took_win = before.current_hand.end.winner == offender != hand.end.winner
    payments: Counter[str] = Counter(dict.fromkeys(hand.cards_left, 0))
    for move in after.ledger.moves:
        if move.source == offender and move.issuer is None:
            payments[move.target] += move.chips
    goes_on = [say("play goes on without {player}", player=offender)]
    collects = say("{player} wins no more pots by playing cards in this hand", player=offender)
    if offender in hand.penalties.cannot_win and not hand.end.is_over:
        loses = say("{player} wins no more pots by playing cards and cannot win this hand")
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
    """Yield sentences on what the offender pays, or pays `back`, to players and into pots."""
    to_pots = sum(chips for account, chips in payments.items() if account.startswith(POT))
    players = {p: chips for p, chips in payments.items() if chips and not p.startswith(POT)}
    if players and back:
        yield say("{player} pays back {paid}", player=offender, paid=payment_list(players))
    elif len(players) > 1 and len(set(players.values())) == 1:
        each = say("{player} pays {players} {chips} each")
        fine = next(iter(players.values()))
        yield each.with_facts(player=offender, players=NameList(players), chips=Chips(fine))
    elif players:
        yield say("{player} pays {paid}", player=offender, paid=payment_list(players))
    if to_pots:
        yield say("the pots get back {chips}", chips=Chips(to_pots))


PENALTIES = Feature(handlers=(enforce, waive))
