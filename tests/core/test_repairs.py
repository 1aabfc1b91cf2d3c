"""Where the mistake lies: the repairs of a slip, and what of a hand cannot all be true."""

import random
import re
from dataclasses import replace
from itertools import chain
from math import log
from typing import Any

import pytest

from companion.core.cards import mask_to_cards
from companion.core.log.timeline import LogLine
from companion.core.repair import ranking, search
from companion.core.repair.evidence import (
    CountEvidence,
    Evidence,
    FindingEvidence,
    RefusalEvidence,
)
from companion.core.repair.ranking import RepairChoice, choose_repairs
from companion.core.repair.search import Repair
from companion.core.review import Mistap, minimal_conflicts
from companion.core.sentences import say
from companion.games.stops.deduction import Claim
from companion.games.stops.referee import doubtful_claims, find_conflicts
from tests.core.table import Evening, evening, play_case, read_cases, split_setup
from tests.games.stops.onlooker import feasible
from tests.notation import entries, entry
from tests.simulated.dealer import Hand, dealt_evenings
from tests.simulated.kinds import DEALER, KINDS
from tests.simulated.mistaken import find_repairs, mistaken
from tests.soak import slips


def shown(table: Evening, evidence: Evidence) -> tuple[RepairChoice, ...]:
    return choose_repairs(find_repairs(table.log, evidence))


def refused(table: Evening, text: str) -> Evidence:
    return RefusalEvidence(
        LogLine(len(table.log.raw_entries), entry(text), table.log.setup.game.kinds)
    )


def found(table: Evening) -> Evidence:
    return FindingEvidence(table.log.setup.game.review.findings(table.log.table)[0])


def told_in(choices: tuple[RepairChoice, ...]) -> list[list[Any]]:
    return [[repair.raw for repair in choice.repairs] for choice in choices]


def changes(table: Evening, evidence: Evidence) -> list[Any]:
    return [repair.raw for repair in find_repairs(table.log, evidence)]


def holding(table: Evening, player: str, more: int) -> Evidence:
    return CountEvidence({player: table.result["left"][player] + more})


# What was tapped; what does not fit, or a finding, or how many cards somebody holds too many;
# and a repair, perhaps of the first or second choice, or what was set up otherwise.
FOUND = """
a skip that was forgotten is put in before the lead
    deal; keep; Ann 3C; stop; Ann skips; Bob skips; Cal 5H; stop; Cal 6S; Bob 7S; stop; Bob 7D;
    Dee 8D | a finding | insert 11: Bob skips & 11: Cal 7D
a follow that was tapped twice makes all after it a card lower
    deal; keep; Ann 3C; Bob 4C; Bob 5C; Cal 6C; Dee 7C; stop | Bob +1
    | amend 4: nothing & 5: Cal 5C & 6: Dee 6C
two who were tapped the other way round are exchanged
    deal; keep; Ann 3C; Bob 4C; Cal 5C; stop | Bob 2D | amend 3: Cal 4C & 4: Bob 5C
what was taken back once too often is put in again
    deal; keep; Ann 3C; Bob 4C; Cal 5C; undo; stop | Cal 2D | insert 6: Cal 5C
a follow that was forgotten is found though it is another who is out too early
    deal; keep; Ann holds 2; Ann 3C; stop; Ann 5D | Cal 6D | insert 4: Bob 4C & 5: Bob 5D
a hand that was not broken off goes on
    deal; keep; Ann 3C; break-off | Bob 4C | amend 3: nothing
a hand that was broken off is ended late before the next deal
    deal; keep; Ann 3C | deal | break-off
cards that were not tapped are those up to the card that was told
    deal; keep; Ann 3C; Bob 4C | Cal 9C | Dee 5C 6C 7C 8C
a run that was not tapped to its end may have gone on with a lead
    deal; keep; Ann 3C; Bob 4C; Cal 5C; Dee 6C; Ann 7C; Bob 8C; Cal 9C; Dee 10C; Ann JC; Bob QC;
    Cal KC | Ann 4D | Dee AC 3D
what was taken back just before is told first
    deal; keep; Ann 3C; Bob 4C; undo | Cal 5C | first: Bob 4C
a follow that was a stop is found by the next lead
    deal; keep; Ann 3C; Bob 4C; Cal 5C | Bob 2D | first alone: amend 4: stop
a cup was won by another if its winner cannot win two
    wanagan, players=Ann Bob Cal: deal; award 1-pair Ann; award 2-pair Bob | award 3-kind Ann
    | first alone: next | second: amend 1: award 1-pair Cal
a reveal that was not closed is closed before what belongs to the next
    wanagan, players=Ann Bob Cal: deal; award 1-pair Ann; Bob shows 2C 5C 7C 9C JC
    | Ann shows 7S 7D 7H 3S 4S | insert 2: next
two who sit in each other's place explain whose turn it is
    deal; keep; Ann 3C; stop; Ann skips | Cal skips | set up: players=Ann Cal Bob Dee
a house rule that is another one explains who leads
    deal; keep | Dee 3C | set up: first_leader=dealer
a house rule is looked for though the hand could explain it
    deal; chips-only; Ann out Bob 3 Cal 4 Dee 5; deal; keep; Bob 3C; Cal 4C; stop; Cal 5H; stop
    | Cal 6D | set up: next_lead=any
a house rule of points is looked for in whichever round the target is reached
    kids-rummy, players=Ann Bob Cal, chips=0, target=90: deal; Ann out: Bob 30 Cal 5;
    deal; Cal out: Ann 5 Bob 30; deal; Ann out: Bob 30 Cal 20 | deal | set up: target_at=exceeded
a follow that was missed makes all after it a card higher
    deal; keep; Ann 3C; Cal 4C; Dee 5C; stop | Bob -1
    | insert 3: Bob 4C & 3: Cal 5C & 4: Dee 6C
"""
PLACES = ("first", "second")


@pytest.mark.parametrize("case", read_cases(FOUND))
def test_what_happened_is_found(case: str) -> None:
    setup, case = split_setup(case)
    played, told, *repairs = map(str.strip, case.split("|"))
    table = evening(**setup).play(played)
    if told == "a finding":
        evidence = found(table)
    elif held := re.fullmatch(r"(\w+) ([+-]\d)", told):
        evidence = holding(table, held[1], int(held[2]))
    else:
        evidence = refused(table, told)
    for repair in repairs:
        where, _, rest = repair.partition(": ")
        place = where.removesuffix(" alone")
        if place in PLACES:
            choice = told_in(shown(table, evidence))[PLACES.index(place)]
            assert entry(rest) in choice
            assert choice[1:] == [] or place == where
        elif where == "set up":
            assert split_setup(f"{rest}:")[0] in set_up(table, evidence)
        else:
            assert entry(repair) in changes(table, evidence)


@pytest.mark.parametrize(
    ("second", "words"),
    [("Ann", "“Ann plays 4♣” was tapped twice"), ("Bob", "“Bob plays 4♣” did not happen")],
)
def test_a_plate_was_tapped_twice_only_if_it_had_been_tapped_just_before(
    second: str, words: str
) -> None:
    table = evening().play(f"deal; keep; Ann 3C; {second} 4C; Cal 5C; stop")
    repairs = find_repairs(table.log, holding(table, second, 1))
    assert words in {str(repair.mistap.words) for repair in repairs}


def test_a_bid_that_was_taken_back_is_a_repair_only_where_it_is_next() -> None:
    table = evening().play("deal; Ann bids 2; Bob bids 3; undo; undo")
    repairs = changes(table, refused(table, "Bob bids 4"))
    assert entry("Ann bids 2") in repairs
    assert entry("Bob bids 3") not in repairs


@pytest.mark.parametrize(("undone", "dealers"), [("", ["Ann"]), ("Ann bids 2; undo; ", [])])
def test_another_dealer_is_a_repair_only_if_undone_entries_were_possible_too(
    undone: str, dealers: list[str]
) -> None:
    table = evening().play(f"deal; {undone}keep")
    setups = [repair.setup for repair in find_repairs(table.log, refused(table, "Bob 3C"))]
    assert [setup.keys["dealer"] for setup in setups if setup and "dealer" in setup.keys] == dealers


def test_a_card_led_that_was_another_is_found_by_the_card_that_follows() -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; stop; Bob 7D")
    late, led, *_ = shown(table, refused(table, "Cal 9D"))
    assert {str(repair.mistap.words) for repair in late.repairs} >= {"Cal had 8♦"}
    assert [repair.raw for repair in led.repairs] == [entry("amend 5: Bob 8D")]
    assert str(led.repairs[0].mistap.words) == "Bob led 8♦, not 7♦"


def test_a_stop_that_was_a_follow_asks_who_it_was() -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; stop")
    rows = shown(table, refused(table, "Dee 6C"))
    first = next(row for row in rows if row.repairs[0].mistap.kind == "no-stop")
    had = {f"{player} had 5♣" for player in ("Ann", "Bob", "Cal", "Dee")}
    assert {str(repair.mistap.words) for repair in first.repairs} == had


def test_cards_counted_again_may_have_been_counted_wrong() -> None:
    piles = "Ann 10 Bob 10 Cal 15 Dee 15 dummy 2"
    table = evening("boodle").play(f"deal {piles}; keep; Bob holds 9")
    choices = shown(table, CountEvidence({**table.result["left"], "Bob": 10}))
    assert choices[0].repairs[0].apply_to(table.log).table.current_hand.cards_left["Bob"] == 10


def test_a_pot_that_holds_more_was_won_by_nobody() -> None:
    table = evening().play("deal; keep; Ann 9H; Bob 10H")
    choices = shown(table, CountEvidence(chips={"pot:10H": 4}))
    assert entry("amend 3: stop") in [raw for row in told_in(choices) for raw in row]


def test_a_bid_that_bars_the_dealers_was_another() -> None:
    table = evening("oh-claire", "Ann Bob Cal").play("deal; Ann bids 4 tricks; Bob bids 3 tricks")
    choices = shown(table, refused(table, "Cal bids 3 tricks"))
    assert {choice.repairs[0].number for choice in choices[:2]} == {1, 2}


def test_tricks_given_to_another_explain_the_chips() -> None:
    bids = "deal; Ann bids 4 tricks; Bob bids 3 tricks; Cal bids 2 tricks"
    table, truth = (
        evening("oh-claire", "Ann Bob Cal").play(f"{bids}; {tricks}")
        for tricks in ("took Ann 4 Bob 4 Cal 2", "took Ann 5 Bob 3 Cal 2")
    )
    choices = shown(table, CountEvidence(chips=truth.result["chips"]))
    assert entry("amend 4: took Ann 5 Bob 3 Cal 2") in told_in(choices)[0]


def test_a_card_that_two_have_shown_was_the_one_beside_it() -> None:
    table = evening("wanagan", "Ann Bob Cal").play("deal; Ann shows 2C 5C 7C 9C JC")
    choices = shown(table, refused(table, "Bob shows 7C 7D 7H 3S 4S"))
    (repair,) = choices[0].repairs
    assert "7C" not in repair.raw["with"]["cards"]
    table.enter(repair.raw)
    table.play("Bob shows 7C 7D 7H 3S 4S")


def test_nothing_is_searched_before_the_first_deal() -> None:
    assert shown(evening(), CountEvidence({"Ann": 4})) == ()


@pytest.mark.share(1)
@pytest.mark.parametrize("game", KINDS)
def test_every_repair_takes_the_wrong_away(game: str) -> None:
    tried = 0
    for kind in [*KINDS[game], DEALER]:
        made = mistaken(game, kind, 1)
        if made.taps is None or not made.shows:
            continue
        known = slips.evidence(made).finding
        for repair in find_repairs(made.log, slips.evidence(made))[:10]:
            log = repair.apply_to(made.log)
            slips.stands(made, log)
            found = {f.identity for f in log.setup.game.review.findings(log.table)}
            assert not known or known.identity not in found
            tried += 1
    assert tried


def test_the_true_repair_is_mostly_among_those_shown(chance: random.Random) -> None:
    whole = slips.Slipped("some")
    for game, kinds in KINDS.items():
        for kind in chance.sample([*kinds, DEALER], k=len(kinds) // 2):
            whole.add(slips.one(game, kind, 77))
    assert whole.counts["count"] > 30
    assert whole.wrong == []
    assert whole.share("three") > 80
    assert whole.share("first") > 50


def set_up(table: Evening, evidence: Evidence) -> list[dict[str, Any]]:
    """What of the set-up may be another, as a case names it."""
    kept = [repair.setup.keys for repair in find_repairs(table.log, evidence) if repair.setup]
    rules = [keys.get("options", keys) for keys in kept]
    return [
        rule | {"players": " ".join(rule["players"])} if "players" in rule else rule
        for rule in rules
    ]


def test_all_that_may_be_set_up_otherwise_is_one_choice() -> None:
    table = evening().play("deal; keep")
    choices = shown(table, refused(table, "Dee 3C"))
    kinds = [{repair.mistap.kind for repair in choice.repairs} for choice in choices]
    assert [some for some in kinds if "rule" in some] == [{"dealer", "rule"}]


def test_who_deals_is_looked_for_before_the_first_deal() -> None:
    table = evening().play("Ann leaves")
    assert set_up(table, refused(table, "Bob 3C")) == []
    assert entry("amend 0: Bob leaves") in changes(table, refused(table, "Bob returns"))


def test_a_repair_that_names_another_than_was_told_is_less_likely() -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; Cal 5C")
    found = find_repairs(table.log, refused(table, "Bob 2D"))
    stop = next(repair for repair in found if repair.raw == entry("stop"))
    true = next(repair for repair in found if repair.raw == entry("amend 4: stop"))
    assert "another" in stop.features
    assert true.weight > stop.weight


def test_what_may_only_not_be_entered_yet_is_asked_before_anybody_is_accused() -> None:
    table = evening("boodle", "Ann Bob Cal").play("deal")
    *late, dealer = shown(table, refused(table, "Bob bids 3"))
    assert late[0].repairs[0].raw == entry("Ann passes")
    assert all(choice.repairs[0].mistap.is_late for choice in late)
    assert dealer.repairs[0].mistap.kind == "dealer"
    assert dealer.share > late[0].share


@pytest.mark.parametrize(("each", "first"), [(0.05, "accusation"), (0.1, "late one")])
def test_what_may_only_not_be_entered_yet_counts_together(
    each: float, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chances = {"late one": each, "late other": each, "accusation": 1 - 2 * each}
    monkeypatch.setattr(search, "WEIGHTS", {kind: log(chance) for kind, chance in chances.items()})
    monkeypatch.setattr(ranking, "LATE_SHARE", 0.15)
    found = [Repair(1, Mistap(kind, (), say("?")), {}, kind, {kind: 1.0}) for kind in chances]
    assert choose_repairs(found)[0].repairs[0].mistap.kind == first


def test_of_two_ways_to_one_table_that_is_shown_which_accuses_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "WEIGHTS", {"bid": 1.0, "late pass": 0.0})
    found = [
        Repair(number, Mistap(kind, (), say("?")), {}, "one table", {kind: 1.0})
        for number, kind in enumerate(("late pass", "bid"))
    ]
    (choice,) = choose_repairs(found)
    assert [repair.mistap.kind for repair in choice.repairs] == ["late pass"]


# What was entered, and which other numbers are likelier.
NEIGHBOURS = """
a score is a card of 5 points off
    kids-rummy, players=Ann Bob: deal; Ann out: Bob 15 => Ann out: Bob 10; Ann out: Bob 20
a score is a point off where an ace counts one
    kids-rummy, players=Ann Bob, ace=1: deal; Ann out: Bob 5 => Ann out: Bob 4; Ann out: Bob 6
a bid is a trick off
    oh-claire: deal; Ann bids 3 tricks => Ann bids 2 tricks; Ann bids 4 tricks
a number of cards is a card off
    players=Ann Bob: deal; keep; chips-only; Ann out Bob 3 => Ann out Bob 2; Ann out Bob 4
a total is a point off
    great-lakes, players=Ann Bob Cal: deal; keep; chips-only; totals Ann 30 Bob 40 Cal 50
    => totals Ann 29 Bob 40 Cal 50; totals Ann 31 Bob 40 Cal 50;
    totals Ann 30 Bob 39 Cal 50; totals Ann 30 Bob 41 Cal 50;
    totals Ann 30 Bob 40 Cal 49; totals Ann 30 Bob 40 Cal 51
"""


@pytest.mark.parametrize("case", read_cases(NEIGHBOURS))
def test_of_other_numbers_the_neighbours_are_likelier(case: str) -> None:
    played, _, neighbours = case.partition(" => ")
    log = play_case(f"{played} => hand 1").log
    slips = log.setup.game.review.mistaps
    assert slips is not None
    before, line = log.table_after(len(log.lines) - 1), log.lines[-1]
    found = [s for s in slips(log.table)(before, line.entry) if s.kind == "number"]
    assert [*chain(*(s.replacements for s in found if s.is_neighbour))] == entries(neighbours)
    assert any(not s.is_neighbour for s in found)


def test_who_received_chips_that_are_missing_for_the_ante_is_one_question() -> None:
    table = evening("boodle", "Ann Bob Cal", chips={"Ann": 50, "Bob": 50, "Cal": 0})
    late, *_ = shown(table, refused(table, "deal"))
    assert {repair.mistap.kind for repair in late.repairs} == {"late borrow", "late buy-in"}


def test_a_card_and_a_run_that_were_not_tapped_before_a_stop_are_one_question() -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; stop")
    choices = shown(table, refused(table, "Cal 7D"))
    kinds = [{repair.mistap.kind for repair in choice.repairs} for choice in choices]
    assert {"follow-forgotten", "follow-forgotten, run"} in kinds


def is_event(claim: Claim, event: Any) -> bool:
    kind = "bid" if claim.rule == "illegal-bid" else claim.rule
    same = (kind, claim.entry, claim.player) == (event.kind, event.entry, event.player)
    return same and (kind == "bid" or {*mask_to_cards(claim.cards)} == event.cards)


def can_be(hand: Hand, claims: tuple[Claim, ...], entry: int) -> bool:
    """Ask an onlooker whether some deal fits just these claims."""
    kept = [any(is_event(claim, event) for claim in claims) for event in hand.events]
    proofs = {place: 0 for place, keeps in enumerate(kept) if not keeps}
    taken = any(claim.rule == "taken" for claim in claims)
    return feasible(replace(hand, taken=taken), proofs, entry)


def test_of_each_set_in_conflict_every_claim_is_needed_and_one_is_false() -> None:
    seen, first = 0, 0
    for dealer in dealt_evenings(seed=4200, hands=150, cheat=0.2):
        table = Evening(dealer.record)
        for number, raw in enumerate(dealer.log):
            live = table.enter(raw).log.table.current_hand
            news = [f for f in live.findings if f.rule == "contradiction"]
            if not news or news[0].entry != number:
                continue
            hand = next(h for h in dealer.hands if h.deal <= number <= h.last)
            false = {offence[2] for offence in hand.offences}
            for some in find_conflicts(live):
                assert not can_be(hand, some, number)
                assert all(
                    can_be(hand, tuple(c for c in some if c is not one), number) for one in some
                )
                assert any(claim.entry in false or claim.rule == "taken" for claim in some)
                seen += 1
                first += some[0].entry in false
    assert seen > 20
    assert first / seen > 0.5


def test_a_conflict_is_told_in_words() -> None:
    table = evening().play("deal; keep; Ann 2C; stop; Ann skips; Bob skips")
    assert doubtful_claims(table.log.table) == ()
    (only,) = doubtful_claims(table.play("Cal skips").log.table)
    assert {str(doubt.words) for doubt in only} == {
        "Ann skipped while holding a card to lead",
        "Bob skipped while holding a card to lead",
        "Cal skipped while holding a card to lead",
    }


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (
            "deal Ann 48 Bob 1 Cal 1 Dee 1 dummy 1; Ann bids 1; Bob bids 2; Cal passes; Ann passes",
            "Ann bid for the dummy while holding a card that forbids bidding",
        ),
        (
            "deal Ann 1 Bob 1 Cal 1 Dee 48 dummy 1; swap",
            "the player who took the dummy had a card that forbids taking it",
        ),
    ],
)
def test_a_part_of_a_combination_that_bars_is_not_called_a_money_card(
    played: str, words: str
) -> None:
    board = ["QKD", "JQS", "910H", "kitty"]
    table = evening(board=board, combination_bars="part", dummy_use="swap-or-sell").play(played)
    ((doubt, *_),) = doubtful_claims(table.log.table)
    assert str(doubt.words) == words
    assert doubt.entry == 1


def test_a_single_offence_that_explains_all_is_named_alone() -> None:
    table = evening(dummy_use="swap-or-sell", first_lead="lowest-card")
    table.play("deal; Ann buys for 2; Ann 9D; stop; Ann skips; Bob 5C; stop; Bob 10D; stop")
    assert len(find_conflicts(table.log.table.current_hand)) == 2
    told = doubtful_claims(table.log.table)
    said = [[str(doubt.words) for doubt in doubts] for doubts in told]
    assert said == [["the sequence did not stop before J♦"]]


def test_the_smallest_sets_come_first_and_only_what_is_needed() -> None:
    def possible(some: Any) -> bool:
        return not {1, 2} <= {*some} and not {3, 4, 5} <= {*some}

    assert minimal_conflicts([1, 2, 3, 4, 5, 6], possible) == [(1, 2), (3, 4, 5)]
    assert minimal_conflicts([1, 3, 4], possible) == []
