"""Everybody's colour and symbol at a table: a person's own, else those of the seat."""

from collections.abc import Collection, Mapping

from companion import store


def looks_of(evening: store.Evening) -> Mapping[str, store.Look]:
    """Give everybody at a table a look that nobody else has there; it stays when others go."""
    own = store.looks_at(evening.place.evening) if evening.place else {}
    looks: dict[str, store.Look] = {}
    for number, player in enumerate(evening.table.seats):
        seat = store.Look(number % store.LOOKS, number % store.LOOKS)
        looks[player] = _apart(own.get(player, seat), looks.values())
    return looks


def _apart(look: store.Look, taken: Collection[store.Look]) -> store.Look:
    """Change a symbol until nobody has the same in the same colour."""
    while look in taken:
        look = look._replace(symbol=(look.symbol + 1) % store.LOOKS)
    return look
