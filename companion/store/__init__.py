"""The only place where rows meet rules: evenings to look at, to write, to list, to take along."""

from companion.store.cache import Broken, Evening, init_app
from companion.store.circles import (
    UNNAMED,
    Circle,
    UnknownCircle,
    change_circle,
    circle_of,
    erase_circle,
    join_circle,
    make_circle,
    remember_players,
)
from companion.store.evenings import (
    PastEvening,
    evenings_of_person,
    last_table,
    latest_evenings,
    past_evening,
)
from companion.store.following import erase_person, follow_name
from companion.store.guests import (
    Guest,
    Role,
    admit,
    invitations,
    invite,
    made_by_seat,
    withdraw,
)
from companion.store.inviting import (
    Host,
    Invitation,
    Withdrawn,
    invitations_to,
    invite_to,
    withdraw_from,
)
from companion.store.listeners import listen
from companion.store.listing import Listed, all_tokens, remember_visit, tables_of
from companion.store.looking import (
    DAMAGED,
    UnknownTable,
    Unplayable,
    evening,
    version,
    versions,
)
from companion.store.naming import rename
from companion.store.noting import note, noted
from companion.store.paying import (
    Booked,
    Payment,
    balances,
    bookings,
    note_payment,
    payments,
    set_worth,
    undo_payment,
    worths,
)
from companion.store.people import (
    Person,
    add_person,
    change_person,
    matches,
    merge,
    people_of,
    seated,
)
from companion.store.permissions import permit, permits
from companion.store.played import PLAYED, SEATS
from companion.store.rebuilding import forget_sums, rebuild, remembered_tables
from companion.store.results import add_results, facts_by
from companion.store.seasons import latest_year, seasons
from companion.store.telling import parts_told, tell_part
from companion.store.transfer import began, copy, create_from, export, made, stored_tally
from companion.store.upkeep import Outline, delete_table, faults, outlines
from companion.store.visitors import Visitor, circles_of, remember_circle, welcome
from companion.store.writing import Stale, Tap, change_setup, create, record

__all__ = [
    "DAMAGED",
    "PLAYED",
    "SEATS",
    "UNNAMED",
    "Booked",
    "Broken",
    "Circle",
    "Evening",
    "Guest",
    "Host",
    "Invitation",
    "Listed",
    "Outline",
    "PastEvening",
    "Payment",
    "Person",
    "Role",
    "Stale",
    "Tap",
    "UnknownCircle",
    "UnknownTable",
    "Unplayable",
    "Visitor",
    "Withdrawn",
    "add_person",
    "add_results",
    "admit",
    "all_tokens",
    "balances",
    "began",
    "bookings",
    "change_circle",
    "change_person",
    "change_setup",
    "circle_of",
    "circles_of",
    "copy",
    "create",
    "create_from",
    "delete_table",
    "erase_circle",
    "erase_person",
    "evening",
    "evenings_of_person",
    "export",
    "facts_by",
    "faults",
    "follow_name",
    "forget_sums",
    "init_app",
    "invitations",
    "invitations_to",
    "invite",
    "invite_to",
    "join_circle",
    "last_table",
    "latest_evenings",
    "latest_year",
    "listen",
    "made",
    "made_by_seat",
    "make_circle",
    "matches",
    "merge",
    "note",
    "note_payment",
    "noted",
    "outlines",
    "parts_told",
    "past_evening",
    "payments",
    "people_of",
    "permit",
    "permits",
    "rebuild",
    "record",
    "remember_circle",
    "remember_players",
    "remember_visit",
    "remembered_tables",
    "rename",
    "seasons",
    "seated",
    "set_worth",
    "stored_tally",
    "tables_of",
    "tell_part",
    "undo_payment",
    "version",
    "versions",
    "welcome",
    "withdraw",
    "withdraw_from",
    "worths",
]
