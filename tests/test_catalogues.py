"""Every catalogue says every sentence of the program, and keeps what it names."""

from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from tests.catalogues import CODES, catalogue, faults


@pytest.fixture(scope="module")
def spoken(messages: Path) -> Catalog:
    with messages.open("rb") as file:
        return read_po(file)


@pytest.mark.parametrize("code", CODES)
def test_a_translation_is_whole_and_keeps_every_fact_and_tag(code: str) -> None:
    assert [*faults(code)] == []


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_has_the_sentences_of_the_program_and_no_more(
    code: str, spoken: Catalog
) -> None:
    assert {(m.id, m.context) for m in catalogue(code)} == {(m.id, m.context) for m in spoken}


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_says_whose_it_is_as_a_new_one_does(code: str, spoken: Catalog) -> None:
    held = catalogue(code)
    whose = ("project", "copyright_holder", "msgid_bugs_address", "last_translator")
    assert [getattr(held, it) for it in whose] == [getattr(spoken, it) for it in whose]
    assert "EMAIL@ADDRESS" not in f"{spoken.mime_headers}{spoken.header_comment}"
