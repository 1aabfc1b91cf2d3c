"""House rules and boards that go by a name."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Known:
    """House rules that another game is known by: its name, what it sets, and a sentence."""

    slug: str
    name: Sentence
    about: Sentence
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards that set-up offers for a game, by name.

    ``vary``: such boards are sold in several prints, so a table is asked which is its own.
    """

    ready: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    vary: bool = False
