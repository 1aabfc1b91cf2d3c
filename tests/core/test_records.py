"""Every record of an evening gives exactly the result that was agreed on for it."""

import json
from typing import Any

import pytest

from companion.core.log.replay import record_result
from companion.games import all_games
from tests.evenings import CASES, cases


def evenings() -> list[Any]:
    """Every case of every file, named after the file and its line there."""
    found = []
    for path in sorted(CASES.iterdir()):
        for number, case in enumerate(cases(path), start=1):
            name = path.stem if path.suffix == ".json" else f"{path.stem}-{number}"
            found.append(pytest.param(case, id=name))
    return found


EVENINGS = evenings()
REFUSED = [case for case in EVENINGS if not case.values[0]["result"]["ok"]]


def told(answer: dict[str, Any]) -> dict[str, Any]:
    """A result as JSON gives it, without the sentence, which may be worded freely."""
    plain: dict[str, Any] = json.loads(json.dumps(answer))
    return {key: value for key, value in plain.items() if key != "message"}


@pytest.mark.parametrize("case", EVENINGS)
def test_a_record_gives_its_result(case: dict[str, Any]) -> None:
    assert told(record_result(case["record"], all_games())) == told(case["result"])


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_says_why_in_a_sentence(case: dict[str, Any]) -> None:
    message = record_result(case["record"], all_games())["message"]
    assert " " in message
    assert message.endswith(".")


def test_the_cases_cover_every_game_and_every_kind() -> None:
    covered = {(case.values[0]["record"]["game"], case.id.split("-")[-2]) for case in EVENINGS}
    assert {
        (slug, kind) for slug in all_games() for kind in ("clean", "edit", "refused")
    } <= covered
