"""Whether everybody can use a page: read out, tapped, on every size of screen."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import SIZES, sized

AXE = Axe()
CONTRAST = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}

# What can be tapped; links in the midst of a sentence are excused.
TARGETS = """[...document.querySelectorAll('a, button, summary, select, label:has(input), input')]
    .filter(target => target.checkVisibility() && !target.disabled)
    .filter(target => !target.matches('.visually-hidden, .skip-link, label input'))
    .filter(target => !target.matches('p a:not(.button)'))"""

# What is too small for a finger; between the bars of a phone all cards of the pack at once may be
# as low as the keys of its keyboard.
TOO_SMALL = f"""() => {TARGETS}
    .map(target => [target, target.getBoundingClientRect(), target.outerHTML.slice(0, 150)])
    .filter(([target, box]) => box.width < 47.5 || box.height < (
        target.matches('.lead-tiles .tile') && innerWidth < 700 && innerHeight < 700 ? 28 : 47.5))
    .map(([_, box, target]) => `${{box.width}} x ${{box.height}} px: ${{target}}`)"""

# What is too low of the links in the midst of a sentence, which may take the room round them.
LOW = """() => [...document.querySelectorAll('p a:not(.button)')]
    .filter(link => link.checkVisibility() && !link.closest('.skip-link, .visually-hidden'))
    .map(link => [link, getComputedStyle(link, '::after'), link.getBoundingClientRect().height])
    .map(([link, { position, top }, height]) =>
        [link, height + (position === 'absolute' ? 2 * Math.max(0, -parseFloat(top)) : 0)])
    .filter(([_, height]) => height && Math.round(height) < 44)
    .map(([link, height]) => `${height} px: ${link.outerHTML.slice(0, 150)}`)"""

# What lies under something else and cannot be tapped in its middle.
COVERED = f"""() => {TARGETS}.filter(target => {{
        target.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}});
        const box = target.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !target.contains(top) && !top?.contains(target);
    }}).map(target => target.outerHTML.slice(0, 150))"""


def look(page: Page, address: str, faults: list[str]) -> None:
    """Judge a page by axe in light and dark, and by its layout on every screen."""
    page.set_viewport_size(sized("tablet"))
    page.emulate_media(color_scheme="light")
    page.goto(address)
    judge(page, faults)
    page.emulate_media(color_scheme="dark")
    judge(page, faults, options=CONTRAST)
    for size in SIZES:
        page.set_viewport_size(sized(size))
        fit(page, size, faults)


def fit(page: Page, size: str, faults: list[str]) -> None:
    """Judge whether a page fits on the screen, and can be tapped there."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > SIZES[size][0]:
        faults.append(f"{page.url} scrolls sideways on a {size}: {wide}")
    for name, script in (("small", TOO_SMALL), ("low", LOW), ("covered", COVERED)):
        faults += [f"{page.url} on a {size}, {name}: {found}" for found in page.evaluate(script)]


def judge(page: Page, faults: list[str], **options: Any) -> None:
    found = AXE.run(page, **options)
    if found.violations_count:
        faults.append(f"{page.url}: {found.generate_report()}")
