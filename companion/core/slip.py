"""What may have been tapped wrong."""

from dataclasses import dataclass

from companion.core.entries.entry import Raw
from companion.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Slip:
    """What may have happened instead of an entry: ``instead`` are the entries in its place.

    None: it did not happen; two: the first was forgotten before it. ``kind`` names such slips,
    ``often`` tells how common they are beside others, ``words`` what was wrong, ``answer`` what
    was right where several things can have been.
    """

    kind: str
    instead: tuple[Raw, ...]
    often: float
    words: Sentence
    answer: Sentence | None = None
