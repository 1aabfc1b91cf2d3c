"""Serves the app to the local network: a socket, uvicorn around the app, a clean stop."""

import os
import signal
import socket
import ssl
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from types import FrameType
from typing import NoReturn

import uvicorn
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.core.sentences import say
from companion.server.connections import (
    IDLE_TIMEOUT,
    MAX_CONNECTIONS,
    ClientConnection,
    ConnectionLimiter,
)
from companion.server.gateway import Gateway
from companion.server.proxies import list_host_names
from companion.store.backups import prepare_database
from companion.store.database import close_connections
from companion.store.tables import get_versions, subscribe
from companion.system.errors import CannotStart
from companion.system.instance_lock import instance_lock, write_running_address
from companion.system.network import get_lan_address, lan_url, startup_banner
from companion.system.settings import setting_number

DEFAULT_HOST = "0.0.0.0"  # noqa: S104 - the tablets are other machines
DEFAULT_PORTS = range(8000, 8010)
MAX_PORT = 65_535
# The ports from 1024 on that browsers never open: the “bad ports” of the Fetch standard.
BLOCKED_PORTS = {
    *(1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566),
    *(6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
}
BLOCKED_PORT = say(
    "Browsers refuse to open port {port}. Start Companion on another port, for example with "
    "--port 8000."
)
# Seconds until a thread that computes is interrupted for another one. With Python's 0.005 a tap
# waits 0.3 s (p95) beside the replay of a long record.
SWITCH_INTERVAL = 0.001

# Seconds that requests have to end when the server stops.
SHUTDOWN_TIMEOUT = 1
# The number of new connections accepted before open ones are served. With uvicorn's 2,048 a tap
# among 10,000 new connections waits 0.7 s, and loses its connection to those behind it.
BACKLOG = 256

# Seconds between two certificates; each is valid for little more than a year.
RENEWAL_INTERVAL = 24 * 60 * 60

# Seconds until a certificate follows a change of this machine's address.
NAMES_INTERVAL = 60

# The number of open files that the process needs besides connections.
OTHER_FILES = 200


def serve(
    app: Flask, host: str | None, port: int | None, *, beside: bool = False, https: bool = False
) -> int:
    """Migrate the database, then serve until SIGTERM or SIGINT; return the exit status.

    If `host` or `port` is None, `COMPANION_HOST` and `COMPANION_PORT` count, then all addresses,
    and the first free port from 8000. With `beside` another process may serve the same folder. With
    `https` a local authority issues the certificate. Raises CannotStart.
    """
    signal.signal(signal.SIGTERM, _handle_signal)
    signal.signal(signal.SIGINT, _handle_signal)
    host = host or os.environ.get("COMPANION_HOST") or DEFAULT_HOST
    folder = Path(app.instance_path)
    with nullcontext() if beside else instance_lock(folder):
        listener = open_socket(host, _ports(port))
        prepare_database(app)
        bound_port = listener.getsockname()[1]
        url = lan_url(host, bound_port, "https" if https else "http")
        write_running_address(folder, url)
        _run(app, listener, url, Certificates(folder, host) if https else None)
    return 0


def open_socket(host: str, ports: Sequence[int]) -> socket.socket:
    """Return a socket that listens on the first free one of `ports`. Raises CannotStart."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    failure: Exception | None = None
    for port in ports:
        try:
            listener = socket.create_server((host, port), family=family)
            # asyncio sets it only on sockets that were made with TCP as their protocol.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listener
        except (OSError, OverflowError) as error:
            failure = error
    raise _listen_error(host, ports, failure) from failure


def _ports(port: int | None) -> Sequence[int]:
    if port is None and not os.environ.get("COMPANION_PORT"):
        return DEFAULT_PORTS
    return (setting_number("COMPANION_PORT", 0, MAX_PORT) if port is None else port,)


def _listen_error(host: str, ports: Sequence[int], failure: Exception | None) -> CannotStart:
    first, last = str(ports[0]), str(ports[-1])
    why = str(getattr(failure, "strerror", None) or failure).split(" (")[0].rstrip(".")
    if first == last:
        return CannotStart(
            "Cannot listen on {host}, port {port}: {why}.", host=host, port=first, why=why
        )
    return CannotStart(
        "Cannot listen on {host}, ports {first} to {last}: {why}.",
        host=host,
        first=first,
        last=last,
        why=why,
    )


def _trust_text(url: str, *, is_new: bool) -> str:
    """Return the line that asks to install the authority's certificate on every device."""
    sentence = say("Set up every device to trust this computer (needed only once): {address}")
    if is_new:
        sentence = say(
            "This computer has a new certificate. Set up every device to trust it: {address}"
        )
    return f"{sentence.with_facts(address=f'{url}trust')}\n"


class Certificates:
    """The certificates for the names and addresses of this machine, and for `host`."""

    def __init__(self, folder: Path, host: str) -> None:
        self._folder, self._host = folder, host
        self._names: set[str] = set()
        self._renewal_time = 0.0

    def issue(self, context: ssl.SSLContext | None = None) -> tuple[Path, bool]:
        """Return the file of a new certificate, and whether its authority is new.

        The certificate is loaded into `context` if there is one.
        """
        # Imported here, as few serve over HTTPS and it takes a while.
        from companion.system.certificates import make_certificate

        names = self._list_names()
        file, is_new = make_certificate(self._folder, sorted(names))
        if context:
            context.load_cert_chain(file)
        self._names, self._renewal_time = names, monotonic() + RENEWAL_INTERVAL
        return file, is_new

    def renew(self, context: ssl.SSLContext) -> NoReturn:
        """Load a new certificate into `context` for every new name, and from time to time."""
        while True:
            sleep(NAMES_INTERVAL)
            # without a free file, not even the address can be read
            with suppress(OSError):
                if monotonic() > self._renewal_time or not self._list_names() <= self._names:
                    self.issue(context)

    def _list_names(self) -> set[str]:
        return {*list_host_names(), get_lan_address(), self._host}


def _run(app: Flask, listener: socket.socket, url: str, certificates: Certificates | None) -> None:
    sys.setswitchinterval(SWITCH_INTERVAL)
    connections = min(MAX_CONNECTIONS, _raise_file_limit() - OTHER_FILES)
    gateway = Gateway(app, connections // 2, partial(_get_table_versions, app))
    app.extensions["watchers"] = lambda: gateway.watchers
    subscribe(app, gateway.hub.publish_change)
    certificate, is_new = certificates.issue() if certificates else (None, False)
    server = make_server(gateway, connections, certificate)
    banner, port = startup_banner(url), listener.getsockname()[1]
    if port in BLOCKED_PORTS:
        banner += f"{BLOCKED_PORT.with_facts(port=str(port))}\n"
    if certificates:
        server.config.load()
        Thread(target=certificates.renew, args=[server.config.ssl], daemon=True).start()
        banner += _trust_text(url, is_new=is_new)
    with suppress(OSError):  # a full disk behind standard output should not stop a game
        print(banner, flush=True)
    try:
        server.run([listener])
    except SystemExit:
        gateway.close()
        close_connections(app)
        with suppress(OSError):
            sys.stdout.flush()
        # Threads may still answer requests that SHUTDOWN_TIMEOUT has cut off; a normal exit would
        # wait.
        os._exit(0)


def _get_table_versions(app: Flask, tables: list[str]) -> dict[str, int] | None:
    """Return the versions of tables; None while the database does not answer."""
    with app.app_context(), suppress(SQLAlchemyError):
        return get_versions(tables)
    return None


def make_server(
    gateway: Gateway, connections: int, certificate: Path | None = None
) -> uvicorn.Server:
    """Return a server around `gateway`, with at most `connections`, over HTTPS by `certificate`.

    It logs nothing: the app reports its own errors.
    """
    limiter = ConnectionLimiter(gateway, connections)
    config = uvicorn.Config(
        limiter,
        loop="asyncio",
        http=partial(ClientConnection, limiter),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level="critical",
        backlog=BACKLOG,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=IDLE_TIMEOUT,
        ssl_certfile=certificate,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )
    return uvicorn.Server(config)


def _raise_file_limit() -> int:
    """Raise the limit of open files as far as allowed, and return it."""
    limit = MAX_CONNECTIONS + OTHER_FILES
    try:
        import resource
    except ImportError:
        return limit  # Windows has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit


def _handle_signal(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)
