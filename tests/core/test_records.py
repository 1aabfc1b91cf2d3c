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


def told(answer: dict[str, Any]) -> dict[str, Any]:
    """A result as JSON gives it, without the sentence, which may be worded freely."""
    plain: dict[str, Any] = json.loads(json.dumps(answer))
    return {key: value for key, value in plain.items() if key != "message"}


@pytest.mark.parametrize("case", EVENINGS)
def test_a_record_gives_its_result_or_says_in_a_sentence_why_not(case: dict[str, Any]) -> None:
    result = record_result(case["record"], all_games())
    assert told(result) == told(case["result"])
    if not result["ok"]:
        assert " " in result["message"]
        assert result["message"].endswith(".")


def test_the_cases_cover_every_game_and_every_kind() -> None:
    covered = {(case.values[0]["record"]["game"], case.id.split("-")[-2]) for case in EVENINGS}
    assert {
        (slug, kind) for slug in all_games() for kind in ("clean", "edit", "refused")
    } <= covered
