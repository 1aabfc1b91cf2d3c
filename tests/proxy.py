"""A proxy as `hosting/Caddyfile` describes it, so far as the workers behind it can tell."""

import http.client
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread

PREFIX = "/cards"
# From where all come, as the proxy says.
GUEST = "203.0.113.7"


class Handler(BaseHTTPRequestHandler):
    """Leads each request to the next worker, and to another one where that has gone."""

    workers: Sequence[int] = ()
    turns = count()
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        assert self.path.startswith(PREFIX)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        answer, text = self._ask(body)
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "server", "date"):
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)

    do_POST = do_GET  # noqa: N815 - so it is called

    def _ask(self, body: bytes) -> tuple[http.client.HTTPResponse, bytes]:
        for _ in self.workers:
            port = self.workers[next(self.turns) % len(self.workers)]
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            try:
                line.connect()
            except ConnectionRefusedError:
                continue
            line.request(self.command, self.path.removeprefix(PREFIX), body, self._heads())
            answer = line.getresponse()
            return answer, answer.read()
        raise AssertionError("all workers have gone")

    def _heads(self) -> dict[str, str]:
        ours = {"X-Forwarded-For": GUEST, "X-Forwarded-Proto": "http", "Host": "localhost"}
        ours |= {"X-Forwarded-Host": "localhost", "X-Forwarded-Prefix": PREFIX}
        theirs = {name: value for name, value in self.headers.items() if name not in ours}
        return theirs | ours

    def log_message(self, *_: object) -> None:
        """Write nothing down."""


@contextmanager
def proxy(workers: Sequence[int]) -> Iterator[str]:
    """Stand before workers on these ports; give the address of the house."""
    handler = type("Leading", (Handler,), {"workers": workers})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
        server.shutdown()
