"""`companion pocket`."""

from pathlib import Path

import click

from companion.core.sentences import say

POCKET = say(
    "Write FOLDER: static files by which a browser runs Companion alone, without a server.\n\n"
    "Where no folder is named it is the one that “companion run --https” offers at /pocket/."
)


@click.command("pocket", help=str(POCKET))
@click.argument("folder", required=False, type=click.Path(path_type=Path))
def _pocket(folder: Path | None) -> int:
    from companion.machine.paths import pocket_folder
    from companion.machine.settings import instance_path
    from companion.pocket.folder import build_site

    target = folder or pocket_folder(instance_path({}))
    size = f"{build_site(target) / 1e6:.1f}"
    print(say("{folder} is ready: {size} MB.", folder=str(target), size=size))
    return 0


POCKET_COMMANDS = (_pocket,)
