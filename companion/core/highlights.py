"""What is worth remembering of a hand, besides who won it and what it changed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.core.sentences import Sentence, say_plural

THighlight = TypeVar("THighlight", contravariant=True)

# The kind of feat that every game with pots shares: so many chips taken from one of them.
POT_WON = "pot"

CHIPS = say_plural("{n} chip", "{n} chips", n=0)


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something done in a hand: its kind, who did it (None: all together), and how much.

    ``pot`` is the pot that it is about.
    """

    kind: str
    player: str | None
    number: int
    pot: str = ""


@dataclass(frozen=True, slots=True)
class HighlightKind:
    """How feats of a kind are told: ``record_title`` names the greatest, ``amount`` says how much.

    ``column_title`` heads what each player has of it in all; None: it is not summed up.
    """

    record_title: Sentence | None = None
    column_title: Sentence | None = None
    amount: Sentence = CHIPS


def _nothing(_: object) -> tuple[()]:
    return ()


@dataclass(frozen=True)
class Highlights(Generic[THighlight]):
    """What a game remembers: ``collect`` a table whose hand has just ended, told by ``kinds``.

    ``fewer_is_better``: the result is no gain, but what one had better not have.
    """

    collect: Callable[[THighlight], Iterable[Highlight]] = _nothing
    kinds: Mapping[str, HighlightKind] = field(default_factory=dict)
    fewer_is_better: bool = False
