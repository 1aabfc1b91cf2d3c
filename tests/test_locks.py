"""The locks: exact versions of all that is installed, with the hashes of their files."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.packages import ROOT, needed

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())
NEEDED = DECLARED["project"]["dependencies"]
EXTRAS = DECLARED["project"]["optional-dependencies"]
LOCKS = {
    "build": DECLARED["build-system"]["requires"],
    "runtime": NEEDED + EXTRAS["https"],
    "server": NEEDED + EXTRAS["postgres"],
    "dev": NEEDED + EXTRAS["dev"],
    "bench": DECLARED["dependency-groups"]["bench"],
}
HASHED = re.compile(r"([\w.-]+==[\w.]+)(?: ; [^\\\n]+?)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)")


def entries(lock: str) -> list[str]:
    text = (ROOT / "requirements" / f"{lock}.lock").read_text()
    return re.split(r"\n(?! )", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip())


def versions(lock: str) -> dict[str, SpecifierSet]:
    pins = [Requirement(entry.partition(" ")[0]) for entry in entries(lock)]
    return {canonicalize_name(pin.name): pin.specifier for pin in pins}


def test_every_lock_is_known() -> None:
    assert {path.stem for path in (ROOT / "requirements").iterdir()} == {*LOCKS}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_of_a_lock_is_one_version_with_its_hashes(lock: str) -> None:
    assert [entry for entry in entries(lock) if not HASHED.fullmatch(entry)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_what_is_declared_has_the_version_of_its_lock(lock: str) -> None:
    declared = map(Requirement, LOCKS[lock])
    assert [str(one) for one in declared if versions(lock).get(one.name) != one.specifier] == []


@pytest.mark.parametrize(
    ("lock", "extra"), [("runtime", "https"), ("server", "postgres"), ("dev", "dev")]
)
def test_what_others_depend_on_is_locked_too(lock: str, extra: str) -> None:
    assert needed("companion", extra) - {*versions(lock)} == set()


@pytest.mark.parametrize("lock", ["build", "runtime", "server"])
def test_the_tests_run_with_what_is_handed_out(lock: str) -> None:
    bare = [{re.sub(r" ;[^\\]*", " ", entry) for entry in entries(name)} for name in (lock, "dev")]
    assert bare[0] - bare[1] == set()


@pytest.mark.parametrize("file", ["Makefile", "Containerfile"])
def test_nothing_is_installed_without_a_hash_but_the_program(file: str) -> None:
    text = (ROOT / file).read_text().replace("\\\n", "")
    calls = re.findall(r"(?:\$\(PIP\)|(?<!-m )pip [^&\n]*(?:install|wheel) )[^&\n]*", text)
    assert calls
    program = r"--no-deps.* (\.|/wheels/\*\.whl) *$"
    assert [call for call in calls if not re.search(f"--require-hashes|{program}", call)] == []


def test_a_container_is_built_with_the_locks_that_it_names() -> None:
    names = re.findall(r"requirements/\S+", (ROOT / "Containerfile").read_text())
    copied = (ROOT / ".containerignore").read_text().splitlines()
    assert {f"!{name}" for name in names} == {line for line in copied if "requirements" in line}
