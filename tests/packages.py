"""The package as it is handed out: built, and installed outside of the checkout."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent


def built(folder: Path) -> Path:
    """Build the wheel into a folder, and give its path."""
    build = ("build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    subprocess.run([sys.executable, "-m", *build], check=True, capture_output=True)
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


def command(environment: Path, name: str) -> Path:
    """Name a command of an environment."""
    return Path(sysconfig.get_path("scripts", vars={"base": str(environment)}), name)
