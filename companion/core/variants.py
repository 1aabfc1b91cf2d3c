"""House rules and boards that go by a name."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class NamedVariant:
    """House rules that another game is known by: its name, what it sets, and a sentence.

    ``names`` are others that it has. A ``cousin`` is played otherwise, and these rules come
    nearest: it is shown only where somebody searches for it.
    """

    slug: str
    name: Sentence
    about: Sentence
    options: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    cousin: bool = False


NEAREST = say("It is not in the box; these rules come nearest.")
"""What is said of a cousin."""


def cousin(slug: str, name: Sentence, *names: str, **options: object) -> NamedVariant:
    """Make the rules that come nearest to a game that is not in the box."""
    return NamedVariant(slug, name, NEAREST, options, names, cousin=True)


@dataclass(frozen=True, slots=True)
class BoardChoices:
    """The boards that set-up offers for a game, by name.

    ``vary``: such boards are sold in several prints, so a table is asked which is its own.
    """

    named_boards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    has_printed_boards: bool = False
