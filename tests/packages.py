"""The package as it is handed out: built, and installed outside of the checkout."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterable
from importlib.metadata import files, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent

# What all may weigh that a server needs.
MEGABYTES = 120


def built(folder: Path) -> Path:
    """Build the wheel into a folder, and give its path."""
    build = ("hatchling", "build", "--target", "wheel", "--directory", str(folder))
    subprocess.run([sys.executable, "-m", *build], cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def installed(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment; what it needs is borrowed from this one.

    A `.pth` file lets in the packages of this environment, but not what its own `.pth` files
    name: the checkout.
    """
    venv.create(folder)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    pip = (sys.executable, "-m", "pip", "--python", str(folder), "--disable-pip-version-check")
    install = ("install", "--quiet", "--no-index", "--no-deps", "--no-compile", str(wheel))
    subprocess.run([*pip, *install], check=True)
    return folder


def needed(name: str, *extras: str) -> set[str]:
    """Name the packages that a package needs, with what its extras need, and what those need."""
    found: set[str] = set()
    for line in requires(name) or ():
        one = Requirement(line)
        wanted = one.marker is None or any(one.marker.evaluate({"extra": e}) for e in ("", *extras))
        if wanted:
            found |= {canonicalize_name(one.name), *needed(one.name, *one.extras)}
    return found


def copied(packages: Iterable[str], environment: Path) -> None:
    """Copy packages of this environment into another one, without what Python has compiled."""
    site = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    for file in (file for name in packages for file in files(name) or ()):
        if file.suffix != ".pyc" and ".." not in file.parts:
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), site / file)


def command(environment: Path, name: str) -> Path:
    """Name a command of an environment."""
    return Path(sysconfig.get_path("scripts", vars={"base": str(environment)}), name)
