"""Findings enforced or waived where penalties are on (*The referee*, last part)."""

from companion.core.errors import Refused
from companion.core.ledger import POT, Transfer
from companion.games.stops import finish, referee
from companion.games.stops.claims import Finding
from companion.games.stops.compensation import compensate
from companion.games.stops.endings import Enforce, Waive
from companion.games.stops.state import Collection, Ending, StopsTable

FINE = 1
"""What a wrong lead costs, to every other player, in chips."""

WRONG_LEADS = ("led-not-lowest", "first-lead-not-lowest")


def waive(table: StopsTable, entry: Waive) -> None:
    """Let a finding pass. Raises Refused (`wrong-phase`, `no-such-finding`, `already-settled`)."""
    _open_finding(table, entry)
    referee.settle(table.now, entry.finding, "waived")


def enforce(table: StopsTable, entry: Enforce) -> None:
    """Make the offender pay as the rules say; a finding without a penalty moves nothing.

    Raises Refused (`wrong-phase`, `no-such-finding`, `already-settled`).
    """
    finding = _open_finding(table, entry)
    referee.settle(table.now, entry.finding, "enforced")
    if finding.rule in WRONG_LEADS:
        _fine(table, finding)
        _bar(table, finding)
    elif finding.rule == "withheld":
        _bar(table, finding)
        _deny_win(table, finding)
        compensate(table)


def _open_finding(table: StopsTable, entry: Enforce | Waive) -> Finding:
    if table.phase == "over":
        table.need()
    if not table.options.penalties:
        raise Refused("wrong-phase", "This table plays without penalties.")
    findings = table.live.findings if table.live is not None else ()
    place = entry.finding
    if place >= len(findings) or entry.entry not in (None, findings[place].entry):
        raise Refused("no-such-finding", "There is no such mistake in this hand.")
    if findings[place].status != "open":
        raise Refused("already-settled", "Mistake {number} is settled already.", number=place + 1)
    return findings[place]


def _fine(table: StopsTable, finding: Finding) -> None:
    offender = finding.offender
    for player in table.now.left:
        if player != offender:
            table.ledger.pay(offender, player, FINE, "penalty")


def _bar(table: StopsTable, finding: Finding) -> None:
    """Bar the offender from money cards since the offence; what was taken goes back."""
    hand, offender = table.now, finding.offender
    hand.penalties.barred = {**hand.penalties.barred, offender: finding.entry}
    wrong = [c for c in hand.collected if c.player == offender and c.since >= finding.since]
    hand.collected = tuple(c for c in hand.collected if c not in wrong)
    for collection in wrong:
        _give_back(table, collection)


def _give_back(table: StopsTable, collection: Collection) -> None:
    ledger, player, account = table.ledger, collection.player, POT + collection.pot
    due = collection.chips
    for issuer, chips in collection.notes:
        due += chips - _return_note(table, issuer, player, account, chips)
    ledger.pay(player, account, due, "penalty")


def _return_note(table: StopsTable, issuer: str, holder: str, to: str, chips: int) -> int:
    """Hand a note on as far as its holder still has it; give the chips that went."""
    for note in table.ledger.held(holder):
        if note.issuer == issuer:
            part = min(chips, note.chips)
            table.ledger.pass_note(note, to, part, "penalty")
            return part
    return 0


def _deny_win(table: StopsTable, finding: Finding) -> None:
    """Who withheld a card does not win; after a win, the end of the hand is reversed."""
    hand, offender = table.now, finding.offender
    hand.penalties.cannot_win |= {offender}
    if hand.end.over and hand.end.winner == offender:
        if table.gathered > hand.dealt:
            raise Refused(
                "wrong-phase",
                "Somebody joined, left or came back since: this hand cannot go on. Let it go.",
            )
        _reverse_end(table)
    if not hand.end.over and not hand.contenders():
        finish.close_hand(table)


def _reverse_end(table: StopsTable) -> None:
    hand = table.now
    for transfer in reversed(hand.end.settlement):
        _reverse(table, transfer)
    hand.seal()
    hand.referee.look_anew(hand.played)
    hand.end = Ending()
    hand.penalties.compensated = frozenset()
    table.phase = "play"


def _reverse(table: StopsTable, transfer: Transfer) -> None:
    """Take a stored movement back; what is short becomes a note."""
    ledger, due = table.ledger, transfer.chips
    if transfer.issuer is not None:
        due -= _return_note(table, transfer.issuer, transfer.target, transfer.source, due)
        if transfer.target == transfer.issuer:
            ledger.owe(transfer.issuer, transfer.source, due, "reversed")
            return
    ledger.pay(transfer.target, transfer.source, due, "reversed")
