"""The Flask app and everything that is wired to it."""

from collections.abc import Callable, Mapping

from flask import Flask

from companion import hosting, store, web
from companion.database import engine, models  # noqa: F401 (Alembic sees them)
from companion.machine.paths import ROOT, STATIC
from companion.machine.settings import defaults, instance_path, keep_private, secret_key
from companion.server.hosts import KnownHosts
from companion.server.proxies import KnownProxies, Proxies
from companion.web.base import bounds, sessions, static_files
from companion.web.base import headers as responses
from companion.web.base.extensions import compress, csrf, htmx
from companion.web.base.templating import Templates


class App(Flask):
    """An app of plain functions."""

    def ensure_sync(self, func: Callable[..., object]) -> Callable[..., object]:
        """Take a function as it is. Flask looks each of them over a dozen times in a request."""
        return func


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Make the app; `config` goes before the environment and the defaults."""
    given = config or {}
    instance = instance_path(given)
    app = App("companion", root_path=str(ROOT), instance_path=str(instance), static_folder=None)
    app.jinja_environment = Templates
    app.config.from_mapping(defaults(instance))
    app.config.from_mapping(given)
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = secret_key(instance)
    keep_private(instance)
    app.session_interface = sessions.Sessions()
    _init_extensions(app)
    web.init_app(app)
    _init_door(app)
    responses.init_app(app)
    return app


def _init_extensions(app: Flask) -> None:
    engine.init_app(app)
    hosting.init_app(app)
    bounds.init_app(app)
    store.init_app(app)
    csrf.init_app(app)
    htmx.init_app(app)
    compress.init_app(app)
    static_files.init_app(app, STATIC)


def _init_door(app: Flask) -> None:
    """Answer to known hosts only, and believe what the proxies in front say of the request."""
    app.wsgi_app = KnownHosts(app.wsgi_app, app.config["HOSTS"])  # type: ignore[method-assign]
    proxies = Proxies(app.config["PROXIES"], app.config["PROXY_FROM"])
    app.wsgi_app = KnownProxies(app.wsgi_app, proxies)  # type: ignore[method-assign]
    app.extensions["proxies"] = proxies
