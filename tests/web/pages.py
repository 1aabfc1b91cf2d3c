"""Reads pages as strictly as no browser does, and finds what can be tapped on them."""

import html
import re
from dataclasses import dataclass, field
from functools import lru_cache

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
FORBIDDEN = ("on", "style", "hx-on", "srcdoc")
REFERENCES = ("hx-target", "form", "for", "aria-labelledby", "list")

TAG = re.compile(
    r"""<!--.*?-->|<!doctype html>|"""
    r"""<(/?)([a-z][a-z0-9-]*)((?:[^>"'/]++|"[^"]*"|'[^']*'|/(?!>))*+)(/?)>""",
    re.I | re.S,
)
ATTRIBUTE = re.compile(r"""\s+([^\s=>"'/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s>"'`]+)))?""")


@dataclass(slots=True)
class Element:
    """A tag with its attributes, and the words within it."""

    tag: str
    attributes: dict[str, str | None]
    words: list[str]
    first: int
    last: int = 0
    # Whether a screen reader passes over it.
    hidden: bool = False
    passed: frozenset[int] | set[int] = frozenset()

    def get(self, name: str) -> str:
        return self.attributes.get(name) or ""

    @property
    def text(self) -> str:
        return "".join(self.words[self.first : self.last])

    @property
    def said(self) -> str:
        """Its text in one line."""
        return " ".join(self.text.split())

    @property
    def spoken(self) -> str:
        """What of its text a screen reader says."""
        numbers = range(self.first, self.last)
        return "".join(self.words[number] for number in numbers if number not in self.passed)


@dataclass
class Page:
    """A page or a fragment: its elements in order. Fails on tags that are not balanced."""

    source: str
    elements: list[Element] = field(default_factory=list)
    opened: list[Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    passed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        at = 0
        for tag in TAG.finditer(self.source):
            if at < tag.start():
                self._read_words(self.source[at : tag.start()])
            at = tag.end()
            if tag[2]:
                self._read_tag(*tag.groups())
        self._read_words(self.source[at:])
        assert not self.opened, f"never closed: {[e.tag for e in self.opened]}"

    def _read_words(self, words: str) -> None:
        assert "<" not in words, f"no tag: {words}"
        if self.opened and self.opened[-1].hidden:
            self.passed.add(len(self.words))
        self.words.append(html.unescape(words))

    def _read_tag(self, slash: str, name: str, attributes: str, end: str) -> None:
        tag = name.lower()
        if not slash:
            self._open(tag, attributes)
        if slash or (end and tag not in VOID):
            self._close(tag)

    def _open(self, tag: str, source: str) -> None:
        attributes = _attributes(source)
        within = bool(self.opened) and self.opened[-1].hidden
        hidden = within or attributes.get("aria-hidden") == "true"
        place = len(self.words)
        element = Element(tag, attributes, self.words, place, place, hidden, self.passed)
        self.elements.append(element)
        if tag not in VOID:
            self.opened.append(element)

    def _close(self, tag: str) -> None:
        assert self.opened, f"</{tag}> closes nothing"
        element = self.opened.pop()
        element.last = len(self.words)
        assert element.tag == tag, f"</{tag}> closes <{element.tag}> in {self.source[:2000]}"

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Every element of a kind with these attributes."""
        wanted = [(name.rstrip("_"), value) for name, value in attributes.items()]
        return [
            element
            for element in self.elements
            if element.tag == tag and all(element.get(name) == value for name, value in wanted)
        ]

    @property
    def text(self) -> str:
        """All words of the page."""
        return "".join(element.text for element in self.elements[:1])

    @property
    def said(self) -> str:
        """All words of the page in one line."""
        return " ".join(self.text.split())

    @property
    def title(self) -> str:
        return self.all("h1")[0].text

    @property
    def links(self) -> list[str]:
        """Where its links lead, in order."""
        return [link.get("href") for link in self.all("a")]

    def link(self, words: str) -> str:
        """The one place to which all links with these words lead."""
        [place] = {link.get("href") for link in self.all("a") if link.said == words}
        return place

    def value(self, name: str) -> str:
        """The value of the first input of this name."""
        return self.all("input", name=name)[0].get("value")

    def values(self, name: str, tag: str = "input", **attributes: str) -> list[str]:
        """The values of all inputs, or other elements, of this name."""
        return [field.get("value") for field in self.all(tag, name=name, **attributes)]

    def checked(self, name: str = "") -> list[str]:
        """The values of the inputs of this name, or of any, that are ticked."""
        inputs = self.all("input", name=name) if name else self.all("input")
        return [field.get("value") for field in inputs if "checked" in field.attributes]

    def selected(self) -> list[str]:
        """The words of the options that are chosen."""
        return [option.text for option in self.all("option") if "selected" in option.attributes]


@lru_cache(maxsize=8)
def page_of(source: str) -> Page:
    """Read a page and fail on anything that a careful author would not send.

    The client reads every page that it is given; a test that looks into one finds it read.
    """
    page = Page(source)
    ids = [element.get("id") for element in page.elements if "id" in element.attributes]
    known = {*ids, "", "this"}
    assert len(set(ids)) == len(ids), f"ids twice: {sorted(i for i in ids if ids.count(i) > 1)}"
    for element in page.elements:
        _check_element(element, known)
    return page


def _check_element(element: Element, ids: set[str]) -> None:
    if element.tag != "output":
        for name in element.attributes.keys() & REFERENCES:
            target = element.get(name).removeprefix("#")
            assert target in ids, f"{name}={target} of <{element.tag}> leads nowhere"
    if element.tag == "script":
        assert element.get("src"), "a script in the page"
    if element.tag == "img":
        assert "alt" in element.attributes, "a picture without words"


@lru_cache(maxsize=10_000)
def _attributes(source: str) -> dict[str, str | None]:
    assert not ATTRIBUTE.sub("", source).strip(), f"no attributes: {source}"
    attributes: dict[str, str | None] = {}
    for name, *values in ATTRIBUTE.findall(source):
        assert not name.lower().startswith(FORBIDDEN), f"{name} in {source}"
        assert name.lower() not in attributes, f"an attribute twice in {source}"
        attributes[name.lower()] = html.unescape("".join(values)) or None
    return attributes


def escaped(text: object) -> str:
    """A text as a page must hold it."""
    return html.escape(str(text)).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
