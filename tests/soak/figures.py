"""What a soak finds out, in numbers, and the memory of a process."""

import resource
import statistics
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Figures:
    """The answers of one part: how many of each status, how fast, and what was wrong or slow.

    What is slow is so on one machine and not on another: a test looks only at what is wrong.
    """

    name: str
    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    grown: float = 0.0
    levels: list[float] = field(default_factory=list)

    def note(self, status: int, seconds: float, what: str, most: float = 1.0) -> None:
        """Count an answer: a 5xx is wrong, one over ``most`` seconds slow; ``what`` names it."""
        self.statuses[status] += 1
        self.seconds.append(seconds)
        said = f"{status} in {seconds:.2f} s: {what}"
        self.wrong += [said] if status >= 500 else []
        self.slow += [said] if seconds > most else []

    def p95(self) -> float:
        """The seconds within which 95 % were answered."""
        return p95(self.seconds)

    def __str__(self) -> str:
        many = ", ".join(f"{count} x {status}" for status, count in sorted(self.statuses.items()))
        slow = (
            f"p95 {1000 * self.p95():.0f} ms, longest {1000 * max(self.seconds, default=0):.0f} ms"
        )
        lines = [f"{self.name}: {many}; {slow}; memory {self.grown:.0f} MB"]
        if self.levels:
            lines.append(f"  memory on the way: {', '.join(f'{at:.0f}' for at in self.levels)} MB")
        lines += [f"  WRONG {what}" for what in self.wrong[:20]]
        return "\n".join([*lines, *(f"  SLOW {what}" for what in self.slow[:20])])


def p95(seconds: list[float]) -> float:
    """Return the seconds within which 95 of 100 are; of a single one, all that it took."""
    return statistics.quantiles(seconds, n=20)[-1] if len(seconds) > 1 else max(seconds, default=0)


def memory(process: int | None = None) -> float:
    """The memory that a process holds now, in MB; this one where none is named."""
    status = Path(f"/proc/{process or 'self'}/status")
    if status.exists():
        line = next(
            x for x in status.read_text(encoding="utf-8").splitlines() if x.startswith("VmRSS")
        )
        return int(line.split()[1]) / 1024
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1 << 20 if sys.platform == "darwin" else 1 << 10)
