"""The only place where rows meet rules: evenings to look at, to write, to list, to take along."""

from companion.store.cache import Broken, Evening, init_app
from companion.store.guests import (
    Guest,
    Invitation,
    Role,
    Withdrawn,
    admit,
    invitations,
    invite,
    let_seats_tap,
    made_by_seat,
    seats_tap,
    withdraw,
)
from companion.store.listeners import listen
from companion.store.listing import Listed, all_tokens, remember_visit, tables_of
from companion.store.looking import DAMAGED, UnknownTable, Unplayable, evening, version, versions
from companion.store.noting import note, noted
from companion.store.played import PLAYED, SEATS
from companion.store.telling import tell_part, told
from companion.store.transfer import copy, create_from, export, made, tally
from companion.store.upkeep import Outline, delete_table, faults, outlines
from companion.store.writing import Stale, Tap, change_setup, create, record

__all__ = [
    "DAMAGED",
    "PLAYED",
    "SEATS",
    "Broken",
    "Evening",
    "Guest",
    "Invitation",
    "Listed",
    "Outline",
    "Role",
    "Stale",
    "Tap",
    "UnknownTable",
    "Unplayable",
    "Withdrawn",
    "admit",
    "all_tokens",
    "change_setup",
    "copy",
    "create",
    "create_from",
    "delete_table",
    "evening",
    "export",
    "faults",
    "init_app",
    "invitations",
    "invite",
    "let_seats_tap",
    "listen",
    "made",
    "made_by_seat",
    "note",
    "noted",
    "outlines",
    "record",
    "remember_visit",
    "seats_tap",
    "tables_of",
    "tally",
    "tell_part",
    "told",
    "version",
    "versions",
    "withdraw",
]
