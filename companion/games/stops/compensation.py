"""What an offender owes to whoever was kept from a money card (*The referee*, last part)."""

from companion.core.cards import SUIT
from companion.core.ledger import POT
from companion.games.stops.state import StopsTable


def compensate(table: StopsTable) -> None:
    """Pay whoever was kept from a money card of a withheld suit, once the hand is over.

    Due when the finding is enforced and the holder's cards are shown: the chips then in the
    pot, which stay there; once per offender and pot.
    """
    hand = table.current_hand
    if not hand.end.is_over or not table.options.penalties:
        return
    for finding in hand.referee.findings:
        if finding.rule == "withheld" and finding.status == "enforced":
            suit = SUIT[finding.about]
            for pot, cards in _pots_of(table, suit):
                _compensate(table, finding.offender, pot, cards)


def _pots_of(table: StopsTable, suit: str) -> list[tuple[str, tuple[str, ...]]]:
    singles = [(pot, (pot,)) for pot in table.pots if pot in table.board.singles]
    wholes = [(c.pot, c.cards) for c in table.board.combinations if not c.any_suit]
    return [(pot, cards) for pot, cards in singles + wholes if SUIT[cards[0]] == suit]


def _compensate(table: StopsTable, offender: str, pot: str, cards: tuple[str, ...]) -> None:
    hand = table.current_hand
    chips = table.ledger.chips[POT + pot]
    holder = next(
        (p for p, shown in hand.end.shown_cards.items() if set(cards) <= set(shown)), None
    )
    if not chips or holder in (None, offender) or (offender, pot) in hand.penalties.compensated:
        return
    assert holder is not None
    hand.penalties.compensated |= {(offender, pot)}
    start = len(table.ledger.moves)
    table.ledger.pay_or_owe(offender, holder, chips, "compensation")
    hand.end.payments += tuple(table.ledger.moves[start:])
