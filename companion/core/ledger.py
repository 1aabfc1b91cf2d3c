"""Purses, pots and IOUs. Every movement is a transfer with a source, a target and a reason.

Follows *Chips* of the rule sheet: whole chips, nothing below 0, and after every entry
chips of players + chips of pots = starting chips + buy-ins + corrections.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

# The account that new chips and corrections come from; it is never counted.
BANK = "bank:"

# How an account name begins that is a pot: ``pot:QKD``. Any other is a player.
POT = "pot:"


class IOU(NamedTuple):
    """An IOU over ``chips`` from its issuer, a player, to its holder, a player or a pot."""

    issuer: str
    holder: str
    chips: int


class Transfer(NamedTuple):
    """Chips, or IOUs of ``issuer`` over so many chips, that went from source to target, and why.

    A new IOU goes from its issuer, a redeemed or cancelled one back.
    """

    source: str
    target: str
    chips: int
    reason: str
    issuer: str | None = None


class Ledger:
    """The money of a table. Accounts are players by name and pots as ``pot:ID``."""

    __slots__ = ("bought", "chips", "ious", "moves", "supply")

    def __init__(self) -> None:
        """Open a ledger without accounts."""
        self.chips: dict[str, int] = {}
        self.ious: tuple[IOU, ...] = ()
        self.bought: dict[str, int] = {}
        self.supply = 0
        self.moves: list[Transfer] = []

    def copy(self) -> "Ledger":
        """Return an independent ledger with the same money and no movements yet."""
        twin = Ledger.__new__(Ledger)
        twin.chips = self.chips.copy()
        twin.ious = self.ious
        twin.bought = self.bought
        twin.supply = self.supply
        twin.moves = []
        return twin

    def open(self, account: str) -> None:
        """Open an account with 0 chips, if there is none yet."""
        self.chips.setdefault(account, 0)

    def check(self) -> None:
        """Prove that chips in = chips out and that no account is below 0.

        Raises RuntimeError: a rule of ours is wrong, and nothing of it may be stored.
        """
        amounts = self.chips.values()
        if sum(amounts) != self.supply or min(amounts, default=0) < 0:
            raise RuntimeError(f"chips in {self.supply}, chips out {sum(amounts)}: {self.chips}")

    # chips

    def move(self, source: str, target: str, chips: int, why: str) -> None:
        """Move chips between two accounts."""
        if source != target:
            self.apply_transfers([Transfer(source, target, chips, why)])

    def apply_transfers(self, transfers: Iterable[Transfer]) -> None:
        """Make movements of chips between different accounts; what is none is left out."""
        held, moves = self.chips, self.moves
        for transfer in transfers:
            source, target, chips, _, _ = transfer
            if chips:
                held[source] -= chips
                held[target] += chips
                moves.append(transfer)

    def pay_or_owe(self, payer: str, target: str, chips: int, why: str) -> None:
        """Pay what is owed at once: in chips as far as they go, the rest as an IOU."""
        payment = min(chips, self.chips[payer])
        self.move(payer, target, payment, why)
        self.add_iou(payer, target, chips - payment, why)

    def buy_chips(self, player: str, chips: int, why: str) -> None:
        """Bring new chips to the table."""
        self.bought = {**self.bought, player: self.bought.get(player, 0) + chips}
        self.correct_chips(player, chips, why)

    def correct_chips(self, account: str, chips: int, why: str) -> None:
        """Add chips from the bank to an account, or take them away if negative."""
        if chips:
            self.chips[account] += chips
            self.supply += chips
            source, target = (BANK, account) if chips > 0 else (account, BANK)
            self.moves.append(Transfer(source, target, abs(chips), why))

    # notes

    def add_iou(self, issuer: str, holder: str, chips: int, why: str) -> None:
        """Write an IOU; it joins an older one of this issuer to this holder."""
        if chips and issuer != holder:
            self._add_note(len(self.ious), IOU(issuer, holder, chips))
            self.moves.append(Transfer(issuer, holder, chips, why, issuer))

    def iou_total(self, issuer: str, holder: str) -> int:
        """Count the chips that the issuer owes to the holder by IOUs."""
        return sum(n.chips for n in self.ious if n.issuer == issuer and n.holder == holder)

    def ious_held_by(self, holder: str) -> tuple[IOU, ...]:
        """List the IOUs that the holder has, oldest first."""
        return tuple(n for n in self.ious if n.holder == holder)

    def transfer_iou(self, note: IOU, holder: str, chips: int, why: str) -> None:
        """Hand on an IOU, or a part of it; it keeps its age. Come home, it is cancelled."""
        if not chips or holder == note.holder:
            return
        place = self.ious.index(note)
        self._shrink(place, chips)
        if holder != note.issuer:
            self._add_note(place, IOU(note.issuer, holder, chips))
        self.moves.append(Transfer(note.holder, holder, chips, why, note.issuer))

    def redeem_iou(self, note: IOU, chips: int, why: str) -> None:
        """Let the issuer pay so many chips of an IOU to its holder."""
        self.move(note.issuer, note.holder, chips, why)
        self.transfer_iou(note, note.issuer, chips, why)

    def redeem_all_ious(self, why: str) -> None:
        """Redeem all IOUs that players hold, oldest first, until nothing moves any more."""
        is_moved = True
        while is_moved:
            is_moved = False
            for note in self.ious:
                is_moved = self._redeem_some(note, why) or is_moved

    def _redeem_some(self, note: IOU, why: str) -> bool:
        """Redeem as much of an IOU as its issuer can; say whether that is anything."""
        chips = 0 if note.holder.startswith(POT) else min(note.chips, self.chips[note.issuer])
        if chips:
            self.redeem_iou(note, chips, why)
        return chips > 0

    def _shrink(self, place: int, chips: int) -> None:
        note = self.ious[place]
        left = (note._replace(chips=note.chips - chips),) if note.chips > chips else ()
        self.ious = self.ious[:place] + left + self.ious[place + 1 :]

    def _add_note(self, place: int, note: IOU) -> None:
        """Put an IOU at a place of the ages, or merge it: the older place counts."""
        notes = list(self.ious)
        for at, other in enumerate(notes):
            if other.issuer == note.issuer and other.holder == note.holder:
                del notes[at]
                note = note._replace(chips=note.chips + other.chips)
                place = min(at, place)
                break
        notes.insert(place, note)
        self.ious = tuple(notes)

    # pots

    def is_empty(self, pot: str) -> bool:
        """Return whether a pot holds neither chips nor IOUs."""
        return not self.chips[pot] and not any(n.holder == pot for n in self.ious)

    def award_pot(
        self, pot: str, winners: Sequence[str], why: str, odd_to: str | None = None
    ) -> None:
        """Share a pot evenly, chips and IOUs alike; odd ones stay, or go to the pot ``odd_to``."""
        share = self.chips[pot] // len(winners)
        for winner in winners:
            self.move(pot, winner, share, why)
        for note in self.ious_held_by(pot):
            self._share_note(note, winners, why)
        if odd_to is not None:
            self.move(pot, odd_to, self.chips[pot], why)
            for note in self.ious_held_by(pot):
                self.transfer_iou(note, odd_to, note.chips, why)

    def _share_note(self, note: IOU, winners: Sequence[str], why: str) -> None:
        share = note.chips // len(winners)
        for winner in winners:
            self.transfer_iou(note, winner, share, why)
            note = note._replace(chips=note.chips - share)

    def divide_pots(self, pots: Iterable[str], players: Sequence[str], why: str) -> None:
        """Divide all that lies in the pots; odd chips go one each in the order of the players.

        The chips of all pots are divided together, the IOUs one by one. Nobody there: all stays.
        """
        if not players:
            return
        pots = list(pots)
        self._divide_chips(pots, players, why)
        for note in self.ious:
            if note.holder in pots:
                self._divide_note(note, players, why)

    def _divide_chips(self, pots: list[str], players: Sequence[str], why: str) -> None:
        shares = _shares(sum(self.chips[pot] for pot in pots), players)
        for pot in pots:
            for player in players:
                part = min(self.chips[pot], shares[player])
                self.move(pot, player, part, why)
                shares[player] -= part

    def _divide_note(self, note: IOU, players: Sequence[str], why: str) -> None:
        for player, part in _shares(note.chips, players).items():
            self.transfer_iou(note, player, part, why)
            note = note._replace(chips=note.chips - part)


def _shares(chips: int, players: Sequence[str]) -> dict[str, int]:
    each, odd = divmod(chips, len(players))
    return {player: each + (place < odd) for place, player in enumerate(players)}
