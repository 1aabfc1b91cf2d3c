"""The quota: how many tables, evenings and circles one network address may create."""

from flask import Flask, current_app

from companion.core.sentences import Sentence, say_plural


class QuotaExceeded(Exception):
    """One network address may create no more for `retry_after` seconds; nothing is stored."""

    def __init__(self, limit: int, retry_after: int) -> None:
        self.retry_after = retry_after
        self.sentence: Sentence = say_plural(
            "Your network can add {n} table, evening, or circle per hour. "
            "Adding more would exceed that limit, so nothing was saved. Try again later.",
            "Your network can add up to {n} tables, evenings, and circles per hour in all. "
            "Adding these would exceed that limit, so nothing was saved. Add fewer, or try again "
            "later.",
            n=limit,
        )


class Quota:
    """A quota without a limit; a server sets one with a limit."""

    def check(self, count: int) -> None:
        """Raise QuotaExceeded if `count` more may not be created now."""

    def take(self, count: int) -> None:
        """Use up the quota for `count` more. Raises QuotaExceeded if they are too many."""


def set_quota(app: Flask, quota: Quota) -> None:
    app.extensions["quota"] = quota


def current_quota() -> Quota:
    quota: Quota = current_app.extensions.get("quota") or Quota()
    return quota
