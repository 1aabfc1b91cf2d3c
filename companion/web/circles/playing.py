"""New evenings for a circle: who may begin one there."""

from companion import store
from companion.web.base.marks import has_tag
from companion.web.circles.roles import NOT_HERE
from companion.web.parts.answers import NotAllowed


def circle_for_new_table(address: str) -> int:
    """Give the number of the circle for which somebody at an address may play.

    Raises UnknownCircle, Withdrawn, or NotAllowed for those who look on.
    """
    visitor = store.resolve_circle_address(address)
    if not visitor.is_keeper and not has_tag(visitor.role, "circle.again"):
        raise NotAllowed(NOT_HERE)
    return visitor.circle.id
