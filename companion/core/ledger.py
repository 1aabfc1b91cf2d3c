"""Purses, pots and IOUs. Every movement is a transfer with a source, a target and a reason.

Follows *Chips* of the rule sheet: chips are whole, no account is below 0, and after every entry
chips of players + chips of pots = starting chips + buy-ins + corrections.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

# The account that new chips and corrections come from; it is never counted.
BANK = "bank:"

# How an account name begins that is a pot: ``pot:QKD``. Any other is a player.
POT = "pot:"


class IOU(NamedTuple):
    """An IOU over `chips` from its issuer, a player, to its holder, a player or a pot."""

    issuer: str
    holder: str
    chips: int


class Transfer(NamedTuple):
    """A move of chips, or of IOUs of `issuer` over that many chips, between two accounts.

    New IOUs move away from their issuer, redeemed or cancelled ones back.
    """

    source: str
    target: str
    chips: int
    reason: str
    issuer: str | None = None


@dataclass(eq=False, slots=True)
class Ledger:
    """The money of a table. Accounts are players by name and pots as `pot:ID`.

    `bought` has the chips that each player started with or bought, `supply` the sum of all chips,
    `moves` the transfers of the last entry. `ious` are ordered by age, the oldest first.
    """

    chips: dict[str, int] = field(default_factory=dict)
    ious: tuple[IOU, ...] = ()
    bought: Mapping[str, int] = field(default_factory=dict)
    supply: int = 0
    moves: list[Transfer] = field(default_factory=list)

    def copy(self) -> "Ledger":
        """Return an independent ledger with the same money and no moves yet."""
        return Ledger(self.chips.copy(), self.ious, self.bought, self.supply, [])

    def open(self, account: str) -> None:
        """Open an account with 0 chips; if it is open already, do nothing."""
        self.chips.setdefault(account, 0)

    def check(self) -> None:
        """Raise RuntimeError (a bug) unless chips add up to `supply` and no account is below 0."""
        amounts = self.chips.values()
        if sum(amounts) != self.supply or min(amounts, default=0) < 0:
            raise RuntimeError(f"chips in {self.supply}, chips out {sum(amounts)}: {self.chips}")

    # chips

    def move(self, source: str, target: str, chips: int, reason: str) -> None:
        """Move chips from one account to another; do nothing if they are the same account."""
        if source != target:
            self.apply_transfers([Transfer(source, target, chips, reason)])

    def apply_transfers(self, transfers: Iterable[Transfer]) -> None:
        """Move the chips of `transfers`, none of them of IOUs or within one account."""
        balances, moves = self.chips, self.moves
        for transfer in transfers:
            source, target, chips, _, _ = transfer
            if chips:
                balances[source] -= chips
                balances[target] += chips
                moves.append(transfer)

    def pay_or_owe(self, payer: str, target: str, chips: int, reason: str) -> None:
        """Pay a debt to `target` in chips, as far as there are any; the rest becomes an IOU."""
        payment = min(chips, self.chips[payer])
        self.move(payer, target, payment, reason)
        self.add_iou(payer, target, chips - payment, reason)

    def buy_chips(self, player: str, chips: int, reason: str) -> None:
        self.bought = {**self.bought, player: self.bought.get(player, 0) + chips}
        self.correct_chips(player, chips, reason)

    def correct_chips(self, account: str, chips: int, reason: str) -> None:
        """Add `chips` from the bank to an account; a negative number takes them away."""
        if chips:
            self.chips[account] += chips
            self.supply += chips
            source, target = (BANK, account) if chips > 0 else (account, BANK)
            self.moves.append(Transfer(source, target, abs(chips), reason))

    # IOUs

    def add_iou(self, issuer: str, holder: str, chips: int, reason: str) -> None:
        """Issue an IOU over `chips`, or add them to one of this issuer that the holder has."""
        if chips and issuer != holder:
            self._insert_iou(len(self.ious), IOU(issuer, holder, chips))
            self.moves.append(Transfer(issuer, holder, chips, reason, issuer))

    def get_iou(self, issuer: str, holder: str) -> IOU:
        """Return the IOU of an issuer that a holder has; if there is none, one over 0 chips."""
        ious = (n for n in self.ious if n.issuer == issuer and n.holder == holder)
        return next(ious, IOU(issuer, holder, 0))

    def ious_held_by(self, holder: str) -> tuple[IOU, ...]:
        """Return the IOUs of a holder, oldest first."""
        return tuple(n for n in self.ious if n.holder == holder)

    def transfer_iou(self, iou: IOU, holder: str, chips: int, reason: str) -> None:
        """Pass `chips` of an IOU on to `holder`; passed to its issuer, they are cancelled."""
        if not chips or holder == iou.holder:
            return
        place = self.ious.index(iou)
        self._shrink(place, chips)
        if holder != iou.issuer:
            self._insert_iou(place, IOU(iou.issuer, holder, chips))
        self.moves.append(Transfer(iou.holder, holder, chips, reason, iou.issuer))

    def redeem_iou(self, iou: IOU, chips: int, reason: str) -> None:
        """Pay `chips` of an IOU from its issuer to its holder, and cancel that part of it."""
        self.move(iou.issuer, iou.holder, chips, reason)
        self.transfer_iou(iou, iou.issuer, chips, reason)

    def redeem_all_ious(self, reason: str) -> None:
        """Redeem all IOUs that players hold, oldest first, until no issuer can pay any more."""
        is_paid = True
        while is_paid:
            is_paid = False
            for iou in self.ious:
                chips = 0 if iou.holder.startswith(POT) else min(iou.chips, self.chips[iou.issuer])
                if chips:
                    self.redeem_iou(iou, chips, reason)
                    is_paid = True

    def _shrink(self, place: int, chips: int) -> None:
        iou = self.ious[place]
        left = (iou._replace(chips=iou.chips - chips),) if iou.chips > chips else ()
        self.ious = self.ious[:place] + left + self.ious[place + 1 :]

    def _insert_iou(self, place: int, iou: IOU) -> None:
        """Insert an IOU at a place in the order of age; a merged one takes the older place."""
        old, ious = self.get_iou(iou.issuer, iou.holder), list(self.ious)
        if old.chips:
            place = min(place, ious.index(old))
            ious.remove(old)
        ious.insert(place, iou._replace(chips=iou.chips + old.chips))
        self.ious = tuple(ious)

    # pots

    def is_empty(self, pot: str) -> bool:
        """Return whether a pot holds neither chips nor IOUs."""
        return not self.chips[pot] and not any(n.holder == pot for n in self.ious)

    def award_pot(
        self, pot: str, winners: Sequence[str], reason: str, odd_to: str | None = None
    ) -> None:
        """Split a pot evenly among `winners`, IOUs too; the rest stays, or goes to `odd_to`."""
        share = self.chips[pot] // len(winners)
        for winner in winners:
            self.move(pot, winner, share, reason)
        for iou in self.ious_held_by(pot):
            self._split_iou(iou, dict.fromkeys(winners, iou.chips // len(winners)), reason)
        if odd_to is not None:
            self.move_all(pot, odd_to, reason)

    def move_all(self, pot: str, target: str, reason: str) -> None:
        """Move all that a pot holds to another account, IOUs too."""
        self.move(pot, target, self.chips[pot], reason)
        for iou in self.ious_held_by(pot):
            self.transfer_iou(iou, target, iou.chips, reason)

    def _split_iou(self, iou: IOU, shares: Mapping[str, int], reason: str) -> None:
        for player, chips in shares.items():
            self.transfer_iou(iou, player, chips, reason)
            iou = iou._replace(chips=iou.chips - chips)

    def divide_pots(self, pots: Iterable[str], players: Sequence[str], reason: str) -> None:
        """Divide the contents of pots among `players`; the first get odd chips, one each.

        The chips of all pots are divided together, the IOUs one by one. Without players all stays.
        """
        if not players:
            return
        pots = list(pots)
        self._divide_chips(pots, players, reason)
        for iou in self.ious:
            if iou.holder in pots:
                self._split_iou(iou, _even_shares(iou.chips, players), reason)

    def _divide_chips(self, pots: list[str], players: Sequence[str], reason: str) -> None:
        shares = _even_shares(sum(self.chips[pot] for pot in pots), players)
        for pot in pots:
            for player in players:
                part = min(self.chips[pot], shares[player])
                self.move(pot, player, part, reason)
                shares[player] -= part


def _even_shares(chips: int, players: Sequence[str]) -> dict[str, int]:
    each, odd = divmod(chips, len(players))
    return {player: each + (place < odd) for place, player in enumerate(players)}
