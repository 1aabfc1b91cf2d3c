"""Boards that come by themselves: at once, once for all who see alike, never to the wrong one."""

import asyncio
import re
import socket
import time
import urllib.error
import urllib.request
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.server.gateway import Gateway
from companion.server.live import (
    GZIP_HEADER,
    STREAMS_PATH,
    SUBSCRIPTIONS_KEY,
    StreamEvent,
    Subscription,
)
from tests.databases import database
from tests.evenings import record
from tests.racing import house
from tests.serving import Server, Tablet

SETUP = record()
TABLE = {**SETUP, "log": [{"do": "deal"}, {"do": "keep"}]}
LEAD = {"do": "play", "player": "Ann", "card": "2C"}


class Stream:
    """A device that waits for events."""

    def __init__(self, server: Server, *at: str, packed: bool = False, cookies: str = "") -> None:
        self.line = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        query = "&".join(f"at={one}" for one in at)
        accepts = "Accept-Encoding: gzip\r\n" if packed else ""
        head = f"GET /live?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\n{accepts}"
        head += f"Cookie: {cookies}\r\n\r\n" if cookies else "\r\n"
        self.line.sendall(head.encode())
        self.seen = b""
        self.until(b"\r\n\r\n")

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()

    def until(self, wanted: bytes) -> str:
        """Read on until something has come."""
        while wanted not in self.seen:
            part = self.line.recv(65536)
            assert part, self.seen
            self.seen += part
        before, _, self.seen = self.seen.partition(wanted)
        return (before + wanted).decode("utf-8", "replace")

    def event(self, name: str) -> str:
        """Read the next event of a kind."""
        self.until(f"event: {name}\n".encode())
        return self.until(b"\n\n")

    def ended(self) -> None:
        """Wait until nothing more comes: the server has ended it."""
        while self.line.recv(65536):
            pass


@pytest.fixture
def tablet(server: Server) -> Tablet:
    return Tablet(server, server.import_table(TABLE))


def token(tablet: Tablet) -> str:
    return tablet.address.rpartition("/")[2]


def test_an_entry_comes_to_everybody_in_the_moment(server: Server, tablet: Tablet) -> None:
    own = token(tablet)
    watch = tablet.invited()["onlooker"]
    with Stream(server, f"{own}~2") as first, Stream(server, f"{watch}~2") as second:
        assert tablet.tap(LEAD) == 200
        board, seen = first.event("board"), second.event("board")
    assert board.startswith(f"data: {own} 3\n")
    assert seen.startswith(f"data: {watch} 3\n")
    assert "<button" in board
    assert "<button" not in seen
    assert own not in seen
    assert "csrf" not in board + seen


def test_entries_come_sooner_than_a_look_at_all_versions(server: Server, tablet: Tablet) -> None:
    at = f"{token(tablet)}~2"
    with Stream(server, at) as one, Stream(server, at) as two:
        _told_at_once(tablet, one, two)


def test_a_device_is_not_sent_again_what_has_answered_its_tap(
    server: Server, tablet: Tablet
) -> None:
    own = token(tablet)
    other = Tablet(server, f"/t/{own}")
    with Stream(server, f"{own}~2", cookies=tablet.cookies()) as stream:
        assert tablet.tap(LEAD) == 200
        other.version = 3
        assert other.tap({"do": "play", "player": "Ann", "card": "3C"}) == 200
        board = stream.event("board")
        if board.startswith(f"data: {own} 3\n"):
            pytest.skip("the stream was quicker than the answer, on a loaded machine")
        assert board.startswith(f"data: {own} 4\n")


def test_those_who_see_alike_are_sent_the_board_of_the_answer(
    server: Server, tablet: Tablet
) -> None:
    own = token(tablet)
    with Stream(server, f"{own}~2") as stream:
        assert tablet.tap(LEAD) == 200
        board = stream.event("board").replace("data: ", "").splitlines()[1:-1]
    assert board == tablet.board.splitlines()


def test_whoever_has_an_older_version_is_right_after_one_message(
    server: Server, tablet: Tablet
) -> None:
    own = token(tablet)
    assert tablet.tap(LEAD) == 200
    with Stream(server, f"{own}~2") as late, Stream(server, f"{own}~0") as later:
        assert late.event("board").startswith(f"data: {own} 3\n")
        assert later.event("board").startswith(f"data: {own} 3\n")


def test_one_stream_is_enough_for_several_tables(server: Server, tablet: Tablet) -> None:
    other = Tablet(server, server.import_table(TABLE))
    with Stream(server, f"{token(tablet)}~2", f"{token(other)}~2") as both:
        other.tap(LEAD)
        assert both.event("board").startswith(f"data: {token(other)} 3\n")
        tablet.tap(LEAD)
        assert both.event("board").startswith(f"data: {token(tablet)} 3\n")


def test_what_is_no_entry_comes_too(server: Server, tablet: Tablet) -> None:
    seat = tablet.invited()["ann"]
    with Stream(server, f"{seat}~2") as stream:
        tablet.post("/guests/seats", {"tap": "off"})
        while "<button" in stream.event("again"):
            """Drawn first as it was before."""


def test_a_withdrawn_address_is_told_at_once_and_gets_nothing_more(
    server: Server, tablet: Tablet
) -> None:
    watch = tablet.invited()["onlooker"]
    with Stream(server, f"{watch}~2") as stream:
        tablet.post("/guests/withdraw", {"address": watch})
        assert stream.event("gone") == f"data: {watch}\n\n"
        tablet.tap(LEAD)
        stream.line.settimeout(0.5)
        with pytest.raises(TimeoutError):
            stream.event("board")
    with Stream(server, f"{watch}~2", "watch.nothing~2", "~", f"{token(tablet)}~2") as late:
        assert late.event("gone")
        assert late.event("gone")


def test_an_old_address_is_told_so_and_whoever_was_invited_comes_again(
    server: Server, tablet: Tablet
) -> None:
    old, watch = token(tablet), tablet.invited()["onlooker"]
    with Stream(server, f"{old}~2") as own, Stream(server, f"{watch}~2") as invited:
        tablet.post("/guests/renew", {})
        assert own.event("gone") == f"data: {old}\n\n"
        invited.ended()
    with Stream(server, f"{watch}~2") as again:
        assert again.event("board").startswith(f"data: {watch} ")


@pytest.mark.parametrize("query", ["at=zzz~1", "at=zzz~1&at=~", ""])
def test_there_is_no_stream_where_there_is_no_table(server: Server, query: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{server.url}/live?{query}", timeout=10)
    with refused.value as answer:
        assert answer.code == 404
        assert "There is no table at this address." in answer.read().decode()


def test_a_packed_stream_is_the_same_in_a_sixth_of_the_bytes() -> None:
    told = [StreamEvent("board", *["<li>a pot</li>"] * 50), StreamEvent("beat", "")]
    unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16)
    packed = GZIP_HEADER + b"".join(one.compressed for one in told)
    assert unpacked.decompress(packed) == b"".join(one.plain for one in told)
    assert len(told[0].compressed) * 6 < len(told[0].plain)


def test_a_browser_that_can_gets_it_packed(server: Server, tablet: Tablet) -> None:
    with Stream(server, f"{token(tablet)}~2", packed=True) as stream:
        tablet.tap(LEAD)
        stream.until(GZIP_HEADER)


def test_served_by_any_other_server_pages_ask_themselves(client: FlaskClient) -> None:
    assert client.get("/live?at=x~1").status_code == 204


def test_more_streams_than_there_may_be_are_refused_before_the_app_has_answered_one() -> None:
    let_go = Event()

    def busy(environ: dict[str, Any], start: Any) -> list[bytes]:
        assert let_go.wait(20)
        return _wishing(environ, start)

    async def asked() -> dict[str, list[int]]:
        gateway = Gateway(busy, 8, lambda _: {})
        return await _statuses("abcdefghij", gateway, STREAMS_PATH, until=2)

    with ThreadPoolExecutor(1) as thread:
        asking = thread.submit(lambda: asyncio.run(asked()))
        try:
            statuses = asking.result(timeout=20)
        finally:
            let_go.set()
    assert {client for client, found in statuses.items() if found == [429]} == {"i", "j"}


async def _statuses(
    clients: str, gateway: Gateway, path: str, until: int = 0
) -> dict[str, list[int]]:
    """Let clients ask for streams; give the statuses of each when all, or so many, are there."""
    found: dict[str, list[int]] = {client: [] for client in clients}

    async def ask(client: str) -> None:
        async def send(told: Any) -> None:
            if told["type"] == "http.response.start":
                found[client].append(told["status"])

        await gateway(_scope(client, path), _Waiting().receive, send)

    whole = asyncio.gather(*map(ask, clients))
    while sum(map(len, found.values())) < (until or len(clients)) and not whole.done():
        await asyncio.sleep(0.01)
    whole.cancel()
    gateway.close()
    return found


def _wishing(environ: dict[str, Any], start: Any) -> list[bytes]:
    client = environ["REMOTE_ADDR"]
    environ[SUBSCRIPTIONS_KEY].append(Subscription("own", client, "", "table", "own", "/", 1, 1))
    start("204 NO CONTENT", [])
    return []


def _scope(client: str, path: str) -> dict[str, Any]:
    asked: dict[str, Any] = {"type": "http", "http_version": "1.1", "scheme": "http"}
    asked |= {"method": "GET", "headers": [], "path": path, "query_string": b""}
    asked["raw_path"] = path.encode()
    return {**asked, "server": None, "client": (client, 1)}


class _Waiting:
    """A device that stays."""

    def __init__(self) -> None:
        self.asked = False

    async def receive(self) -> dict[str, str]:
        if self.asked:
            await asyncio.Event().wait()
        self.asked = True
        return {"type": "http.request"}


def test_three_workers_on_postgres_look_at_each_others_tables_and_tell_hosts_who_watches(
    tmp_path: Path, testrun_uid: str
) -> None:
    with (
        database("postgresql", tmp_path, testrun_uid) as url,
        house(tmp_path, url, 3, COMPANION_HOSTED="1") as workers,
    ):
        tablet = Tablet(workers[0], workers[0].import_table(TABLE))
        at = f"{token(tablet)}~2"
        with Stream(workers[1], at) as one, Stream(workers[2], at) as two:
            assert tablet.tap(LEAD) == 200
            for stream in (one, two):
                assert stream.event("board").startswith(f"data: {token(tablet)} 3\n")
            assert [_watchers(worker) for worker in workers] == [0, 1, 1]


def _watchers(worker: Server) -> float:
    """Read how many watch, as the host of this worker does."""
    with urllib.request.urlopen(f"{worker.url}/metrics", timeout=10) as numbers:
        (line,) = re.findall(r"^companion_watchers (\S+)$", numbers.read().decode(), re.MULTILINE)
    return float(line)


def _told_at_once(tablet: Tablet, *streams: Stream) -> None:
    took = []
    for version, rank in enumerate("2345", 3):
        started = time.monotonic()
        assert tablet.tap({"do": "play", "player": "Ann", "card": f"{rank}C"}) == 200
        for stream in streams:
            assert stream.event("board").startswith(f"data: {token(tablet)} {version}\n")
        took.append(time.monotonic() - started)
    assert sorted(took)[1] < 0.5, "slower than a look at all versions every second"
