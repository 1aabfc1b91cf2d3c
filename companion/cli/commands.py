"""All commands, in the language that is spoken when this is first imported."""

import os
from functools import partial

import click

from companion import __version__
from companion.cli import care, pocket, records, running, tables
from companion.core.sentences import say
from companion.machine.trouble import run_reporting_errors


class ExitStatusGroup(click.Group):
    """Commands that give their status, and say in a sentence where the computer is at fault."""

    def invoke(self, ctx: click.Context) -> None:
        """Run the command that is named, and exit."""
        os.umask(0o077)  # what is kept holds the addresses of tables, and the key
        ctx.exit(run_reporting_errors(partial(super().invoke, ctx), ctx.params["debug"]))


@click.group(
    cls=ExitStatusGroup, help=str(say("Keep track of the pots, purses and IOUs of card tables."))
)
@click.version_option(__version__)
@click.option("--debug", is_flag=True, help=str(say("Show where an error comes from.")))
def companion(debug: bool) -> None:
    """Take what goes before the name of a command."""


for command in (
    *running.RUN_COMMANDS,
    *records.COMMANDS,
    *care.CARE_COMMANDS,
    *tables.TABLE_COMMANDS,
    *pocket.POCKET_COMMANDS,
):
    companion.add_command(command)
