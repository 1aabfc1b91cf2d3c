"""The engine: Python for browsers, as npm has it, and how it compiles what it is to run."""

import shutil
import subprocess
import tarfile
from hashlib import sha256
from pathlib import Path

from companion.machine.trouble import CannotStart

VERSION = "314.0.7"
SUM = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What a browser loads of it beside the library."""

COMPILE = """
import compileall
from py_compile import PycInvalidationMode

assert compileall.compile_dir(
    "/made", maxlevels=40, quiet=1, force=True, legacy=True, optimize=2, stripdir="/made",
    invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
)
"""
SQUEEZE = """
import pathlib
from compression import zstd

asked = zstd.CompressionParameter
options = {asked.compression_level: 22, asked.window_log: 25}
for file in pathlib.Path("/made").glob("*.zst"):
    file.write_bytes(zstd.compress(file.read_bytes(), options=options))
"""

_RUN = Path(__file__).with_name("run.mjs")


def download_pyodide(folder: Path) -> Path:
    """Get the engine from npm into a folder, and unpack it there. Raises CannotStart."""
    _run("npm", "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", str(folder))
    packed = folder / f"pyodide-{VERSION}.tgz"
    if sha256(packed.read_bytes()).hexdigest() != SUM:
        raise CannotStart("What npm delivers as {name} has changed.", name=packed.name)
    with tarfile.open(packed) as files:
        files.extractall(folder, filter="data")
    return folder / "package"


def compile_modules(engine: Path, folder: Path) -> None:
    """Compile every module below a folder, for the engine alone; only that stays of them."""
    _run("node", str(_RUN), str(engine), str(folder), told=COMPILE)
    for source in folder.rglob("*.py"):
        source.unlink()


def recompress(engine: Path, folder: Path) -> None:
    """Pack every .zst in a folder as tightly as the engine can unpack it."""
    _run("node", str(_RUN), str(engine), str(folder), told=SQUEEZE)


def _run(program: str, *arguments: str, told: str = "") -> None:
    found = shutil.which(program)
    if found is None:
        raise CannotStart("This needs {program}, of Node.js 20 or newer.", program=program)
    command = [found, *arguments]
    done = subprocess.run(command, input=told, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise CannotStart(
            "{program} did not succeed: {why}",
            program=program,
            why=(done.stderr or done.stdout).strip()[-400:],
        )
