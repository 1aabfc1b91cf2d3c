"""Sentences read well in every language once they are filled, and name one thing by one word."""

import re
from pathlib import Path

import pytest
from babel import Locale
from babel.messages import Message
from babel.messages.pofile import read_po

from companion.core.game import Game
from companion.games import all_games
from companion.language import ENGLISH, available_languages
from tests.catalogues import CODES, catalogue, texts
from tests.filled import filled
from tests.printed import misprints

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def english(messages: Path) -> list[Message]:
    with messages.open("rb") as file:
        return [message for message in read_po(file) if message.id]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("fr", "Jugé : {pot}"),
        ("fr", "Jugé: {pot} !"),
        ("fr", "« ici\N{NO-BREAK SPACE}»"),
        ("fr", "Trop! Encore"),
        ("fr", "une paire de as"),
        ("nl", "niet “{text}”"),
        ("de", "nicht «{text}»"),
        ("he", "{player} +{chips}"),
        ("it", "Ora tocca a Ann, non a Bob."),
        ("it", "Bob e Émile siedono ognuno al posto dell’altro"),
        ("he", "{player} מקבל/ת {chips}"),
        ("he", "Ann וBob"),
        ("en", "The lowest card total takes the the kitty."),
        ("nl", "Geblokkeerd: de de kitty"),
    ],
)
def test_a_misprint_is_seen(code: str, text: str) -> None:
    assert [*misprints(code, text)]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("fr", "Jugé\N{NO-BREAK SPACE}: «\N{NO-BREAK SPACE}{pot}\N{NO-BREAK SPACE}»"),
        ("fr", "{holder:from} d’as, c’est là\N{NARROW NO-BREAK SPACE}!"),
        ("nl", "Ann’s ‘kitty’"),
        ("he", "\N{LEFT-TO-RIGHT ISOLATE}+{chips}\N{POP DIRECTIONAL ISOLATE} ״{pot}״"),
        ("en", "postgresql://user:password@host/database, 10.0.0.0/8, /pocket/"),
    ],
)
def test_what_is_printed_well_is_left_alone(code: str, text: str) -> None:
    assert [*misprints(code, text)] == []


@pytest.mark.parametrize("code", CODES)
def test_sentences_with_facts_are_printed_well(code: str) -> None:
    own = [message for message in catalogue(code) if message.id]
    said = {text for message in own for text in filled(message, available_languages()[code])}
    assert sorted(fault for text in said for fault in misprints(code, text)) == []


def test_english_sentences_with_facts_are_printed_well(english: list[Message]) -> None:
    said = {text for it in english for text in (*texts(it, source=True), *filled(it, ENGLISH))}
    assert sorted(fault for text in said for fault in misprints("en", text)) == []


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_each_term_of_a_rule_sheet_is_said_for_words_that_are_written(
    game: Game, english: list[Message]
) -> None:
    text = "\n".join(text.lower() for message in english for text in texts(message, source=True))
    written = re.findall(rf"(?<!\{{)\b({'|'.join(game.terms)})\b", text)
    assert game.terms.keys() - {*written} == set()


NOT_SAID = {
    r"(?:^|[.:;] )Who\b(?=[^?]*[.:;])": "Whoever",
    r"\bnotes\b|\b(?:an?|the|this|for) note\b": "IOU",
    r"'": "’",
    r"\bdump(?:s|ed)?\b": "lay down",
    r"\b[Pp]ut (?:right|in|back|down)\b": "correct, insert, restore, lay down",
    r"\b(?:is|are) (?:not )?to be\b": "cannot, must",
    r"\b(?:offender|trips)\b": "the player, three of a kind",
}
"""What a host at a table would not say, and what is said instead."""


@pytest.mark.parametrize(("pattern", "better"), NOT_SAID.items())
def test_english_is_what_a_host_would_say(
    pattern: str, better: str, english: list[Message]
) -> None:
    said = [text for message in english for text in texts(message, source=True)]
    assert [text for text in said if re.search(pattern, text)] == [], f"say: {better}"


SAID = {
    "kitty (the pot for going out)": "kitty",
    "jackpot": "jackpot",
    "joker, wild card (one word in most languages)": "Joker",
    "log": "Log",
    "tally": "Tally",
    "to deal, dealer": "Dealer",
    "dummy (the extra pile; in Boodle *extra hand*)": "The dummy",
    "board": "Board",
    "ante": "Ante",
    "house rules": "House rules",
    "trick": "Tricks",
    "to pass (in the auction)": "Pass",
    "auction, to bid": "Bid for the dummy",
    "high card": "{rank} high",
    "clubs, diamonds, hearts, spades": "clubs",
    "jack, queen, king, ace": "jack",
    "to borrow, to lend": "Borrow or repay",
    "penalty, to apply it, to let it go": "Let it go",
    "wrong tap": "Wrong tap?",
    "seat, guest (by invitation)": "Seat",
    "keeper, member (of a circle)": "Keeper",
}
"""Words of the glossary, and messages that say them."""


def glossary(code: str) -> dict[str, list[str]]:
    """Give the words of a language by the English word of the glossary."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    lines = text.partition("# Words in the code")[0].splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    place = rows[0].index(Locale(code).display_name)
    return {row[0]: re.split(r"[,;(] *", row[place]) for row in rows}


@pytest.mark.parametrize("code", CODES)
def test_catalogue_and_glossary_agree(code: str) -> None:
    known, words = catalogue(code), glossary(code)
    said = {term: str(known.get(source).string) for term, source in SAID.items()}
    wrong = {term: text for term, text in said.items() if not _has(text, words[term])}
    assert wrong == {}


def _has(text: str, words: list[str]) -> bool:
    return any(word[:4].casefold() in text.casefold() for word in words)
