"""Reads pages as strictly as no browser does, and finds what can be tapped on them."""

import html
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
FORBIDDEN = ("style", "hx-on", "srcdoc")


@dataclass
class Element:
    """A tag with its attributes, what it says, and what of that a screen reader says."""

    tag: str
    attributes: dict[str, str | None]
    text: str = ""
    spoken: str = ""

    def get(self, name: str) -> str:
        return self.attributes.get(name) or ""


@dataclass
class Page(HTMLParser):
    """A page or a fragment: its elements in order. Fails on tags that are not balanced."""

    source: str
    elements: list[Element] = field(default_factory=list)
    opened: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.source)
        self.close()
        assert not self.opened, f"never closed: {[e.tag for e in self.opened]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"an attribute twice in {self.get_starttag_text()}"
        element = Element(tag, dict(attrs))
        self.elements.append(element)
        if tag not in VOID:
            self.opened.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened, f"</{tag}> closes nothing"
        last = self.opened.pop().tag
        assert last == tag, f"</{tag}> closes <{last}> in {self.source[:2000]}"

    def handle_data(self, data: str) -> None:
        hidden = any(element.get("aria-hidden") == "true" for element in self.opened)
        for element in self.opened:
            element.text += data
            element.spoken += "" if hidden else data

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

    def value(self, name: str) -> str:
        """The value of the first input of this name."""
        return self.all("input", name=name)[0].get("value")


@lru_cache(maxsize=8)
def page_of(source: str) -> Page:
    """Read a page and fail on anything that a careful author would not send.

    The client reads every page that it is given; a test that looks into one finds it read.
    """
    page = Page(source)
    ids = [element.get("id") for element in page.elements if "id" in element.attributes]
    assert len(set(ids)) == len(ids), f"ids twice: {sorted(i for i in ids if ids.count(i) > 1)}"
    for element in page.elements:
        _check_element(element, set(ids))
    return page


def _check_element(element: Element, ids: set[str]) -> None:
    for name in element.attributes:
        assert not name.startswith(("on", *FORBIDDEN)), f"{name} in <{element.tag}>"
    for name in ("hx-target", "form", "for", "aria-labelledby", "list"):
        target = element.get(name).removeprefix("#")
        if target and target != "this" and element.tag != "output":
            assert target in ids, f"{name}={target} of <{element.tag}> leads nowhere"
    if element.tag == "script":
        assert element.get("src"), "a script in the page"
    if element.tag == "img":
        assert "alt" in element.attributes, "a picture without words"


def escaped(text: object) -> str:
    """A text as a page must hold it."""
    return html.escape(str(text)).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
