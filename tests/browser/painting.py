"""How long a tap takes to the paint, and how much of the screen it shifts."""

import statistics
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from tests.browser.screen import middle

WATCH = """() => {
    window.painted = [];
    window.shifted = 0;
    const after = (start) => requestAnimationFrame(() =>
        setTimeout(() => window.painted.push(performance.now() - start)));
    let start = 0;
    addEventListener('click', (event) => { start = event.timeStamp; }, true);
    addEventListener('htmx:afterSettle', () => after(start));
    new PerformanceObserver((list) => list.getEntries().forEach((shift) => {
        window.shifted += shift.value;
    })).observe({ type: 'layout-shift' });
}"""
# Fetch the same board, change one text, and paint.
FLOOR = """async () => {
    const start = performance.now();
    const { poll } = document.getElementById('board').dataset;
    const answer = await fetch(poll, { headers: { 'HX-Request': 'true' } });
    await answer.text();
    document.querySelector('.brand span').textContent = `Companion${'\\u200b'.repeat(start % 2)}`;
    return new Promise((done) => requestAnimationFrame(() =>
        setTimeout(() => done(performance.now() - start))));
}"""

# Milliseconds in which a tap is painted, and all that flies has landed. Nobody looks meanwhile: a
# page that is asked again and again whether it is drawn paints later.
REST = 700


# Milliseconds that a finger rests on what it taps.
PRESS = 70


@dataclass
class Painting:
    """Times in milliseconds, and the layout-shift score of all taps together.

    The times are medians, but for `late`: 95 of 100 taps take no longer.
    """

    tap: float
    late: float
    floor: float
    shift: float


def measured(page: Page, rounds: int = 25, slower: int = 4) -> Painting:
    """Tap seats and the end of runs by turns on a slow processor.

    The mouse presses for as long as a finger does, for a locator's own tap looks several times at
    what lies under it, and that would be counted.
    """
    floors = []
    processor = page.context.new_cdp_session(page)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate(WATCH)
    for number in range(rounds):
        page.mouse.click(*middle(_next(page, number)), delay=PRESS)
        page.wait_for_timeout(REST)
        floors.append(page.evaluate(FLOOR))
    taps = page.evaluate("window.painted")
    shift = page.evaluate("window.shifted")
    late = statistics.quantiles(taps, n=20)[-1]
    return Painting(statistics.median(taps), late, statistics.median(floors), shift)


def _next(page: Page, number: int) -> Locator:
    """Find what the table waits for: a seat, by turns, or a card to lead."""
    tiles, seats = page.locator("#ask[data-kind=lead] .tile[data-card]"), page.locator(".is-lit")
    return tiles.first if tiles.count() else seats.nth(number % seats.count())
