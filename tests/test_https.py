"""HTTPS in the house: an authority made once, and a certificate that a device accepts by it."""

import ssl
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock, patch

import pytest
from cryptography import x509

from companion import serve
from companion.system.settings import AUTHORITY_FILE, authority_certificate
from tests.serving import Server


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


def changed_server(folder: Path, change: str) -> SecureServer:
    """Start a server after a change of its module `serve`."""
    return SecureServer(folder / "instance", change=f"from companion import serve; {change}")


def moving_server(folder: Path) -> tuple[SecureServer, Path]:
    """Start a server whose computer has the address in a file; return both."""
    file = folder / "address"
    file.write_text("192.168.1.20")
    # While the file is written it is empty.
    read = f"serve.get_lan_address = lambda: open({str(file)!r}).read() or '127.0.0.1'"
    return changed_server(folder, f"{read}; serve.NAMES_INTERVAL = 0.1"), file


def certificate_of(server: Server) -> str:
    return ssl.get_server_certificate(("127.0.0.1", server.port))


def addresses_in(certificate: str) -> list[str]:
    names = x509.load_pem_x509_certificate(certificate.encode()).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    return [str(address) for address in names.value.get_values_for_type(x509.IPAddress)]


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


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
    server = changed_server(tmp_path, "serve.RENEWAL_INTERVAL = 0.5; serve.NAMES_INTERVAL = 0.1")
    first = certificate_of(server)
    wait_until(lambda: certificate_of(server) != first)
    assert server.look("/")
    server.stop()


def test_a_certificate_soon_follows_a_new_address_of_the_computer_and_stays_while_it_has_none(
    tmp_path: Path,
) -> None:
    server, file = moving_server(tmp_path)
    first = certificate_of(server)
    assert "192.168.1.20" in addresses_in(first)
    file.write_text("127.0.0.1")
    time.sleep(1)
    file.unlink()  # cannot be read at all
    time.sleep(1)
    assert certificate_of(server) == first
    file.write_text("192.168.1.21")
    wait_until(lambda: "192.168.1.21" in addresses_in(certificate_of(server)))
    assert server.look("/")
    server.stop()


def test_a_certificate_that_could_not_be_loaded_is_tried_again(tmp_path: Path) -> None:
    context = Mock()
    context.load_cert_chain.side_effect = [OSError, None]
    sleep = patch.object(serve, "sleep", side_effect=[None, None, None, KeyboardInterrupt])
    with sleep, pytest.raises(KeyboardInterrupt):
        serve.Certificates(tmp_path, "127.0.0.1").renew(context)
    assert context.load_cert_chain.call_count == 2
