"""How a game of the stops family is made from its data, and what replay tells of its tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from companion.core.entries.common import Award, BreakOff, Rounds
from companion.core.entries.entry import Entry
from companion.core.game import DRAWN, Game, Rule, Setup, rule, rules
from companion.core.handlers import MONEY, SEATS, agree_rounds, money, open_ledger, ranking_words
from companion.core.looking_back import Found, LookingBack
from companion.core.sentences import Sentence, say
from companion.core.variants import Boards, Known
from companion.games.stops import chips, dummy, dumps, finish, penalties, play
from companion.games.stops import entries as e
from companion.games.stops.board import make_board
from companion.games.stops.chances import log_deals
from companion.games.stops.claims import Finding
from companion.games.stops.doubts import doubts
from companion.games.stops.endings import Enforce, LastEnd, Show, Totals, Waive
from companion.games.stops.feats import FEATS
from companion.games.stops.offers import ask, rare, settling
from companion.games.stops.options import StopsOptions, StopsRules
from companion.games.stops.recounts import recounted, recounts
from companion.games.stops.slips import slips
from companion.games.stops.state import Lead, StopsTable
from companion.games.stops.unseen import run_after, run_to
from companion.games.stops.words import finding_words

ENTRIES: Mapping[str, Rule[StopsTable]] = rules(
    *MONEY,
    *SEATS,
    rule(e.PileDeal, dummy.deal),
    rule(Rounds, agree_rounds),
    rule(e.LastHand, dummy.last_hand),
    rule(e.Swap, dummy.swap),
    rule(e.ChipBid, dummy.bid),
    rule(e.Pass, dummy.pass_),
    rule(e.Sell, dummy.sell),
    rule(e.Keep, dummy.keep),
    rule(e.ChipsOnly, dummy.chips_only),
    rule(e.Play, play.play),
    rule(e.Stop, play.stop),
    rule(e.Skip, play.skip),
    rule(e.Dump, dumps.dump),
    rule(e.Recount, play.recount),
    rule(e.Collect, chips.collect_pot),
    rule(e.Out, chips.out),
    rule(Totals, finish.totals),
    rule(Show, finish.show),
    rule(Award, finish.award),
    rule(Enforce, penalties.enforce),
    rule(Waive, penalties.waive),
    rule(BreakOff, finish.break_off_unjudged),
    rule(LastEnd, finish.end),
)

WORDS = say(
    "stops, dummy, widow, extra hand, dead hand, swap, exchange, auction, sale, ante, IOU, "
    "saucers, cups, compartments, pennies, money cards, pay cards, bonus cards, sequence, run"
)
"""What people may search these games by."""

PHASES = {
    "dummy": say("the dummy is still to be swapped or sold"),
    "blocked": say("the hand is blocked, and the card totals are missing"),
    "poker": say("a pot waits to be judged"),
}


@dataclass(frozen=True)
class StopsGame(Game[StopsTable, StopsOptions]):
    """A game of the family, with what it has besides its options."""

    rules: StopsRules = field(kw_only=True)


def stops_game(
    slug: str,
    name: Sentence,
    about: Sentence,
    *,
    players: tuple[int, int],
    options: StopsOptions,
    rules: StopsRules,
    order: int = 100,
    deals_first: Sentence = DRAWN,
    known: tuple[Known, ...] = (),
) -> StopsGame:
    """Make a game of the stops family from its data; ``options`` are its defaults."""
    return StopsGame(
        slug=slug,
        name=name,
        about=about,
        fewest=players[0],
        most=players[1],
        chips=100,
        defaults=options,
        entries=ENTRIES,
        phases=PHASES,
        new_table=partial(new_table, rules),
        ask=ask,
        result=result,
        rare=rare,
        mends=recounts,
        family="stops",
        order=order,
        deals_first=deals_first,
        known=known,
        words=(WORDS,),
        boards=Boards(rules.presets, vary=rules.ask_board),
        rules=rules,
        winners=winners,
        why=ranking_words,
        looks_back=LookingBack(
            findings, turn, run, slips, cards_left, recounted, likely, doubts, settling
        ),
        feats=FEATS,
    )


def new_table(rules: StopsRules, setup: Setup[StopsOptions]) -> StopsTable:
    """Lay an empty table: purses filled, pots empty."""
    board = make_board(setup.options.board)
    return StopsTable(
        setup=setup,
        seats=setup.players,
        present=setup.players,
        dealer=setup.dealer,
        ledger=open_ledger(setup, board.pots),
        pots=board.pots,
        rounds=setup.options.rounds,
        board=board,
        rules=rules,
    )


def winners(table: StopsTable) -> tuple[str, ...]:
    """Name who went out in the hand just ended, if anybody did."""
    return (table.live.end.winner,) if table.live and table.live.end.winner else ()


def findings(table: StopsTable) -> tuple[Found, ...]:
    """Tell what was found in the hand in progress or just ended, in words."""
    found = table.live.findings if table.live is not None else ()
    return tuple(
        Found(f.rule, f.player, f.entry, f.proof, f.status, finding_words(f), f.about)
        for f in found
    )


def turn(table: StopsTable, entry: Entry) -> str | None:
    """Name whose turn it is to lead, skip, bid or pass, where the entry says that somebody does."""
    hand = table.live
    if hand is not None and isinstance(entry, e.Play | e.Skip):
        return hand.lead.player if hand.lead else None
    return hand.auction.turn if hand is not None and isinstance(entry, e.ChipBid | e.Pass) else None


def run(table: StopsTable, entry: Entry) -> tuple[str, ...]:
    """List as many cards as a play has, from the next one on; none where it leads on its way."""
    hand = table.live
    if hand is None or hand.next is None or not isinstance(entry, e.Play):
        return ()
    cards = (hand.next, *run_after(hand, hand.next, len(entry.cards) - 1))
    is_run = run_to(entry.cards[0], entry.cards[-1]) == entry.cards
    return cards if is_run and len(cards) == len(entry.cards) else ()


def cards_left(table: StopsTable) -> Mapping[str, int]:
    """Count the cards that each player holds; nobody's are known in chips only."""
    hand = table.live
    return {} if hand is None or hand.chips_only else hand.left


def likely(table: StopsTable) -> float:
    """Tell how likely the cards lie so that all that was said of them is true, as a logarithm."""
    hand = table.live
    if hand is None or hand.chips_only:
        return 0.0
    return log_deals(hand.referee.may_hold, hand.sizes)


def result(table: StopsTable) -> dict[str, object]:
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
        "tally": None if table.tally is None else [line.plain() for line in table.tally],
    }


def _lead(lead: Lead | None) -> dict[str, object] | None:
    return None if lead is None else {"player": lead.player, "suits": list(lead.suits)}


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "player": finding.player,
        "entry": finding.entry,
        "proof": finding.proof,
        "status": finding.status,
    }
