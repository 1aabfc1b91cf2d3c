"""What a hand of Oh Claire! would settle by the tricks entered so far: in words, before it does."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.errors import Refused
from companion.core.ledger import POT, Transfer
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Chips, NameList
from companion.games.oh_claire.game import (
    JACKPOT,
    OhClaireTable,
    cup_account,
    penalty_for_miss,
    settlement,
)
from companion.web.parts.by_keys import KEY

NEAR = 6
"""So many numbers stand side by side on a phone."""


@dataclass(frozen=True, slots=True)
class TrickRow:
    """The tricks of one player, to be tapped; the bid stands until then."""

    player: str
    field: str
    bid: int
    took: int
    size: int

    @property
    def distant_numbers(self) -> tuple[int, ...]:
        """List the numbers that a narrow screen leaves out: far from what was bid."""
        first = max(0, min(self.bid - 2, self.size + 1 - NEAR))
        return tuple(n for n in range(self.size + 1) if not first <= n < first + NEAR)

    @property
    def makes_bid(self) -> bool:
        """Say whether the bid would be made."""
        return self.bid == self.took


@dataclass(frozen=True, slots=True)
class SettlementView:
    """The tricks as entered, what is wrong with their sum, or what would be paid."""

    rows: tuple[TrickRow, ...]
    size: int
    wrong: Sentence | None
    lines: tuple[Sentence, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Say whether nothing is left to tell: all but one missed, and the sum says who took what.

        Where two have not been told, each may have missed what the other has won.
        """
        return self.wrong is None and sum(row.makes_bid for row in self.rows) < 2


def layout_settlement(table: OhClaireTable, took: Mapping[str, int]) -> SettlementView:
    """Lay out the tricks, and the payments if they sum up; who is not named took the bid."""
    counted = {player: took.get(player, table.bids[player]) for player in table.active_players}
    rows = tuple(
        TrickRow(p, f"{KEY}took:{p}", table.bids[p], counted[p], table.size)
        for p in table.active_players
    )
    missing = table.size - sum(counted.values())
    if missing:
        return SettlementView(rows, table.size, _missing(missing))
    try:
        moves = settlement(table, counted)
    except Refused as wrong:
        return SettlementView(rows, table.size, wrong.sentence)
    return SettlementView(rows, table.size, None, tuple(_lines(rows, moves)))


def _missing(number: int) -> Sentence:
    if number > 0:
        return say_plural("{n} trick still missing.", "{n} tricks still missing.", n=number)
    return say_plural("{n} trick too many.", "{n} tricks too many.", n=-number)


def _lines(rows: tuple[TrickRow, ...], moves: tuple[Transfer, ...]) -> list[Sentence]:
    makers = sum(row.makes_bid for row in rows)
    lines = [
        _pays(row.player, penalty_for_miss(makers), moves) for row in rows if not row.makes_bid
    ]
    return lines + [_covers(row, moves) for row in rows if row.makes_bid]


def _pays(player: str, owed: int, moves: tuple[Transfer, ...]) -> Sentence:
    paid = {move.target: move.chips for move in moves if move.source == player}
    parts = NameList(_part(target, chips) for target, chips in paid.items())
    if not paid:
        return say("{player} has nothing to pay {chips} with.", player=player, chips=Chips(owed))
    if sum(paid.values()) == owed:
        return say("{player} pays {parts}.", player=player, parts=parts)
    told = say("{player} owed {chips} and pays {parts}.")
    return told.with_facts(player=player, parts=parts, chips=Chips(owed))


def _part(target: str, chips: int) -> Sentence:
    if target == POT + JACKPOT:
        return say("{chips} into the jackpot", chips=chips)
    return say("{player} {chips}", player=target, chips=chips)


def _covers(row: TrickRow, moves: tuple[Transfer, ...]) -> Sentence:
    if any(move.target == cup_account(row.player, row.bid) for move in moves):
        return say("{player} made it and covers cup {cup}.", player=row.player, cup=row.bid)
    return say("{player} made it.", player=row.player)
