"""A limit for long replays, in entries and in seconds, and pauses while they run."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

from companion.core.sentences import say

# Entries between two looks at the clock, each with a pause.
_CHECK_INTERVAL = 64

TOO_MUCH = say("Companion would have to check too many entries at once.")


class WorkLimitExceeded(Exception):
    """A replay took longer than `work_limit` allows. Nothing of it is stored."""

    def __str__(self) -> str:
        return str(TOO_MUCH)


@dataclass(slots=True)
class _Budget:
    limit: int
    deadline: float
    spent: int = 0
    next_check: int = 1

    def spend(self) -> None:
        self.spent += 1
        if self.spent >= self.next_check:
            self.next_check = self.spent + _CHECK_INTERVAL
            pause()
            if monotonic() > self.deadline:
                self.limit = 0  # so that code which catches the error cannot go on
        if self.spent > self.limit:
            raise WorkLimitExceeded


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)
_pause_hook: ContextVar[Callable[[], None]] = ContextVar("pause_hook", default=lambda: None)


@contextmanager
def work_limit(entries: int, seconds: float) -> Iterator[None]:
    """Limit the entries replayed inside the context, and its seconds, by WorkLimitExceeded.

    A limit inside another one counts against both.
    """
    budget, outer = _Budget(entries, monotonic() + seconds), _budget.get()
    if outer:
        budget.limit = min(budget.limit, outer.limit - outer.spent)
        budget.deadline = min(budget.deadline, outer.deadline)
    token = _budget.set(budget)
    try:
        yield
    finally:
        _budget.reset(token)
        if outer:
            outer.spent += budget.spent


@contextmanager
def pause_hook(hook: Callable[[], None]) -> Iterator[None]:
    """Call `hook` now and then while entries are replayed inside the context; it may wait."""
    token = _pause_hook.set(hook)
    try:
        yield
    finally:
        _pause_hook.reset(token)


def pause() -> None:
    """Call the function that `pause_hook` has set, if any."""
    _pause_hook.get()()


def count_replayed_entry() -> None:
    """Count a replayed entry against the limits. Raises WorkLimitExceeded."""
    budget = _budget.get()
    if budget is not None:
        budget.spend()
