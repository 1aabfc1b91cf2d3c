"""What a server on the internet needs; at home only the health checks are used."""

from flask import Flask


def init_app(app: Flask) -> None:
    """Register the health checks; if `HOSTED`, also the limits and metrics.

    Must be called early, as a limit should cost less than the request that it refuses.
    """
    if app.config["ABILITIES"].wire:
        from companion.web.hosting import health  # it knows migrations, which few processes need

        app.register_blueprint(health.pages)
    if app.config["HOSTED"]:
        from companion.web.hosting import limits, metrics  # at home they would only cost memory

        metrics.init_app(app)
        limits.init_app(app)
