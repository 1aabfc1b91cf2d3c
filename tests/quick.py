"""Apps that are made quickly and wait for no disk: either takes longer than most tests."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from companion.app import create_app
from companion.store.database import PRAGMAS, close_connections
from companion.store.migrations import upgrade_database

# What is stored need not outlast the power.
UNSYNCED = (*PRAGMAS, "synchronous=OFF")


class CompiledRule(Rule):
    """Is compiled once for all apps of a process; what it builds depends on its words alone."""

    builders: dict[tuple[object, ...], Callable[..., Any]] = {}  # noqa: RUF012

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., Any]:
        key = self.rule, self.endpoint, repr(self.defaults), append_unknown
        if key not in self.builders:
            self.builders[key] = super()._compile_builder(append_unknown)
        return self.builders[key]


Flask.url_rule_class = CompiledRule

# Templates, too, are compiled once for all apps of a process and of those that are forked from it.
COMPILED_TEMPLATES = TemporaryDirectory()
Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(COMPILED_TEMPLATES.name)}


def migrated_app(folder: Path, **settings: Any) -> Flask:
    """Make an app on a folder of data, with a database of this version."""
    app = create_app({"INSTANCE_PATH": folder, "PRAGMAS": UNSYNCED, **settings})
    upgrade_database(app)
    return app


def migrate(folder: Path) -> Path:
    """Make an empty database of this version in a folder of data."""
    close_connections(migrated_app(folder, TESTING=True))
    return folder
