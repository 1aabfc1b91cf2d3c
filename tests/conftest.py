"""What tests share: what is drawn by chance, and the sentences of the program.

By hypothesis the same is drawn each time, by other tests a share of much; `make soak` draws more.

`make test SEED=7` draws both from 7. Without it the shares are drawn from what the sources are.
"""

import gc
import os
import random
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from tests.drawn import SEED

if TYPE_CHECKING:
    from tests.serving import Server

ROOT = Path(__file__).parents[1]
# A page takes as long as it takes, and a table may serve for many examples.
SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]

settings.register_profile("any", max_examples=20, deadline=None, suppress_health_check=SLOW)
settings.register_profile("same", settings.get_profile("any"), derandomize=True)
settings.register_profile("drawn", settings.get_profile("any"), print_blob=True)
settings.register_profile("soak", settings.get_profile("drawn"), max_examples=200)
settings.load_profile("same")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return half as many workers more than processors: tests of servers and browsers wait much."""
    return (os.cpu_count() or 1) * 3 // 2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deselect the tests marked `share` that are not drawn; `make soak` runs them."""
    kinds: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        share = item.get_closest_marker("share")
        if share and not item.get_closest_marker("long"):
            kind = share.kwargs.get("of") or item.nodeid.partition("[")[0]
            kinds[kind, share.args[0]].append(item)
    for (kind, many), alike in kinds.items():
        others = max(len(alike) - many, 0)
        for item in random.Random(f"{SEED} {kind}").sample(alike, others):
            item.add_marker("long")


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what stays as long as the tests run."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which shares these were."""
    terminalreporter.write_line(f"Shares were drawn from seed {SEED}: make test SEED={SEED}")


@pytest.fixture
def seed() -> int:
    """A seed for a share of what `make soak` does whole."""
    return SEED


@pytest.fixture
def chance(seed: int, request: pytest.FixtureRequest) -> random.Random:
    """Chance for one test, another for each."""
    return random.Random(f"{seed} {request.node.name}")


@pytest.fixture(scope="session")
def common(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of all processes of a run of tests."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of data with an empty database; to migrate a new one takes as long as a test."""
    from tests.quick import migrate  # the tests of rules load no app

    return migrate(tmp_path_factory.mktemp("migrated"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Server"]:
    """A real server, where one in the process of the test would not do."""
    from tests.serving import Server

    running = Server(tmp_path_factory.mktemp("house") / "instance")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def messages(common: Path) -> Path:
    """All sentences of the program, gathered once as `make messages` does."""
    gathered = common / "messages.pot"
    with FileLock(common / "messages.lock"):
        if not gathered.exists():
            make = ["make", "-s", ".venv/messages.pot"]
            subprocess.run(make, cwd=ROOT, check=True, capture_output=True)
            shutil.copy(ROOT / ".venv" / "messages.pot", gathered)
    return gathered
