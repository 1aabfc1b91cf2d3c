"""Handlers of the entries that all games share: deals, misdeals, seats and the end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TypeVar

from companion.core.chips import borrow, buy_in, count, pay, repay
from companion.core.entries import standard as e
from companion.core.entries.parsing import MAX_NUMBER, check_player
from companion.core.entries.schema import Entry, Raw, check_references, parse_entry
from companion.core.errors import Refused
from companion.core.game import (
    NO_HAND,
    ResultLine,
    Setup,
    Table,
    copy_fields,
)
from companion.core.ledger import POT, Ledger
from companion.core.sentences import Sentence, say
from companion.core.words import NameList
from companion.core.work_limit import count_replayed_entry

T = TypeVar("T", bound=Table)
L = TypeVar("L", bound=ResultLine)


def apply_entry(table: T, entry: Entry, number: int) -> T:
    """Return the table after an entry. `table` is not changed. Raises as `apply_in_place` does."""
    after = table.copy()
    apply_in_place(after, entry, number)
    return after


def apply_in_place(table: Table, entry: Entry, number: int) -> None:
    """Apply an entry to a table that nobody else uses. After an error the table is unusable.

    Raises Refused; WorkLimitExceeded if `work_limit` is used up; and RuntimeError if chips were
    created or lost, which is a bug.
    """
    count_replayed_entry()
    table.entry_number = number
    table.line_count += 1
    table.ledger.moves = []
    hand, phase = table.hand, table.phase
    table.setup.game.entries[entry.do](table, entry)
    if table.phase in NO_HAND and phase not in NO_HAND and table.hand == hand:
        table.ended_by = number
    if table.ledger.moves:  # a play of a card moves none, and a check takes time
        table.ledger.check()


def open_ledger(setup: Setup, pots: Iterable[str]) -> Ledger:
    """Return a ledger with the players' starting chips and with empty pots."""
    ledger = Ledger()
    for player in setup.players:
        ledger.open(player)
        ledger.buy_chips(player, setup.chips[player], "start")
    for pot in pots:
        ledger.open(POT + pot)
    return ledger.copy()  # a copy has no moves: nothing has happened yet


def table_json(table: Table) -> dict[str, object]:
    """Return what the `result` in a record has in all games, as a JSON object."""
    return {
        "phase": table.phase,
        "hand": table.hand,
        "dealer": table.dealer,
        "tally": None if table.tally is None else [*map(asdict, table.tally)],
    }


def money_json(table: Table) -> dict[str, object]:
    """Return the chips, pots and IOUs of a table, as the result of a record has them."""
    ledger = table.ledger
    return {
        "chips": {player: ledger.chips[player] for player in table.seats},
        "pots": {pot: ledger.chips[POT + pot] for pot in table.pots},
        "notes": [{"from": n.issuer, "to": n.holder, "chips": n.chips} for n in ledger.ious],
    }


def find_refusal(table: Table, raw: Raw) -> Refused | None:
    """Return the error that the entry `raw` would raise now, or None. The table is not changed."""
    try:
        entry = parse_entry(dict(raw), table.setup.game.kinds)
        check_references(entry, table)
        apply_entry(table, entry, table.entry_number + 1)
    except Refused as error:
        return error
    return None


def try_entry(table: T, entry: Entry) -> T | None:
    """Return the table after an entry made now; None if it is refused, or no entry of the game.

    `table` is not changed.
    """
    if entry.do not in table.setup.game.entries:
        return None
    try:
        return apply_entry(table, entry, table.entry_number + 1)
    except Refused:
        return None


def refusal_sentence(table: Table, raw: Raw) -> Sentence | None:
    """Return why the entry `raw` would be refused now, or None. The table is not changed."""
    error = find_refusal(table, raw)
    return error.sentence if error else None


def begin_hand(table: Table, dealer: str | None = None) -> None:
    """Start the next hand, dealt by `dealer`, or by the next dealer in turn if it is None.

    Raises Refused (`unknown-player`, `wrong-phase`).
    """
    if dealer is not None:
        check_player(table, dealer)
    table.require_phase("between-hands")
    game = table.setup.game
    # eliminated players count, too: an elimination never stops a game
    players = len({*table.present, *table.eliminated})
    if players < game.min_players:
        raise Refused(
            "wrong-phase",
            "{game} needs at least {fewest} players but has only {number}.",
            game=game.name,
            fewest=game.min_players,
            number=players,
        )
    if dealer in table.eliminated:
        raise Refused(
            "wrong-phase", "{player} is out of the game and cannot deal.", player=dealer or ""
        )
    before = table.snapshot()
    before.before_deal = None  # or each table would hold on to all before it
    table.before_deal = before
    table.dealer = dealer or table.next_dealer()
    table.hand += 1
    table.dealt_by = table.entry_number
    table.hand_players = table.active_players
    table.sharers |= {*table.present}


def agree_rounds(table: Table, entry: e.Rounds) -> None:
    """Change the agreed number of hands. A last hand that was announced no longer counts.

    Raises Refused (`wrong-phase`, `bad-count`).
    """
    table.require_phase("between-hands")
    least = max(1, table.hand)
    if entry.rounds is not None and not least <= entry.rounds <= MAX_NUMBER:
        raise Refused(
            "bad-count",
            "You can agree on {least} to {most} hands in all.",
            least=least,
            most=MAX_NUMBER,
        )
    table.rounds, table.last = entry.rounds, None


def check_last_hand(table: Table) -> None:
    """Raise Refused (`last-hand-played`) if the last hand is over and this is a later one.

    The last hand is the agreed or the announced one.
    """
    if table.rounds is not None and table.hand > table.rounds:
        raise all_played_error(table, table.rounds)
    if table.last is not None and table.hand > table.last:
        raise all_played_error(table, 1)


def all_played_error(table: Table, number: int) -> Refused:
    """Return the error for a deal after all `number` hands have been played."""
    sentence = table.setup.game.hand_terms.all_played.with_facts(n=number)
    return Refused("last-hand-played", "{why}", why=sentence)


def misdeal(table: Table, _: e.Misdeal) -> None:
    """Restore the table as it was before the deal, so that the same dealer deals again.

    A last hand that was announced stays announced. Raises Refused (`wrong-phase`).
    """
    if table.before_deal is None or table.phase in ("between-hands", "over"):
        raise Refused("wrong-phase", "There is no hand to deal again.")
    # these count entries, or were announced, and a misdeal takes neither back
    entry, place, last = table.entry_number, table.line_count, table.last
    copy_fields(table, table.before_deal.copy())
    table.entry_number, table.line_count, table.last = entry, place, last


def break_off(table: Table, _: e.BreakOff) -> None:
    """End the hand in progress without a winner; the deal passes on.

    Raises Refused (`wrong-phase`).
    """
    if not table.in_hand:
        raise Refused("wrong-phase", "There is no hand to call off.")
    table.phase = "between-hands"


def join(table: Table, entry: e.Join) -> None:
    """Seat a new player to the left of another, with starting chips.

    Raises Refused (`bad-entry`, `unknown-player`, `wrong-phase`).
    """
    if entry.player in table.seats:
        raise Refused(
            "bad-entry",
            "{player} is already at this table, or was here earlier.",
            player=entry.player,
        )
    check_player(table, entry.left_of)
    table.require_phase("between-hands")
    _check_room(table)
    table.seats = _insert_after(table.seats, entry.left_of, entry.player)
    table.present = _insert_after(table.present, entry.left_of, entry.player)
    table.ledger.open(entry.player)
    table.ledger.buy_chips(entry.player, entry.chips, "buy-in")
    table.seated_at = table.line_count


def _check_room(table: Table) -> None:
    game = table.setup.game
    if len(table.present) >= game.max_players:
        raise Refused(
            "wrong-phase",
            "{game} takes at most {most} players. Somebody must sit out first.",
            game=game.name,
            most=game.max_players,
        )


def _insert_after(names: tuple[str, ...], text: str, new: str) -> tuple[str, ...]:
    at = names.index(text) + 1
    return (*names[:at], new, *names[at:])


def leave(table: Table, entry: e.Leave) -> None:
    """Remove a player between hands; chips and tally line stay. Raises Refused (`wrong-phase`)."""
    table.require_phase("between-hands")
    table.present = tuple(p for p in table.present if p != entry.player)
    table.seated_at = table.line_count


def return_to_seat(table: Table, entry: e.ReturnToSeat) -> None:
    """Bring a player back to their old seat, with the chips and IOUs that they left behind.

    Raises Refused (`unknown-player`, `wrong-phase`).
    """
    player = entry.player
    if player not in table.seats:
        check_player(table, player)  # raises: those at the table are in seats, too
    table.require_phase("between-hands")
    if player in table.present:
        raise Refused("wrong-phase", "{player} is already at the table.", player=player)
    if player in table.eliminated:
        raise Refused(
            "wrong-phase", "{player} is out of the game and cannot come back.", player=player
        )
    _check_room(table)
    table.present = tuple(p for p in table.seats if p == player or p in table.present)
    table.seated_at = table.line_count


def end(table: Table, _: e.End) -> None:
    """End the evening: divide the pots, redeem the IOUs, and rank the players.

    Raises Refused (`wrong-phase`).
    """
    table.require_phase("between-hands")
    players = table.clockwise(table.dealer)
    # those who have been dealt a hand, or if there is none of these, all
    sharers = tuple(player for player in players if player in table.sharers) or players
    table.ledger.divide_pots(table.pot_accounts(), sharers, "divided")
    table.ledger.redeem_all_ious("redeemed")
    table.phase = "over"
    table.tally = current_tally(table)


def absent_sharers(table: Table) -> tuple[str, ...]:
    """Return the players who have left, and would share what pots hold if they came back."""
    left = any(not table.ledger.is_empty(pot) for pot in table.pot_accounts())
    leavers = (player for player in table.seats if player not in table.present)
    return tuple(player for player in leavers if player in table.sharers) if left else ()


@dataclass(frozen=True, slots=True)
class TallyLine(ResultLine):
    """One player's line of the tally, in chips."""

    chips: int
    owes: int
    owed: int
    bought: int
    result: int


def current_tally(table: Table) -> tuple[ResultLine, ...]:
    """Return the tally; before the end of the evening, the tally if it ended now."""
    return table.tally or (table.setup.game.result_lines or tally_lines)(table)


def tally_lines(table: Table) -> tuple[TallyLine, ...]:
    """Return the tally of all who ever sat at the table, ranked by the house rule `ranked_by`."""
    ledger, rows = table.ledger, []
    for player in table.seats:
        owes = sum(n.chips for n in ledger.ious if n.issuer == player)
        owed_chips = sum(n.chips for n in ledger.ious if n.holder == player)
        chips, bought = ledger.chips[player], ledger.bought.get(player, 0)
        result = chips + owed_chips - owes - bought
        line = TallyLine(player, chips, owes, owed_chips, bought, result)
        rows.append(((ranking_figure(table, result, bought),), line))
    return rank_lines(rows)


def ranking_words(table: Table) -> Sentence | None:
    """Return the sentence that players are ranked by their chips; None if by their results."""
    if table.options.ranked_by == "result":
        return None
    return say(
        "The player with the most chips wins. IOUs count too, and chips bought are not subtracted."
    )


def ranking_figure(table: Table, result: int, bought: int) -> int:
    """Return what ranks a player: `result`, or by house rule `result` plus the chips bought.

    `bought` is the number of chips that the player bought.
    """
    return result + (bought if table.options.ranked_by == "chips" else 0)


# What ranks a player: the greater, the better.
Merit = tuple[int, ...]


def rank_lines(lines: Iterable[tuple[Merit, L]]) -> tuple[L, ...]:
    """Return lines by their merits, best first, with places. Equal merits share a place."""
    rows = sorted(lines, key=lambda row: row[0], reverse=True)
    merits = [merit for merit, _ in rows]
    return tuple(replace(line, place=merits.index(merit) + 1) for merit, line in rows)


def check_answers(
    answers: Mapping[str, object],
    players: Sequence[str],
    code: str,
    missing: Sentence,
    nobody_else: Sentence,
) -> None:
    """Raise Refused with `code` unless `answers` has exactly `players`.

    `missing` names the first `player` without an answer, `nobody_else` those of `players`.
    """
    for player in players:
        if player not in answers:
            sentence = missing.with_facts(player=player)
            raise Refused(code, sentence.template, **sentence.facts)
    if answers.keys() != {*players}:
        sentence = nobody_else.with_facts(players=NameList(players))
        raise Refused(code, sentence.template, **sentence.facts)


# Handlers of every game, besides its own deal and end.
SEAT_HANDLERS = (leave, return_to_seat, misdeal)

# Handlers of games with purses and IOUs.
MONEY_HANDLERS = (borrow, repay, buy_in, pay, count, join)
