"""The evening that anybody may look at: played once, kept in the package and never in a database.

Its addresses are fixed, and nothing is written at them, however many come.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from companion.core.log.opening import load_stored_log
from companion.core.log.record import Record, SetupRecord, parse_setup
from companion.games import all_games
from companion.store.cache import LoadedTable

DEMO_TOKEN = "played"  # noqa: S105  no secret
"""Its own address, as the device on the table has it."""

DEMO_SEATS: Mapping[str, str] = {"seat.played": "Ann"}
"""The addresses of its players' own devices."""

_RECORD = Path(__file__).with_name("played.json")
NO_ROW = 0
"""The number of a table that no row has."""


@cache
def demo_table() -> LoadedTable:
    """Give the evening that was played, a hand in the middle of a run."""
    record = cast(Record, json.loads(_RECORD.read_text("utf-8")))
    raws = record["log"]
    setup = cast(SetupRecord, {name: value for name, value in record.items() if name != "log"})
    log, _ = load_stored_log(parse_setup({**setup, "log": []}, all_games()), raws)
    return LoadedTable(NO_ROW, DEMO_TOKEN, len(raws), setup, log)
