"""How many tables, evenings and circles may be made: asked where they are made."""

from flask import Flask, current_app

from companion.core.sentences import Sentence, say


class QuotaExceeded(Exception):
    """More would be made than one address may make; then nothing is stored."""

    def __init__(self, most: int, retry_after: int) -> None:
        self.retry_after = retry_after
        self.sentence: Sentence = say(
            "From one address no more than {most} tables, evenings and circles are taken in an "
            "hour, and this would be more. Nothing was stored.",
            most=most,
        )


class Quota:
    """What may be made, as far as there is a limit; without one, everything."""

    def check(self, many: int) -> None:
        """Raise QuotaExceeded where so many may not be made now."""

    def take(self, many: int) -> None:
        """Count so many that are being made. Raises QuotaExceeded."""


def set_quota(app: Flask, quota: Quota) -> None:
    """Let a quota be asked whenever something is made."""
    app.extensions["quota"] = quota


def current_quota() -> Quota:
    """Return the quota of this app."""
    quota: Quota = current_app.extensions.get("quota") or Quota()
    return quota
