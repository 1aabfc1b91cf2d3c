"""How much may come from one address or at one table, so that nobody has a house for themselves.

Each process counts for itself. A proxy that leads an address always to the same process, as ours
does, makes these numbers exact where a household has one address, of IPv4. Of IPv6 each tablet has
its own: as without such a proxy, the numbers are up to as many times higher as there are processes.
"""

import time
from collections.abc import Callable

from flask import Flask, Response, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from werkzeug.exceptions import TooManyRequests

from companion.machine.ip import household
from companion.web.base.marks import has

Ask = Callable[[RateLimitItem, str], bool]

LONGEST = 64
"""How much is kept of the address of a table, which may be anything that somebody sends."""


class Limits:
    """Counts requests by address and taps by table, and tables made by address."""

    def __init__(self, requests: str, taps: str, tables: str) -> None:
        """Take numbers over times, such as ``6000/minute``."""
        self._requests, self._taps, self._tables = map(parse, (requests, taps, tables))
        self._counts = SlidingWindowCounterRateLimiter(MemoryStorage())

    def look(self, page: str | None, values: dict[str, str] | None) -> None:
        """Count the request at hand, for a page of these values. Raises TooManyRequests."""
        if page == "static" or has("free", page):
            return
        self._check(self._counts.hit, self._requests, _asker())
        if values and "token" in values and request.method == "POST":
            self._check(self._counts.hit, self._taps, values["token"][:LONGEST])
        if has("makes_table", page):
            self._check(self._counts.test, self._tables, _asker())

    def count_tables(self, response: Response) -> Response:
        """Count a table that has been made: then the answer leads on to it."""
        if has("makes_table", request.endpoint) and _leads_on(response):
            self._counts.hit(self._tables, _asker())
        return response

    def _check(self, ask: Ask, most: RateLimitItem, whose: str) -> None:
        if not ask(most, whose):
            reset = self._counts.get_window_stats(most, whose).reset_time
            raise TooManyRequests(retry_after=max(1, round(reset - time.time())))


def init_app(app: Flask) -> None:
    """Look at every request before anything else does, also before its guest is looked up."""
    numbers = app.config
    limits = Limits(numbers["LIMIT_REQUESTS"], numbers["LIMIT_TAPS"], numbers["LIMIT_TABLES"])
    app.url_value_preprocessor(limits.look)
    app.after_request(limits.count_tables)


def _asker() -> str:
    return household(request.remote_addr or "")


def _leads_on(response: Response) -> bool:
    return "Location" in response.headers or "HX-Redirect" in response.headers
