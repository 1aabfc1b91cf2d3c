"""Makes what no screen would send, by chance: odd texts, and records that are nearly right."""

import random
from typing import Any

from tests.evenings import CASES, cases

# Nothing, what letters hide, names with marks, markup and paths, words of a record, numbers, JSON.
ODD_TEXTS = (
    *("", " ", "\x00", "\x1b[2J", "\ufeff", "\u2028", "\u2066Ann\u2069", "\u202eAnn"),
    *("🩷", "👩‍👩‍👧", "é", "Ann", "Bob", "x" * 41, "x" * 3000),
    *("<b>&\"'", "{{7*7}}", "%00", "../../etc/passwd", "=1+1"),
    *("pot:", "pot:AS", "bank:", "AS", "10H", "JK", "QKD", "8-9-10", "kitty"),
    *("-1", "0", "1", "7.5", "1e9", "1_000", "٣", "9" * 19, "9" * 5000),
    *("null", "[]", "{}", "[" * 3000),
)
ODD_VALUES = (None, True, False, -1, 0, 1, 2, 13, 52, 10**6, 10**6 + 1, 10**18, 0.5, 1e300, [], {})


def records() -> list[dict[str, Any]]:
    return [case["record"] for path in sorted(CASES.iterdir()) for case in cases(path)]


class Maker:
    """A source of odd things; the same seed gives the same ones."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.records = records()
        self.entries = [raw for record in self.records for raw in record["log"]]

    def text(self) -> str:
        if self.chance.random() < 0.2:
            letters = self.chance.choices(range(1, 0x3000), k=self.chance.randint(1, 30))
            return "".join(map(chr, letters))
        return self.chance.choice(ODD_TEXTS)

    def value(self) -> Any:
        which = self.chance.random()
        if which < 0.3:
            return self.text()
        if which < 0.4:
            return [self.value() for _ in range(self.chance.randint(0, 3))]
        if which < 0.5:
            return {self.text(): self.value()}
        return self.chance.choice(ODD_VALUES)

    def entry(self) -> Any:
        """An entry of some game, as it is or with something odd in it."""
        raw = self.chance.choice(self.entries)
        return raw if self.chance.random() < 0.5 else self.changed(raw)

    def record(self) -> Any:
        """A record with a few things changed."""
        record = self.chance.choice(self.records)
        if self.chance.random() < 0.2:
            return self.changed(record)
        log = record["log"]
        for _ in range(self.chance.randint(1, 3)):
            log = self.changed(log)
        return {**record, "log": log}

    def changed(self, value: Any) -> Any:
        """Return a copy with one value changed, dropped, doubled or moved."""
        if isinstance(value, dict) and value:
            return self._changed_object(value)
        if isinstance(value, list) and value:
            return self._changed_list(value)
        return self.value()

    def _changed_object(self, value: dict[str, Any]) -> dict[str, Any]:
        key = self.chance.choice([*value])
        which = self.chance.random()
        if which < 0.1:
            return {name: item for name, item in value.items() if name != key}
        if which < 0.2:
            return {**value, self.text(): self.value()}
        return {**value, key: self.changed(value[key])}

    def _changed_list(self, value: list[Any]) -> list[Any]:
        at = self.chance.randrange(len(value))
        which = self.chance.random()
        if which < 0.1:
            return [*value[:at], *value[at + 1 :]]
        if which < 0.2:
            return [*value[:at], value[at], *value[at:]]
        if which < 0.3:
            other = self.chance.randrange(len(value))
            return [*value[:at], value[other], *value[at + 1 :]]
        new = (
            self.entry() if isinstance(value[at], dict) and which < 0.6 else self.changed(value[at])
        )
        return [*value[:at], new, *value[at + 1 :]]
