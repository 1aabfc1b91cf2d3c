"""What commands are forked from: the program, loaded, which has made an empty house once."""

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.language import available_languages
from companion.serve import serve
from tests.quick import migrate

# What a command needs besides, read once.
LOADED = (serve, available_languages())

with TemporaryDirectory() as folder:
    migrate(Path(folder))
