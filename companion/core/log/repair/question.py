"""The question that tells repairs of one entry apart, made from what they differ in."""

import re
from collections.abc import Sequence

from companion.core.sentences import Fact, Sentence, say
from companion.core.slip import Mistap
from companion.core.words import OneOf

MOST_NAMED = 3
"""So many sentences are named in a question at most."""


def repair_question(slips: Sequence[Mistap]) -> Sentence:
    """Ask which of several slips was made; each is an answer."""
    asked = [slip.question for slip in slips if slip.question]
    own = _joined(asked) if len(asked) == len(slips) else None
    if own is not None:
        return own
    said = [slip.words for slip in slips]
    together = _joined(said)
    if together is not None:
        return say("Which is true: {ways}?", ways=together)
    if len(said) > MOST_NAMED:
        return say("Which of these is true?")
    return say("Which is true: {ways}?", ways=OneOf(said))


def _joined(sentences: Sequence[Sentence]) -> Sentence | None:
    """Make one of sentences that differ in one fact; None: they differ in more, or not at all."""
    first = sentences[0]
    named = [name for name in first.facts if re.search(rf"\{{{name}\b", first.template)]
    values = {name: _distinct(name, sentences) for name in named}
    differing = [name for name in named if len(values[name]) > 1]
    alike = all(one.template == first.template for one in sentences)
    if not alike or len(differing) != 1 or len(values[differing[0]]) != len(sentences):
        return None
    return first.with_facts(**{**first.facts, differing[0]: OneOf(values[differing[0]])})


def _distinct(name: str, sentences: Sequence[Sentence]) -> list[Fact]:
    """List the values of a fact, each once, in their order."""
    return list(dict.fromkeys(one.facts[name] for one in sentences if name in one.facts))
