"""Findings enforced or waived at a table with penalties (*The referee*, last part)."""

from companion.core.errors import Refused
from companion.core.ledger import POT, Transfer
from companion.games.stops import hand_end, referee
from companion.games.stops.deduction import StopsFinding
from companion.games.stops.entries import Enforce, Waive
from companion.games.stops.hand_end import compensate
from companion.games.stops.state import HandEnd, PotWin, StopsTable

# The chips that a wrong lead costs, to every other player.
FINE = 1

WRONG_LEADS = ("led-not-lowest", "first-lead-not-lowest")


def waive(table: StopsTable, entry: Waive) -> None:
    """Waive a finding. Raises Refused (`wrong-phase`, `no-such-finding`, `already-settled`)."""
    _open_finding(table, entry)
    referee.set_finding_status(table.current_hand, entry.finding, "waived")


def enforce(table: StopsTable, entry: Enforce) -> None:
    """Apply the penalty of a finding; some have none.

    Raises Refused (`wrong-phase`, `no-such-finding`, `already-settled`).
    """
    finding = _open_finding(table, entry)
    referee.set_finding_status(table.current_hand, entry.finding, "enforced")
    if finding.rule in WRONG_LEADS:
        _fine(table, finding)
        _bar(table, finding)
    elif finding.rule == "withheld":
        _bar(table, finding)
        _deny_win(table, finding)
        compensate(table)


def _open_finding(table: StopsTable, entry: Enforce | Waive) -> StopsFinding:
    if table.phase == "over":
        table.require_phase()
    if not table.options.penalties:
        raise Refused("wrong-phase", "This table plays without penalties.")
    findings = table.hand_state.findings if table.hand_state is not None else ()
    place = entry.finding
    if place >= len(findings) or entry.entry not in (None, findings[place].entry):
        raise Refused("no-such-finding", "There is no such mistake in this hand.")
    if findings[place].status != "open":
        raise Refused("already-settled", "Mistake {number} is settled already.", number=place + 1)
    return findings[place]


def _fine(table: StopsTable, finding: StopsFinding) -> None:
    offender = finding.offender
    for player in table.current_hand.cards_left:
        if player != offender:
            table.ledger.pay_or_owe(offender, player, FINE, "penalty")


def _bar(table: StopsTable, finding: StopsFinding) -> None:
    """Bar the offender from pots, and return those won since the offence."""
    hand, offender = table.current_hand, finding.offender
    hand.penalties.barred = {**hand.penalties.barred, offender: finding.entry}
    pot_wins = [c for c in hand.pot_wins if c.player == offender and c.since >= finding.since]
    hand.pot_wins = tuple(c for c in hand.pot_wins if c not in pot_wins)
    for collection in pot_wins:
        _give_back(table, collection)


def _give_back(table: StopsTable, collection: PotWin) -> None:
    ledger, player, account = table.ledger, collection.player, POT + collection.pot
    due = collection.chips
    for issuer, chips in collection.ious:
        due += chips - _return_iou(table, issuer, player, account, chips)
    ledger.pay_or_owe(player, account, due, "penalty")


def _return_iou(table: StopsTable, issuer: str, holder: str, to: str, chips: int) -> int:
    """Pass an IOU on as far as its holder still has it. Return the chips passed on."""
    for iou in table.ledger.ious_held_by(holder):
        if iou.issuer == issuer:
            part = min(chips, iou.chips)
            table.ledger.transfer_iou(iou, to, part, "penalty")
            return part
    return 0


def _deny_win(table: StopsTable, finding: StopsFinding) -> None:
    """Bar the offender from winning the hand; a win is reversed, and play continues."""
    hand, offender = table.current_hand, finding.offender
    hand.penalties.cannot_win |= {offender}
    if hand.end.is_over and hand.end.winner == offender:
        # the hand cannot continue among other players
        if table.seated_at > hand.dealt_by:
            raise Refused(
                "wrong-phase",
                "Somebody joined, left or came back since: this hand cannot go on. Let it go.",
            )
        _reverse_end(table)
    if not hand.end.is_over and not hand.contenders():
        hand_end.close_hand(table)


def _reverse_end(table: StopsTable) -> None:
    hand = table.current_hand
    for transfer in reversed(hand.end.payments):
        _reverse(table, transfer)
    hand.freeze_referee()
    hand.referee.reset_seen(hand.played_cards)
    hand.end = HandEnd()
    hand.penalties.compensated = frozenset()
    table.phase = "play"


def _reverse(table: StopsTable, transfer: Transfer) -> None:
    """Reverse a transfer; the chips that are gone become an IOU."""
    ledger, due = table.ledger, transfer.chips
    if transfer.issuer is not None:
        due -= _return_iou(table, transfer.issuer, transfer.target, transfer.source, due)
        if transfer.target == transfer.issuer:
            ledger.add_iou(transfer.issuer, transfer.source, due, "reversed")
            return
    ledger.pay_or_owe(transfer.target, transfer.source, due, "reversed")
