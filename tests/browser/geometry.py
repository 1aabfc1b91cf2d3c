"""Whether anything on the table moves, is covered, cut or out of sight."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

HERE = Path(__file__).parent
STILL = (HERE / "still.js").read_text()
HIDDEN = (HERE / "hidden.js").read_text()


class Stillness:
    """Looks at one table on one screen again and again."""

    def __init__(self, page: Page, where: str, faults: list[str] | None = None) -> None:
        self.page = page
        self.where = where
        self.first: dict[str, Any] = {}
        self.faults = faults or []

    def look(self, moment: str) -> None:
        """Note what has moved since the first look, and what cannot be seen or tapped."""
        now = self.page.evaluate(STILL)
        for name, box in now.items():
            before = self.first.setdefault(name, box)
            if before != box:
                self.faults.append(f"{self.where}, {moment}: {name} moved from {before} to {box}")
        self.faults += [f"{self.where}, {moment}: {it}" for it in self.page.evaluate(HIDDEN)]
