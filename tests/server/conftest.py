"""The app of the tests of pages, for tests of what lies before the pages."""

from tests.web.conftest import app, client, migrated, server

__all__ = ["app", "client", "migrated", "server"]
