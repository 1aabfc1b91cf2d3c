"""How much work may be done at once: entries replayed, and seconds; and when it pauses."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from companion.core.sentences import say

# After so many entries the clock is read, and there may be a pause.
_LOOK = 64


TOO_MUCH = say("That is too much at once: too many entries would have to be worked out again.")


class WorkLimitExceeded(Exception):
    """More had to be replayed at once than is allowed. Nothing is kept of what was begun."""

    def __str__(self) -> str:
        return str(TOO_MUCH)


class _Budget:
    __slots__ = ("look", "most", "spent", "until")

    def __init__(self, entries: int, seconds: float) -> None:
        self.spent, self.look = 0, 1
        self.most, self.until = entries, monotonic() + seconds

    def keep_within(self, outer: "_Budget") -> None:
        self.most = min(self.most, outer.most - outer.spent)
        self.until = min(self.until, outer.until)

    def spend(self) -> None:
        self.spent += 1
        if self.spent >= self.look:
            self.look = self.spent + _LOOK
            pause()
            if monotonic() > self.until:
                self.most = 0  # whoever goes on all the same has nothing left
        if self.spent > self.most:
            raise WorkLimitExceeded


def _no_pause() -> None:
    pass


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)
_breathe: ContextVar[Callable[[], None]] = ContextVar("breathe", default=_no_pause)


@contextmanager
def work_limit(entries: int, seconds: float) -> Iterator[None]:
    """Let no more than so many entries be replayed inside, for no longer; else WorkLimitExceeded.

    Inside of another budget it takes from that one, and never more than is left there.
    """
    budget, outer = _Budget(entries, seconds), _budget.get()
    if outer:
        budget.keep_within(outer)
    token = _budget.set(budget)
    try:
        yield
    finally:
        _budget.reset(token)
        if outer:
            outer.spent += budget.spent


@contextmanager
def pause_hook(breathe: Callable[[], None]) -> Iterator[None]:
    """Call this now and then while entries are replayed inside: it may wait for a moment."""
    token = _breathe.set(breathe)
    try:
        yield
    finally:
        _breathe.reset(token)


def pause() -> None:
    """Pause, where others are waited for."""
    _breathe.get()()


def count_replayed_entry() -> None:
    """Count an entry that is replayed, where work is limited. Raises WorkLimitExceeded."""
    budget = _budget.get()
    if budget is not None:
        budget.spend()
