"""Oh Claire!: bid the exact number of tricks, pay those who made it, cover the cups 0 to 7."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.core.accounts import register_pot_pattern
from companion.core.entries import standard as e
from companion.core.entries.fields import NumberByPlayer, Player, SmallNumber, entry_field
from companion.core.entries.parsing import check_players, whole_number_parser
from companion.core.entries.schema import Entry, entry_class
from companion.core.errors import InvalidValue, Refused
from companion.core.game import ResultLine, Setup, Table
from companion.core.handlers import (
    all_played_error,
    apply_entry,
    begin_hand,
    check_answers,
    end,
    leave,
    money_json,
    open_ledger,
    rank_lines,
    ranking_figure,
    table_json,
)
from companion.core.ledger import POT, Transfer
from companion.core.options import (
    Option,
    Options,
    Ranking,
    declare_option,
    options_class,
    ranking_option,
    switch_option,
)
from companion.core.review import Highlight, HighlightKind, Highlights
from companion.core.sentences import say


@entry_class("bid", say("Bid"), say("{player} bids {tricks}"), own_field="player")
class TrickBid(Entry):
    player: Player
    tricks: SmallNumber = entry_field(say("How many tricks?"))


@entry_class("tricks", say("Tricks"), say("Tricks: {took}"))
class Tricks(Entry):
    took: NumberByPlayer = entry_field(say("Tricks taken"), check=check_players)


# Cards for each player, hand by hand.
HAND_SIZES = (10, 9, 8, 7, 6, 5, 6, 7, 8, 9, 10)

MAX_SIZE, MAX_HANDS = 10, 20


# From one card up to ten and down again, and any number of tricks may be bid.
OH_HELL = {"sizes": [*range(1, 11), *range(9, 0, -1)], "hook": False}

_parse_size = whole_number_parser(1, MAX_SIZE)


def _parse_sizes(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MAX_HANDS:
        sentence = say("a list of 1 to {longest} whole numbers, each from {least} to {most}")
        raise InvalidValue(sentence.with_facts(longest=MAX_HANDS, least=1, most=MAX_SIZE))
    return tuple(map(_parse_size, value))


@options_class
class ClaireOptions(Options):
    sizes: tuple[int, ...] = declare_option(
        Option(say("Cards per player, hand by hand"), _parse_sizes, in_turn=True),
        default=HAND_SIZES,
    )
    hook: bool = switch_option(
        say("The sum of all bids"),
        ((True, say("must not equal the number of tricks")), (False, say("may be any number"))),
        default=True,
    )
    ranked_by: Ranking = ranking_option(default="result")


JACKPOT = "jackpot"
CUPS = range(8)
# What a player who missed a bid pays, in chips.
TO_A_MAKER, TO_THE_JACKPOT = 2, 1


@dataclass(slots=True)
class OhClaireTable(Table[ClaireOptions]):
    # of the hand in progress or just ended
    bids: Mapping[str, int] = field(default_factory=dict)
    tricks_taken: Mapping[str, int] = field(default_factory=dict)
    # those whom the same hand eliminated last, or the one who left last
    last_eliminated: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of cards dealt to each player in this hand; 0 before the first."""
        return self.options.sizes[self.hand - 1] if self.hand else 0

    @property
    def next_size(self) -> int:
        """The number of cards for each player in the next hand; 0 if there is none."""
        return next(iter(self.options.sizes[self.hand :]), 0)

    @property
    def turn(self) -> str | None:
        """The player who bids next; None outside the bids."""
        if self.phase != "bids":
            return None
        return next(p for p in self.active_players_from(self.dealer) if p not in self.bids)


@dataclass(frozen=True, slots=True)
class OhClaireLine(ResultLine):
    """One player's line of the tally, in chips; `cups` are the player's own chips in cups."""

    chips: int
    cups: int
    bought: int
    result: int


# what the screen asks


def cup_account(player: str, cup: int) -> str:
    """Return the account of a player's own chips in a cup. Entries cannot refer to it."""
    return f"{POT}cup {cup} of {player}"


register_pot_pattern(
    r"cup (?P<cup>\d) of (?P<player>.+)", say("{player}, cup {cup}"), say("{player}’s cup {cup}")
)


def coverage(table: OhClaireTable, player: str) -> dict[int, int]:
    """Return a player's own chips by cup, for the cups that the player has covered."""
    chips = table.ledger.chips
    chips_by_cup = {cup: chips.get(cup_account(player, cup), 0) for cup in CUPS}
    return {cup: number for cup, number in chips_by_cup.items() if number}


def forbidden_bid(table: OhClaireTable) -> int | None:
    """Return the bid that would make all bids equal the tricks, if it is forbidden now, or None."""
    if not table.options.hook:
        return None
    last = len(table.bids) == len(table.active_players) - 1
    return table.size - sum(table.bids.values()) if last else None


def penalty_for_miss(makers: int) -> int:
    """Return the chips that a player owes for a missed bid if `makers` players made theirs."""
    return TO_A_MAKER * makers + TO_THE_JACKPOT


def settlement(table: OhClaireTable, took: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Return the transfers at the end of the hand if players took the tricks in `took`.

    Raises Refused (`wrong-phase`, `bad-count`).
    """
    return tuple(apply_entry(table, Tricks(dict(took)), table.entry_number + 1).ledger.moves)


def bid_makers(table: OhClaireTable) -> tuple[str, ...]:
    """Return the players who made their bid in the hand just ended."""
    return tuple(p for p, tricks in table.tricks_taken.items() if tricks == table.bids[p])


# entries


def deal(table: OhClaireTable, entry: e.Deal) -> None:
    """Deal the next hand. Raises Refused (`unknown-player`, `wrong-phase`, `last-hand-played`)."""
    hands = len(table.options.sizes)
    begin_hand(table, entry.dealer)
    if table.hand > hands:
        raise all_played_error(table, hands)
    if len(table.active_players) < 2:
        raise Refused(
            "last-hand-played",
            "Fewer than two players at the table still have chips. End the game.",
        )
    table.bids, table.tricks_taken = {}, {}
    table.phase = "bids"


def bid(table: OhClaireTable, entry: TrickBid) -> None:
    """Bid in turn, from the dealer's left.

    Raises Refused (`wrong-phase`, `not-your-turn`, `bad-count`, `bids-equal-tricks`).
    """
    table.require_phase("bids")
    player, tricks = entry.player, entry.tricks
    if player != table.turn:
        raise Refused(
            "not-your-turn",
            "{bidder} bids now, not {player}.",
            bidder=table.turn or "",
            player=player,
        )
    if not 0 <= tricks <= table.size:
        raise Refused(
            "bad-count",
            "A bid must be from 0 to {most} tricks, not {tricks}.",
            most=table.size,
            tricks=tricks,
        )
    if tricks == forbidden_bid(table):
        raise Refused(
            "bids-equal-tricks",
            "{player} may not bid {tricks} because the bids would add up to {size}, "
            "the number of tricks.",
            player=player,
            tricks=tricks,
            size=table.size,
        )
    table.bids = {**table.bids, player: tricks}
    if len(table.bids) == len(table.active_players):
        table.phase = "tricks"


def tricks(table: OhClaireTable, entry: Tricks) -> None:
    """Settle the hand by the tricks taken. Raises Refused (`wrong-phase`, `bad-count`)."""
    table.require_phase("tricks")
    _check_took(table, entry.took)
    table.tricks_taken = entry.took
    _settle(table)
    table.phase = "between-hands"


def _check_took(table: OhClaireTable, took: Mapping[str, int]) -> None:
    missing = say("Enter how many tricks {player} took.")
    nobody_else = say("Enter tricks only for {players}.")
    check_answers(took, table.active_players, "bad-count", missing, nobody_else)
    for player, tricks in took.items():
        if tricks < 0:
            raise Refused(
                "bad-count",
                "{player} can have taken only 0 to {most} tricks, not {tricks}.",
                player=player,
                most=table.size,
                tricks=tricks,
            )
    if sum(took.values()) != table.size:
        raise Refused(
            "bad-count",
            "The tricks must add up to {size}, not {sum}.",
            size=table.size,
            sum=sum(took.values()),
        )


def _settle(table: OhClaireTable) -> None:
    makers = bid_makers(table)
    for player in table.active_players:
        if player not in makers:
            _pay(table, player, [p for p in table.active_players_from(player) if p in makers])
    for player in table.active_players_from(table.dealer):
        cup = table.bids[player]
        if player in makers and cup in CUPS:
            account = cup_account(player, cup)
            table.ledger.open(account)
            table.ledger.move(player, account, min(table.ledger.chips[player], 1), "made")
    if table.next_size:  # after the last hand everybody competes for the jackpot
        losers = tuple(player for player in table.active_players if not table.ledger.chips[player])
        table.last_eliminated = losers or table.last_eliminated
        table.eliminated |= set(losers)


def _pay(table: OhClaireTable, payer: str, makers: list[str]) -> None:
    """Pay for a missed bid: first the makers, then the jackpot, as far as the chips go."""
    ledger = table.ledger
    if makers:
        each, odd = divmod(min(ledger.chips[payer], TO_A_MAKER * len(makers)), len(makers))
        for place, maker in enumerate(makers):
            # with too few chips, the first makers get one more
            ledger.move(payer, maker, each + (place < odd), "missed")
    ledger.move(payer, POT + JACKPOT, min(ledger.chips[payer], TO_THE_JACKPOT), "missed")


def leave_between_hands(table: OhClaireTable, entry: e.Leave) -> None:
    """Remove a player between hands. Raises Refused (`wrong-phase`)."""
    if entry.player in table.active_players:
        table.last_eliminated = (entry.player,)
    leave(table, entry)


def award_jackpot_and_end(table: OhClaireTable, entry: e.End) -> None:
    """End the game: award the jackpot to `jackpot_winners`. Raises Refused (`wrong-phase`)."""
    winners = jackpot_winners(table)
    table.ledger.divide_pots([POT + JACKPOT], table.in_turn(winners), JACKPOT)
    end(table, entry)


def jackpot_contenders(table: OhClaireTable) -> tuple[str, ...]:
    """Return who competes for the jackpot: the active players, or if none, the last eliminated."""
    return table.active_players or table.last_eliminated


def jackpot_winners(table: OhClaireTable) -> tuple[str, ...]:
    """Return who would get the jackpot now: by covered cups, then by their own chips in those."""
    cups_by_player = {player: coverage(table, player) for player in jackpot_contenders(table)}
    merits = {player: (len(cups), sum(cups.values())) for player, cups in cups_by_player.items()}
    best = max(merits.values(), default=(0, 0))
    return tuple(player for player, merit in merits.items() if merit == best)


def rank_players(table: OhClaireTable) -> tuple[OhClaireLine, ...]:
    """Return the tally: those who compete for the jackpot first, then by `ranking_figure`."""
    contenders = jackpot_contenders(table)
    lines = []
    for player in table.seats:
        chips, bought = table.ledger.chips[player], table.ledger.bought[player]
        cups = sum(coverage(table, player).values())
        line = OhClaireLine(player, chips, cups, bought, chips + cups - bought)
        lines.append(((player in contenders, ranking_figure(table, line.result, bought)), line))
    return rank_lines(lines)


def current_results(table: OhClaireTable) -> dict[str, int]:
    """Return everyone's result so far, in chips: purse + own chips in cups − bought."""
    return {line.player: line.result for line in rank_players(table)}


# the game


def new_table(setup: Setup[ClaireOptions]) -> OhClaireTable:
    pots = (JACKPOT,)
    ledger = open_ledger(setup, pots)
    return OhClaireTable(setup, setup.players, setup.players, setup.dealer, ledger, pots=pots)


def result(table: OhClaireTable) -> dict[str, object]:
    state = money_json(table)
    return {
        **table_json(table),
        "chips": state["chips"],
        "pots": state["pots"],
        "bids": dict(table.bids),
        "turn": table.turn,
        "cups": {p: {str(cup): n for cup, n in coverage(table, p).items()} for p in table.seats},
        "out": table.list_eliminated(),
    }


def _highlights_of(table: OhClaireTable) -> Iterator[Highlight]:
    for player, tricks in table.tricks_taken.items():
        yield Highlight("tricks", player, tricks)
    for player in bid_makers(table):
        yield Highlight("made", player, 1)


HIGHLIGHTS = Highlights(
    _highlights_of,
    {
        "tricks": HighlightKind(column_title=say("Tricks")),
        "made": HighlightKind(column_title=say("Exact bids")),
    },
)
