"""Kids Rummy: a score that is corrected rounds later, where it knocks a player out, or did so."""

import json

from companion.core.entries.schema import Raw
from companion.core.log.change import Cascade, cascade_change
from companion.core.log.log import Log
from tests.games.kids_rummy.test_kids_rummy import entry, play

OUT = {"mode": "elimination", "target": 100}


def corrected(log: Log, number: int, words: str) -> Cascade:
    found = cascade_change(log, {"do": "amend", "entry": number, "with": entry(words)})
    if found.log is not None:
        log.enter(json.loads(json.dumps(found.raw)))
    return found


def test_who_was_wrongly_knocked_out_has_left_and_returns() -> None:
    log = play("deal; Mia out: Leo 100 Noa 5; deal; Mia out: Noa 10; deal; Noa out: Mia 5", **OUT)
    leave: Raw = {"do": "leave", "player": "Leo"}
    assert corrected(log, 1, "Mia out: Leo 90 Noa 5").also == ((1, leave),)
    log.enter({"do": "return", "player": "Leo"})
    assert log.table.setup.game.result(log.table)["scores"] == {"Mia": 5, "Leo": 90, "Noa": 15}
    log.enter({"do": "undo"})
    log.enter({"do": "undo"})
    assert log.table.setup.game.result(log.table)["out"] == ["Leo"]


def test_who_should_have_been_out_scores_nothing_from_then_on() -> None:
    log = play(
        "deal; Mia out: Leo 90 Noa 5; deal; Mia out: Leo 5 Noa 10; deal; Mia out: Noa KD Leo 5H",
        **OUT,
    )
    found = corrected(log, 1, "Mia out: Leo 100 Noa 5")
    assert found.also == ((3, entry("Mia out: Noa 10")), (5, entry("Mia out: Noa KD")))
    assert log.table.setup.game.result(log.table)["scores"] == {"Mia": 0, "Leo": 100, "Noa": 25}


def test_who_went_out_later_cannot_have_been_knocked_out_before() -> None:
    log = play("deal; Mia out: Leo 90 Noa 5; deal; Leo out: Mia 5 Noa 10", **OUT)
    found = corrected(log, 1, "Mia out: Leo 100 Noa 5")
    assert (found.log, found.failing_entry) == (None, 3)


def test_two_who_were_wrongly_knocked_out_are_not_guessed_at() -> None:
    log = play(
        "deal; Mia out: Leo 100 Noa 100 Oma 5; deal; Mia out: Oma 10",
        players="Mia Leo Noa Oma",
        **OUT,
    )
    found = corrected(log, 1, "Mia out: Leo 90 Noa 90 Oma 5")
    assert (found.log, found.failing_entry) == (None, 3)
