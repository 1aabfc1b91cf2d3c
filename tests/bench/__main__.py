"""Benchmarks, all of them or those that are named: ``python -m tests.bench [tap live …]``."""

import argparse
import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import tests.bench

# Where the figures of the last run of each are kept.
LAST = Path(".bench/last.json")


def main() -> None:
    found = {name: run for name in _names() if (run := _main_of(name))}
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("name", nargs="*", metavar="NAME", help=", ".join(found))
    named = parser.parse_args().name or list(found)
    if unknown := sorted(set(named) - set(found)):
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(found)}")
    for name in named:
        print(f"--- {name}", flush=True)
        compare(name, found[name](), LAST)


def compare(name: str, figures: dict[str, float], last: Path) -> None:
    """Print figures as ratios to those of the last run, and keep them in the place of those."""
    kept = json.loads(last.read_text("utf-8")) if last.exists() else {}
    before = kept.get(name, {})
    for title, figure in figures.items():
        known = before.get(title)
        print(f"  {title}: {figure / known:.2f} of the last run" if known else f"  {title}: new")
    last.parent.mkdir(exist_ok=True)
    last.write_text(json.dumps({**kept, name: figures}, indent=1), encoding="utf-8")


def _names() -> list[str]:
    names = (found.name for found in iter_modules(tests.bench.__path__))
    return sorted(name for name in names if name != "__main__")


def _main_of(name: str) -> Callable[[], dict[str, float]] | None:
    """Return what runs a benchmark; None: the module only helps others."""
    run: Callable[[], dict[str, float]] | None = getattr(
        import_module(f"{tests.bench.__name__}.{name}"), "main", None
    )
    return run


if __name__ == "__main__":
    main()
