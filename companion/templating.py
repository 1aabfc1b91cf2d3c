"""Templates, and what all of them know, ready for those that many of them import."""

from collections.abc import MutableMapping

from flask.templating import Environment


class Templates(Environment):
    """An environment whose templates have what is global in one dictionary.

    Jinja has it in a chain of two, and goes through that in Python wherever a template imports
    another one: a board does so nine times.
    """

    def make_globals(self, more: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        """Give what is global for a template: what is so for all, and more."""
        return {**self.globals, **(more or {})}
