"""The Flask app and everything that is wired to it."""

from collections.abc import Mapping

from flask import Flask

from companion import (
    database,
    models,  # noqa: F401 (Alembic sees them)
    responses,
    sessions,
    static_files,
    store,
    web,
)
from companion.extensions import compress, csrf, htmx
from companion.settings import ROOT, defaults, instance_path, secret_key
from companion.web import bounds


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Make the app; `config` goes before the environment and the defaults."""
    given = config or {}
    instance = instance_path(given)
    app = Flask("companion", root_path=str(ROOT), instance_path=str(instance), static_folder=None)
    app.config.from_mapping(defaults(instance))
    app.config.from_mapping(given)
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = secret_key(instance)
    app.session_interface = sessions.Sessions()
    _init_extensions(app)
    web.init_app(app)
    return app


def _init_extensions(app: Flask) -> None:
    database.init_app(app)
    bounds.init_app(app)
    store.init_app(app)
    csrf.init_app(app)
    htmx.init_app(app)
    compress.init_app(app)
    responses.init_app(app)
    static_files.init_app(app, ROOT / "static")
