"""An app on a fresh database, and a client that reads every page it is given."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import StrictUndefined, Undefined
from jinja2.utils import missing
from sqlalchemy import Engine, event

from companion.app import create_app
from companion.store import database
from companion.store.database import db
from companion.store.table_cache import init_app
from tests.quick import UNSYNCED
from tests.web.pages import page_of


class ReadingClient(FlaskClient):
    """A browser that accepts no page with a fault in it."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        response = super().open(*args, **kwargs)
        ours = response.status_code not in (301, 302, 303, 308)
        if ours and response.mimetype == "text/html" and response.data:
            page_of(response.text)
        return response


def undefined(hint: str | None = None, obj: Any = missing, **name: Any) -> Undefined:
    """Return what a template gets for a missing variable or key. A missing attribute is a fault."""
    is_empty = obj is missing or isinstance(obj, Mapping)
    return (Undefined if is_empty else StrictUndefined)(hint, obj, **name)


@pytest.fixture(scope="session")
def house(migrated: Path) -> Flask:
    """The app of all tests; creating one takes longer than most tests."""
    house = create_app({"INSTANCE_PATH": migrated, "TESTING": True, "PRAGMAS": UNSYNCED})
    house.test_client_class = ReadingClient
    house.jinja_env.undefined = undefined  # type: ignore[assignment]
    with house.app_context():
        event.listen(db.engine, "do_connect", partial(_connect, db.engine))
    return house


def _connect(moved: Engine, _: object, __: object, arguments: list[Any], ___: object) -> None:
    arguments[0] = moved.url.database


@pytest.fixture
def app(house: Flask, migrated: Path, tmp_path: Path) -> Iterator[Flask]:
    """The app as if it were new: in a folder of its own, and with nothing in its memory."""
    shutil.copytree(migrated, tmp_path, dirs_exist_ok=True)
    house.instance_path = str(tmp_path)
    with house.app_context():
        file = tmp_path / Path(str(db.engine.url.database)).name
        db.engine.url = db.engine.url.set(database=str(file))
    with ExitStack() as changes:
        for values in (house.config, house.extensions, house.view_functions):
            changes.enter_context(patch.dict(values))
        init_app(house)
        yield house
    database.close_connections(house)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
