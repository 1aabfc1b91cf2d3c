"""A server that cannot be held up: by many who wait, by slow ones, by those who never end."""

import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from companion.server.asgi import MAX_BODY_SIZE
from companion.server.connections import MAX_HEAD_SIZE, REQUEST_TIMEOUT
from tests.evenings import record
from tests.serving import Server, Tablet

TABLE = record(log=[])
GET = b"GET /rules/boodle HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
def tablet(server: Server) -> Tablet:
    return Tablet(server, server.import_table(TABLE))


@pytest.fixture
def line(server: Server) -> Iterator[socket.socket]:
    with connect(server) as made:
        yield made


# Seconds in which a tap is answered, on a busy machine too; a request in pieces is given 20.
SOON = 15


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
        for _ in range(256):
            open_lines.enter_context(connect(server)).sendall(sent)
        assert tap(tablet) < SOON
        assert tap(Tablet(server, server.import_table(TABLE))) < SOON


def test_a_head_without_an_end_is_refused(line: socket.socket) -> None:
    line.sendall(GET + b"X: " + b"x" * (2 * MAX_HEAD_SIZE))
    began = time.monotonic()
    assert answer(line) == b""
    assert time.monotonic() - began < REQUEST_TIMEOUT / 2


def test_a_head_with_an_end_is_answered_though_much_comes_with_it(line: socket.socket) -> None:
    head = b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    line.sendall(
        head + b"Content-Length: %d\r\n\r\n" % (2 * MAX_HEAD_SIZE) + b"x" * 2 * MAX_HEAD_SIZE
    )
    assert answer(line).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [
        (b"import", 9_000_000, 400),
        (b"import", 13_000_000, 413),
        (b"import", 70_000_000, 413),
        (b"new", 2_000_000, 413),
        (b"new", 9_000_000, 413),
    ],
)
def test_a_body_that_is_too_long_is_told_so(
    line: socket.socket, path: bytes, length: int, status: int
) -> None:
    head = b"POST /" + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    with suppress(ConnectionError):
        line.sendall(head + b"Content-Length: %d\r\n\r\n" % length + b"x" * length)
    assert answer(line)[:12] == b"HTTP/1.1 %d" % status


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


# A fiftieth of the connections there may be, and a sixth of the room for large bodies.
FEW = (
    "from companion import serve; from companion.server import gateway;"
    "serve.MAX_CONNECTIONS, gateway.MAX_LARGE_MB = 80, 4"
)

# A fortieth of the time that a request may take to come.
SHORT = "from companion.server import connections; connections.REQUEST_TIMEOUT = 0.5"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with few connections."""
    running = Server(tmp_path_factory.mktemp("club"), change=FEW, COMPANION_PROXIES="1")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for requests for a short time."""
    running = Server(tmp_path_factory.mktemp("quick"), change=SHORT)
    yield running
    running.stop()


@pytest.mark.parametrize("sent", [GET, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"])
def test_whoever_sends_half_a_request_is_not_waited_for(quick: Server, sent: bytes) -> None:
    with connect(quick) as line:
        line.sendall(sent)
        began = time.monotonic()
        while time.monotonic() - began < 5:
            time.sleep(0.1)
            try:
                line.sendall(b"X" if sent is GET else b"")
                line.settimeout(0.1)
                if not line.recv(1):
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
    pytest.fail("the server still waits")


def test_of_too_many_connections_the_one_longest_silent_goes(small: Server) -> None:
    live = small.import_table(TABLE).replace("/t/", "/live?at=") + "~0"
    with ExitStack() as open_lines:
        stream, asked, *silent = [open_lines.enter_context(connect(small)) for _ in range(70)]
        assert status(stream, live, "203.0.113.1") == b"200"
        for _ in range(40):
            silent.append(open_lines.enter_context(connect(small)))
            assert status(asked, "/rules/boodle", "203.0.113.2") == b"200"
        assert answer(silent[0]) == b""
        assert tap(Tablet(small, live.replace("/live?at=", "/t/").removesuffix("~0"))) < SOON
        assert stream.recv(65536)


def status(line: socket.socket, path: str, visitor: str) -> bytes:
    """Ask as a proxy does for a visitor; give the status, and read all of the answer."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {visitor}\r\n\r\n"
    line.sendall(head.encode())
    found = line.recv(65536)
    length = re.search(rb"content-length: (\d+)", found, re.IGNORECASE)
    if length:
        wanted = found.index(b"\r\n\r\n") + 4 + int(length[1])
        while len(found) < wanted:
            found += line.recv(65536)
    return found[9:12]


@pytest.mark.parametrize(("network", "addresses"), [("203.0.113.", 1), ("2001:db8:1:2::", 99)])
def test_behind_a_proxy_one_visitor_cannot_take_all_streams(
    small: Server, network: str, addresses: int
) -> None:
    live = small.import_table(TABLE).replace("/t/", "/live?at=") + "~0"
    with ExitStack() as lines:

        def ask(path: str, visitor: str) -> bytes:
            return status(lines.enter_context(connect(small)), path, visitor)

        answers = [ask(live, f"{network}{1 + n % addresses}") for n in range(40)]
        assert (answers.count(b"200"), answers.count(b"429")) == (30, 10)
        for _ in range(20):
            assert ask("/rules/boodle", "198.51.100.9") == b"200"
        assert ask(live, "198.51.100.9") == b"200"


def test_a_file_for_which_there_is_no_room_is_read_before_its_sender_is_told_to_wait(
    small: Server,
) -> None:
    head = b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    with connect(small) as line:
        line.sendall(head + b"Content-Length: %d\r\n\r\n" % (6 * MAX_BODY_SIZE))
        for _ in range(6):
            line.sendall(b"x" * MAX_BODY_SIZE)
            time.sleep(0.1)
        assert answer(line).startswith(b"HTTP/1.1 429")
