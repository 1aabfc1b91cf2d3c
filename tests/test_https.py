"""HTTPS in the house: an authority made once, and a certificate that a device accepts by it."""

import ssl
import time
import urllib.request
from pathlib import Path

import pytest

from companion.system.settings import AUTHORITY_FILE, authority_certificate
from tests.serving import COMPANION, Server


class SecureServer(Server):
    """A server with a certificate by its own authority."""

    def launch(self) -> None:
        self.more = ["--https"]
        self.url = self.url.replace("http:", "https:")
        super().launch()

    def _answers(self) -> bool:
        try:
            return bool(self.look("/"))
        except OSError:
            return False

    def look(self, path: str) -> str:
        """Give a page as a device sees it that trusts the house."""
        trusting = ssl.create_default_context(cadata=authority_certificate(self.instance))
        with urllib.request.urlopen(self.url + path, timeout=20, context=trusting) as answer:
            return str(answer.read().decode())


def test_a_device_that_trusts_the_house_comes_in_also_after_a_restart(tmp_path: Path) -> None:
    server = SecureServer(tmp_path / "instance")
    made = (tmp_path / "instance" / AUTHORITY_FILE).read_bytes()
    assert 'href="/trust"' in server.look("/")
    assert 'href="/trust/companion-house.crt"' in server.look("/trust")
    assert server.look("/trust/companion-house.crt") == authority_certificate(tmp_path / "instance")
    assert server.look("/worker.js")
    with pytest.raises(urllib.request.URLError, match="certificate verify failed"):
        urllib.request.urlopen(server.url, timeout=20)
    server.stop()
    server.start()
    assert server.look("/")
    server.stop()
    assert (tmp_path / "instance" / AUTHORITY_FILE).read_bytes() == made
    assert (tmp_path / "instance" / AUTHORITY_FILE).stat().st_mode & 0o077 == 0


def test_a_server_that_runs_for_years_serves_no_certificate_that_has_ended(tmp_path: Path) -> None:
    soon = f"from companion import serve; serve.RENEWAL_INTERVAL = 0.5; {COMPANION[2]}"
    server = SecureServer(tmp_path / "instance", (*COMPANION[:2], soon))
    address, deadline = ("127.0.0.1", server.port), time.monotonic() + 30
    first = ssl.get_server_certificate(address)
    while ssl.get_server_certificate(address) == first:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert server.look("/")
    server.stop()
