"""What the games of the stops family have in common: entries, results, review, highlights."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise

from companion.core.cards import NEXT
from companion.core.entries.schema import Entry, Raw
from companion.core.entries.standard import Show
from companion.core.game import Game, Handler, Setup, entry_handlers
from companion.core.handlers import (
    MONEY_HANDLERS,
    SEAT_HANDLERS,
    money_json,
    open_ledger,
    ranking_words,
    table_json,
)
from companion.core.ledger import POT
from companion.core.prompts import Offer, Prompt
from companion.core.review import (
    POT_WON,
    Highlight,
    HighlightKind,
    Highlights,
    Mistap,
    ReviewHooks,
)
from companion.core.sentences import Sentence, say
from companion.core.words import ROUNDS, CardCount
from companion.games.stops import (
    auction,
    chips_only,
    deal,
    dumps,
    hand_end,
    penalties,
    play,
    prompts,
    showdown,
)
from companion.games.stops.board import make_board
from companion.games.stops.deduction import log_deal_share
from companion.games.stops.mistaps import PlayMistaps
from companion.games.stops.options import StopsOptions
from companion.games.stops.referee import coming_cards, doubtful_claims, run_to
from companion.games.stops.state import Hand, StopsTable


def _highlights_of(table: StopsTable) -> Iterator[Highlight]:
    hand = table.current_hand
    for player, pot, chips in _pots(hand):
        yield Highlight(POT_WON, player, chips, pot)
        if pot in table.board.out:
            yield Highlight("kitty", player, chips, pot)
    run = longest_run(hand.played_cards)
    if run:
        yield Highlight("run", None, run)


def _pots(hand: Hand) -> Iterator[tuple[str, str, int]]:
    """Yield the player, pot and chips of each pot won: by a card, and at the end of the hand."""
    for collection in hand.pot_wins:
        yield collection.player, collection.pot, collection.chips
    for move in hand.end.payments:
        # a pot is awarded with its own name as the reason
        if move.issuer is None and move.source == POT + move.reason:
            yield move.target, move.reason, move.chips


def longest_run(cards: Iterable[str]) -> int:
    """Return the length of the longest run in cards that are in the order of play."""
    longest = length = 0
    for before, card in pairwise(("", *cards)):
        length = length + 1 if NEXT.get(before) == card else 1
        longest = max(longest, length)
    return longest


HIGHLIGHTS = Highlights(
    _highlights_of,
    {
        "kitty": HighlightKind(record_title=say("Largest pot for going out")),
        "run": HighlightKind(record_title=say("Longest sequence"), amount=CardCount.words),
    },
)


# The parts of a hand. A new one is added here.
FEATURES = (
    deal.DEAL,
    auction.AUCTION,
    prompts.PLAY,
    dumps.DUMP,
    chips_only.CHIPS_ONLY,
    hand_end.HAND_END,
    showdown.SHOWDOWN,
    penalties.PENALTIES,
)

ENTRIES: Mapping[str, Handler[StopsTable]] = entry_handlers(
    *MONEY_HANDLERS, *SEAT_HANDLERS, *chain.from_iterable(part.handlers for part in FEATURES)
)
PHASES = {phase: words for part in FEATURES for phase, words in part.phases.items()}
PROMPTS = {phase: prompt for part in FEATURES for phase, prompt in part.prompts.items()}
MISTAPS = {kind: find for part in FEATURES for kind, find in part.mistaps.items()}

# Words by which a search finds these games.
WORDS = say(
    "stops, dummy, widow, extra hand, dead hand, swap, exchange, auction, sale, ante, IOU, "
    "saucers, cups, compartments, pennies, money cards, pay cards, bonus cards, sequence, run"
)


def new_table(setup: Setup[StopsOptions]) -> StopsTable:
    assert isinstance(setup.game, StopsGame)
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
        poker_held_only=setup.game.poker_held_only,
    )


def current_prompt(table: StopsTable) -> Prompt:
    prompt = PROMPTS[table.phase](table)
    badges = {player: prompts.player_badges(table, player) for player in table.present}
    own_offers = {**prompt.own_offers, **showdown.show_offers(table)}
    return replace(prompt, badges=badges, own_offers=own_offers)


def hand_winners(table: StopsTable) -> tuple[str, ...]:
    """Return who went out in the hand just ended, as a tuple of none or one."""
    winner = table.current_hand.end.winner
    return (winner,) if winner else ()


def player_to_act(table: StopsTable, entry: Entry) -> str | None:
    """Return the player whose turn it is for an entry of this kind; None if it has no turns."""
    hand = table.current_hand
    if isinstance(entry, play.PlayCards | play.Skip):
        return hand.lead.player if hand.lead else None
    return hand.auction.turn if isinstance(entry, auction.ChipBid | auction.Pass) else None


def intended_run(table: StopsTable, entry: Entry) -> tuple[str, ...]:
    """Return the cards that a play meant if it continues the run; () if it cannot."""
    if not isinstance(entry, play.PlayCards):
        return ()
    cards = coming_cards(table.current_hand, len(entry.cards))
    is_run = run_to(entry.cards[0], entry.cards[-1]) == entry.cards
    return cards if is_run and len(cards) == len(entry.cards) else ()


def cards_left(table: StopsTable) -> Mapping[str, int]:
    """Return the number of cards that each player holds; {} in a hand kept in chips only."""
    return {} if table.current_hand.chips_only else table.current_hand.cards_left


def doubtful_holders(table: StopsTable, entry: Entry) -> Collection[str]:
    """Return the players who show a wrong number of cards, or are out though play goes on."""
    left = cards_left(table)
    if isinstance(entry, Show):
        is_known = left.get(entry.player, len(entry.cards)) == len(entry.cards)
        return [] if is_known else [entry.player]
    goes_on = isinstance(entry, play.PlayCards | play.Stop | play.Skip)
    if not goes_on or not table.current_hand.end.is_over:
        return []
    return [player for player, cards in left.items() if not cards]


def log_likelihood(table: StopsTable) -> float:
    """Return the logarithm of the approximate share of deals in which all claims are true."""
    hand = table.current_hand
    return 0.0 if hand.chips_only else log_deal_share(hand.referee.possible_cards, hand.sizes)


def mistaps(now: StopsTable) -> Callable[[StopsTable, Entry], Iterator[Mistap]]:
    """Return the function that yields mistaps of an entry, as far as the table `now` allows."""
    plays = PlayMistaps(now)
    return lambda before, entry: MISTAPS.get(type(entry), plays)(before, entry)


def result(table: StopsTable) -> dict[str, object]:
    hand = table.current_hand
    is_counted = table.in_hand and not hand.chips_only
    playing = is_counted and table.phase == "play"
    lead = hand.lead if playing else None
    columns = ("rule", "player", "entry", "proof", "status")
    return {
        **table_json(table),
        **money_json(table),
        "left": dict(hand.cards_left) if is_counted else None,
        "dead": hand.dead_cards if is_counted else None,
        "next": hand.next_card if playing else None,
        "lead": {"player": lead.player, "suits": list(lead.suits)} if lead else None,
        "findings": [
            {name: getattr(finding, name) for name in columns} for finding in hand.findings
        ],
    }


def complete_entry(table: StopsTable, raw: Raw) -> Raw:
    """Return the JSON of an entry from the values of its form. Raises Refused (`bad-entry`)."""
    if raw["do"] == dumps.Dump.do:  # three cards were tapped, to go with the next one
        cards, pot = dumps.infer_dump(table, raw["cards"])
        return {**raw, "cards": cards, "pot": pot}
    if raw["do"] == chips_only.Out.do:
        left = {p: cards for p, cards in raw["left"].items() if p != raw.get("player")}
        return {**raw, "left": left}
    return raw


REVIEW: ReviewHooks[StopsTable] = ReviewHooks(
    lambda table: table.current_hand.findings,
    player_to_act,
    intended_run,
    mistaps,
    cards_left,
    prompts.recount_entry,
    log_likelihood,
    doubtful_claims,
    doubtful_holders,
    penalties.finding_offers,
)

# The rounds of a game of this family. Poker hands and the hands that are exchanged keep their name.
STOPS_ROUNDS = replace(
    ROUNDS,
    round_phrases=(
        *ROUNDS.round_phrases,
        *("this hand", "the hand", "every hand", "each hand", "first hand", "earlier hand"),
        *("of a hand", "after a hand", "played a hand", "a hand is never", "a hand is everything"),
        *("many hands", "between hands"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class StopsGame(Game[StopsTable, StopsOptions]):
    """A game of the family: its file says how it differs from the others."""

    # only the cards still held count for the pot `poker`
    poker_held_only: bool = False
    # nobody looks through played cards, and chips have values by colour
    piled: bool = False
    family: str = "stops"
    words: tuple[Sentence, ...] = (WORDS,)
    starting_chips: int = 100
    entries: Mapping[str, Handler[StopsTable]] = field(default_factory=lambda: ENTRIES)
    phases: Mapping[str, Sentence] = field(default_factory=lambda: PHASES)
    new_table: Callable[[Setup[StopsOptions]], StopsTable] = new_table
    current_prompt: Callable[[StopsTable], Prompt] = current_prompt
    rare_offers: Callable[[StopsTable], tuple[Offer, ...]] = deal.rare_offers
    correction_offers: Callable[[StopsTable], Mapping[str, tuple[Offer, ...]]] = (
        prompts.recount_offers
    )
    result: Callable[[StopsTable], dict[str, object]] = result
    winners: Callable[[StopsTable], tuple[str, ...]] = hand_winners
    tie_break_sentence: Callable[[StopsTable], Sentence | None] | None = ranking_words
    review: ReviewHooks[StopsTable] = REVIEW
    highlights: Highlights[StopsTable] = HIGHLIGHTS
