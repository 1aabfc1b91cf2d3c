"""Wanagan: five revealed cards for each of eight cups, three overtimes, a final for the rest."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.accounts import Pot, PotLabel
from companion.core.chips import ANTE, take_antes
from companion.core.entries import standard as e
from companion.core.entries.fields import Choice, entry_field
from companion.core.entries.schema import Entry, entry_class
from companion.core.errors import Refused
from companion.core.game import Setup, Table
from companion.core.handlers import begin_hand, check_last_hand, money_json, open_ledger, table_json
from companion.core.ledger import POT, Transfer
from companion.core.options import (
    Options,
    Ranking,
    optional_number_option,
    options_class,
    ranking_option,
)
from companion.core.poker import Strength
from companion.core.review import POT_WON, Highlight
from companion.core.sentences import say
from companion.core.words import Card, NameList, OneOf
from companion.games.wanagan.hands import (
    CLAIMS,
    CUPS,
    cup_claims,
    draw_strength,
    packs_sentence,
)


@entry_class("show", e.Show.title, e.Show.sentence, own_field="player")
class Reveal(e.Show):
    """A player reveals five cards; `claim` names the cup if they could claim several."""

    claim: Choice | None = entry_field(
        say("Which cup is this hand for?"), name="as", choices=CLAIMS, default=None
    )


@entry_class("next", say("End the showdown"), say("The showdown ends"))
class Next(Entry):
    """The reveal is over."""


@options_class
class WanaganOptions(Options):
    rounds: int | None = optional_number_option(
        say("Rounds to play"),
        say("as many as you like"),
        say("a whole number from 1 up, or left empty"),
        default=5,
    )
    ranked_by: Ranking = ranking_option(default="result")


JACKPOT = "jackpot"
# What every player puts into each cup before a round, in chips.
ANTES = {cup: 1 if cup in ("1-pair", "2-pair", "3-kind") else 2 for cup in CUPS}

REVEALS = ("hand-1", "overtime-1", "overtime-2", "overtime-3")
FINAL = "final"
# The wild cards of overtime 3.
WILD = ("KH", "10D", "7S", "4C")

CARDS_PASSED = 3
# The number of players that need a second pack.
TWO_PACKS_FROM = 6


@dataclass(frozen=True, slots=True)
class RevealedHand:
    """Five cards that a player revealed, the pot that they claim, and their strength for it."""

    cards: tuple[str, ...]
    claim: str | None
    strength: Strength


@dataclass(slots=True)
class WanaganTable(Table[WanaganOptions]):
    # of this reveal only: hands by player, and winners by pot
    revealed: Mapping[str, RevealedHand] = field(default_factory=dict)
    pot_winners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # the pots won in the round in progress or just ended
    highlights: tuple[Highlight, ...] = ()

    @property
    def packs(self) -> int:
        return 2 if len(self.present) >= TWO_PACKS_FROM else 1

    @property
    def wild(self) -> tuple[str, ...]:
        """The wild cards of this phase: four in overtime 3, none before."""
        return WILD if self.phase == REVEALS[-1] else ()

    @property
    def pots_at_stake(self) -> tuple[str, ...]:
        """The pots for which cards are revealed now; () between rounds."""
        return CUPS if self.phase in REVEALS else (JACKPOT,) if self.phase == FINAL else ()


# what the screen asks


def pass_circle(table: WanaganTable) -> tuple[str, ...]:
    """Return the players, each of whom passes cards to the next before this reveal; () if none.

    The first one comes again at the end.
    """
    circle = (*table.present, *table.present[:1])
    return {"overtime-1": circle, "overtime-2": circle[::-1]}.get(table.phase, ())


def open_pots(table: WanaganTable) -> tuple[str, ...]:
    """Return the pots that can still be won in this reveal."""
    if table.phase == FINAL:
        return (JACKPOT,)
    ledger = table.ledger
    return tuple(
        cup
        for cup in table.pots_at_stake
        if cup not in table.pot_winners and not ledger.is_empty(POT + cup)
    )


def players_to_reveal(table: WanaganTable) -> tuple[str, ...]:
    """Return the players who have not revealed cards, from the dealer's left."""
    return tuple(p for p in table.clockwise(table.dealer) if p not in table.revealed)


def winners_so_far(table: WanaganTable) -> frozenset[str]:
    """Return the winners in this reveal, who win nothing more in it."""
    return frozenset(player for winners in table.pot_winners.values() for player in winners)


def possible_claims(table: WanaganTable, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cups that five cards could claim in this reveal; () for other numbers of cards."""
    if table.phase not in REVEALS or len(cards) != 5:
        return ()
    return tuple(cup_claims(cards, table.wild))


def pot_leaders(table: WanaganTable, pot: str) -> tuple[str, ...]:
    """Return who would win a pot by the hands revealed so far; () if nobody has claimed it."""
    had = winners_so_far(table)
    hands = {
        p: hand.strength for p, hand in table.revealed.items() if hand.claim == pot and p not in had
    }
    best = max(hands.values(), default=())
    return table.in_turn([p for p, strength in hands.items() if strength == best])


# entries


def deal(table: WanaganTable, entry: e.Deal) -> None:
    """Begin a round and take its antes. Raises Refused (`wrong-phase`, `short-of-chips`, …)."""
    begin_hand(table, entry.dealer)
    cups = [(POT + cup, chips) for cup, chips in ANTES.items()]
    take_antes(table, [Transfer(p, cup, chips, ANTE) for p in table.present for cup, chips in cups])
    check_last_hand(table)
    table.highlights = ()
    _begin(table, REVEALS[0])


def _begin(table: WanaganTable, phase: str) -> None:
    table.phase = phase
    table.revealed, table.pot_winners = {}, {}


def show(table: WanaganTable, entry: Reveal) -> None:
    """Reveal five cards, for one cup or for the jackpot.

    Raises Refused (`bad-entry`, `wrong-phase`, `already-played`, `bad-count`).
    """
    _check_claim(table, entry)
    table.require_phase(*REVEALS, FINAL)
    if entry.player in table.revealed:
        raise Refused("wrong-phase", "{player} has already shown cards.", player=entry.player)
    _check_cards(table, entry)
    hand = _revealed_hand(table, entry)
    table.revealed = {**table.revealed, entry.player: hand}


def _check_claim(table: WanaganTable, entry: Reveal) -> None:
    if len(entry.cards) != 5 or not table.pots_at_stake:
        return
    cups = possible_claims(table, entry.cards)
    if entry.claim is None and len(cups) > 1:
        raise Refused(
            "bad-entry",
            "{player} must choose a cup: {cups}.",
            player=entry.player,
            cups=OneOf(map(PotLabel, cups)),
        )
    if entry.claim is not None and not cups:
        raise Refused("bad-entry", "{player}’s cards do not fit any cup.", player=entry.player)
    if entry.claim is not None and entry.claim not in cups:
        raise Refused(
            "bad-entry",
            "{player}’s cards fit another cup: {made}, not {claim}.",
            player=entry.player,
            made=OneOf(map(PotLabel, cups)),
            claim=PotLabel(entry.claim),
        )


def _check_cards(table: WanaganTable, entry: Reveal) -> None:
    cards = [card for hand in table.revealed.values() for card in hand.cards]
    for card in entry.cards:
        cards.append(card)
        if cards.count(card) > table.packs:
            raise Refused(
                "already-played",
                "{card} was entered too many times for {packs}.",
                card=Card(card),
                packs=packs_sentence(table.packs),
            )
    if len(entry.cards) != 5:
        raise Refused(
            "bad-count",
            "{player} must show 5 cards, not {number}.",
            player=entry.player,
            number=len(entry.cards),
        )


def _revealed_hand(table: WanaganTable, entry: Reveal) -> RevealedHand:
    if table.phase == FINAL:
        return RevealedHand(entry.cards, JACKPOT, draw_strength(entry.cards))
    strengths = cup_claims(entry.cards, table.wild)
    claim = entry.claim or next(iter(strengths), None)
    return RevealedHand(entry.cards, claim, strengths[claim] if claim else ())


def award(table: WanaganTable, entry: e.Award) -> None:
    """Award a pot to the players named; if none are named, to the best of the hands revealed.

    Raises Refused (`wrong-phase`, `nothing-to-collect`).
    """
    table.require_phase(*REVEALS, FINAL)
    if entry.pot not in open_pots(table):
        raise Refused("nothing-to-collect", "{pot} cannot be won now.", pot=Pot(entry.pot))
    if entry.players is None and players_to_reveal(table):
        raise Refused("nothing-to-collect", "Not everybody has shown cards. Name the winners.")
    winners = (
        pot_leaders(table, entry.pot) if entry.players is None else table.in_turn(entry.players)
    )
    for player in winners:
        if player in winners_so_far(table):
            raise Refused(
                "nothing-to-collect",
                "{player} has already won a cup in this showdown.",
                player=player,
            )
    _award_pot(table, entry.pot, winners)
    if table.phase == FINAL:
        _begin(table, "between-hands")


def _award_pot(table: WanaganTable, pot: str, winners: tuple[str, ...]) -> None:
    """Award a pot. Odd chips of a cup go to the jackpot, those of the jackpot stay."""
    table.pot_winners = {**table.pot_winners, pot: winners}
    if winners:
        share = table.ledger.chips[POT + pot] // len(winners)
        table.highlights += tuple(Highlight(POT_WON, player, share, pot) for player in winners)
        table.ledger.award_pot(POT + pot, winners, pot, POT + JACKPOT)


def next_reveal(table: WanaganTable, _: Next) -> None:
    """Close a reveal: award the cups, then start the next overtime, or sweep the cups.

    Raises Refused (`wrong-phase`) outside a reveal, or if only some players have revealed.
    """
    table.require_phase(*REVEALS)
    missing = players_to_reveal(table)
    if table.revealed and missing:
        raise Refused("wrong-phase", "{players} must show cards first.", players=NameList(missing))
    for cup in open_pots(table):
        _award_pot(table, cup, pot_leaders(table, cup))
    left = [cup for cup in CUPS if not table.ledger.is_empty(POT + cup)]
    if left and table.phase != REVEALS[-1]:
        _begin(table, REVEALS[REVEALS.index(table.phase) + 1])
    else:
        _sweep(table, left)


def _sweep(table: WanaganTable, cups: list[str]) -> None:
    """Move the rest of all cups into the jackpot, and start a final if it holds any."""
    ledger, jackpot = table.ledger, POT + JACKPOT
    for cup in cups:
        ledger.move_all(POT + cup, jackpot, "swept")
    _begin(table, "between-hands" if ledger.is_empty(jackpot) else FINAL)


# the game


def new_table(setup: Setup[WanaganOptions]) -> WanaganTable:
    pots = (*CUPS, JACKPOT)
    ledger = open_ledger(setup, pots)
    table = WanaganTable(setup, setup.players, setup.players, setup.dealer, ledger, pots=pots)
    table.rounds = setup.options.rounds
    return table


def result(table: WanaganTable) -> dict[str, object]:
    return {**table_json(table), **money_json(table)}
