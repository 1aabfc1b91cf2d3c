"""The group of all commands, with `companion run` and `companion pocket`."""

import os
from pathlib import Path

import click

from companion import __version__
from companion.cli import maintenance, records
from companion.cli.terminal import fail
from companion.core.sentences import say
from companion.system.errors import explain_error
from companion.system.settings import instance_path, pocket_folder

POCKET = say(
    "Write the app to FOLDER as static files, which run in a browser without a server.\n\n"
    "Without FOLDER, the files go to the folder that “companion run --https” serves at /pocket/."
)


@click.command("pocket", help=str(POCKET))
@click.argument("folder", required=False, type=click.Path(path_type=Path))
def _pocket(folder: Path | None) -> int:
    from companion.pocket.build import build_site

    target = folder or pocket_folder(instance_path({}))
    size = f"{build_site(target) / 1e6:.1f}"
    print(say("{folder} is ready: {size} MB.", folder=str(target), size=size))
    return 0


RUN = say("Serve the app to the tablets in the house.")
HOST = say("Address to listen on (default: COMPANION_HOST, or 0.0.0.0).")
PORT = say("Port (default: COMPANION_PORT, or the first free port from 8000 up).")
BESIDE = say("Start even if another Companion is using the same folder.")
HTTPS = say("Serve over HTTPS, with a certificate that this computer makes.")


@click.command("run", help=str(RUN))
@click.option("--host", help=str(HOST))
@click.option("--port", type=int, help=str(PORT))
@click.option("--beside", is_flag=True, help=str(BESIDE))
@click.option("--https", is_flag=True, help=str(HTTPS))
def _run(host: str | None, port: int | None, beside: bool, https: bool) -> int:
    from companion.app import create_app
    from companion.serve import serve

    return serve(create_app(), host, port, beside=beside, https=https)


class ExitStatusGroup(click.Group):
    """Commands that return their exit status; errors of the machine are printed as a sentence."""

    def invoke(self, ctx: click.Context) -> None:
        os.umask(0o077)  # what is kept holds the addresses of tables, and the key
        try:
            status = super().invoke(ctx)
        except Exception as error:
            sentence = explain_error(error)
            if ctx.params["debug"] or sentence is None:
                raise
            status = fail(sentence)
        ctx.exit(status)


@click.group(
    cls=ExitStatusGroup,
    help=str(say("Keep track of pots, IOUs, and players’ chips at the card table.")),
)
@click.version_option(__version__)
@click.option("--debug", is_flag=True, help=str(say("Show where an error comes from.")))
def companion(**_: object) -> None:
    """Parse the options that stand before the name of a command."""


for command in (_run, *records.COMMANDS, *maintenance.COMMANDS, _pocket):
    companion.add_command(command)
