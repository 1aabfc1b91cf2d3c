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

    `onward` are the cards to which the run may continue. `typed` are the known values of an entry
    that still lacks a pot or a number. `borrows` is whether chips can be lent, or IOUs redeemed.
    `together` is the player's part of a joint entry. `asks` is whether there is anything to answer.
    """

    def __init__(
        self,
        who: TableAccess,
        evening: LoadedTable,
        view: TableView,
        joint_entry: JointEntry | None,
    ) -> None:
        player, table = who.player or "", evening.table
        enters = who.may_tap and player in table.present
        part = seat_prompt(table, view.prompt, player) if enters else SeatPrompt()
        together = OwnAnswer(joint_entry, player) if joint_entry and part.joint else None
        self.plate = next((plate for plate in view.seats if plate.name == player), None)
        self.part, self.together = part, together
        self.asks = bool(part) or (together is not None and together.others_told)
        self.rows = playable_rows(part.tiles)
        self.tiles = tuple(_mine(tile) for tile in part.tiles if not tile.cards)
        self.buttons = tuple(map(_mine, part.buttons))
        plays = any(offer.cards for offer in part.buttons)
        self.onward = view.continuations if plays else ()
        self.typed = template_fields(part.template)
        takes_back = may_undo(who, evening.log)
        self.undo = undoable_sentence(evening.log.next_undo) if takes_back else None
        self.borrows = enters and "borrow" in table.setup.game.entries and table.phase != "over"


def guest_context(
    who: TableAccess, evening: LoadedTable, view: TableView, joint_entry: JointEntry | None
) -> dict[str, object]:
    """Return the template variables for a guest: the board without taps, and the guest's seat."""
    still, ask = copy(view), view.prompt
    still.prompt = Prompt(ask.kind, ask.question, ask.hint, player=ask.player, badges=ask.badges)
    still.seats = tuple(replace(seat, taps=(), opens=False) for seat in view.seats)
    return {
        "view": still,
        "seats_round": place_seats(still.seats),
        "looks_on": True,
        "who": who,
        "mine": OwnSeatView(who, evening, view, joint_entry) if who.role == "seat" else None,
    }


def _mine(offer: Offer) -> TapButton:
    """Return the button of an offer, with the label for its own player."""
    return replace(tap_button(offer), label=offer.own_label or offer.label)


# The number of hands of a game in a circle before which nothing is a record.
FIRST_HANDS = 10

lookahead_pages = Blueprint("lookahead", __name__, url_prefix=TABLE)


@lookahead_pages.get("/ahead")
def show(token: str) -> ResponseReturnValue:
    """Render how a player may go on after an entry; 204 if nothing can follow."""
    evening = load_table(token)
    screen, entry = screen_of(evening.log.setup.game), _entry(evening.log.setup.game)
    ways = entry and screen.next_plays(evening.table, entry)
    if ways is None:
        return "", 204
    return render_template(f"games/{screen.folder}/lookahead.html", token=token, ways=ways)


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
    open_sheet = sheets.open_sheet(load_table(token).table, sheet, request.args)
    view = open_sheet and open_sheet.view
    if not isinstance(view, CardSheet) or not free_cards(view.rows):
        return "", 204
    enters = view.cards == 1
    way = _entered if enters else _begun
    rows = offer_rows({card: way(sheet, view.player, card) for card in free_cards(view.rows)})
    return render_template("games/first.html", said=view.title, rows=rows, enters=enters)


def _entered(do: str, player: str, card: str) -> str:
    return json.dumps({"do": do, "player": player, "cards": [card]})


def _begun(sheet: str, player: str, card: str) -> str:
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
LATELY = 4


def render_board(
    evening: LoadedTable, error: str = "", *, whole: bool, tried: str = "", sure: str = ""
) -> str:
    """Render the board; with `whole` as a page, with all that forms need without scripts.

    `tried` is a refused entry that an earlier mistap may explain, `sure` one to be confirmed. The
    board alone is the same for all devices with the same view.
    """
    who = current_table_access()
    moved_last_change = get_last_change(evening.log, evening.version)
    screen = screen_of(evening.log.setup.game)
    view = screen.view(evening.table, moved_last_change)
    joint_entry = get_joint_entry(evening, view.prompt)
    if joint_entry:
        show_answers(joint_entry, view)
    context = {
        "moved": moved_last_change,
        "records": lambda: new_records(evening),
        "lately": _lately(evening.log),
        "screen": screen,
        "view": view,
        "whole": whole,
        "tried": tried,
        "sure": sure,
    }
    role_context = (
        _all_of(evening, view) if who.is_scorer else guest_context(who, evening, view, joint_entry)
    )
    page = "page" if whole else "board"
    return render_table_page(
        f"{FOLDERS[who.role]}/{page}.html", evening, error, **{**context, **role_context}
    )


def _lately(log: Log) -> list[Raw]:
    """Return the latest entries, with only their kind, players, pot and chips."""
    keys = "do", "player", "players", "pot", "chips"
    return [{key: raw[key] for key in keys if key in raw} for raw in log.raw_entries[-LATELY:]]


def _all_of(evening: LoadedTable, view: TableView) -> dict[str, object]:
    """Return the template variables for devices that may enter everything."""
    mine = settings.nearest_player(evening)
    return {
        "seats_round": place_seats(
            settings.rotate_seats(evening, _seats(evening, view), mine), mine=mine is not None
        ),
        "my_side": mine is not None,
        "undo": undoable_sentence(evening.log.next_undo),
        "redo": undoable_sentence(evening.log.next_redo),
        "noted": lambda: list_dismissed_findings(evening.id),
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
    if totals is None or totals.hands < FIRST_HANDS:
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
