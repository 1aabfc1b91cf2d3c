"""The keepers of circles, as the tests of their pages find them."""

import pytest
from flask import Flask

from companion.store.circles import create_circle, create_circle_from_table
from companion.store.money import set_chip_value
from companion.store.records import create_from_record
from tests.evenings import in_chips
from tests.web.circles.devices import CircleDevice


@pytest.fixture
def newcomer(app: Flask) -> CircleDevice:
    """The keeper of a circle in which nothing was played yet."""
    with app.app_context():
        return CircleDevice(app, create_circle("Sundays"))


@pytest.fixture
def keeper(app: Flask) -> CircleDevice:
    """The keeper of a circle of four who have played once, for pennies."""
    with app.app_context():
        circle = create_circle_from_table(create_from_record(in_chips(4, 2, over=True)))
        set_chip_value(circle.id, "", 5, "EUR")
    return CircleDevice(app, circle)
