"""Links to the pages of a table lead there, wherever the app lies and by whatever address."""

import pytest
from flask import Flask

from companion.store.records import create_from_record
from tests.evenings import record


@pytest.mark.parametrize("prefix", ["", "/poker-at-home"])
def test_links_lead_to_the_table_below_the_prefix_of_the_app(app: Flask, prefix: str) -> None:
    with app.app_context():
        token = create_from_record(record(players=["Ann", "Bob"], log=[]))
    page = app.test_client().get(f"/t/{token}", environ_overrides={"SCRIPT_NAME": prefix}).text
    assert f'action="{prefix}/t/{token}/entries"' in page
    assert f'href="{prefix}/t/{token}/more/player?player=Bob"' in page
