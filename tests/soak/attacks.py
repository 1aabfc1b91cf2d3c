"""Attacks that once blocked the server, by name; during each, somebody taps at another table."""

import json
import socket
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread
from typing import Any

from tests import evenings
from tests.evenings import PLAYERS
from tests.serving import Server, Tablet
from tests.soak.figures import Figures, memory

TABLE = evenings.record(log=[])
HEAD = b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 950000\r\n\r\n"
BUY = {"do": "buy-in", "player": "Bob", "chips": 1}
# MB that a server may hold whatever happens.
MOST_MEMORY = 250

# Within which 95 % of the taps must be answered.
MOST_SECONDS = 0.25

Doing = Callable[[], object]
Attack = Callable[[Server, ExitStack], Doing]
# The attacks by name: how many attackers there are, and what makes ready and gives what each of
# them does again and again. What is put on the stack lasts until the attack is over.
ATTACKS: dict[str, tuple[int, Attack]] = {}


def attack(name: str, attackers: int = 8) -> Callable[[Attack], Attack]:
    """Note an attack under a name."""

    def noted(made: Attack) -> Attack:
        ATTACKS[name] = (attackers, made)
        return made

    return noted


def record(*log: Any) -> str:
    return json.dumps({**TABLE, "log": list(log)})


def importing(server: Server, text: str) -> Doing:
    """Return what pastes a record on the first page, and forgets the answer."""
    with urllib.request.urlopen(server.url, timeout=60) as home:
        page, cookie = home.read().decode(), home.headers["Set-Cookie"].partition(";")[0]
    token = page.partition('name="csrf-token" content="')[2].partition('"')[0]
    data = urllib.parse.urlencode({"csrf_token": token, "record": text}).encode()
    return fetching(urllib.request.Request(f"{server.url}/import", data, {"Cookie": cookie}))


def fetching(request: urllib.request.Request | str) -> Doing:
    """Return what sends a request and forgets the answer."""

    def fetch() -> None:
        with suppress(OSError, HTTPException), urllib.request.urlopen(request, timeout=60) as found:
            found.read()

    return fetch


def long_evening(server: Server) -> str:
    """Return the address of a table with very many entries."""
    return server.url + server.import_table({**TABLE, "log": [BUY] * 9000})


def lines(server: Server, many: int, sent: bytes, held: ExitStack) -> list[socket.socket]:
    """Open so many connections, and send the same on each as far as it is taken."""
    made = []
    for _ in range(many):
        with suppress(OSError):
            line = socket.create_connection(("127.0.0.1", server.port), 30)
            made.append(held.enter_context(line))
            line.settimeout(2)
            line.sendall(sent)
    return made


def holding(server: Server, many: int, sent: bytes, seconds: float = 3) -> Doing:
    """Return what opens so many connections, sends something, and lets go some seconds later."""

    def hold() -> None:
        with ExitStack() as held:
            lines(server, many, sent, held)
            time.sleep(seconds)

    return hold


@attack("files outside, large ones")
def outside(server: Server, _: ExitStack) -> Doing:
    large = server.instance / "large"
    with large.open("wb") as file:
        file.truncate(1_500_000_000)
    return fetching(f"{server.url}/static/{'..%2f' * 30}{str(large)[1:]}")


@attack("records of undo and redo")
def undo_and_redo(server: Server, _: ExitStack) -> Doing:
    first = [BUY] * 4000 + [{"do": "amend", "entry": 0, "with": {**BUY, "chips": 2}}]
    return importing(server, record(*first, *[{"do": "undo"}, {"do": "redo"}] * 7900))


@attack("a record of amends")
def amends(server: Server, _: ExitStack) -> Doing:
    changes = [{"do": "amend", "entry": at, "with": {**BUY, "chips": 3}} for at in range(3000)]
    return importing(server, record(*[BUY] * 7500, *changes))


@attack("count pages of a long evening")
def counts(server: Server, _: ExitStack) -> Doing:
    typed = urllib.parse.urlencode(
        {f"chips:{name}": "7" for name in (*PLAYERS, "pot:AS", "pot:QC")}
    )
    return fetching(f"{long_evening(server)}/wrong?{typed}")


@attack("previews of an insert at the beginning")
def previews(server: Server, _: ExitStack) -> Doing:
    query = "do=buy-in&player=Ann&chips=5&chips-typed=5&look=1"
    return fetching(f"{long_evening(server)}/log/0/before?{query}")


@attack("a hundred inserts undone and redone")
def inserts(server: Server, _: ExitStack) -> Doing:
    insert = {"do": "insert", "before": 0, "entry": BUY}
    return importing(server, record(*[BUY] * 5000, insert, *[{"do": "undo"}, {"do": "redo"}] * 100))


@attack("names of pots without end")
def long_names(server: Server, _: ExitStack) -> Doing:
    return importing(server, json.dumps({**TABLE, "options": {"board": ["AS", "K" * 990_000]}}))


@attack("printed tallies")
def tallies(server: Server, _: ExitStack) -> Doing:
    return fetching(f"{long_evening(server)}/tally.pdf")


@attack("forms of very many fields")
def many_fields(server: Server, _: ExitStack) -> Doing:
    return fetching(urllib.request.Request(f"{server.url}/import", b"a&" * 500_000))


@attack("a thousand idle connections", 1)
def idle(server: Server, held: ExitStack) -> Doing:
    sent = b"GET /static/img/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for _ in range(1000):
        assert lines(server, 1, sent, held)[0].recv(65536).startswith(b"HTTP/1.1 200")
    return lambda: time.sleep(0.1)


@attack("half requests by the thousand", 1)
def half(server: Server, _: ExitStack) -> Doing:
    return holding(server, 1000, HEAD[:-2])


@attack("a thousand slow senders", 1)
def slow_senders(server: Server, held: ExitStack) -> Doing:
    made = lines(server, 1000, HEAD, held)

    def trickle() -> None:
        for line in made:
            with suppress(OSError):
                line.sendall(b"x" * 100)
        time.sleep(0.5)

    return trickle


@attack("large bodies that do not end", 1)
def unfinished_bodies(server: Server, _: ExitStack) -> Doing:
    return holding(server, 200, HEAD + b"x" * 900_000)


@attack("answers that nobody reads", 1)
def unread(server: Server, _: ExitStack) -> Doing:
    path = long_evening(server).removeprefix(server.url)
    sent = f"GET {path}/record.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    return holding(server, 100, sent)


def run(name: str, seconds: float) -> Figures:
    """Tap at a table for so many seconds while an attack goes on at others."""
    figures = Figures(name)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as held:
        server = Server(Path(folder) / "instance")
        held.callback(server.kill)
        tablet = Tablet(server, server.import_table(TABLE))
        calm = Figures("calm")
        _tap(tablet, calm, seconds / 4)
        over, highest = _begin(name, server, held), 0.0
        for _ in range(4):
            _tap(tablet, figures, seconds / 4)
            highest = max(highest, memory(server.process.pid))
        over.set()
    figures.name += f" (taps before it p95 {1000 * calm.p95():.0f} ms)"
    return _judged(figures, highest)


def _begin(name: str, server: Server, held: ExitStack) -> Event:
    """Make an attack ready and let it begin; give what ends it."""
    attackers, made = ATTACKS[name]
    doing, over = made(server, held), Event()

    def again() -> None:
        while not over.is_set():
            doing()

    for _ in range(attackers):
        Thread(target=again, daemon=True).start()
    return over


def _tap(tablet: Tablet, figures: Figures, seconds: float) -> None:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        started = time.monotonic()
        status = tablet.tap({"do": "buy-in", "player": "Ann", "chips": 1})
        figures.note(status, time.monotonic() - started, "tap", most=5)
        time.sleep(0.05)


def _judged(figures: Figures, highest: float) -> Figures:
    figures.grown = highest
    if figures.p95() > MOST_SECONDS:
        figures.slow.append(f"95 % of taps within {figures.p95():.2f} s")
    if highest > MOST_MEMORY:
        figures.wrong.append(f"{highest:.0f} MB of memory")
    return figures
