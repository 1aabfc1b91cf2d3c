"""What a way of serving can do: pages ask for an ability, never for the way."""

from dataclasses import dataclass, field
from importlib.util import find_spec


def _can_print() -> bool:
    return find_spec("typst") is not None


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What the pages may count on.

    ``wire``: answers travel, so they are packed for it, and a page tells of a lost connection.
    ``streams``: boards come in the moment in which a table changes. ``guests``: other devices
    reach the table. ``papers``: a tally becomes a PDF or a picture. ``backups``: the database can
    be copied from outside.
    """

    wire: bool = True
    streams: bool = True
    guests: bool = True
    papers: bool = field(default_factory=_can_print)
    backups: bool = True
