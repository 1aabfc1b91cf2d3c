"""HTTPS in a local network: an authority, and certificates by it for this machine.

Browsers keep a screen awake and install an app only over HTTPS, and no public authority vouches for
an address of a home network. A device that trusts this authority trusts it for the local network
only: its certificate lists the private addresses that it may sign for.
"""

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.system.settings import AUTHORITY_FILE, write_if_absent, write_private

# This machine's own certificate, with its key.
CERTIFICATE_FILE = "house.pem"

AUTHORITY_LIFETIME = timedelta(days=3652)
# The longest validity that iPads accept.
CERTIFICATE_LIFETIME = timedelta(days=397)

# How far a device's clock may be slow.
CLOCK_TOLERANCE = timedelta(days=1)

PERMITTED_NETWORKS = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
PERMITTED_DOMAINS = "localhost", "local", "lan", "home.arpa"

_KEY_USAGE = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)


@dataclass(frozen=True, slots=True)
class Authority:
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def permitted(self) -> list[x509.GeneralName]:
        """The networks and domains that the authority may sign for."""
        extensions = self.certificate.extensions
        return (
            extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
        )

    def permits(self, name: x509.GeneralName) -> bool:
        subtrees = [subtree.value for subtree in self.permitted if isinstance(name, type(subtree))]
        if isinstance(name, x509.IPAddress):
            return any(name.value in network for network in subtrees)
        return any(f".{name.value}".endswith(f".{domain}") for domain in subtrees)


def make_certificate(instance: Path, names: Iterable[str]) -> tuple[Path, bool]:
    """Issue a certificate for those of `names` that the authority permits. Return its file.

    Return also whether the devices must trust a new authority, because the old one is lost or
    unusable.
    """
    file, old_authority = instance / CERTIFICATE_FILE, read_authority(instance)
    is_new_authority = old_authority is None and file.exists()
    authority = old_authority or _create_authority(instance)
    key = ec.generate_private_key(ec.SECP256R1())
    general_names = [name for name in map(_general_name, names) if name and authority.permits(name)]
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    certificate = (
        _certificate(authority.certificate.subject, _subject_name(), key, CERTIFICATE_LIFETIME)
        .add_extension(x509.SubjectAlternativeName(general_names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(issuer, critical=False)
        .sign(authority.key, SHA256())
    )
    write_private(file, _to_pem(key, certificate))
    return file, is_new_authority


def read_authority(instance: Path) -> Authority | None:
    """Return the authority of `instance`; None if it is missing, damaged or expires soon."""
    try:
        data = (instance / AUTHORITY_FILE).read_bytes()
        key, certificate = load_pem_private_key(data, None), x509.load_pem_x509_certificate(data)
    except (FileNotFoundError, ValueError):
        return None
    expires_soon = certificate.not_valid_after_utc <= datetime.now(UTC) + CERTIFICATE_LIFETIME
    if not isinstance(key, ec.EllipticCurvePrivateKey) or expires_soon:
        return None
    return Authority(key, certificate) if key.public_key() == certificate.public_key() else None


def _create_authority(instance: Path) -> Authority:
    """Create an authority in place of any other."""
    (instance / AUTHORITY_FILE).unlink(missing_ok=True)
    key, name = ec.generate_private_key(ec.SECP256R1()), socket.gethostname().lower()
    subject = _subject_name(f"Companion, {name}")
    addresses = [*map(x509.IPAddress, map(ip_network, PERMITTED_NETWORKS))]
    domains = map(_general_name, (*PERMITTED_DOMAINS, name, name.partition(".")[0]))
    constraints = x509.NameConstraints([*addresses, *filter(None, domains)], None)
    certificate = (
        _certificate(subject, subject, key, AUTHORITY_LIFETIME)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(constraints, critical=True)
        .add_extension(_KEY_USAGE, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
    write_if_absent(instance / AUTHORITY_FILE, _to_pem(key, certificate))
    return Authority(key, certificate)


def _certificate(
    issuer: x509.Name, subject: x509.Name, key: ec.EllipticCurvePrivateKey, lifetime: timedelta
) -> x509.CertificateBuilder:
    # A device whose clock is slow would not accept it yet.
    start = datetime.now(UTC) - CLOCK_TOLERANCE
    return x509.CertificateBuilder(
        issuer, subject, key.public_key(), x509.random_serial_number(), start, start + lifetime
    )


def _subject_name(common_name: str = "") -> x509.Name:
    organization = x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Companion")
    if not common_name:
        return x509.Name([organization])
    short_name = common_name[:64]  # the limit of X.509
    return x509.Name([organization, x509.NameAttribute(NameOID.COMMON_NAME, short_name)])


def _general_name(name: str) -> x509.GeneralName | None:
    """Return an address or a name as certificates have it; None if they cannot."""
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name) if name and name.isascii() else None


def _to_pem(key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> str:
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return (private + certificate.public_bytes(Encoding.PEM)).decode()
