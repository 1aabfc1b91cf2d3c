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

# Longer addresses of tables are cut, as anything may be sent as one.
MAX_KEY_LENGTH = 64


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
        self._count(self._requests, _client_key())
        if values and "token" in values and request.method == "POST":
            self._count(self._taps, values["token"][:MAX_KEY_LENGTH])
        if has_tag("guess", page):
            self._count(self._guesses, _client_key())

    def check(self, count: int) -> None:
        """Raise QuotaExceeded if `count` tables, evenings and circles may not be created now."""
        self._require(self._counts.test, count)

    def take(self, count: int) -> None:
        """Count what is being created, all or none. Raises QuotaExceeded."""
        self._require(self._counts.hit, count)

    def _require(self, may_create: Callable[..., bool], count: int) -> None:
        if has_request_context() and not may_create(self._tables, _client_key(), cost=count):
            raise QuotaExceeded(self._tables.amount, self._retry_after(self._tables, _client_key()))

    def _count(self, limit: RateLimitItem, key: str) -> None:
        if not self._counts.hit(limit, key):
            raise TooManyRequests(retry_after=self._retry_after(limit, key))

    def _retry_after(self, limit: RateLimitItem, key: str) -> int:
        """Return the number of seconds until the limit allows more."""
        reset = self._counts.get_window_stats(limit, key).reset_time
        return max(1, round(reset - time.time()))


def init_app(app: Flask) -> None:
    kinds = "REQUESTS", "TAPS", "TABLES", "GUESSES"
    limits = Limits(*(app.config[f"LIMIT_{kind}"] for kind in kinds))
    # Before all else, even before the address is looked up in the database.
    app.url_value_preprocessor(limits.check_request)
    set_quota(app, limits)


def _client_key() -> str:
    return client_network(request.remote_addr or "")
