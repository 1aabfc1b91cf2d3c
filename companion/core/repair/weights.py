"""How likely a slip is beside others, as logarithms: see `python -m tests.soak.learning FOLDER`."""

import json
from collections.abc import Mapping
from importlib.resources import files

WEIGHTS: Mapping[str, float] = json.loads(
    files(__package__).joinpath("weights.json").read_text("utf-8")
)
