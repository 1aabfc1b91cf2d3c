"""Templates, and what all of them know, ready for those that many of them import."""

from collections.abc import MutableMapping
from typing import Any

from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template


class TemplateEnvironment(Environment):
    """An environment whose templates have what is global in one dictionary.

    Jinja has it in a chain of two, and goes through that in Python wherever a template imports
    another one: a board does so nine times. It also asks anew each time whether a template that it
    knows is still so, with a lock; here one is looked up once.
    """

    def __init__(self, app: App, **options: Any) -> None:
        """Know no template yet."""
        super().__init__(app, **options)
        self._known: dict[object, Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002  Jinja calls it so
    ) -> Template:
        """Give a template by its name. Raises TemplateNotFound, or TemplateSyntaxError."""
        found = None if globals or self.auto_reload else self._known.get(name)
        if found is None:
            found = self._known[name] = super().get_template(name, parent, globals)
        return found

    def make_globals(self, more: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        """Give what is global for a template: what is so for all, and more."""
        return {**self.globals, **(more or {})}
