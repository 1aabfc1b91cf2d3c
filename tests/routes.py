"""Routes that are compiled once for all apps of a process: nearly all of the time of an app."""

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.routing import Rule


class CompiledRule(Rule):
    """Keeps what builds the addresses of a route; it depends on nothing but its words."""

    builders: dict[tuple[object, ...], Callable[..., Any]] = {}  # noqa: RUF012

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., Any]:
        key = self.rule, self.endpoint, repr(self.defaults), append_unknown
        if key not in self.builders:
            self.builders[key] = super()._compile_builder(append_unknown)
        return self.builders[key]


Flask.url_rule_class = CompiledRule
