"""What templates call is called as it is."""

from flask import Flask


def test_nothing_that_templates_call_asks_for_the_page_that_calls_it(app: Flask) -> None:
    with app.test_request_context():
        ours = app.jinja_env.globals
        asking = [name for name, called in ours.items() if hasattr(called, "jinja_pass_arg")]
    assert not asking
