"""The table as the device that asks sees it: to tap on, to watch, or from one seat."""

from flask import render_template, request

from companion import store
from companion.core.entries.entry import Raw
from companion.core.log.log import Log
from companion.web.games import screen_of
from companion.web.guests import boards, switches
from companion.web.guests.roles import guest
from companion.web.guests.together import telling, with_told
from companion.web.parts.looks import looks_of
from companion.web.parts.moved import done_words, hand_changes, moved_by
from companion.web.parts.plates import around
from companion.web.parts.screen import View

FOLDERS = {"own": "table", "help": "table", "watch": "guests/watch", "seat": "guests/seat"}
"""Where the templates of each role are: the board, and the page round it."""

LATELY = 4
"""So many entries a board tells, for a device that shows an older one."""


def draw_board(
    evening: store.Evening, error: str = "", *, whole: bool, tried: str = "", sure: str = ""
) -> str:
    """Draw the table; ``whole``: with the page round it, and all that forms need without scripts.

    ``tried`` is an entry that was refused, where what was entered before may be to blame; ``sure``
    is one that is asked about. The board alone is the same for all devices that see alike.
    """
    who = guest()
    moved = moved_by(evening.log, evening.version)
    screen = screen_of(evening.log.setup.game)
    view = screen.view(evening.table, moved)
    told = telling(evening, view.ask)
    if told:
        view = with_told(told, view)
    shown = {
        "moved": moved,
        "lately": _lately(evening.log),
        "screen": screen,
        "view": view,
        "whole": whole,
        "tried": tried,
        "sure": sure,
    }
    seen = (
        _all_of(evening, view) if who.is_scorer else boards.part_of_guest(who, evening, view, told)
    )
    page = "page" if whole else "board"
    return render(f"{FOLDERS[who.role]}/{page}.html", evening, error, **{**shown, **seen})


def _lately(log: Log) -> list[Raw]:
    """Return who did what in the latest entries."""
    keys = "do", "player", "players", "pot", "chips"
    return [{key: raw[key] for key in keys if key in raw} for raw in log.raw[-LATELY:]]


def _all_of(evening: store.Evening, view: View) -> dict[str, object]:
    """Give what only those see who may tap everything."""
    mine = switches.nearest(evening)
    return {
        "seats_round": around(switches.turned(evening, view.seats, mine), mine=mine is not None),
        "my_side": mine is not None,
        "undo": done_words(evening.log.to_undo),
        "redo": done_words(evening.log.to_redo),
        "noted": lambda: store.noted(evening.id),
        "memory": switches.memory(evening),
        "hand_changes": hand_changes,
    }


def render(template: str, evening: store.Evening, error: str, **more: object) -> str:
    """Render a page of a table, with what was typed; and who is who."""
    looks = looks_of(evening)
    return render_template(
        template,
        token=evening.token,
        version=evening.version,
        address=guest().address,
        table=evening.table,
        game=evening.log.setup.game,
        in_circle=evening.place is not None,
        looks=looks,
        worn=looks if evening.place else {},
        error=error,
        **{"fields": request.form, **more},
    )
