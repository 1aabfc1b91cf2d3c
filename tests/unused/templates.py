"""Macros and imports of templates that nobody uses, and imports of what is not there."""

from collections import defaultdict
from collections.abc import Iterator

from jinja2 import nodes

from tests.unused.sources import Sources


def unused_names(sources: Sources) -> Iterator[str]:
    """Return which macros nobody calls, which imports nobody needs, and which lead nowhere."""
    imported: dict[str, set[str]] = defaultdict(set)
    for name, tree in sources.templates.items():
        for source, what, here in _imports(tree):
            if here in _used(tree):
                imported[source].add(what)
            else:
                yield f"templates/{name}: import “{here}” is not used"
            if what not in _offered(sources, source):
                yield f"templates/{name}: {source} has no “{what}”"
    for name, tree in sources.templates.items():
        for macro in tree.find_all(nodes.Macro):
            if macro.name not in _used(tree) | imported[name]:
                yield f"templates/{name}: macro “{macro.name}” is not used"


def _imports(tree: nodes.Template) -> Iterator[tuple[str, str, str]]:
    """Every imported name: from which template, as it is called there, and as here."""
    for node in tree.find_all(nodes.FromImport):
        assert isinstance(node.template, nodes.Const)
        for name in node.names:
            there, here = (name, name) if isinstance(name, str) else name
            yield node.template.value, there, here


def _used(tree: nodes.Template) -> set[str]:
    return {name.name for name in tree.find_all(nodes.Name) if name.ctx == "load"}


def _offered(sources: Sources, source: str) -> set[str]:
    tree = sources.templates.get(source, nodes.Template([]))
    stored = (name.name for name in tree.find_all(nodes.Name) if name.ctx == "store")
    return {macro.name for macro in tree.find_all(nodes.Macro)} | set(stored)
