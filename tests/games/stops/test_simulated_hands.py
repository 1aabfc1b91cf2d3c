"""Hundreds of hands with hidden cards: money comes out right, every offence that can be proven
is found, and nothing else ever."""

from typing import Any

import pytest

from companion.core.ledger import POT
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.games import all_games
from tests.games.stops.onlooker import Found, contradiction, disproved, feasible, provable
from tests.simulated.dealer import Dealer, Hand, dealt, dealt_evenings

LAWFUL = 120
# Hands for each of four degrees of cheating.
UNLAWFUL = 40


def new_log(dealer: Dealer) -> Log:
    return Log(parse_setup({**dealer.record, "log": []}, all_games()))


def play(log: Log, dealer: Dealer, hand: Hand) -> list[Found]:
    """Return what the engine finds in the entries of a hand."""
    for raw in dealer.log[hand.deal : hand.last + 1]:
        log.enter(raw)
    live: Any = log.table
    return [(f.rule, f.player, f.entry, f.proof) for f in live.current_hand.findings]


def money(log: Log) -> dict[str, int]:
    return dict(log.table.ledger.chips)


def dealt_money(dealer: Dealer) -> dict[str, int]:
    return {**dealer.purses, **{POT + pot: chips for pot, chips in dealer.pots.items()}}


def test_no_lawful_hand_has_a_finding_and_all_chips_come_out_right() -> None:
    for dealer in dealt_evenings(seed=1000, hands=LAWFUL):
        log = new_log(dealer)
        for hand in dealer.hands:
            assert hand.offences == set()
            assert play(log, dealer, hand) == []
        assert money(log) == dealt_money(dealer)
        assert not log.table.ledger.ious


def order(found: list[Found]) -> list[Found]:
    return sorted(found, key=lambda f: (f[3], f[2]))


@pytest.mark.parametrize("cheat", [0.03, 0.1, 0.3, 0.6])
def test_every_offence_that_can_be_proven_is_found_and_no_other(cheat: float) -> None:
    for dealer in dealt_evenings(seed=int(cheat * 1e6), hands=UNLAWFUL, cheat=cheat):
        log = new_log(dealer)
        for hand in dealer.hands:
            found = play(log, dealer, hand)
            broken = [f for f in found if f[0] != "contradiction"]
            assert broken == provable(hand)
            assert {offence[:3] for offence in broken} <= hand.offences
            assert hand.offences or not found
            check_contradiction(hand, found)


def check_contradiction(hand: Hand, found: list[Found]) -> None:
    """Compare with Hall's theorem: at every entry of a hand in five, else about the one found."""
    told = [f for f in found if f[0] == "contradiction"]
    if hand.deal % 5 == 0:
        assert order(provable(hand) + contradiction(hand)) == found
        return
    proofs = {place: proof.entry for place, proof in disproved(hand).items()}
    before = [n for n in sorted(hand.counts) if not told or n < told[0][2]][-2:]
    assert all(feasible(hand, proofs, entry) for entry in before)
    assert not any(feasible(hand, proofs, f[2]) for f in told)


@pytest.mark.parametrize("seed", range(20))
def test_the_leftovers_of_an_evening_are_divided(seed: int) -> None:
    dealer = dealt(seed, hands=3)
    dealer.end()
    log = new_log(dealer)
    for raw in dealer.log:
        log.enter(raw)
    assert money(log) == dealt_money(dealer)
    assert log.table.tally is not None
    assert sum(line.result for line in log.table.tally) == 0
