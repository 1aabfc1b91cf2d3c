"""The table as the device that asks sees it: to tap on, to watch, or from one seat."""

from flask import render_template, request

from companion import store
from companion.core.entries.entry import Raw
from companion.core.log.log import Log
from companion.web.games import screen_of
from companion.web.guests import boards, switches
from companion.web.guests.roles import current_table_access
from companion.web.guests.together import get_joint_entry, show_answers
from companion.web.parts.looks import assign_avatars
from companion.web.parts.moved import last_change, last_hand_changes, undoable_sentence
from companion.web.parts.plates import place_seats
from companion.web.parts.screen import TableView

FOLDERS = {"own": "table", "help": "table", "watch": "guests/watch", "seat": "guests/seat"}
"""Where the templates of each role are: the board, and the page round it."""

LATELY = 4
"""So many entries a board tells, for a device that shows an older one."""


def render_board(
    evening: store.LoadedTable, error: str = "", *, whole: bool, tried: str = "", sure: str = ""
) -> str:
    """Draw the table; ``whole``: with the page round it, and all that forms need without scripts.

    ``tried`` is an entry that was refused, where what was entered before may be to blame; ``sure``
    is one that is asked about. The board alone is the same for all devices that see alike.
    """
    who = current_table_access()
    moved = last_change(evening.log, evening.version)
    screen = screen_of(evening.log.setup.game)
    view = screen.view(evening.table, moved)
    told = get_joint_entry(evening, view.ask)
    if told:
        view = show_answers(told, view)
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
        _all_of(evening, view) if who.is_scorer else boards.guest_context(who, evening, view, told)
    )
    page = "page" if whole else "board"
    return render_table_page(
        f"{FOLDERS[who.role]}/{page}.html", evening, error, **{**shown, **seen}
    )


def _lately(log: Log) -> list[Raw]:
    """Return who did what in the latest entries."""
    keys = "do", "player", "players", "pot", "chips"
    return [{key: raw[key] for key in keys if key in raw} for raw in log.raw_entries[-LATELY:]]


def _all_of(evening: store.LoadedTable, view: TableView) -> dict[str, object]:
    """Give what only those see who may tap everything."""
    mine = switches.nearest_player(evening)
    return {
        "seats_round": place_seats(
            switches.rotate_seats(evening, view.seats, mine), mine=mine is not None
        ),
        "my_side": mine is not None,
        "undo": undoable_sentence(evening.log.next_undo),
        "redo": undoable_sentence(evening.log.next_redo),
        "noted": lambda: store.list_dismissed_findings(evening.id),
        "memory": switches.memory_aid(evening),
        "hand_changes": last_hand_changes,
    }


def render_table_page(template: str, evening: store.LoadedTable, error: str, **more: object) -> str:
    """Render a page of a table, with what was typed; and who is who."""
    looks = assign_avatars(evening)
    return render_template(
        template,
        token=evening.token,
        version=evening.version,
        address=current_table_access().address,
        table=evening.table,
        game=evening.log.setup.game,
        in_circle=evening.evening_ref is not None,
        looks=looks,
        worn=looks if evening.evening_ref else {},
        error=error,
        **{"fields": request.form, **more},
    )
