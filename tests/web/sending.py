"""Forms filled in and sent as a page's own buttons would send them."""

from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.web.pages import page_of

TYPED = ("text", "number", "hidden")


def send(
    client: FlaskClient, address: str, fields: Mapping[str, Any], htmx: bool = False
) -> TestResponse:
    """Post fields with the token that this device's pages carry."""
    sent = fields.copy() if isinstance(fields, MultiDict) else dict(fields)
    if "csrf_token" not in sent:
        sent["csrf_token"] = page_of(client.get("/").text).value("csrf_token")
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(address, data=sent, headers=headers)


def filled(text: str) -> MultiDict[str, str]:
    """The fields of a page as a browser would send them, without a button."""
    fields: MultiDict[str, str] = MultiDict()
    for element in page_of(text).elements:
        kind = element.get("type")
        ticked = kind in ("radio", "checkbox") and "checked" in element.attributes
        if element.tag == "input" and (kind in TYPED or ticked):
            fields.add(element.get("name"), element.get("value"))
    return fields
