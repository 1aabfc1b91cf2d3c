"""How soon a tap shows the new board, on this processor and on one that is a quarter as fast."""

from tests import evenings
from tests.browser.conftest import house, lay, tablet
from tests.browser.painting import measured

FIVE = ["Ann", "Bob", "Cal", "Dee", "Eve"]
TAPS = 24


def main() -> dict[str, float]:
    record = evenings.record(players=FIVE, log=[{"do": "deal"}, {"do": "swap"}])
    figures = {}
    with house() as (server, browser):
        for slower in (1, 4):
            with tablet(browser) as page:
                lay(server, page, record)
                found = measured(page, TAPS, slower)
            print(f"CPU ×{slower}: median {found.tap:.0f} ms, p95 {found.late:.0f} ms")
            figures[f"p95 at ×{slower}"] = found.late
    print("(p95 at most 80, and 450 on the slow processor, on a calm machine)")
    return figures
