"""Highlights of a hand: what a circle's records and statistics remember besides the results."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.core.sentences import Sentence, say_plural

THighlight = TypeVar("THighlight", contravariant=True)

# The kind of the chips won from a pot, which all games with pots share.
POT_WON = "pot"

CHIPS = say_plural("{n} chip", "{n} chips", n=0)


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something done in a hand: its kind, the player (None: all together), and how much.

    `pot` is the pot it is about, if any.
    """

    kind: str
    player: str | None
    number: int
    pot: str = ""


@dataclass(frozen=True, slots=True)
class HighlightKind:
    """The words for highlights of one kind.

    `record_title` heads the greatest one, `amount` words the number. `column_title` heads each
    player's sum; without it there is no such column.
    """

    record_title: Sentence | None = None
    column_title: Sentence | None = None
    amount: Sentence = CHIPS


@dataclass(frozen=True)
class Highlights(Generic[THighlight]):
    """The highlights of a game: `collect` finds them at a table whose hand has just ended.

    `fewer_is_better`: a low result is a good one.
    """

    collect: Callable[[THighlight], Iterable[Highlight]] = lambda _: ()
    kinds: Mapping[str, HighlightKind] = field(default_factory=dict)
    fewer_is_better: bool = False
