"""The rarer entries, whose values are chosen or typed in a form."""

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Refused


def entry_from_form(form: Mapping[str, str]) -> dict[str, Any]:
    """Read an entry from the fields of its form. Raises Refused (`bad-entry`)."""
    raise Refused("bad-entry", "The tap does not say what to do.")
