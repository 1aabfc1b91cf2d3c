"""The package: installed outside of the checkout it is the whole program."""

import shutil
import subprocess
import sys
import tomllib
import urllib.request
from importlib.metadata import packages_distributions
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from platformdirs import user_data_path

from tests.evenings import in_chips
from tests.packages import MEGABYTES, ROOT, built, command, copied, installed, needed
from tests.serving import Server, Tablet
from tests.test_layers import NAMES, imports

ALONG = ("templates", "static", "migrations")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(wheel, tmp_path_factory.mktemp("installed"))


def test_the_wheel_holds_every_file_that_the_program_needs(wheel: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "companion", *ALONG], cwd=ROOT, capture_output=True, text=True
    )
    if tracked.returncode:
        pytest.skip("this is no checkout")
    needed = {
        name if name.startswith("companion/") else f"companion/{name}"
        for name in tracked.stdout.splitlines()
    }
    with ZipFile(wheel) as archive:
        assert needed - {*archive.namelist()} == set()


def test_an_installed_program_plays_a_hand_and_prints_its_tally(
    environment: Path, tmp_path: Path
) -> None:
    server = Server(tmp_path / "kept", (str(command(environment, "companion")),))
    record = in_chips(players=4, hands=1)
    path = server.import_table({**record, "log": []})
    tablet = Tablet(server, path)
    assert {tablet.tap(entry) for entry in [*record["log"], {"do": "end"}]} == {200}
    with urllib.request.urlopen(f"{server.url}{path}/tally.pdf", timeout=30) as paper:
        assert paper.read(5) == b"%PDF-"
    assert server.stop() == 0


def test_what_an_installed_program_keeps_goes_where_the_platform_puts_data(
    environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    script = "from companion.system.settings import data_folder; print(data_folder())"
    said = subprocess.run(
        [command(environment, "python"), "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(said.stdout.strip()) == user_data_path("companion", appauthor=False)


def declared() -> list[Requirement]:
    """Return the packages installed with the program and its extras, but those for tests."""
    extras = {**PROJECT["optional-dependencies"], "dev": []}
    return [*map(Requirement, sum(extras.values(), PROJECT["dependencies"]))]


def test_whatever_the_program_imports_is_declared() -> None:
    imported = {name.partition(".")[0] for path in NAMES.values() for name in imports(path)}
    foreign = imported - {"companion", "_typeshed"} - sys.stdlib_module_names
    known, homes = {one.name for one in declared()}, packages_distributions()
    unknown = [name for name in foreign if known.isdisjoint(map(canonicalize_name, homes[name]))]
    assert unknown == []


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("strip") is None, reason="binutils are not here")
def test_what_a_server_needs_is_light(wheel: Path, tmp_path: Path) -> None:
    environment = installed(wheel, tmp_path / "server")
    copied(needed("companion", "postgres"), environment)
    cut = (command(environment, "python"), ROOT / "scripts" / "slim")
    said = subprocess.run(cut, capture_output=True, text=True, check=True).stdout
    print(said)
    assert int(said.split()[0]) < MEGABYTES
