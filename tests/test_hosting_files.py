"""What the files for a club's server say, done with the processes themselves."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.databases import database
from tests.evenings import in_chips
from tests.packages import ROOT
from tests.proxy import PREFIX, proxy
from tests.serving import Server, Tablet

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
APP = COMPOSE["services"]["app"]
CONTAINER = (ROOT / "Containerfile").read_text()
CADDY = (ROOT / "hosting" / "Caddyfile").read_text()
UNIT = (ROOT / "hosting" / "companion@.service").read_text()
CARE = (ROOT / "hosting" / "companion-care.service").read_text()
DOCS = (ROOT / "docs" / "hosting.md").read_text()
GIVEN_HERE = ("COMPANION_DATABASE_URL", "COMPANION_INSTANCE", "COMPANION_PORT")


def settings() -> dict[str, str]:
    """The environment of a worker as compose.yaml gives it, where `.env` says nothing."""
    texts = {name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", text) for name, text in env().items()}
    return {name: text for name, text in texts.items() if name not in GIVEN_HERE}


def env() -> dict[str, str]:
    found: dict[str, str] = APP["environment"]
    return found


@pytest.fixture
def workers(tmp_path: Path, testrun_uid: str) -> Iterator[list[Server]]:
    """As many workers as the file starts, on one folder and one database of PostgreSQL."""
    running: list[Server] = []
    with database("postgresql", tmp_path, testrun_uid) as url:
        for _ in range(APP["deploy"]["replicas"]):
            running.append(Server(tmp_path / "data", database=url, **settings()))
        for server in running:
            server.wait()
        yield running
        for server in running:
            server.kill()


def test_the_house_that_the_files_describe_plays_a_hand(workers: list[Server]) -> None:
    assert len(workers) == 3
    assert all(server.more == APP["command"][1:] for server in workers)
    with proxy([server.port for server in workers]) as address:
        inside, workers[0].url = workers[0].url, address
        record = in_chips(players=4, hands=1)
        path = workers[0].import_table({**record, "log": []})
        tablet = Tablet(workers[0], path)
        assert {tablet.tap(entry) for entry in record["log"][:4]} == {200}
        workers[1].kill()
        assert {tablet.tap(entry) for entry in [*record["log"][4:], {"do": "end"}]} == {200}
        page = urllib.request.urlopen(f"{address}{path}", timeout=20).read().decode()
        assert f'href="{PREFIX}{path}' in page
        with urllib.request.urlopen(f"{address}{path}/tally.pdf", timeout=20) as paper:
            assert paper.read(5) == b"%PDF-"
    assert_healthy(workers[0].port)
    numbers = urllib.request.urlopen(f"{inside}/metrics", timeout=20).read().decode()
    assert 'companion_taps_total{answer="stored"}' in numbers


def assert_healthy(port: int) -> None:
    words = re.search(r"^ +CMD (\[.*\])$", CONTAINER, re.MULTILINE)
    assert words
    _, *arguments = json.loads(words[1].replace(":8000", f":{port}"))
    assert subprocess.run([sys.executable, *arguments], timeout=20).returncode == 0


def night_of_containers() -> str:
    """What the container that cares for the house does in one day."""
    script: str = COMPOSE["services"]["care"]["command"][0]
    return script.replace("$$", "$").replace("sleep 86400", "exit").replace("/data", "$HOME")


def night_of_systemd() -> str:
    commands = re.findall(r"^ExecStart=(.*)$", CARE, re.MULTILINE)
    settings = re.findall(r"COMPANION_KEEP_DAYS=\d+", CARE)
    script = "\n".join(["mkdir nightly", *settings, *commands])
    for there, here in {"/opt/companion/bin/": "", "/var/lib/companion": "$HOME"}.items():
        script = script.replace(there, here)
    return script.replace("$$", "$").replace("%%", "%")


@pytest.mark.share(1)
@pytest.mark.parametrize("night", [night_of_containers, night_of_systemd])
def test_every_night_there_is_a_backup_and_what_is_idle_goes(
    night: Callable[[], str], tmp_path: Path
) -> None:
    commands = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    given = {"PATH": commands, "HOME": str(tmp_path), "COMPANION_INSTANCE": str(tmp_path)}
    done = subprocess.run(
        ["sh", "-ec", night()], cwd=tmp_path, env=given, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "0 tables archived.\n"
    (copy,) = (tmp_path / "nightly").iterdir()
    with closing(sqlite3.connect(copy)) as backup:
        assert backup.execute("SELECT count(*) FROM tables").fetchone() == (0,)


def test_workers_write_into_their_volume_only() -> None:
    assert APP["read_only"]
    assert APP["volumes"] == ["data:/data"]
    assert "COMPANION_INSTANCE=/data" in CONTAINER
    assert re.search(r"^USER companion$", CONTAINER, re.MULTILINE)
    assert all("ProtectSystem=strict" in unit for unit in (UNIT, CARE))


def test_no_door_leads_past_the_proxy() -> None:
    assert [name for name, one in COMPOSE["services"].items() if "ports" in one] == ["proxy"]
    assert "--host 127.0.0.1" in UNIT
    hidden = re.search(r"^\t@inside path (.*)$", CADDY, re.MULTILINE)
    assert hidden
    assert set(hidden[1].split()) == {"/healthz", "/readyz", "/metrics"}
    assert "header_up -X-Forwarded-Prefix" in CADDY
    assert settings()["COMPANION_PROXIES"] == "1"


def test_a_container_is_of_the_checkout_that_starts_it() -> None:
    built = [one for one in COMPOSE["services"].values() if "build" in one]
    assert [one["pull_policy"] for one in built] == ["build"] * len(built)
    assert APP in built


@pytest.mark.parametrize("file", re.findall(r"(?:--from=build )?COPY (?!--from)(\S+)", CONTAINER))
def test_what_a_container_is_built_of_is_there(file: str) -> None:
    assert (ROOT / file).exists()
    told = (ROOT / ".containerignore").read_text().splitlines()
    missing = [line for line in told if line.startswith("!") and not (ROOT / line[1:]).exists()]
    assert missing == []


def test_every_setting_is_explained_and_no_other() -> None:
    files = [*(ROOT / "companion").rglob("*.py"), *(ROOT / "hosting").iterdir()]
    texts = [*(file.read_text() for file in files), CONTAINER, (ROOT / "compose.yaml").read_text()]
    settings = {"TZ", *re.findall(r"COMPANION_[A-Z_]+", "\n".join(texts))}
    rows = re.findall(r"^\| (`(?:COMPANION_|TZ`).*?) \|", DOCS, re.MULTILINE)
    assert set(re.findall(r"`([A-Z_]+)`", "\n".join(rows))) == settings
    assert {*env()} <= settings
