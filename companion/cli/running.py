"""`companion run`."""

import click

from companion.core.sentences import say

RUN = say("Serve the app to the tablets in the house.")
HOST = say("Address to listen on (COMPANION_HOST, else 0.0.0.0).")
PORT = say("Port (COMPANION_PORT, else the first free from 8000).")
BESIDE = say("Serve a folder that another process serves too.")
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


RUN_COMMANDS = (_run,)
