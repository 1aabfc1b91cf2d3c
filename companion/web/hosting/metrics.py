"""Metrics in the format of Prometheus, and a line in the log for every request.

Both have the names of endpoints, never tables, players or addresses.
"""

import time

from flask import Blueprint, Flask, Response, abort, current_app, g, request
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

from companion.system import errors
from companion.system.network import is_local_address
from companion.web.base.guards import has_tag

metrics_pages = Blueprint("metrics", __name__)

TAPS = Counter("companion_taps", "Entries sent: stored, refused, or for an older table", ["answer"])
WATCHERS = Gauge("companion_watchers", "Devices that wait for what changes at their tables")
SECONDS = Histogram(
    "companion_request_seconds",
    "Time to answer, by page and status",
    ["page", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)

# The prefixes of headers that proxies add: a scraper on the host has none of them.
PROXY_HEADERS = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED_", "HTTP_X_REAL_IP")

OUTCOMES = {200: "stored", 303: "stored", 409: "late", 422: "refused"}


def init_app(app: Flask) -> None:
    app.extensions.setdefault("watchers", int)
    app.register_blueprint(metrics_pages)
    app.url_value_preprocessor(_start_timer)
    app.after_request(_record_request)


@metrics_pages.get("/metrics")
def metrics() -> Response:
    """Return the metrics of this process, only to local addresses and not through a proxy."""
    is_proxied = any(name.startswith(PROXY_HEADERS) for name in request.environ)
    if is_proxied or not is_local_address(request.remote_addr or ""):
        abort(404)
    WATCHERS.set(current_app.extensions["watchers"]())
    return Response(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _start_timer(_page: str | None, _values: dict[str, str] | None) -> None:
    g.start_time = time.perf_counter()


def _record_request(response: Response) -> Response:
    page = request.endpoint or "nowhere"
    if page.startswith(("static", "health.", "metrics.")):
        return response
    seconds, status = time.perf_counter() - g.start_time, response.status_code
    SECONDS.labels(page, status).observe(seconds)
    if has_tag("taps", page) and status in OUTCOMES:
        TAPS.labels(OUTCOMES[status]).inc()
    errors.log_line(
        "request", method=request.method, page=page, status=status, ms=round(1000 * seconds, 1)
    )
    return response
