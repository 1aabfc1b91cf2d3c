"""What a hand of Oh Claire! would settle by the tricks entered so far: in words, before it does."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.errors import Refused
from companion.core.ledger import POT, Transfer
from companion.core.words import chips, listed
from companion.games.oh_claire.game import JACKPOT, OhClaireTable, cup_account, due, settlement
from companion.web.parts.forms import field_name
from companion.web.parts.plates import symbol_of


@dataclass(frozen=True, slots=True)
class TrickRow:
    """The tricks of one player, to be stepped up and down."""

    player: str
    symbol: int
    field: str
    bid: int
    took: int

    @property
    def made(self) -> bool:
        """Say whether he would have made his bid."""
        return self.bid == self.took


@dataclass(frozen=True, slots=True)
class Settling:
    """The tricks as entered, what is wrong with their sum, or what would be paid."""

    rows: tuple[TrickRow, ...]
    size: int
    wrong: str
    lines: tuple[str, ...]


def settling(table: OhClaireTable, took: Mapping[str, int | None]) -> Settling:
    """Lay out the tricks, and the payments if they sum up."""
    counted = {player: took.get(player) or 0 for player in table.playing}
    rows = tuple(
        TrickRow(p, symbol_of(table, p), field_name(table, "n", p), table.bids[p], counted[p])
        for p in table.playing
    )
    missing = table.size - sum(counted.values())
    if missing:
        return Settling(rows, table.size, _missing(missing), ())
    try:
        moves = settlement(table, counted)
    except Refused as wrong:
        return Settling(rows, table.size, wrong.message, ())
    return Settling(rows, table.size, "", tuple(_lines(rows, moves)))


def _missing(number: int) -> str:
    tricks = "1 trick" if abs(number) == 1 else f"{abs(number)} tricks"
    return f"{tricks} still missing." if number > 0 else f"{tricks} too many."


def _lines(rows: tuple[TrickRow, ...], moves: tuple[Transfer, ...]) -> list[str]:
    makers = sum(row.made for row in rows)
    lines = [_pays(row.player, due(makers), moves) for row in rows if not row.made]
    return lines + [_covers(row, moves) for row in rows if row.made]


def _pays(player: str, owed: int, moves: tuple[Transfer, ...]) -> str:
    paid = {move.target: move.chips for move in moves if move.source == player}
    parts = [
        f"{number} into the jackpot" if target == POT + JACKPOT else f"{target} {number}"
        for target, number in paid.items()
    ]
    told = f"{player} pays {listed(parts)}." if paid else f"{player} has nothing to pay with."
    total = sum(paid.values())
    return told if total == owed else f"{told} Owed were {chips(owed)}."


def _covers(row: TrickRow, moves: tuple[Transfer, ...]) -> str:
    covers = any(move.target == cup_account(row.player, row.bid) for move in moves)
    return f"{row.player} made it" + (f" and covers cup {row.bid}." if covers else ".")
