"""Chips outside the play: antes, loans and their repayment, purchases, payments and counts."""

from collections.abc import Sequence

from companion.core.accounts import Account
from companion.core.entries import standard as e
from companion.core.entries.parsing import check_pot, quote_input
from companion.core.errors import Refused, ShortOfChips
from companion.core.game import Table
from companion.core.ledger import POT, Transfer
from companion.core.sentences import Fact, Sentence, say
from companion.core.words import Chips

# The reason of the transfers of an ante.
ANTE = "ante"


class ShortOfAnte(ShortOfChips):
    """A player cannot pay the antes of a deal: `missing` more chips are needed."""

    def __init__(self, player: str, due: int, has: int) -> None:
        sentence = say(
            "{player} must ante {due} but has {has}. Borrow or buy chips first.",
            player=player,
            due=Chips(due),
            has=has,
        )
        super().__init__(sentence)
        self.player = player
        self.missing = due - has


def take_antes(table: Table, antes: Sequence[Transfer]) -> None:
    """Move the antes of a deal. Raises ShortOfAnte if a player has too few chips."""
    table.ledger.apply_transfers(antes)
    # checked afterwards: the table is a copy, and is dropped if this raises
    for player in table.present:
        left = table.ledger.chips[player]
        if left < 0:
            due = sum(ante.chips for ante in antes if ante.source == player)
            raise ShortOfAnte(player, due, due + left)


def require_not_over(table: Table) -> None:
    """Raise Refused (`wrong-phase`) if the evening is over."""
    if table.phase == "over":
        table.require_phase()


def require_chips(table: Table, account: str, chips: int, short: Sentence, **facts: Fact) -> None:
    """Raise ShortOfChips with the sentence `short` if an account has fewer than `chips`.

    `short` may name the facts `has` and `chips`, and those in `facts`.
    """
    has = table.ledger.chips.get(account, 0)
    if chips > has:
        raise ShortOfChips(short.with_facts(has=Chips(has), chips=chips, **facts))


def borrow(table: Table, entry: e.Borrow) -> None:
    """Lend a player chips from a player or a pot, against an IOU (*Notes* of the rule sheet).

    Raises Refused (`wrong-phase`, `short-of-chips`).
    """
    require_not_over(table)
    short = say("{lender} has {has} to lend, not {chips}.")
    require_chips(table, entry.source, entry.chips, short, lender=Account(entry.source))
    table.ledger.move(entry.source, entry.player, entry.chips, "loan")
    table.ledger.add_iou(entry.player, entry.source, entry.chips, "loan")


def repay(table: Table, entry: e.Repay) -> None:
    """Redeem IOUs of a player, in part or in full. Both sides may have left the table.

    Raises Refused (`unknown-player`, `unknown-pot`, `wrong-phase`, `short-of-chips`, `bad-count`).
    """
    _check_ever(table, entry.player)
    _check_ever(table, entry.holder)
    require_not_over(table)
    ledger = table.ledger
    short = say("{player} has {has}, not {chips}. Repay less.")
    require_chips(table, entry.player, entry.chips, short, player=entry.player)
    iou = ledger.get_iou(entry.player, entry.holder)
    if entry.chips > iou.chips:
        raise Refused(
            "bad-count",
            "{player} owes {holder} {owed}, not {chips}.",
            player=entry.player,
            holder=Account(entry.holder),
            owed=Chips(iou.chips),
            chips=entry.chips,
        )
    ledger.redeem_iou(iou, entry.chips, "repaid")


def _check_ever(table: Table, account: str) -> None:
    if account.startswith(POT):
        check_pot(table, account.removeprefix(POT))
    elif account not in table.seats:
        raise Refused(
            "unknown-player",
            "Nobody named {player} has been at this table.",
            player=quote_input(account),
        )


def buy_in(table: Table, entry: e.BuyIn) -> None:
    """Add new chips to a player's purse. Raises Refused (`wrong-phase`)."""
    require_not_over(table)
    table.ledger.buy_chips(entry.player, entry.chips, "buy-in")


def pay(table: Table, entry: e.Pay) -> None:
    """Move chips between two players or pots, outside any rule of the game.

    Raises Refused (`wrong-phase`, `short-of-chips`).
    """
    require_not_over(table)
    # a pot cannot borrow
    pot_short = say("{payer} has {has}, not {chips}. Pay less.")
    player_short = say("{payer} has {has}, not {chips}. Pay less, or borrow first.")
    short = pot_short if entry.source.startswith(POT) else player_short
    require_chips(table, entry.source, entry.chips, short, payer=Account(entry.source))
    table.ledger.move(entry.source, entry.target, entry.chips, "paid")


def count(table: Table, entry: e.Count) -> None:
    """Set an account to the chips counted, with the bank. Raises Refused (`wrong-phase`)."""
    require_not_over(table)
    table.ledger.correct_chips(
        entry.account, entry.chips - table.ledger.chips[entry.account], "counted"
    )
