"""Functions, classes, fields and variables of the program that nothing in it uses."""

from collections.abc import Iterator

from jinja2 import nodes
from vulture import Vulture  # type: ignore[import-untyped]

from tests.unused.sources import Sources

CALLED_FROM_OUTSIDE = [
    "main",  # the console script
    "_",  # what singledispatch registers
    "Meta",  # read or called by WTForms, as are the next two
    "validate_*",
    "process_formdata",
    "impl",  # read or called by SQLAlchemy, as are the next three
    "cache_ok",
    "process_bind_param",
    "process_result_value",
    "isolation_level",  # read by sqlite3
    "session_interface",  # read by Flask, as what is open_session and save_session
    "jinja_environment",  # read by Flask, and by Jinja the next two
    "loader",
    "make_globals",
    "open_session",
    "save_session",
    "get_template",  # called by Jinja
    "migration_connection",  # called by migrations/env.py
    "dummy_use",  # a house rule that records name, with one choice so far
    "of",  # keys of stored tallies, as is the next
    "owed",
    "damaged",  # a key of records
    "max_content_length",  # read by Werkzeug, as is the next
    "max_form_memory_size",
    "BrowserApp",  # made by the worker of a pocket, which calls the next
    "remember_page",
    "BORROWED",  # gathered into the catalogues, where click finds them
]
DECORATED = ["@*pages.*"]


def unused_code(sources: Sources) -> Iterator[str]:
    """Return what neither modules nor templates use; what only a test uses counts as unused."""
    finder = Vulture(ignore_names=CALLED_FROM_OUTSIDE, ignore_decorators=DECORATED)
    finder.scavenge([str(path) for path in sources.modules])
    drawn = _drawn(sources)
    for item in finder.get_unused_code():
        if item.name not in drawn and item.typ != "import":
            where = item.filename.relative_to(sources.root)
            yield f"{where}: {item.typ} “{item.name}” is not used"


def _drawn(sources: Sources) -> set[str]:
    trees = list(sources.templates.values())
    names = {node.name for tree in trees for node in tree.find_all(nodes.Name)}
    names |= {node.attr for tree in trees for node in tree.find_all(nodes.Getattr)}
    tested = ("selectattr", "rejectattr", "map", "sum")
    for tree in trees:
        for node in tree.find_all(nodes.Filter):
            if node.name in tested:
                names |= {c.value for c in node.find_all(nodes.Const) if isinstance(c.value, str)}
    return names
