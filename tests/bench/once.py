"""What a tap costs while its own device listens: the board is drawn once, and not sent twice."""

import gc
import socket
import statistics
import tempfile
import time
from pathlib import Path

from tests.bench.house import computed
from tests.bench.tap import long_log, taps
from tests.evenings import record
from tests.serving import COMPANION, Server, Tablet

ROUNDS = 3
# Seconds after a tap in which everybody is shown it.
SETTLED = 0.06


class Player:
    """Somebody who taps at a server of their own, perhaps with a device that listens."""

    def __init__(self, folder: Path, *, listens: bool) -> None:
        self.server, self.listens = Server(folder, COMPANION), listens
        self.seconds: list[float] = []

    def sit(self) -> None:
        """Sit down at a new table."""
        path = self.server.import_table(record(chips=10_000, log=long_log(30)))
        self.tablet, self.other = Tablet(self.server, path), Tablet(self.server, path)
        if self.listens:
            self.line = socket.create_connection(("127.0.0.1", self.server.port), timeout=20)
            at = f"{path.rpartition('/')[2]}~{self.tablet.version}"
            head = f"GET /live?at={at} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            self.line.sendall(f"{head}Cookie: {self.tablet.cookies()}\r\n\r\n".encode())
            self.line.recv(1000)

    def tap(self, entry: dict[str, object]) -> None:
        """Tap, and note for how many seconds the server has computed."""
        before = computed(self.server)
        assert self.tablet.tap(entry) == 200
        time.sleep(SETTLED)
        self.seconds.append(computed(self.server) - before)

    def leave(self) -> None:
        """Stand up; whoever listened must have heard of a tap on another device."""
        if self.listens:
            self.other.version = self.tablet.version
            assert self.other.tap({"do": "undo"}) == 200
            seen = b""
            while b" %d\n" % self.other.version not in seen:
                seen += self.line.recv(1 << 16)
            self.line.close()


def main() -> dict[str, float]:
    """Print the medians of processor time, and their ratio."""
    gc.disable()
    first = (3 + sum(entry["do"] == "deal" for entry in long_log(30))) % 4
    with tempfile.TemporaryDirectory() as folder:
        players = [Player(Path(folder) / f"{n}", listens=bool(n)) for n in range(2)]
        for _ in range(ROUNDS):
            for player in players:
                player.sit()
            time.sleep(0.5)
            for entry in taps(first):
                for player in players:
                    player.tap(entry)
            for player in players:
                player.leave()
        for player in players:
            player.server.stop()
    gc.enable()
    alone, listening = (statistics.median(player.seconds) for player in players)
    print(f"a tap: {alone * 1e3:.2f} ms, its own device listening {listening * 1e3:.2f} ms")
    print(f"ratio {listening / alone:.2f} (at most 1.2)")
    return {"listening / alone": listening / alone}
