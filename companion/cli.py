"""The command line."""

import argparse

from companion.app import create_app
from companion.serve import serve


def main() -> int:
    """Run the command that the arguments name; return the exit code."""
    parser = argparse.ArgumentParser(prog="companion")
    commands = parser.add_subparsers(required=True)
    run = commands.add_parser("run", help="serve the app to the tablets in the house")
    run.add_argument("--host", help="address to listen on (COMPANION_HOST, else 0.0.0.0)")
    run.add_argument(
        "--port", type=int, help="port (COMPANION_PORT, else the first free from 8000)"
    )
    arguments = parser.parse_args()
    return serve(create_app(), arguments.host, arguments.port)
