"""What may have been tapped wrong."""

from dataclasses import dataclass

from companion.core.entries.entry import Raw
from companion.core.sentences import Sentence

LATE = "late "
"""How the kinds begin of what is not tapped wrong, but not entered yet."""


@dataclass(frozen=True, slots=True)
class Mistap:
    """What may have happened instead of an entry: ``instead`` are the entries in its place.

    None: it did not happen; two: the first was forgotten before it. ``kind`` names such slips,
    ``words`` say what happened then, ``asks`` asks for it, about the facts of the words if it
    names none of its own; ``near``: what was tapped lies beside what was meant. ``then`` stands in
    the place of the entry after it, where that is another with it.
    """

    kind: str
    replacements: tuple[Raw, ...]
    words: Sentence
    is_neighbour: bool = False
    question_template: Sentence | None = None
    then: Raw | None = None

    @property
    def is_late(self) -> bool:
        """Say whether the log is right, and this only has not been entered yet."""
        return self.kind.startswith(LATE)

    @property
    def question(self) -> Sentence | None:
        """Ask whether it was so; None: it has no question of its own."""
        if self.question_template is None or self.question_template.facts:
            return self.question_template
        return self.question_template.with_facts(**self.words.facts)
