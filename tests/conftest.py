"""What is drawn by chance: by hypothesis the same each time, by other tests a share of much.

`make test SEED=7` draws both from 7. Without it a test that takes a share draws a seed of its
own, and says which where something is wrong.
"""

import os
import random

import pytest
from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
"""A page takes as long as it takes, and a table may serve for many examples."""

settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("drawn", print_blob=True, deadline=None, suppress_health_check=SLOW)
settings.load_profile("same")

SEED = int(os.environ.get("COMPANION_SEED") or random.randrange(10**6))


@pytest.fixture
def seed() -> int:
    """A seed for a share of what `make soak` does whole."""
    print(f"SEED={SEED}")
    return SEED


@pytest.fixture
def chance(seed: int, request: pytest.FixtureRequest) -> random.Random:
    """Chance for one test, another for each."""
    return random.Random(f"{seed} {request.node.name}")
