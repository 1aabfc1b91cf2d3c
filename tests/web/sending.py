"""Forms sent as a page's own button would send them."""

from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.pages import Page


def send(
    client: FlaskClient, address: str, fields: Mapping[str, Any], htmx: bool = False
) -> TestResponse:
    """Post fields with the token that this device's pages carry."""
    token = Page(client.get("/").text).value("csrf_token")
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(address, data={"csrf_token": token, **fields}, headers=headers)
