"""The app of the tests of pages, for tests of what lies before the pages."""

from tests.web.conftest import app, client, house

__all__ = ["app", "client", "house"]
