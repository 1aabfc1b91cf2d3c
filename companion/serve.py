"""Serves the app to the house: waitress, an address to open, a clean stop on a signal."""

import io
import os
import signal
import socket
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

import segno
from flask import Flask
from waitress.server import create_server
from waitress.task import ThreadedTaskDispatcher

from companion.database import close, upgrade

HOST = "0.0.0.0"  # noqa: S104 - the tablets are other machines
PORTS = range(8000, 8010)
THREADS = 8
BODY_LIMIT = 8 * 1024 * 1024


class CannotServe(Exception):
    """The address cannot be used; the message says why in one sentence."""


class Dispatcher(ThreadedTaskDispatcher):
    """Runs requests in threads, and waits one second for the last ones when the server stops."""

    def shutdown(self, cancel_pending: bool = True, timeout: int = 1) -> bool:
        """Stop the threads within `timeout` seconds."""
        return super().shutdown(cancel_pending, timeout)


def serve(app: Flask, host: str | None = None, port: int | None = None) -> int:
    """Migrate, then serve until SIGTERM or SIGINT; return the exit code.

    Without a port here or in `COMPANION_PORT` the first free one from 8000 is taken.
    """
    host = host or os.environ.get("COMPANION_HOST") or HOST
    try:
        listener = listen(host, _ports(port))
    except CannotServe as error:
        print(error, file=sys.stderr)
        return 1
    upgrade(app)
    _run(app, listener, host)
    return 0


def listen(host: str, ports: Sequence[int]) -> socket.socket:
    """Return a socket listening on the first of the ports that is free; raise `CannotServe`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason: Exception | None = None
    for port in ports:
        try:
            return socket.create_server((host, port), family=family)
        except (OSError, OverflowError) as error:
            reason = error
    raise CannotServe(_sentence(host, ports, reason)) from reason


def banner(host: str, port: int) -> str:
    """Return the lines that say where the app is, with a QR code to scan."""
    wide = host in ("", "0.0.0.0", "::")  # noqa: S104 - compared, not bound
    name = lan_address() if wide else host
    url = f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
    return f"\nCompanion is at {url}\n\n{_qr(url)}\nStop it with Ctrl+C.\n"


def lan_address() -> str:
    """Return this machine's address in the house; 127.0.0.1 if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # UDP: picks a route, sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return _address_of_hostname()


def _address_of_hostname() -> str:
    try:
        return socket.gethostbyname(socket.gethostname())
    except OSError:
        return "127.0.0.1"


def _ports(asked: int | None) -> Sequence[int]:
    named = os.environ.get("COMPANION_PORT")
    if asked is not None:
        return (asked,)
    if not named:
        return PORTS
    try:
        return (int(named),)
    except ValueError:
        raise CannotServe(f"COMPANION_PORT must be a number, not {named!r}.") from None


def _sentence(host: str, ports: Sequence[int], reason: Exception | None) -> str:
    tried = f"port {ports[0]}" if len(ports) == 1 else f"ports {ports[0]} to {ports[-1]}"
    why = str(getattr(reason, "strerror", None) or reason).split(" (")[0].rstrip(".")
    return f"Cannot listen on {host}, {tried}: {why}."


def _qr(url: str) -> str:
    text = io.StringIO()
    segno.make(url, error="m").terminal(out=text, compact=True)
    return text.getvalue()


def _run(app: Flask, listener: socket.socket, host: str) -> None:
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    threads = Dispatcher()
    threads.set_thread_count(THREADS)
    server = create_server(
        app, sockets=[listener], max_request_body_size=BODY_LIMIT, _dispatcher=threads
    )
    _say(banner(host, listener.getsockname()[1]))
    server.run()
    close(app)


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


def _say(text: str) -> None:
    """Print, with question marks for what the terminal cannot show."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)
