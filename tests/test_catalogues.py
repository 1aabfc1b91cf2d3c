"""Every catalogue keeps what its sentences name, and those that are done are whole."""

import pytest

from tests.catalogues import CODES, MISSING, faults

WHOLE: tuple[str, ...] = ()
"""The languages whose every sentence is translated."""


@pytest.mark.parametrize("code", CODES)
def test_a_translation_keeps_every_fact_and_tag(code: str) -> None:
    assert [fault for fault in faults(code) if not fault.endswith(MISSING)] == []


@pytest.mark.parametrize("code", WHOLE)
def test_every_sentence_is_translated(code: str) -> None:
    assert [*faults(code)] == []
