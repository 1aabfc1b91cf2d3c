"""Counting real chips: what lies there, what should, and where a difference may come from."""

import json
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.accounts import Account, account_name
from companion.core.errors import Unfit
from companion.core.log.counting import Suspect, suspects
from companion.core.log.log import Log
from companion.core.moves import moves_line
from companion.core.sentences import Sentence, say
from companion.web.base.addresses import TABLE, filled_in
from companion.web.base.extensions import htmx
from companion.web.base.marks import mark
from companion.web.parts.answers import Wrong, or_again, why
from companion.web.parts.forms import read_number
from companion.web.table.page import posted

OF = "of:"
"""How the field of an account is called, before its name."""

pages = Blueprint("count", __name__, url_prefix=TABLE + "/count")


@dataclass(frozen=True, slots=True)
class Clue:
    """An entry that may explain a difference."""

    number: int
    text: Sentence
    moved: Sentence | None


@dataclass(frozen=True, slots=True)
class ToCount:
    """A purse or a pot: what should lie in it, and what was counted, as typed."""

    account: str
    name: str
    expected: int
    typed: str
    counted: int | None
    problem: str
    clues: tuple[Clue, ...] = ()

    @property
    def off(self) -> int:
        """How many chips there are more than expected; 0 if it is not counted."""
        return 0 if self.counted is None else self.counted - self.expected

    @property
    def told(self) -> Account:
        """It as a sentence names it: ``the kitty``."""
        return Account(self.account)


@pages.get("")
@mark("long")
def show(token: str) -> str:
    """Show what should lie where, and compare it with what was counted."""
    return _draw(token, "count/found.html" if htmx else "count/page.html")


def _again(wrong: Wrong, token: str) -> str:
    return _draw(token, "count/page.html", why(wrong))


@pages.post("")
@or_again(_again)
@mark("long", "taps")
def accept(token: str) -> ResponseReturnValue:
    """Record a count as a correction, and show the rest of what was counted."""
    store.record(token, posted())
    return redirect(filled_in(url_for("count.show"), _typed().items()), 303)


def _typed() -> dict[str, str]:
    """Give what was counted, as typed, by account."""
    return {name: text for name, text in request.args.items() if name.startswith(OF)}


def _draw(token: str, template: str, error: str = "") -> str:
    evening = store.evening(token)
    log = evening.log
    can_count = "count" in log.setup.game.entries and log.table.phase != "over"
    return render_template(
        template,
        token=token,
        version=evening.version,
        game=log.setup.game,
        accounts=_accounts(log) if can_count else [],
        typed=_typed(),
        error=error,
        as_json=json.dumps,
    )


def _accounts(log: Log) -> list[ToCount]:
    names = [*log.table.pot_accounts(), *log.table.present]
    accounts = [_account(log, name, request.args.get(OF + name, "").strip()) for name in names]
    found = suspects(log, {one.account: one.counted for one in accounts if one.counted is not None})
    return [replace(one, clues=_clues(found.get(one.account, ()))) for one in accounts]


def _account(log: Log, account: str, typed: str) -> ToCount:
    counted, problem = None, ""
    try:
        counted = read_number(typed)
    except Unfit as wrong:
        problem = str(say("A count must be {wanted}.", wanted=wrong.why))
    expected = log.table.ledger.chips[account]
    return ToCount(account, account_name(account), expected, typed, counted, problem)


def _clues(found: tuple[Suspect, ...]) -> tuple[Clue, ...]:
    return tuple(
        Clue(one.line.number, one.line.entry.said(), moves_line(one.moves)) for one in found
    )
