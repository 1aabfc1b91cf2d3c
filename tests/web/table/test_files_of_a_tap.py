"""Whoever follows a tap through the program opens few files."""

import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from flask import Flask

import companion
from companion.core.entries.schema import Entry
from companion.core.log.timeline import LogLine
from companion.store.entries import Tap
from companion.store.table_cache import LoadedTable
from tests.web.tapping import Table, play

ROOT = Path(companion.__file__).parent

# In so many files functions are called, and in so many the tap is handed on. Let them only fall.
ENTERED, ON_THE_WAY = 55, 19

# What is made of a tap: with its address and its entry as sent, all that is handed on.
PARTS = (Tap, Entry, LogLine, LoadedTable)


def files_of_tap(table: Table, raw: dict[str, Any]) -> tuple[set[str], set[str]]:
    """The files of which a tap calls functions, and those where one is given what was tapped."""
    entered, on_the_way = set(), set()
    tapped = (table.token, json.dumps(raw), raw)

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        path = Path(code.co_filename)
        if event == "call" and path.is_relative_to(ROOT) and code.co_name != "<module>":
            entered.add(str(path.relative_to(ROOT)))
            names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            values = [value for name, value in frame.f_locals.items() if name in names]
            if any(isinstance(value, PARTS) or value in tapped for value in values):
                on_the_way.add(str(path.relative_to(ROOT)))

    sys.setprofile(note)
    try:
        assert table.tap(raw).status_code == 200
    finally:
        sys.setprofile(None)
    return entered, on_the_way


def test_a_tap_runs_through_few_files(app: Flask) -> None:
    table = Table(app, log="deal; swap")
    for player, card in (("Ann", "2C"), ("Bob", "3C")):  # loads what is loaded once
        table.tap(play(player, card))
    entered, on_the_way = files_of_tap(table, play("Dee", "4C"))
    assert len(on_the_way) <= ON_THE_WAY, "\n".join(sorted(on_the_way))
    assert len(entered) <= ENTERED, "\n".join(sorted(entered))
