"""What a house needs that is open to the internet; one at home has only its health looked at."""

from flask import Flask


def init_app(app: Flask) -> None:
    """Add what `COMPANION_HOSTED` asks for; to be called before anything that takes long."""
    if app.config["ABILITIES"].wire:
        from companion.web.hosting import health  # it knows migrations, which few processes need

        app.register_blueprint(health.pages)
    if app.config["HOSTED"]:
        from companion.web.hosting import limits, metrics  # at home they would only cost memory

        metrics.init_app(app)
        limits.init_app(app)
