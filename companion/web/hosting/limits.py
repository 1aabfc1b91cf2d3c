"""Limits of what one address or one table may use, so that nobody takes a server from others.

Each process counts by itself. The limits are exact if a proxy leads an address always to the same
process, as that in `docs/hosting.md` does, and a household has one address of IPv4. With IPv6 each
tablet has its own, so, as without such a proxy, they are higher by up to the number of processes.
"""

import time
from collections.abc import Callable

from flask import Flask, has_request_context, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from werkzeug.exceptions import TooManyRequests

from companion.store.quota import Quota, QuotaExceeded, set_quota
from companion.system.network import client_network
from companion.web.base.guards import has_tag

# How much of a table's address is stored: anything may be sent as one.
LONGEST = 64


class Limits(Quota):
    """Counts of requests by address, taps by table, and new tables and guesses by address.

    The limits are rates such as `6000/minute`.
    """

    def __init__(self, requests: str, taps: str, tables: str, guesses: str) -> None:
        rates = requests, taps, tables, guesses
        self._requests, self._taps, self._tables, self._guesses = map(parse, rates)
        self._counts = SlidingWindowCounterRateLimiter(MemoryStorage())

    def check_request(self, page: str | None, values: dict[str, str] | None) -> None:
        """Count the current request. Raises TooManyRequests."""
        if page == "static" or has_tag("free", page):
            return
        self._count(self._requests, _asker())
        if values and "token" in values and request.method == "POST":
            self._count(self._taps, values["token"][:LONGEST])
        if has_tag("guess", page):
            self._count(self._guesses, _asker())

    def check(self, many: int) -> None:
        """Raise QuotaExceeded if `many` tables, evenings and circles may not be created now."""
        self._make(self._counts.test, many)

    def take(self, many: int) -> None:
        """Count `many` that are being created, all or none. Raises QuotaExceeded."""
        self._make(self._counts.hit, many)

    def _make(self, ask: Callable[..., bool], many: int) -> None:
        if has_request_context() and not ask(self._tables, _asker(), cost=many):
            raise QuotaExceeded(self._tables.amount, self._wait(self._tables, _asker()))

    def _count(self, most: RateLimitItem, whose: str) -> None:
        if not self._counts.hit(most, whose):
            raise TooManyRequests(retry_after=self._wait(most, whose))

    def _wait(self, most: RateLimitItem, whose: str) -> int:
        """Return the number of seconds until the limit allows more."""
        reset = self._counts.get_window_stats(most, whose).reset_time
        return max(1, round(reset - time.time()))


def init_app(app: Flask) -> None:
    kinds = "REQUESTS", "TAPS", "TABLES", "GUESSES"
    limits = Limits(*(app.config[f"LIMIT_{kind}"] for kind in kinds))
    # Before all else, even before the address is looked up in the database.
    app.url_value_preprocessor(limits.check_request)
    set_quota(app, limits)


def _asker() -> str:
    return client_network(request.remote_addr or "")
