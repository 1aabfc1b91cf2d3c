"""HTTPS in the house: an authority of its own, made once, and a certificate for this machine.

Browsers keep a screen awake and install an app only over HTTPS, and no public authority vouches
for an address of a home network.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.machine.settings import create_once

AUTHORITY, KEY, HERE = "house-ca.pem", "house-ca.key", "house.pem"
"""The authority's certificate, which devices are to trust, its key, and this machine's own."""

GOOD_FOR = timedelta(days=397)
"""How long a certificate may be good that iPads accept."""


def make_certificate(instance: Path, names: list[str]) -> Path:
    """Give the file of a new certificate for these names and addresses, with its key."""
    import trustme  # here, as few use it and it takes a while

    if not (instance / KEY).exists():
        made = trustme.CA(path_length=0, organization_name="Companion of this house")
        create_once(instance / AUTHORITY, made.cert_pem.bytes().decode())
        create_once(instance / KEY, made.private_key_pem.bytes().decode())
    kept = [(instance / name).read_bytes() for name in (AUTHORITY, KEY)]
    until = datetime.now(UTC) + GOOD_FOR
    issued = trustme.CA.from_pem(*kept).issue_cert(*names, not_after=until)
    file = instance / HERE
    file.touch(mode=0o600)
    issued.private_key_and_cert_chain_pem.write_to_path(str(file))
    return file
