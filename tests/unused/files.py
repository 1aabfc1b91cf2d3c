"""Templates that nothing renders, and static files that nothing refers to."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from tests.unused.sources import ANY, Sources

# Endings of files that come along for readers, not for browsers.
SERVED_BY_HAND = ("LICENSE", "md")


def unused_files(sources: Sources) -> Iterator[str]:
    """Return which templates and static files no code names, also not in parts."""
    for name in sources.templates:
        if not _is_rendered(PurePosixPath(name), sources):
            yield f"templates/{name}: nothing renders it"
    static, told = sources.root / "static", _texts_of_files(sources)
    for path in sorted(path for path in static.rglob("*") if path.is_file()):
        name = str(path.relative_to(static))
        if not path.name.endswith(SERVED_BY_HAND) and not _is_named(name, path, sources, told):
            yield f"static/{name}: nothing refers to it"


def _is_rendered(name: PurePosixPath, sources: Sources) -> bool:
    """A template is named in whole, or its folder and its own name are."""
    if _is_text(str(name), sources):
        return True
    return name.stem in sources.words and _is_text(str(name.parent), sources)


def _is_text(name: str, sources: Sources) -> bool:
    """Whether a text of the code is, or can become, this name: what varies is a known word."""
    return any(_can_become(text, name, sources.words) for text in sources.texts)


def _can_become(text: str, name: str, words: set[str]) -> bool:
    if ANY not in text or not text.replace(ANY, "").strip("/.") or "/" not in text:
        return text == name
    made = re.fullmatch("(.+)".join(map(re.escape, text.split(ANY))), name)
    parts = (part for group in made.groups() for part in group.split("/")) if made else ()
    return made is not None and all(part in words for part in parts)


def _texts_of_files(sources: Sources) -> str:
    return "\n".join((*sources.styles.values(), sources.scripts))


def _is_named(name: str, path: Path, sources: Sources, told: str) -> bool:
    return _is_text(name, sources) or any(path.name in text for text in (*sources.texts, told))
