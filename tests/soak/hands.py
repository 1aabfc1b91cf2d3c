"""Fingers that tap twice, and evenings walked on every size of screen."""

import random
from contextlib import ExitStack
from itertools import product

from tests.browser import looking, tour
from tests.browser.conftest import house, tablet
from tests.browser.double_taps import GAPS, fingers
from tests.browser.echoes import boards, echoes
from tests.browser.places import EVIL, FOUR, crowds, places
from tests.browser.walks import walk
from tests.browser.walks import walks as ways
from tests.catalogues import CODES
from tests.pseudo import PROGRAM
from tests.soak.figures import Figures


def double_taps(seed: int, many: int) -> Figures:
    """Tap twice on each kind of thing, on so many pages, at each gap on three sizes."""
    figures = Figures("double taps")
    wanted = list(product(places(), GAPS))
    chosen = random.Random(seed).sample(wanted, min(many, len(wanted)))
    with house() as (server, browser):
        for size, finger in fingers(server, browser, ("tablet", "tablet-upright", "phone")):
            for place, gap in chosen:
                finger.twice_on_all(place, gap)
            figures.statuses[200] += finger.pairs
            figures.wrong += [f"{size}: {fault}" for fault in finger.faults]
    return figures


def echoed(seed: int, many: int) -> Figures:
    """Tap one event on two devices so often, and let others follow one another."""
    figures, chance = Figures("one event on two devices, and pairs"), random.Random(seed)
    with house() as (server, browser), ExitStack() as held:
        ring = echoes(server, browser, chance, held)
        while ring.tries < many:
            figures.wrong += ring.again(chance.choice(boards()))
            figures.wrong += ring.followed()
    figures.statuses[200] = ring.tries + ring.pairs
    return figures


def walks(seed: int, many: int) -> Figures:
    """Walk so many evenings, entry by entry: nothing moves, is covered, cut or out of sight."""
    figures = Figures("walks")
    with house() as (server, browser):
        for way in ways(seed, many):
            figures.wrong += walk(server, browser, way)
            figures.statuses[200] += len(way.record["log"])
    return figures


def pages(seed: int, many: int) -> Figures:
    """Look at so many pages of tables as everybody does, by axe and on every size of screen."""
    figures = Figures("pages")
    wanted = [*places(FOUR), *crowds(), *places(EVIL)]
    chosen = random.Random(seed).sample(wanted, min(many, len(wanted)))
    with (
        house() as (server, browser),
        tablet(browser, bypass_csp=True, reduced_motion="reduce") as page,
    ):
        for place in chosen:
            looking.look(page, place.laid(server), figures.wrong)
            figures.statuses[200] += 1
    return figures


def languages(seed: int, many: int) -> Figures:
    """Read every page so often: in the language that is none, then in each on each screen."""
    figures, chance = Figures("languages"), random.Random(seed)
    wanted = [("el", "phone"), *product(("en", *CODES), tour.SCREENS)]
    for code, size in wanted[:many]:
        program, letters = PROGRAM if code == "el" else (), chance.choice(tour.TYPES)
        with (
            house(program) as (server, browser),
            tour.touring(server, browser, code, size, letters) as tourist,
        ):
            tour.whole(tourist, random.Random(seed))
            where = f"{code} on a {size}, {letters}"
            figures.wrong += [f"{where}: {it}" for it in sorted(tourist.faults)]
            figures.statuses[200] += tourist.pages
    return figures
