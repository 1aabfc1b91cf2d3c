"""The authority of this house, which devices may trust: its file, and what of it they are given."""

from pathlib import Path

AUTHORITY = "house-authority.pem"
"""The file of the authority's key and, behind it, its certificate."""

_BEGINS = "-----BEGIN CERTIFICATE-----"


def authority_certificate(instance: Path) -> str | None:
    """Return the authority's certificate, without its key; None: there is none."""
    file = instance / AUTHORITY
    if not file.exists():
        return None
    _, begins, certificate = file.read_text(encoding="ascii").partition(_BEGINS)
    return begins + certificate
