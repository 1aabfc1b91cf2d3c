"""Classes of the style sheets that no template and no script writes."""

import re
from collections.abc import Iterator

from jinja2 import nodes

from tests.unused.sources import ANY, WORD, Sources, texts_of

SELECTOR = re.compile(r"([^{};]+)\{")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
ATTRIBUTE = re.compile(r'class="([^"]*)"')
# How a text looks that may be classes: names of keys and words for people do not.
PLAIN = re.compile(rf"[a-z0-9 {ANY}-]+")
BEGINNING = re.compile(rf"([\w-]+-)(?:{ANY}|\Z)")


def unused_classes(sources: Sources) -> Iterator[str]:
    """Return which classes have rules though no element ever has them."""
    written = set(_written(sources))
    whole = {word for text in written for word in WORD.findall(text)}
    begun = {start for text in written for start in BEGINNING.findall(text)}
    for path, text in sources.styles.items():
        selectors = " ".join(SELECTOR.findall(text))
        for name in sorted(set(CLASS.findall(selectors)) - whole):
            if not any(_continues(name, start, sources.words) for start in begun):
                yield f"static/css/{path.name}: nothing has the class “{name}”"


def _continues(name: str, start: str, words: set[str]) -> bool:
    """Whether a class is a beginning that templates write, then a number or a word of the code."""
    rest = name.removeprefix(start)
    return rest != name and (rest.isdecimal() or rest in words)


def _written(sources: Sources) -> Iterator[str]:
    """All texts that may hold classes, ANY where something is worked out."""
    yield from re.findall(r'"([^"\n]*)"', sources.scripts)
    yield from (said for text in sources.texts for said in ATTRIBUTE.findall(text))
    for tree in sources.templates.values():
        yield from filter(PLAIN.fullmatch, texts_of(tree))
        yield from (said for text in texts_of(tree) for said in ATTRIBUTE.findall(text))
        for block in tree.find_all(nodes.Block):
            if block.name.endswith("class"):
                yield from (data.data for data in block.find_all(nodes.TemplateData))
        for output in tree.find_all(nodes.Output):
            parts = (n.data if isinstance(n, nodes.TemplateData) else ANY for n in output.nodes)
            yield from ATTRIBUTE.findall("".join(parts))
