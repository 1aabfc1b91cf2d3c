"""How a game of the stops family is made from its data, and what replay tells of its tables."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.core import entries as e
from companion.core.game import Found, Game, Handler, Setup
from companion.core.shelf import COUNT, MONEY, SEATS, end, money, open_ledger
from companion.games.stops import chips, dummy, dumps, finish, penalties, play
from companion.games.stops.board import make_board
from companion.games.stops.offers import ask, finding_words
from companion.games.stops.options import OPTIONS
from companion.games.stops.state import Finding, Lead, StopsTable

ENTRIES: dict[str, tuple[type, Handler]] = {
    **MONEY,
    **COUNT,
    **SEATS,
    "deal": (e.Deal, dummy.deal),
    "last-hand": (e.LastHand, dummy.last_hand),
    "swap": (e.Swap, dummy.swap),
    "bid": (e.Bid, dummy.bid),
    "pass": (e.Pass, dummy.pass_),
    "sell": (e.Sell, dummy.sell),
    "keep": (e.Keep, dummy.keep),
    "chips-only": (e.ChipsOnly, dummy.chips_only),
    "play": (e.Play, play.play),
    "stop": (e.Stop, play.stop),
    "skip": (e.Skip, play.skip),
    "dump": (e.Dump, dumps.dump),
    "recount": (e.Recount, play.recount),
    "collect": (e.Collect, chips.collect_pot),
    "out": (e.Out, chips.out),
    "totals": (e.Totals, finish.totals),
    "show": (e.Show, finish.show),
    "award": (e.Award, finish.award),
    "enforce": (e.Enforce, penalties.enforce),
    "waive": (e.Waive, penalties.waive),
    "end": (e.End, end),
}

DEFAULTS: dict[str, Any] = {
    "ante": 1,
    "dummy_use": "swap-or-sell",
    "combination_by": "one-player",
    "rounds": None,
}
"""What the sheets agree on; every other option a game names itself."""


@dataclass(frozen=True, slots=True)
class StopsRules:
    """What a game of the family has besides its options: presets and how poker is judged.

    ``presets`` are boards by name that set-up offers; ``ask_board``: they are printed on boards
    that vary, so the table is asked; ``poker_held_only``: only cards still held count.
    """

    presets: Mapping[str, tuple[str, ...]]
    ask_board: bool = False
    poker_held_only: bool = False


def stops_game(
    slug: str,
    name: str,
    about: str,
    *,
    players: tuple[int, int],
    options: Mapping[str, Any],
    rules: StopsRules,
    order: int = 100,
) -> Game:
    """Make a game of the stops family from its data; ``options`` are its defaults."""
    return Game(
        slug=slug,
        name=name,
        about=about,
        fewest=players[0],
        most=players[1],
        chips=100,
        options=OPTIONS,
        defaults={**DEFAULTS, **options},
        entries=ENTRIES,
        new_table=new_table,
        ask=ask,
        result=result,
        family="stops",
        order=order,
        more=rules,
        winners=winners,
        findings=findings,
    )


def new_table(setup: Setup) -> StopsTable:
    """Lay an empty table: purses filled, pots empty."""
    board = make_board(setup.options["board"])
    return StopsTable(
        setup=setup,
        seats=setup.players,
        present=setup.players,
        dealer=setup.dealer,
        ledger=open_ledger(setup, board.pots),
        pots=board.pots,
        board=board,
    )


def winners(table: StopsTable) -> tuple[str, ...]:
    """Name who went out in the hand just ended, if anybody did."""
    return (table.live.winner,) if table.live and table.live.winner else ()


def findings(table: StopsTable) -> tuple[Found, ...]:
    """Tell what was found in the hand in progress or just ended, in words."""
    found = table.live.findings if table.live is not None else ()
    return tuple(
        Found(f.rule, f.player, f.entry, f.proof, f.status, finding_words(f)) for f in found
    )


def result(table: StopsTable) -> dict[str, Any]:
    """Tell the state of a table as the record's results do."""
    hand = table.live
    counted = (
        hand is not None and not hand.chips_only and table.phase not in ("between-hands", "over")
    )
    playing = counted and table.phase == "play"
    return {
        "phase": table.phase,
        "hand": table.hand,
        "dealer": table.dealer,
        **money(table),
        "left": dict(hand.left) if hand and counted else None,
        "dead": hand.dead if hand and counted else None,
        "next": hand.next if hand and playing else None,
        "lead": _lead(hand.lead) if hand and playing else None,
        "findings": [_finding(finding) for finding in hand.findings] if hand else [],
        "tally": None if table.tally is None else [asdict(line) for line in table.tally],
    }


def _lead(lead: Lead | None) -> dict[str, Any] | None:
    return None if lead is None else {"player": lead.player, "suits": list(lead.suits)}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "player": finding.player,
        "entry": finding.entry,
        "proof": finding.proof,
        "status": finding.status,
    }
