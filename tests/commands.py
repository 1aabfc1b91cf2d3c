"""The command line in processes of its own, forked from one that has loaded the program already."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from subprocess import TimeoutExpired
from tempfile import TemporaryDirectory

from tests.quick import UNSYNCED

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.warm", "tests.commands"])

ENGLISH = {"LANGUAGE": "", "LC_ALL": "C.UTF-8"}


class Forked(FORKS.Process):
    """`companion` with some words; what it prints is added to a file. It is used as a `Popen`.

    Statements in ``change`` are run before.
    """

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        output: Path,
        errors: Path | None = None,
        stdin: Path | None = None,
        change: str = "",
    ) -> None:
        files = (output, errors or output, stdin or Path(os.devnull))
        super().__init__(target=_run, args=(words, environment, *files, change), daemon=True)
        self.start()

    def poll(self) -> int | None:
        return self.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self.join(timeout)
        if self.exitcode is None:
            self.kill()
            raise TimeoutExpired("companion", timeout or 0)
        return self.exitcode


@dataclass(frozen=True)
class Done:
    """What a command gave back."""

    returncode: int
    stdout: str
    stderr: str


def companion(
    *words: str, stdin: str = "", instance: Path | None = None, seconds: int = 60, **more: str
) -> Done:
    """Run `companion` with these words on a folder of data, with more in its environment."""
    environment = {**os.environ, **ENGLISH, **more}
    if instance:
        environment["COMPANION_INSTANCE"] = str(instance)
    with TemporaryDirectory() as folder:
        given, output, errors = (Path(folder, name) for name in ("stdin", "stdout", "stderr"))
        given.write_text(stdin)
        process = Forked(words, environment, output, errors, given)
        return Done(process.wait(seconds), output.read_text(), errors.read_text())


def _run(
    words: Sequence[str],
    environment: Mapping[str, str],
    output: Path,
    errors: Path,
    stdin: Path,
    change: str,
) -> None:
    from companion.cli import main
    from companion.store import database

    database.PRAGMAS = UNSYNCED
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin = stdin.open(encoding="utf-8")
    for at, file in enumerate((output, errors), start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND), at)
    sys.argv = ["companion", *words]
    exec(change)
    sys.exit(main())
