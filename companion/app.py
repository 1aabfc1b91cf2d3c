"""The Flask application and everything that it is made of."""

from collections.abc import Mapping

from flask import Flask

from companion import web
from companion.server.proxies import KnownHosts, KnownProxies
from companion.store import database, table_cache
from companion.system.settings import (
    ROOT,
    STATIC,
    default_config,
    instance_path,
    restrict_permissions,
    secret_key,
)
from companion.web import hosting, language
from companion.web.base import guards, security, urls
from companion.web.base.security import csrf, htmx
from companion.web.base.templates import TemplateEnvironment


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Return an app; `config` takes precedence over the environment and the defaults."""
    settings = config or {}
    instance = instance_path(settings)
    app = Flask("companion", root_path=str(ROOT), instance_path=str(instance), static_folder=None)
    app.jinja_environment = TemplateEnvironment
    app.config.from_mapping(default_config(instance))
    app.config.from_mapping(settings)
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = secret_key(instance)
    restrict_permissions(instance)
    app.session_interface = security.DeviceSessions()
    _init_extensions(app)
    web.init_app(app)
    _init_middleware(app)
    security.init_app(app)
    return app


def _init_extensions(app: Flask) -> None:
    database.init_app(app)
    language.init_app(app)
    hosting.init_app(app)
    guards.init_request_limits(app)
    table_cache.init_app(app)
    csrf.init_app(app)
    htmx.init_app(app)
    if app.config["CAPABILITIES"].wire:
        from flask_compress import Compress  # not installed where a browser runs the program

        Compress(app)
    urls.init_static_files(app, STATIC)


def _init_middleware(app: Flask) -> None:
    """Answer to known hosts only, and trust the headers of known proxies."""
    app.wsgi_app = KnownHosts(app.wsgi_app, app.config["HOSTS"])  # type: ignore[method-assign]
    app.wsgi_app = KnownProxies(  # type: ignore[method-assign]
        app.wsgi_app, app.config["PROXIES"], app.config["PROXY_FROM"]
    )
