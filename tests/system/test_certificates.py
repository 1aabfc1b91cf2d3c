"""The authority of the house: it vouches for addresses in the house, and for nothing else."""

import ssl
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import NameOID

from companion.system import certificates
from companion.system.certificates import Authority, make_certificate, read_authority
from companion.system.settings import AUTHORITY_FILE, authority_certificate

HOUSE = ["localhost", "127.0.0.1", "192.168.1.20", "anns-pc.local", "fd00::1", "pc.fritz.box"]


@pytest.fixture(autouse=True)
def name_of_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "pc.fritz.box")


def meet(instance: Path, name: str) -> None:
    """Let a device that trusts this house connect to a server of a name. Raises SSLError."""
    trusting = ssl.create_default_context(cadata=authority_certificate(instance))
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(instance / certificates.CERTIFICATE_FILE)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    device = trusting.wrap_bio(back, there, server_hostname=name)
    server = serving.wrap_bio(there, back, server_side=True)
    for side in (device, server, device):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue


@pytest.mark.parametrize("name", HOUSE)
def test_a_device_that_trusts_the_house_comes_in_by_each_of_its_names(
    tmp_path: Path, name: str
) -> None:
    make_certificate(tmp_path, HOUSE)
    meet(tmp_path, name)


@pytest.mark.parametrize("name", ["bank.example", "8.8.8.8", "local.bank.example", "2001:db8::1"])
def test_whoever_has_the_key_of_the_house_passes_for_no_public_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(Authority, "permits", lambda *_: True)
    make_certificate(tmp_path, [name])
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        meet(tmp_path, name)


def test_names_that_are_not_of_the_house_are_left_out(tmp_path: Path) -> None:
    make_certificate(tmp_path, ["0.0.0.0", "203.0.113.9", "bank.example", "ünser-pc", *HOUSE])
    meet(tmp_path, "192.168.1.20")


def test_the_authority_says_whose_it_is_and_lasts_ten_years(tmp_path: Path) -> None:
    file, _ = make_certificate(tmp_path, HOUSE)
    certificate = x509.load_pem_x509_certificate((tmp_path / AUTHORITY_FILE).read_bytes())
    own = x509.load_pem_x509_certificate(file.read_bytes())
    constraints = certificate.extensions.get_extension_for_class(x509.BasicConstraints).value
    (name,) = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    assert name.value == "Companion, pc.fritz.box"
    assert constraints.path_length == 0
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc == timedelta(3652)
    assert own.not_valid_after_utc - own.not_valid_before_utc <= timedelta(397)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_an_authority_that_is_whole_is_kept(tmp_path: Path) -> None:
    assert not make_certificate(tmp_path, HOUSE)[1]
    before = (tmp_path / AUTHORITY_FILE).read_bytes()
    assert not make_certificate(tmp_path, HOUSE)[1]
    assert (tmp_path / AUTHORITY_FILE).read_bytes() == before


def test_devices_get_no_key_with_the_certificate(tmp_path: Path) -> None:
    make_certificate(tmp_path, HOUSE)
    assert "PRIVATE" not in (authority_certificate(tmp_path) or "PRIVATE")


@pytest.mark.parametrize("what", ["lost", "cut", "without its key", "another's", "nearly over"])
def test_an_authority_that_is_of_no_use_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    with monkeypatch.context() as patch:
        if what == "nearly over":
            patch.setattr(certificates, "AUTHORITY_LIFETIME", timedelta(days=397))
        make_certificate(tmp_path, HOUSE)
        make_certificate(tmp_path / "other", HOUSE)
    own, other = (
        (folder / AUTHORITY_FILE).read_text() for folder in (tmp_path, tmp_path / "other")
    )
    (tmp_path / AUTHORITY_FILE).write_text(
        {
            "lost": "",
            "cut": own[:300],
            "without its key": authority_certificate(tmp_path) or "",
            "another's": own.partition("-----BEGIN CERT")[0]
            + "".join(other.partition("-----BEGIN CERT")[1:]),
        }.get(what, own)
    )
    assert make_certificate(tmp_path, HOUSE)[1]
    assert read_authority(tmp_path) is not None
    meet(tmp_path, "localhost")
