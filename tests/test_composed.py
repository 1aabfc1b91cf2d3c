"""Sentences that are put together from parts fit together, in every language, with any names."""

import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from companion.core.accounts import transfers_sentence
from companion.core.errors import WrongPhase
from companion.core.log.history import describe_history_entry, entry_effects, list_history
from companion.core.log.record import parse_setup
from companion.core.log.replay import load_stored_log
from companion.core.prompts import Prompt
from companion.core.sentences import Sentence, say
from companion.games import all_games
from companion.language import available_languages, use_language
from tests.catalogues import CODES
from tests.drawn import SEED
from tests.evenings import CASES, accepted, renamed

NAMES = ("Anna", "Inés", "Émile", "אבי", "Óscar", "Yann", "Łukasz", "李雷", "O’Brien", "Ida")

# What no line of any language may hold: a word that is missing between spaces, or at the end.
MISSING = r" {2}| $"
# What no line of a language may hold.
FAULTS = {
    "fr": (
        *(r"\b(à|de) les? ", r"\b(à|de) le\b(?! (plus|moins))", r"d’Y[aeiou]", r"\bd’une? d’"),
        *(r"\w[:;] ", r"\b1 (janvier|mars|mai|août)", r"\bet \w+ ne (?!.*;)"),
    ),
    "es": (r"\b(a|de) el\b", r" y [IÍií]", r" o [OÓoó8]"),
    "it": (
        r"\b(a|di|da|su|in) (il|lo)\b",
        r"(?<![.:!?(] )(?<!^)(?<!«)\bUn pagherò",
        r" a A",
        r" e [EÉ]",
        r"[Tt]utti i \d",
    ),
    "he": (r"[א-ת][A-Za-z0-9]", r"(?:^| )[ומלבשכה]־[\u2066-\u2069]*[א-ת]", r"\+[א-ת]"),
    "en": (r"\b(\w+) \1 ", r": This cannot be entered now"),
    "de": (r"\b(von|zu) (dem|der) (dem|der)\b", r"\b1 (Stichen?|Chips|Karten)\b"),
    "nl": (r"\b(de|het) (de|het)\b", r"\b1 (slagen|fiches|kaarten)\b"),
}

BARE = str.maketrans(dict.fromkeys("\u2066\u2067\u2068\u2069\u200e\u200f", None))


def lines_of(record: dict[str, Any]) -> Iterator[Sentence]:
    """What the log says of an evening, what moved, and what was asked meanwhile."""
    log, _ = load_stored_log(parse_setup(record, all_games()), record["log"])
    happenings = list_history(log)
    moved = entry_effects(log, {it.line.number for it in happenings if it.line})
    for happening in happenings:
        yield describe_history_entry(log, happening)
    for effect in moved.values():
        line = transfers_sentence(effect.moves)
        if line is not None:
            yield line
    for _, table in [*log.tables()][::4]:
        yield from prompt_sentences(table.setup.game.current_prompt(table))


def prompt_sentences(prompt: Prompt) -> Iterator[Sentence]:
    answers = (prompt.tiles[:3], prompt.buttons, prompt.pots.values(), *prompt.seats.values())
    said = ((offer.label, offer.own_label, offer.refusal) for offer in chain(*answers))
    yield from (it for it in (prompt.question, prompt.hint, *chain(*said)) if it is not None)


def an_evening(record: dict[str, Any], seed: int) -> dict[str, Any]:
    people = random.Random(seed).sample(NAMES, len(NAMES))
    named: dict[str, Any] = renamed(record, dict(zip(record["players"], people, strict=False)))
    return named


EVENINGS = [
    record
    for path in sorted(CASES.glob("*.jsonl"))
    for record in accepted(path)
    if len(record["players"]) <= len(NAMES)
]


SHARE = random.Random(SEED).sample(EVENINGS, 24)


@pytest.mark.parametrize("record", SHARE)
def test_the_sentences_of_an_evening_fit_together_in_every_language(record: dict[str, Any]) -> None:
    sentences = [*lines_of(an_evening(record, len(record["log"])))]
    for code, language in available_languages().items():
        with use_language(language):
            texts = {str(sentence).translate(BARE) for sentence in sentences}
        assert [
            (text, fault)
            for text in texts
            for fault in (MISSING, *FAULTS.get(code, ()))
            if re.search(fault, text)
        ] == []


@pytest.mark.parametrize("code", CODES)
def test_an_entry_at_the_wrong_moment_is_refused_in_the_language_of_the_page(code: str) -> None:
    with use_language(available_languages()[code]):
        assert "This cannot be entered now" not in str(WrongPhase(say("the hand is being played")))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("fr", "Anna doit à le gobelet"),
        ("fr", "+5 d’Yann"),
        ("fr", "Émile: 0, +35."),
        ("fr", "Anna rend 3; Émile ne ramasse plus rien"),
        ("fr", "Łukasz montre  (inséré avant l’entrée 38)"),
        ("fr", "Łukasz montre "),
        ("fr", "1 mars 2024"),
        ("fr", "Émile paie 1 à chacun : Anna et Łukasz et Émile ne ramasse plus rien"),
        ("es", "¡Ganan Émile y Ida!"),
        ("es", "7♣ o 8♣"),
        ("es", "debe a el vaso"),
        ("it", "Ömer +3 da Ida e Un pagherò di Ida"),
        ("it", "va a Anna"),
        ("it", "Tutti i 2 giri sono stati giocati."),
        ("it", "Inés +56 e Émile"),
        ("de", "1 Stiche, 2 angesagt: 1 zu viel."),
        ("nl", "Hoeveel van de 1 slagen biedt Inés?"),
        ("he", "ניצחון ל־אבי!"),
        ("he", "6 ו15"),
        ("he", "Anna +אסימון אחד מהקיטי"),
        (
            "en",
            "With this change, entry 3 would no longer be valid: "
            "This cannot be entered now because no hand is in progress.",
        ),
    ],
)
def test_a_fault_of_composition_is_seen(code: str, text: str) -> None:
    assert any(re.search(fault, text) for fault in (MISSING, *FAULTS[code]))
