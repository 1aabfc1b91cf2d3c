"""Run every benchmark of this folder: each module with a ``main``, in the order of their names."""

from importlib import import_module
from pkgutil import iter_modules

import tests.bench


def main() -> None:
    """Run the benchmarks, each under its name."""
    for found in sorted(iter_modules(tests.bench.__path__), key=lambda found: found.name):
        if found.name != "__main__":
            run = getattr(import_module(f"{tests.bench.__name__}.{found.name}"), "main", None)
            if run is not None:
                print(f"--- {found.name}")
                run()


if __name__ == "__main__":
    main()
