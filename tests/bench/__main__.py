"""Benchmarks, all of them or those that are named: ``python -m tests.bench [tap heavy …]``."""

import argparse
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

import tests.bench


def main() -> None:
    """Run benchmarks, each under its name."""
    found = {name: run for name in _names() if (run := _main_of(name))}
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("name", nargs="*", metavar="NAME", help=", ".join(found))
    named = parser.parse_args().name or list(found)
    if unknown := sorted(set(named) - set(found)):
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(found)}")
    for name in named:
        print(f"--- {name}", flush=True)
        found[name]()


def _names() -> list[str]:
    """Name the other modules of this folder."""
    names = (found.name for found in iter_modules(tests.bench.__path__))
    return sorted(name for name in names if name != "__main__")


def _main_of(name: str) -> Callable[[], None] | None:
    """Give what runs a benchmark; None: the module only helps others."""
    run: Callable[[], None] | None = getattr(
        import_module(f"{tests.bench.__name__}.{name}"), "main", None
    )
    return run


if __name__ == "__main__":
    main()
