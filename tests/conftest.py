"""What hypothesis draws: the same examples each time, or new ones from a seed.

`make test SEED=7` draws from 7; in CI every run takes a new seed and prints it.
"""

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
"""A page takes as long as it takes, and a table may serve for many examples."""

settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("drawn", print_blob=True, deadline=None, suppress_health_check=SLOW)
settings.load_profile("same")
