"""A limit for long replays, in entries and in seconds, and pauses while they run."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from companion.core.sentences import say

# Entries between two looks at the clock, each with a pause.
_LOOK = 64


TOO_MUCH = say("That is too much at once: too many entries would have to be recalculated.")


class WorkLimitExceeded(Exception):
    """A replay took longer than `work_limit` allows. Nothing of it is stored."""

    def __str__(self) -> str:
        return str(TOO_MUCH)


class _Budget:
    __slots__ = ("look", "most", "spent", "until")

    def __init__(self, entries: int, seconds: float) -> None:
        self.spent, self.look = 0, 1
        self.most, self.until = entries, monotonic() + seconds

    def spend(self) -> None:
        self.spent += 1
        if self.spent >= self.look:
            self.look = self.spent + _LOOK
            pause()
            if monotonic() > self.until:
                self.most = 0  # so that code which catches the error cannot go on
        if self.spent > self.most:
            raise WorkLimitExceeded


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)
_breathe: ContextVar[Callable[[], None]] = ContextVar("breathe", default=lambda: None)


@contextmanager
def work_limit(entries: int, seconds: float) -> Iterator[None]:
    """Limit the entries replayed inside the context, and its seconds, by WorkLimitExceeded.

    A limit inside another one counts against both.
    """
    budget, outer = _Budget(entries, seconds), _budget.get()
    if outer:
        budget.most = min(budget.most, outer.most - outer.spent)
        budget.until = min(budget.until, outer.until)
    token = _budget.set(budget)
    try:
        yield
    finally:
        _budget.reset(token)
        if outer:
            outer.spent += budget.spent


@contextmanager
def pause_hook(breathe: Callable[[], None]) -> Iterator[None]:
    """Call `breathe` now and then while entries are replayed inside the context; it may wait."""
    token = _breathe.set(breathe)
    try:
        yield
    finally:
        _breathe.reset(token)


def pause() -> None:
    """Call the function that `pause_hook` has set, if any."""
    _breathe.get()()


def count_replayed_entry() -> None:
    """Count a replayed entry against the limits. Raises WorkLimitExceeded."""
    budget = _budget.get()
    if budget is not None:
        budget.spend()
