"""Who may hold how much of what there is little of: by household, and there by device.

Where all is given out, whoever comes gets something of the greediest, if that is not greedier than
they are: one who takes all that there is loses it again to all who come later.
"""

from collections.abc import Callable, Collection
from typing import Generic, NamedTuple, TypeVar

H = TypeVar("H")


class Holder(NamedTuple):
    """A network address, and a device there ("": one without a name)."""

    address: str
    device: str


class Shares(Generic[H]):
    """What is held, the oldest first. An address has at most a half of all."""

    def __init__(self, most: int, take: Callable[[H], None]) -> None:
        """Give out so many; ``take`` takes one back from who holds it."""
        self._most, self._take = most, take
        self._held: dict[str, dict[str, dict[H, None]]] = {}
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def give(self, one: H, holder: Holder) -> bool:
        """Give one to a holder; False: they have their share."""
        if not self._make_room(holder):
            return False
        self._held.setdefault(holder.address, {}).setdefault(holder.device, {})[one] = None
        self._all += 1
        return True

    def back(self, one: H, holder: Holder) -> None:
        """Let a holder give one back; one that was taken is not missed."""
        here = self._held.get(holder.address, {})
        if one in here.get(holder.device, {}):
            del here[holder.device][one]
            self._all -= 1
            if not here[holder.device]:
                del here[holder.device]
            if not here:
                del self._held[holder.address]

    def _make_room(self, holder: Holder) -> bool:
        here = self._held.get(holder.address, {})
        if _sum(here.values()) >= self._most // 2:
            return self._take_from(holder.address, len(here.get(holder.device, ())))
        if self._all < self._most:
            return True
        sums = {address: _sum(devices.values()) for address, devices in self._held.items()}
        greediest = max(sums, key=sums.__getitem__)
        return sums[greediest] > _sum(here.values()) + 1 and self._take_from(greediest, -1)

    def _take_from(self, address: str, has: int) -> bool:
        """Take the oldest of the greediest device there, where it has more than ``has`` and one."""
        devices = self._held[address]
        device = max(devices, key=lambda name: len(devices[name]))
        if len(devices[device]) <= has + 1:
            return False
        one = next(iter(devices[device]))
        self.back(one, Holder(address, device))
        self._take(one)
        return True


def _sum(held: Collection[Collection[H]]) -> int:
    return sum(map(len, held))
