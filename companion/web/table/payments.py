"""Payments by hand: between players and pots, or from one player to all others."""

from companion.core.accounts import account_text
from companion.core.chips import require_chips
from companion.core.entries.schema import Raw
from companion.core.game import Table
from companion.core.ledger import POT
from companion.core.sentences import say
from companion.web.components import entry_form
from companion.web.components.card_picker import SheetView
from companion.web.components.entry_form import FormData

# Stands for all the others where somebody is paid; no account is called so.
EVERYBODY = ""

# An account, its name, and its chips.
AccountChoice = tuple[str, str, int]


class PotPaymentSheet(SheetView):
    """A sheet for payments into a pot and out of it, of at most `most` chips."""

    def __init__(self, table: Table, pot: str) -> None:
        account, chips = POT + pot, table.ledger.chips
        super().__init__(title=account_text(account))
        purses = [(player, player, chips[player]) for player in table.present]
        self.account, self.most = account, chips[account]
        self.payers = [purse for purse in purses if purse[2]]
        self.payees = purses if self.most else []


def list_accounts(table: Table, *, without: str) -> tuple[AccountChoice, ...]:
    """Return all purses and pots but `without`, purses first."""
    chips = table.ledger.chips
    names = [*table.present, *table.pot_accounts()]
    return tuple((one, account_text(one), chips[one]) for one in names if one != without)


def can_pay(table: Table, account: str) -> bool:
    return (
        "pay" in table.setup.game.entries
        and table.phase != "over"
        and table.ledger.chips.get(account, 0) > 0
    )


def pot_payment_sheet(table: Table, fields: FormData) -> PotPaymentSheet | None:
    pot = entry_form.form_value(fields, "pot") or ""
    if pot not in table.pots or "pay" not in table.setup.game.entries or table.phase == "over":
        return None
    return PotPaymentSheet(table, pot)


def is_payment_to_everybody(fields: FormData) -> bool:
    return fields.get("do") == "pay" and fields.get(entry_form.KEY + "to") == EVERYBODY


def split_payment(table: Table, fields: FormData) -> list[Raw]:
    """Return a payment to each of the others. Raises Refused."""
    raw = entry_form.read_entry_form(table, fields, lambda _, known: known)
    payer = raw["from"]
    others = table.others(payer) if payer in table.present else ()
    due = raw["chips"] * len(others)
    short = say("{payer} has {has}, not {due} for everybody: pay less, or borrow first.")
    require_chips(table, payer, due, short, payer=payer, due=due)
    return [{**raw, "to": other} for other in others]
