"""The board, as a device sees it: to enter everything, to watch, or from one seat."""

import json
from copy import copy
from dataclasses import replace

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.entries.parsing import InvalidJson, parse_json
from companion.core.entries.schema import Entry, Raw, parse_entry
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.log.log import Log
from companion.core.offers import SeatPrompt, seat_prompt
from companion.core.prompts import Offer, Prompt
from companion.core.sentences import Sentence, say
from companion.store.access import TableAccess
from companion.store.table_cache import LoadedTable
from companion.store.table_settings import list_dismissed_findings
from companion.store.tables import load_table
from companion.store.totals import get_totals
from companion.web.access import current_table_access, may_undo
from companion.web.base.urls import TABLE, with_query
from companion.web.components.card_picker import CardSheet, free_cards, offer_rows
from companion.web.components.entry_form import KEY, template_fields
from companion.web.components.screen import TableView
from companion.web.components.seats_and_pots import (
    SeatView,
    TapButton,
    assign_avatars,
    get_last_change,
    last_hand_changes,
    place_seats,
    playable_rows,
    tap_button,
    undoable_sentence,
)
from companion.web.devices import settings
from companion.web.devices.joint_entry import (
    JointEntry,
    OwnAnswer,
    get_joint_entry,
    show_answers,
)
from companion.web.games import screen_of
from companion.web.table import sheets


class OwnSeatView:
    """A player's part of the prompt: cards by suits, numbers, and other answers.

    `continuations` are the cards to which the run may continue. `known_fields` are the values of an
    entry that still lacks a pot or a number. `joint_answer` is the player's part of a joint entry.
    With `may_borrow` chips can be lent, or IOUs redeemed.
    """

    def __init__(
        self,
        access: TableAccess,
        evening: LoadedTable,
        view: TableView,
        joint_entry: JointEntry | None,
    ) -> None:
        player, table = access.player or "", evening.table
        may_tap = access.may_tap and player in table.present
        part = seat_prompt(table, view.prompt, player) if may_tap else SeatPrompt()
        joint_answer = OwnAnswer(joint_entry, player) if joint_entry and part.joint else None
        self.seat = next((seat for seat in view.seats if seat.name == player), None)
        self.part, self.joint_answer = part, joint_answer
        self.is_asked = bool(part) or (joint_answer is not None and joint_answer.is_expected)
        self.rows = playable_rows(part.tiles)
        self.tiles = tuple(_own_button(tile) for tile in part.tiles if not tile.cards)
        self.buttons = tuple(map(_own_button, part.buttons))
        plays = any(offer.cards for offer in part.buttons)
        self.continuations = view.continuations if plays else ()
        self.known_fields = template_fields(part.template)
        can_undo = may_undo(access, evening.log)
        self.undo = undoable_sentence(evening.log.next_undo) if can_undo else None
        self.may_borrow = may_tap and "borrow" in table.setup.game.entries and table.phase != "over"


def guest_context(
    access: TableAccess, evening: LoadedTable, view: TableView, joint_entry: JointEntry | None
) -> dict[str, object]:
    """Return the template variables for a guest: the board without taps, and the guest's seat."""
    read_only, p = copy(view), view.prompt
    read_only.prompt = Prompt(p.kind, p.question, p.hint, player=p.player, badges=p.badges)
    read_only.seats = tuple(seat.without_answers for seat in view.seats)
    is_player = access.role == "seat"
    return {
        "view": read_only,
        "placed_seats": place_seats(read_only.seats),
        "read_only": True,
        "access": access,
        "own_seat": OwnSeatView(access, evening, view, joint_entry) if is_player else None,
    }


def _own_button(offer: Offer) -> TapButton:
    """Return the button of an offer, with the label for its own player."""
    return replace(tap_button(offer), label=offer.own_label or offer.label)


# The number of hands of a game in a circle before one can be a record.
MIN_HANDS = 10

lookahead_pages = Blueprint("lookahead", __name__, url_prefix=TABLE)


@lookahead_pages.get("/ahead")
def show(token: str) -> ResponseReturnValue:
    """Render how a player may go on after an entry; 204 if nothing can follow."""
    evening = load_table(token)
    screen, entry = screen_of(evening.log.setup.game), _entry(evening.log.setup.game)
    plays = entry and screen.next_plays(evening.table, entry)
    if plays is None:
        return "", 204
    return render_template(f"games/{screen.folder}/lookahead.html", token=token, plays=plays)


@lookahead_pages.get("/ahead/player")
def player(token: str) -> ResponseReturnValue:
    """Render the loan that a player most likely takes; 204 if there is none."""
    sheet = sheets.player_sheet(load_table(token).table, request.args)
    if sheet is None or not sheet.likely_lender:
        return "", 204
    return render_template("table/lookahead.html", token=token, sheet=sheet)


@lookahead_pages.get("/ahead/<sheet>")
def first(token: str, sheet: str) -> ResponseReturnValue:
    """Render the pack of a player's sheet, to drag to the first card; 204 if it has none.

    The card opens the sheet, or makes the entry if that needs no other card.
    """
    view = sheets.open_sheet(load_table(token).table, sheet, request.args)
    if not isinstance(view, CardSheet) or not free_cards(view.rows):
        return "", 204
    is_answer = view.cards == 1
    value = _card_entry if is_answer else _sheet_url
    rows = offer_rows({card: value(sheet, view.player, card) for card in free_cards(view.rows)})
    return render_template("games/first.html", title=view.title, rows=rows, is_answer=is_answer)


def _card_entry(do: str, player: str, card: str) -> str:
    return json.dumps({"do": do, "player": player, "cards": [card]})


def _sheet_url(sheet: str, player: str, card: str) -> str:
    fields = {KEY + "player": player, KEY + "cards": card}
    return with_query(url_for("table.more", sheet=sheet), fields.items())


def _entry(game: Game) -> Entry | None:
    try:
        return parse_entry(parse_json(request.args.get("entry", "")), game.kinds)
    except (InvalidJson, Refused):
        return None


# Where the templates of each role are: the board, and the page round it.
FOLDERS = {"own": "table", "help": "table", "watch": "devices/watch", "seat": "devices/seat"}

# The number of latest entries in a board, for a device that shows an older one.
RECENT = 4


def render_board(
    evening: LoadedTable,
    error: str = "",
    *,
    as_page: bool,
    refused_entry: str = "",
    doubtful_entry: str = "",
) -> str:
    """Render the board, or the page round it, with all that forms need without scripts.

    `refused_entry` is one that an earlier mistap may explain, `doubtful_entry` one to be confirmed.
    The board alone is the same for all devices with the same view.
    """
    access = current_table_access()
    last_change = get_last_change(evening.log, evening.version)
    screen = screen_of(evening.log.setup.game)
    view = screen.view(evening.table, last_change)
    joint_entry = get_joint_entry(evening, view.prompt)
    if joint_entry:
        show_answers(joint_entry, view)
    context = {
        "last_change": last_change,
        "records": lambda: new_records(evening),
        "recent_entries": _recent_entries(evening.log),
        "screen": screen,
        "view": view,
        "as_page": as_page,
        "refused_entry": refused_entry,
        "doubtful_entry": doubtful_entry,
    }
    if access.is_scorer:
        context |= _scorer_context(evening, view)
    else:
        context |= guest_context(access, evening, view, joint_entry)
    template = f"{FOLDERS[access.role]}/{'page' if as_page else 'board'}.html"
    return render_table_page(template, evening, error, **context)


def _recent_entries(log: Log) -> list[Raw]:
    """Return the latest entries, with only their kind, players, pot and chips."""
    keys = "do", "player", "players", "pot", "chips"
    return [{key: raw[key] for key in keys if key in raw} for raw in log.raw_entries[-RECENT:]]


def _scorer_context(evening: LoadedTable, view: TableView) -> dict[str, object]:
    """Return the template variables for devices that may enter everything."""
    nearest = settings.nearest_player(evening)
    return {
        "placed_seats": place_seats(_seats(evening, view), nearest),
        "is_turned": nearest is not None,
        "undo": undoable_sentence(evening.log.next_undo),
        "redo": undoable_sentence(evening.log.next_redo),
        "dismissed_findings": lambda: list_dismissed_findings(evening.id),
        "memory": settings.memory_aid(evening),
        "hand_changes": last_hand_changes,
    }


def _seats(evening: LoadedTable, view: TableView) -> tuple[SeatView, ...]:
    """Return the seats, with a badge for players who leave after the hand."""
    leavers = evening.leavers if evening.table.in_hand else ()
    return tuple(
        replace(seat, badges=(*seat.badges, say("leaves"))) if seat.name in leavers else seat
        for seat in view.seats
    )


def render_table_page(template: str, evening: LoadedTable, error: str, **more: object) -> str:
    """Render a page of a table, with the fields of the request and the avatars."""
    avatars = assign_avatars(evening)
    return render_template(
        template,
        token=evening.token,
        version=evening.version,
        address=current_table_access().address,
        table=evening.table,
        game=evening.log.setup.game,
        in_circle=evening.evening_ref is not None,
        avatars=avatars,
        circle_avatars=avatars if evening.evening_ref else {},
        error=error,
        **{"fields": request.form, **more},
    )


def new_records(evening: LoadedTable) -> tuple[Sentence, ...]:
    """Return the records of the circle that were set by the hand that has just ended."""
    ref, table = evening.evening_ref, evening.table
    if ref is None or table.in_hand or table.ended_by != table.entry_number:
        return ()
    totals = get_totals(ref.circle, "").by_game.get(ref.game)
    if totals is None or totals.hands < MIN_HANDS:
        return ()
    hand, kinds = (ref.evening, table.hand), table.setup.game.highlights.kinds
    return tuple(
        say(
            "New circle record: {record}, {amount}",
            record=kind.record_title,
            amount=kind.amount.with_facts(n=best.number),
        )
        for name, best in totals.records.items()
        if (kind := kinds.get(name)) and kind.record_title and (best.evening, best.hand) == hand
    )
