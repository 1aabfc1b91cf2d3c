"""Everybody's colour and symbol at a table: a person's own, else those of the seat."""

from collections.abc import Collection, Mapping

from companion import store


def assign_avatars(evening: store.LoadedTable) -> Mapping[str, store.Avatar]:
    """Give everybody at a table a look that nobody else has there; it stays when others go."""
    own = store.get_avatars(evening.evening_ref.evening) if evening.evening_ref else {}
    looks: dict[str, store.Avatar] = {}
    for number, player in enumerate(evening.table.seats):
        seat = store.Avatar(number % store.AVATAR_CHOICES, number % store.AVATAR_CHOICES)
        looks[player] = _apart(own.get(player, seat), looks.values())
    return looks


def _apart(look: store.Avatar, taken: Collection[store.Avatar]) -> store.Avatar:
    """Change a symbol until nobody has the same in the same colour."""
    while look in taken:
        look = look._replace(symbol=(look.symbol + 1) % store.AVATAR_CHOICES)
    return look
