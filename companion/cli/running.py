"""`companion run`."""

import click


@click.command()
@click.option("--host", help="Address to listen on (COMPANION_HOST, else 0.0.0.0).")
@click.option("--port", type=int, help="Port (COMPANION_PORT, else the first free from 8000).")
@click.option("--beside", is_flag=True, help="Serve a folder that another process serves too.")
@click.option("--https", is_flag=True, help="Serve over HTTPS, by an authority of the house.")
def run(host: str | None, port: int | None, beside: bool, https: bool) -> int:
    """Serve the app to the tablets in the house."""
    from companion.app import create_app
    from companion.serve import serve

    return serve(create_app(), host, port, beside=beside, https=https)


COMMANDS = (run,)
