"""The only place where rows meet rules: evenings to look at, to write, to list, to take along."""

from companion.store.kept import Evening, init_app
from companion.store.listing import Listed, all_tokens, remember_visit, tables_of
from companion.store.looking import UnknownTable, evening, version
from companion.store.transfer import create_from, export, tally
from companion.store.writing import Stale, Tap, change_setup, create, record

__all__ = [
    "Evening",
    "Listed",
    "Stale",
    "Tap",
    "UnknownTable",
    "all_tokens",
    "change_setup",
    "create",
    "create_from",
    "evening",
    "export",
    "init_app",
    "record",
    "remember_visit",
    "tables_of",
    "tally",
    "version",
]
