"""A server that cannot be held up: by many who wait, by slow ones, by those who never end."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from companion.server.connections import HEAD, UNFINISHED, Crowd
from tests.evenings import record
from tests.serving import COMPANION, Server, Tablet

TABLE = record(log=[])
GET = b"GET /rules/boodle HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
def tablet(server: Server) -> Tablet:
    return Tablet(server, server.import_table(TABLE))


@pytest.fixture
def line(server: Server) -> Iterator[socket.socket]:
    with connect(server) as made:
        yield made


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def tap(tablet: Tablet) -> float:
    """Tap, and give the seconds until it was answered."""
    started = time.monotonic()
    assert tablet.tap({"do": "buy-in", "player": "Ann", "chips": 1}) == 200
    return time.monotonic() - started


def answer(line: socket.socket) -> bytes:
    """Read all that comes until the server ends the connection."""
    found = b""
    try:
        while part := line.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize("sent", [b"", b"GET / HT", GET, GET + b"\r\n", b"POST / HTTP/1.1\r\n"])
def test_many_idle_or_half_requests_are_served_around(
    server: Server, tablet: Tablet, sent: bytes
) -> None:
    with ExitStack() as open_lines:
        for _ in range(2 * UNFINISHED):
            open_lines.enter_context(connect(server)).sendall(sent)
        assert tap(tablet) < 5
        assert tap(Tablet(server, server.import_table(TABLE))) < 5


def test_of_too_many_half_requests_the_oldest_are_ended(server: Server) -> None:
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(connect(server)) for _ in range(UNFINISHED + 1)]
        for line in lines:
            line.sendall(GET)
            time.sleep(0.002)
        assert answer(lines[0]) == b""
        lines[-1].sendall(b"Connection: close\r\n\r\n")
        assert answer(lines[-1]).startswith(b"HTTP/1.1 200")


def test_a_head_without_an_end_is_refused(line: socket.socket) -> None:
    line.sendall(GET + b"X: " + b"x" * (2 * HEAD))
    assert answer(line)[:12] in (b"HTTP/1.1 400", b"")


@pytest.mark.parametrize("length", [9_000_000, 2_000_000])
def test_a_body_that_is_too_long_is_refused(line: socket.socket, length: int) -> None:
    head = b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    with suppress(ConnectionError):
        line.sendall(head + b"Content-Length: %d\r\n\r\n" % length + b"x" * length)
    assert answer(line)[:12] in (b"HTTP/1.1 413", b"HTTP/1.1 429", b"")


def test_a_thousand_requests_at_once_on_one_line_end_it(line: socket.socket) -> None:
    with suppress(ConnectionError):
        line.sendall((GET + b"\r\n") * 1000)
    assert answer(line).count(b"HTTP/1.1 200") < 20


def test_a_body_that_comes_in_pieces_is_read_whole(line: socket.socket) -> None:
    line.sendall(b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n")
    line.sendall(b"Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n")
    for part in (b"csrf_token=", b"none", b"&record="):
        line.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        time.sleep(0.01)
    line.sendall(b"0\r\n\r\n")
    assert answer(line).startswith(b"HTTP/1.1 400")


def test_of_twenty_tablets_tapping_at_once_no_tap_is_doubled_or_lost(server: Server) -> None:
    path = server.import_table(TABLE)
    tablets = [Tablet(server, path) for _ in range(20)]
    with ThreadPoolExecutor(len(tablets)) as room:
        answered = list(room.map(tap_stubbornly, tablets, range(1, len(tablets) + 1)))
    stored = [entry["chips"] for entry in server.export(path)["log"]]
    assert sorted(stored) == sorted(answered)


def tap_stubbornly(tablet: Tablet, chips: int) -> int:
    """Tap again on the newer screen for as long as others are quicker."""
    while (status := tablet.tap({"do": "buy-in", "player": "Ann", "chips": chips})) == 409:
        pass
    assert status == 200
    return chips


def test_a_busy_server_waits_for_nobody_when_it_stops(tmp_path: Path) -> None:
    server = Server(tmp_path / "instance")
    with ExitStack() as open_lines:
        for sent in (b"", GET, GET + b"\r\n") * 50:
            open_lines.enter_context(connect(server)).sendall(sent)
        assert server.stop() == 0


FEW = (
    "from companion import connections;"
    "connections.CONNECTIONS, connections.FROM_ONE_HOUSEHOLD = 80, 40;"
    "connections.UNFINISHED = 10;"
)
"""A fiftieth of the connections there may be."""


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy, with few connections."""
    program = (*COMPANION[:2], FEW + COMPANION[2])
    running = Server(tmp_path_factory.mktemp("club"), program, COMPANION_PROXIES="1")
    yield running
    running.stop()


def status(line: socket.socket, path: str, visitor: str) -> bytes:
    """Ask as a proxy does for a visitor; give the status."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {visitor}\r\n\r\n"
    line.sendall(head.encode())
    return line.recv(12)[-3:]


@pytest.mark.parametrize(
    ("network", "addresses", "streams"), [("203.0.113.", 2, 40), ("2001:db8:1:2::", 99, 20)]
)
def test_behind_a_proxy_one_or_two_visitors_cannot_shut_the_house(
    proxied: Server, network: str, addresses: int, streams: int
) -> None:
    live = proxied.import_table(TABLE).replace("/t/", "/live?at=") + "~0"
    with ExitStack() as lines:

        def ask(path: str, visitor: str) -> bytes:
            return status(lines.enter_context(connect(proxied)), path, visitor)

        answers = [ask(live, f"{network}{1 + n % addresses}") for n in range(100)]
        assert (answers.count(b"200"), answers.count(b"429")) == (streams, 100 - streams)
        for _ in range(20):
            assert ask("/rules/boodle", "198.51.100.9") == b"200"
        assert ask(live, "198.51.100.9") == b"200"


def test_of_a_proxy_any_number_of_requests_may_be_on_their_way(proxied: Server) -> None:
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(connect(proxied)) for _ in range(30)]
        for line in lines:
            line.sendall(GET)
        for line in lines:
            line.sendall(b"Connection: close\r\n\r\n")
            assert answer(line).startswith(b"HTTP/1.1 200")


class Fake:
    """A connection as a crowd sees it."""

    def __init__(self, crowd: Crowd, *, in_work: bool = False) -> None:
        self.crowd, self.in_work = crowd, in_work

    def drop(self) -> None:
        self.crowd.remove(self)  # type: ignore[arg-type]


def test_of_a_crowd_that_is_too_large_the_one_longest_silent_goes() -> None:
    crowd = Crowd(3)
    first, second, third, fourth = (Fake(crowd, in_work=at == 0) for at in range(4))
    for one in (first, second, third, second, fourth):
        crowd.add(one)  # type: ignore[arg-type]
    assert list(crowd) == [first, second, fourth]
