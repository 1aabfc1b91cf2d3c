"""Compiles the catalogues of sentences whenever the package is built or installed."""

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    """Writes ``messages.mo`` beside every ``messages.po``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile them all before the files of the package are gathered."""
        for source in Path(self.root, "companion", "translations").rglob("messages.po"):
            # A program that runs from this checkout never reads half a catalogue.
            unfinished = source.with_suffix(f".{os.getpid()}.mo")
            with source.open("rb") as text, unfinished.open("wb") as compiled:
                write_mo(compiled, read_po(text))
            unfinished.replace(source.with_suffix(".mo"))
