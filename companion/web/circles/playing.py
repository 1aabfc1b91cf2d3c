"""New evenings for a circle: who may begin one there."""

from companion import store
from companion.web.circles.roles import MAY, NOT_HERE
from companion.web.parts.answers import NotAllowed


def circle_by(address: str) -> int:
    """Give the number of the circle for which somebody at an address may play.

    Raises UnknownCircle, Withdrawn, or NotAllowed for those who look on.
    """
    visitor = store.welcome(address)
    if not visitor.is_keeper and "circle.again" not in MAY[visitor.role]:
        raise NotAllowed(NOT_HERE)
    return visitor.circle.id
