"""The address of this machine in the local network."""

import socket

import pytest

from companion.system.network import get_lan_address


def test_a_machine_without_a_network_has_its_own_address_even_if_its_name_is_no_host_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "gethostname", lambda: "a" * 64)
    assert get_lan_address() == "127.0.0.1"
