"""The command line in processes of its own, forked from one that has loaded the program already."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(
    ["companion.app", "companion.store.backups", "companion.serve", "tests.commands"]
)

ENGLISH = {"LANGUAGE": "", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True)
class Done:
    """What a command gave back."""

    returncode: int | None
    stdout: str
    stderr: str


def companion(*words: str, stdin: str = "", instance: Path | None = None, **more: str) -> Done:
    """Run `companion` with these words on a folder of data, with more in its environment."""
    environment = {**os.environ, **ENGLISH, **more}
    if instance:
        environment["COMPANION_INSTANCE"] = str(instance)
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "stdin").write_text(stdin)
        process = FORKS.Process(target=_run, args=(words, environment, folder))
        process.start()
        process.join(60)
        process.kill()
        told = [(folder / name).read_text() for name in ("stdout", "stderr")]
        return Done(process.exitcode, *told)


def _run(words: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
    from companion.cli import main

    os.environ.clear()
    os.environ.update(environment)
    sys.stdin = (folder / "stdin").open()
    for at, name in enumerate(("stdout", "stderr"), start=1):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT), at)
    sys.argv = ["companion", *words]
    sys.exit(main())
