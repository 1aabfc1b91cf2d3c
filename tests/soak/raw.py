"""Bytes that are hardly HTTP, to a real server: it answers, or ends the connection, and goes on."""

import random
import re
import socket
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.serving import Server
from tests.soak.figures import Figures, memory

LINES = (
    b"GET / HTTP/1.1",
    b"GET /static/../../../../etc/passwd HTTP/1.1",
    b"GET /static/..%2f..%2f..%2fetc/passwd HTTP/1.1",
    b"GET /t/%00 HTTP/1.1",
    b"GET /%ff%fe HTTP/1.1",
    b"GET //evil.example/ HTTP/1.1",
    b"GET http://evil.example/ HTTP/1.1",
    b"GET * HTTP/1.1",
    b"OPTIONS * HTTP/1.1",
    b"CONNECT a:1 HTTP/1.1",
    b"POST /import HTTP/1.1",
    b"PUT / HTTP/1.1",
    b"GET /open?address=%ed%a0%80 HTTP/1.1",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1",
    b"GET / HTTP/9.9",
    b"GET /",
    b"PRI * HTTP/2.0",
    b"\x16\x03\x01\x02\x00\x01\x00",
)
HEADS = (
    b"Host: 127.0.0.1",
    b"Host: evil.example",
    b"Host: " + b"a" * 70 + b".example",
    b"Host:",
    b"Content-Length: 5",
    b"Content-Length: -1",
    b"Content-Length: 99999999999",
    b"Content-Length: 5, 6",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: identity",
    b"Content-Type: multipart/form-data; boundary=" + b"x" * 300,
    b"Content-Type: application/x-www-form-urlencoded",
    b"Cookie: companion=" + b"e" * 3000,
    b"Expect: 100-continue",
    b"Upgrade: websocket",
    b"Connection: upgrade",
    b"X_Y: z",
    b"A" * 5000 + b": b",
    b"no colon",
    b" folded",
    b"Accept-Encoding: gzip;q=x",
    b"Range: bytes=0-1,5-,-9",
)
BODIES = (
    b"",
    b"hello",
    b"5\r\nhello\r\n0\r\n\r\n",
    b"ffffffff\r\nx",
    b"--x\r\n\r\n",
    b"\x00" * 2000,
)


# Seconds to wait for an answer; what is no whole request gets none.
PATIENCE = 1.0


def made(chance: random.Random) -> bytes:
    """Make up a request, or something that looks like one."""
    heads = chance.sample(HEADS, chance.randint(0, 3))
    if chance.random() < 0.85:
        heads.insert(0, HEADS[0])
    end = chance.choice([b"\r\n", b"\n", b"\r\n"])
    text = end.join([chance.choice(LINES), *heads, b"", chance.choice(BODIES)])
    if chance.random() < 0.3:
        at = chance.randrange(len(text))
        text = text[:at] + chance.randbytes(chance.randint(1, 5)) + text[at + 1 :]
    return text


def run(seed: int, requests: int) -> Figures:
    """Send so many to a server; 0 stands for no answer in a second, or an ended connection."""
    figures, chance = Figures("raw requests"), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(16) as senders:
        server = Server(Path(folder) / "instance")
        before = memory(server.process.pid)
        texts = [made(chance) for _ in range(requests)]
        answers = senders.map(lambda text: _answer(server.port, text), texts)
        for text, (status, seconds) in zip(texts, answers, strict=True):
            figures.note(status, seconds, repr(text)[:300])
        figures.grown = memory(server.process.pid) - before
        assert server.stop() == 0
    return figures


def _answer(port: int, text: bytes) -> tuple[int, float]:
    """Send a text, and give the status of the first answer and its seconds."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.settimeout(PATIENCE)
        started = time.monotonic()
        try:
            line.sendall(text)
            answer = line.recv(65536)
        except OSError:
            return 0, 0.0
    found = re.match(rb"HTTP/1\.1 (\d\d\d) ", answer)
    return (int(found[1]) if found else 0), time.monotonic() - started
