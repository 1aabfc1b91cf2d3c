"""An app on a fresh database of each kind."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.store.database import close_connections
from companion.store.migrations import upgrade_database
from tests.databases import KINDS, database
from tests.quick import UNSYNCED


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path, testrun_uid: str) -> Iterator[str]:
    with database(request.param, tmp_path, testrun_uid) as made:
        yield made


@pytest.fixture(scope="session")
def model(
    tmp_path_factory: pytest.TempPathFactory, testrun_uid: str
) -> Iterator[Callable[[str], str]]:
    """URLs of migrated, empty databases; to migrate one takes longer than a test."""
    with ExitStack() as databases:

        @cache
        def migrated(kind: str) -> str:
            folder = tmp_path_factory.mktemp("model")
            url = databases.enter_context(database(kind, folder, testrun_uid))
            app = app_on(url, folder)
            upgrade_database(app)
            close_connections(app)
            return url

        yield migrated


@pytest.fixture(params=KINDS)
def migrated_url(
    request: pytest.FixtureRequest, model: Callable[[str], str], tmp_path: Path, testrun_uid: str
) -> Iterator[str]:
    kind = request.param
    with database(kind, tmp_path, testrun_uid, model(kind)) as url:
        yield url


def app_on(url: str, folder: Path) -> Flask:
    """An app, as each process of several has its own."""
    settings = {"INSTANCE_PATH": folder, "SQLALCHEMY_DATABASE_URI": url, "TESTING": True}
    return create_app({**settings, "PRAGMAS": UNSYNCED})


@pytest.fixture
def first_app(migrated_url: str, tmp_path: Path) -> Iterator[Flask]:
    app = app_on(migrated_url, tmp_path)
    yield app
    close_connections(app)


@pytest.fixture
def apps(first_app: Flask, migrated_url: str, tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Two apps on one database: what one keeps in memory the other does not see."""
    other = app_on(migrated_url, tmp_path)
    yield first_app, other
    close_connections(other)


@pytest.fixture
def app(first_app: Flask) -> Iterator[Flask]:
    with first_app.app_context():
        yield first_app
