"""An app on a fresh database of each kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.database.engine import close
from companion.database.migrating import upgrade
from tests.databases import KINDS, database


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path, testrun_uid: str) -> Iterator[str]:
    with database(request.param, tmp_path, testrun_uid) as made:
        yield made


def app_on(url: str, folder: Path) -> Flask:
    """An app, as each process of several has its own."""
    return create_app({"INSTANCE_PATH": folder, "SQLALCHEMY_DATABASE_URI": url, "TESTING": True})


@pytest.fixture
def apps(url: str, tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Two apps on one database: what one keeps in memory the other does not see."""
    made = app_on(url, tmp_path), app_on(url, tmp_path)
    upgrade(made[0])
    yield made
    for one in made:
        close(one)


@pytest.fixture
def app(apps: tuple[Flask, Flask]) -> Iterator[Flask]:
    with apps[0].app_context():
        yield apps[0]
