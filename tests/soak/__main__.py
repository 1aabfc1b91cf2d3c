"""Long runs that a release should survive: ``python -m tests.soak [--seed N] [--share 0.1]``."""

import argparse
import random
import sys
import time

from tests.soak.parts import PARTS


def main() -> int:
    """Run the parts, print their figures; give 1 if anything was wrong or slow."""
    parser = argparse.ArgumentParser(prog="soak")
    parser.add_argument("part", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--share", type=float, default=1.0, help="of the whole numbers")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}, share {arguments.share}", flush=True)
    wrong = 0
    for name in arguments.part or PARTS:
        started = time.monotonic()
        run, whole = PARTS[name]
        for figures in run(arguments.seed, max(1, round(whole * arguments.share))):
            print(figures, flush=True)
            wrong += len(figures.wrong) + len(figures.slow)
        print(f"({name}: {time.monotonic() - started:.0f} s)", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
