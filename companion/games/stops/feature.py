"""Features of the stops family: parts of a hand, each whole in a module of its own."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.entries.schema import Entry
from companion.core.prompts import Prompt
from companion.core.review import Mistap
from companion.core.sentences import Sentence
from companion.games.stops.state import StopsTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """What a part of a hand adds to the family.

    If two features have the same entry or phase, the later one counts.
    """

    # the functions that apply its entries
    handlers: tuple[Callable[[StopsTable, Any], None], ...]
    # what is asked in each of its phases
    prompts: Mapping[str, Callable[[StopsTable], Prompt]] = field(default_factory=dict)
    # its own phases, as they follow "because"
    phases: Mapping[str, Sentence] = field(default_factory=dict)
    # what may have happened instead of each kind of entry, by the table before it
    mistaps: Mapping[type[Entry], Callable[[StopsTable, Any], Iterator[Mistap]]] = field(
        default_factory=dict
    )
