"""Counts of what came from whom, in the memory of this process: bounded, and without a thread."""

import time
from threading import Timer
from types import SimpleNamespace
from typing import cast

from limits.storage import MemoryStorage

MOST = 50_000
"""So many are kept. Of more all are forgotten: who sends from so many networks is not held up."""

TIDY = 60
"""Seconds until what is over is looked for again."""


NEVER_DUE = SimpleNamespace(is_alive=lambda: True)
"""In the place of a timer, for the storage starts another where the one it has is done."""


class Counts(MemoryStorage):
    """Counts that are tidied up now and then by whoever asks.

    By itself the storage starts a thread at nearly every hit, which looks at every count.
    """

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self.timer.cancel()
        self.timer = cast(Timer, NEVER_DUE)
        self._tidied = time.monotonic()

    def tidy(self) -> None:
        """Forget what is over, if it is time to; only one thread may do so at once."""
        many = len(self.expirations) > MOST
        if many or time.monotonic() > self._tidied + TIDY:
            for key in list(self.expirations):
                self.get(key)
            self._tidied = time.monotonic()
        if len(self.expirations) > MOST:
            self.reset()
