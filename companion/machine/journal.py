"""What the server writes down for its host. Nobody's name and no table's address is ever in it."""

import json
import sys
from datetime import UTC, datetime

from flask import current_app


def log_line(what: str, **facts: object) -> None:
    """Write a line to standard error: an object of JSON where many tables are hosted, else words.

    ``facts`` are written by hosts only.
    """
    line = what
    if current_app.config["HOSTED"]:
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"time": time, "what": what, **facts})
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
