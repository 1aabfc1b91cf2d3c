"""An app on a fresh database, and a client that reads every page it is given."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache

from companion.app import create_app
from companion.database import engine, migrating
from tests.serving import Server
from tests.web.pages import page_of


class ReadingClient(FlaskClient):
    """A browser that accepts no page with a fault in it."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        response = super().open(*args, **kwargs)
        ours = response.status_code not in (301, 302, 303, 308)
        if ours and response.mimetype == "text/html" and response.data:
            page_of(response.get_data(as_text=True))
        return response


class Compiled(BytecodeCache):
    """Compiles every template once for all tests; each app would do it anew."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of data with an empty database; to migrate a new one takes as long as a test."""
    folder = tmp_path_factory.mktemp("migrated")
    made = create_app({"INSTANCE_PATH": folder, "TESTING": True})
    migrating.upgrade(made)
    engine.close(made)
    return folder


@pytest.fixture
def app(tmp_path: Path, migrated: Path) -> Iterator[Flask]:
    shutil.copytree(migrated, tmp_path, dirs_exist_ok=True)
    made = create_app({"INSTANCE_PATH": tmp_path, "TESTING": True})
    made.test_client_class = ReadingClient
    made.jinja_env.bytecode_cache = COMPILED
    yield made
    engine.close(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server, where one in the process of the test would not do."""
    running = Server(tmp_path_factory.mktemp("house") / "instance")
    yield running
    running.stop()
