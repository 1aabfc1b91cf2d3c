"""What a search for wrong taps does with a new game, earlier hands, and bad evidence."""

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.core.cards import PACK
from companion.core.entries.schema import Raw
from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.timeline import LogLine
from companion.core.repair import search
from companion.core.repair.evidence import CountEvidence, FindingEvidence, RefusalEvidence
from companion.core.repair.ranking import choose_repairs
from companion.core.repair.search import Attempt, Repair, search_repairs
from tests.core.table import Evening, evening
from tests.notation import entry
from tests.simulated.mistaken import find_repairs


def refused(log: Log, raw: Raw) -> RefusalEvidence:
    return RefusalEvidence(LogLine(len(log.raw_entries), raw, log.setup.game.kinds))


def raws(found: list[Repair]) -> list[Any]:
    return [repair.raw for repair in found]


def undeclared(table: Evening) -> Log:
    """The log of a table whose game declares no slips of its own."""
    setup = table.log.setup
    trusting = replace(setup.game.review, mistaps=None)
    log = Log(replace(setup, game=replace(setup.game, review=trusting)))
    log.enter_all(table.log.raw_entries)
    return log


def test_a_game_that_declares_nothing_gets_doubled_forgotten_and_neighbours_taps() -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; Bob 5C")
    doubled = find_repairs(undeclared(table), refused(table.log, entry("Cal 5C")))
    assert entry("amend 4: nothing") in raws(doubled)
    assert entry("amend 4: Cal 5C") not in raws(doubled)
    stopped = evening().play("deal; keep; Ann 3C; stop")
    later = find_repairs(undeclared(stopped), refused(stopped.log, entry("Dee 5C")))
    assert {"Bob", "Cal"} <= {raw["with"].get("player") for raw in raws(later) if "with" in raw}
    skipped = evening().play("deal; keep; Ann 3C; Bob 4C; stop")
    found = find_repairs(undeclared(skipped), refused(skipped.log, entry("Cal 7D")))
    forgotten = {"do": "play", "player": "Cal", "card": "5C"}
    assert (4, forgotten) in [(r.get("before"), r.get("entry")) for r in raws(found)]


def two_hands() -> Evening:
    table = evening("boodle", "Ann Bob Cal").play("deal; keep; chips-only; Ann collects AH")
    return table.play("Ann out Bob 3 Cal 4; deal; keep")


def test_the_hand_before_is_searched_where_the_present_one_explains_nothing() -> None:
    table = two_hands()
    chips = table.log.table.ledger.chips
    count = CountEvidence(chips={"Ann": chips["Ann"] + 1, "Bob": chips["Bob"] - 1})
    kinds = {(repair.number, repair.mistap.kind) for repair in find_repairs(table.log, count)}
    assert (4, "number") in kinds


def test_the_coins_at_the_end_of_the_evening_are_explained_by_any_hand() -> None:
    table = two_hands().play("chips-only; Bob out Ann 2 Cal 2; end")
    chips = table.log.table.ledger.chips
    truth = two_hands().log.copy()
    truth.enter(entry("amend 4: Ann out Bob 4 Cal 4"))
    for text in ("chips-only", "Bob out Ann 2 Cal 2", "end"):
        truth.enter(entry(text))
    counted = {p: n for p, n in truth.table.ledger.chips.items() if chips[p] != n}
    found = find_repairs(table.log, CountEvidence(chips=counted))
    assert entry("amend 4: Ann out Bob 4 Cal 4") in raws(found)


def test_a_search_that_becomes_too_long_has_tried_what_is_likeliest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; Cal 5C; Dee 6C; stop; Dee 2D; Ann 3D")
    told = refused(table.log, entry("Cal 5D"))
    likeliest = choose_repairs(search_repairs(table.log, told).repairs)[0].repairs[0]
    monkeypatch.setattr(search, "WORK_LIMIT", 700)
    found = search_repairs(table.log, told)
    assert found.is_partial
    assert likeliest.raw in raws(found.repairs)


def test_forty_wrong_taps_are_searched_within_the_work_allowed() -> None:
    rng = random.Random(4)
    table = evening("boodle", "Ann Bob Cal Dee").play("deal; keep")
    for _ in range(400):
        live: Any = table.log.table.current_hand
        if live.end.is_over or len(table.log.raw_entries) > 42:
            break
        card = live.next_card or rng.choice([c for c in PACK if c not in live.played_cards])
        player = rng.choice(live.players) if live.next_card else live.lead.player
        taps = [entry(f"{player} {card}"), {"do": "stop"}, {"do": "skip", "player": player}]
        try:
            table.log.enter(rng.choices(taps, (5, 2, 1))[0])
        except Refused:
            continue
    findings = table.log.setup.game.review.findings(table.log.table)
    assert len(table.log.raw_entries) > 30
    assert len(findings) > 3
    for found in findings:
        assert len(choose_repairs(find_repairs(table.log, FindingEvidence(found)))) <= 3


def test_the_same_evidence_gives_the_same_repairs_in_the_same_order() -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; stop; Bob 7D")
    shown = [
        [
            repair.raw
            for row in choose_repairs(find_repairs(table.log, refused(table.log, entry("Cal 9D"))))
            for repair in row.repairs
        ]
        for _ in range(2)
    ]
    assert shown[0] == shown[1]
    assert shown[0]


def test_before_a_deal_that_is_refused_all_that_may_be_late_comes_first() -> None:
    table = evening().play("deal; keep; Ann 3C")
    found = find_repairs(table.log, refused(table.log, {"do": "deal"}))
    assert all(repair.mistap.is_late for repair in choose_repairs(found)[0].repairs)


def test_a_loan_of_what_somebody_lacks_for_the_ante_is_likelier_to_be_theirs() -> None:
    table = evening("boodle", "Ann Bob Cal", chips={"Ann": 50, "Bob": 50, "Cal": 0})
    short = refused(table.log, {"do": "deal"})
    (lacking,) = short.amounts(table.log.table)
    table.play(f"Ann borrows {lacking} from Bob; Bob buys in {lacking + 5}")
    found = find_repairs(table.log, refused(table.log, {"do": "deal"}))
    near = {r.number: "near" in r.features for r in found if r.mistap.kind == "player"}
    assert near == {0: True, 1: False}


def test_an_amount_is_likelier_if_a_typo_makes_just_what_somebody_lacks() -> None:
    table = evening("boodle", "Ann Bob Cal", chips={"Ann": 50, "Bob": 50, "Cal": 0})
    (lacking,) = refused(table.log, {"do": "deal"}).amounts(table.log.table)
    table.play(f"Cal buys in {lacking - 1}")
    found = find_repairs(table.log, refused(table.log, {"do": "deal"}))
    amounts = {r.raw["with"]["chips"]: r.features for r in found if r.mistap.kind == "amount"}
    assert [chips for chips in amounts if "near | amount" in amounts[chips]] == [lacking]
    assert len(amounts) > 1


def test_a_tap_was_doubled_rather_where_one_player_is_tapped_twice() -> None:
    table = evening().play("deal; keep; Ann 3C; Ann 4C; Bob 5C; Cal 6C; stop")
    left = table.result["left"]
    doubled = find_repairs(table.log, CountEvidence({"Ann": left["Ann"] + 1}))
    assert [r.number for r in doubled if "near | twice play" in r.features] == [3]
    other = find_repairs(table.log, CountEvidence({"Bob": left["Bob"] + 1}))
    assert [r.number for r in other if r.mistap.kind == "twice play"] == [4]
    assert not any("near" in r.features for r in other if r.mistap.kind == "twice play")


def test_a_follow_may_be_missing_where_one_more_would_end_the_run() -> None:
    table = evening().play("deal; keep; Ann JC; Bob QC; Cal KC")
    found = find_repairs(table.log, refused(table.log, entry("Dee 3D")))
    kinds = {repair.mistap.kind for repair in found}
    assert "missed-to-last" in kinds
    assert "missed" not in kinds


@pytest.mark.parametrize(("told", "holder"), [("Dee 7C", "Ann"), ("Bob shows 2D 9H", "Bob")])
def test_only_what_those_did_is_doubted_who_must_hold_another_number_of_cards(
    told: str, holder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening().play("deal; keep; Ann 3C; Bob 4C; Cal 5C; Ann holds 1; Ann 6C")
    tried: list[Attempt] = []
    monkeypatch.setattr(search._Search, "try_attempt", lambda _, attempt: tried.append(attempt))
    find_repairs(table.log, refused(table.log, entry(told)))
    plays = [one for one in tried if "cards" in one.line.raw]
    players = [
        {raw["player"] for raw in (one.line.raw, *one.mistap.replacements) if "player" in raw}
        for one in plays
    ]
    assert {holder} in players
    assert all(holder in named for named in players)
    assert "deal" in [one.line.raw["do"] for one in tried]


def test_an_offender_who_is_out_while_play_goes_on_holds_what_is_known() -> None:
    first = "deal; keep; Ann 2C; stop; Ann 4H; Bob 5H; stop; Bob 3C; enforce 0; stop"
    log = evening("boodle").play(f"{first}; Bob holds 1; Bob 7D").log
    review, played = log.setup.game.review, refused(log, entry("Cal 8D")).refused_entry
    assert played
    assert review.cards_left(log.table)["Bob"] == 0
    assert [*review.doubtful_holders(log.table, played)] == []


def test_coins_at_the_end_tell_whether_that_was_the_last_hand() -> None:
    table = evening().play("deal; chips-only; Ann out Bob 3 Cal 4 Dee 5; end")
    last = evening().play("deal; chips-only; Ann out Bob 3 Cal 4 Dee 5")
    last.log.enter({"do": "end", "to": "winner"})
    counted = CountEvidence(chips=last.log.table.ledger.chips)
    (repair,) = choose_repairs(find_repairs(table.log, counted))[0].repairs
    assert repair.raw["with"] == {"do": "end", "to": "winner"}


def test_a_score_of_any_round_is_found_where_points_are_counted() -> None:
    rounds = [{"do": "deal"}, {"do": "score", "out": "Ann", "points": {"Bob": 25, "Cal": 10}}]
    log = evening("kids-rummy", "Ann Bob Cal").log
    log.enter_all([*rounds, *rounds, *rounds])
    found = find_repairs(log, CountEvidence(points={"Bob": 70}))
    assert {1, 3, 5} <= {raw["entry"] for raw in raws(found)}
    stands = log.setup.game.current_results
    assert all(stands(repair.apply_to(log).table)["Bob"] == 70 for repair in found)
