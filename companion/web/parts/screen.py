"""What the screen of a game is made of, in named parts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.core.game import Table
from companion.core.options import Options
from companion.web.parts.forms import Fields
from companion.web.parts.moved import Moved

T = TypeVar("T", bound=Table)

Sheet = Callable[[T, Fields], Mapping[str, Any] | None]
"""What a page for a rarer entry shows, by what was chosen or typed; None: not now."""


def _no_facts(_: Options) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Screen(Generic[T]):
    """How the tables of a game are drawn. Its templates are in ``templates/games/<folder>/``.

    ``view`` gives what ``felt.html`` and ``ask.html`` draw, ``sheets`` what those in ``sheets/``
    do. ``memory`` gives the memory aid. Of the rules page, ``templates/rules/<folder>.html``,
    ``facts`` are what it names besides options. ``tapped`` adds to the entry of a button what
    was chosen before it, ``filled`` to that of a form what its table knows; it raises Refused.
    """

    folder: str
    view: Callable[[T, Moved], object]
    sheets: Mapping[str, Sheet[T]] = field(default_factory=dict)
    memory: Callable[[T], object] | None = None
    facts: Callable[[Any], Mapping[str, Any]] = _no_facts
    tapped: Callable[[dict[str, Any], Fields], dict[str, Any]] = lambda raw, _: raw
    filled: Callable[[T, dict[str, Any]], dict[str, Any]] = lambda _, raw: raw
