"""Little Whist, a game in one file: partners, trumps, thirteen tricks, and three pots.

Nothing else of the program knows of it; what it offers is all that a screen needs.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from companion.core.accounts import Pot, register_pot_name
from companion.core.chips import ANTE, take_antes
from companion.core.entries import standard as e
from companion.core.entries.fields import (
    Amount,
    Choice,
    NumberByPlayer,
    Player,
    PotName,
    entry_field,
)
from companion.core.entries.parsing import check_players
from companion.core.entries.schema import Entry, PartialEntry, entry_class
from companion.core.errors import Refused
from companion.core.game import Game, RuleSection, Setup, Table, entry_handlers
from companion.core.handlers import (
    MONEY_HANDLERS,
    SEAT_HANDLERS,
    begin_hand,
    end,
    money_json,
    open_ledger,
)
from companion.core.ledger import POT, Transfer
from companion.core.offers import END, deal_prompt, final_prompt, player_label
from companion.core.options import Options, number_option, options_class
from companion.core.prompts import (
    EntryTemplate,
    NameChoice,
    NumberInput,
    Offer,
    Prompt,
)
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Chips, NameList, player_series

TRICKS = 13
# So many tricks count nothing; each one above is an odd trick.
BOOK = 6

POOL, HELD = "pool", ("aces", "honours")
SUITS = (("C", "clubs"), ("D", "diamonds"), ("H", "hearts"), ("S", "spades"))

register_pot_name("aces", say("four aces"))
register_pot_name("honours", say("honours"))


@options_class
class WhistOptions(Options):
    """The house rules of a table."""

    stake: int = number_option(say("Chips into each pot"))


@entry_class("trump", say("Turn up trumps"))
class Trump(Entry):
    """The suit of the card that was turned up."""

    suit: Choice = entry_field(
        say("Which suit?"), choices=tuple((s, say(word)) for s, word in SUITS)
    )

    def describe(self) -> Sentence:
        return say("Trumps are {suit}", suit=say(dict(SUITS)[self.suit]))


@entry_class("trick", say("Take a trick"), own_field="player")
class Trick(Entry):
    """A trick, and who took it."""

    player: Player

    def describe(self) -> Sentence:
        return say("{player} takes a trick", player=self.player)


@entry_class("tricks", say("Count the tricks"))
class Tricks(Entry):
    """All tricks of a hand at once, by player."""

    took: NumberByPlayer = entry_field(say("Tricks taken"), check=check_players)

    def describe(self) -> Sentence:
        return say("Tricks: {took}", took=player_series(self.took))


@entry_class("take", say("Take chips for cards held"), own_field="player")
class Take(Entry):
    """Chips that a player takes from a pot for the cards held."""

    pot: PotName
    player: Player
    chips: Amount

    def describe(self) -> Sentence:
        return say(
            "{player} takes {chips} from {pot}",
            player=self.player,
            chips=Chips(self.chips),
            pot=Pot(self.pot),
        )


@entry_class("done", say("Close the hand"))
class Done(Entry):
    """Nobody held anything more."""

    def describe(self) -> Sentence:
        return say("The hand is closed")


@dataclass
class WhistTable(Table[WhistOptions]):
    """A table of Little Whist; ``took`` are tricks of the hand in progress or just ended."""

    trumps: str = ""
    took: Mapping[str, int] = field(default_factory=dict)

    def side(self, player: str) -> tuple[str, ...]:
        """A player and the partner across the table."""
        at = self.seats.index(player)
        return tuple(p for place, p in enumerate(self.seats) if (place - at) % 2 == 0)


def winners(table: WhistTable) -> tuple[str, ...]:
    """The side with more than half of the tricks."""
    sides = [table.side(player) for player in table.seats[:2]]
    return next((s for s in sides if sum(table.took.get(p, 0) for p in s) > BOOK), ())


def deal(table: WhistTable, _: e.Deal) -> None:
    begin_hand(table)
    pots, stake = table.pot_accounts(), table.options.stake
    take_antes(table, [Transfer(p, pot, stake, ANTE) for p in table.present for pot in pots])
    table.phase, table.trumps, table.took = "trumps", "", {}


def trump(table: WhistTable, entry: Trump) -> None:
    table.require_phase("trumps")
    table.phase, table.trumps = "tricks", entry.suit


def trick(table: WhistTable, entry: Trick) -> None:
    table.require_phase("tricks")
    table.took = {**table.took, entry.player: table.took.get(entry.player, 0) + 1}
    if sum(table.took.values()) == TRICKS:
        _settle(table)


def tricks(table: WhistTable, entry: Tricks) -> None:
    table.require_phase("tricks")
    if table.took or sum(entry.took.values()) != TRICKS:
        raise Refused("bad-count", "The tricks must add up to {n}.", n=TRICKS)
    table.took = entry.took
    _settle(table)


def _settle(table: WhistTable) -> None:
    won = winners(table)
    table.ledger.award_pot(POT + POOL, won, POOL, POT + POOL)
    odd = sum(table.took.get(player, 0) for player in won) - BOOK
    for payer, winner in zip((p for p in table.seats if p not in won), won, strict=True):
        table.ledger.move(payer, winner, min(odd, table.ledger.chips[payer]), "odd tricks")
    table.phase = "held"


def take(table: WhistTable, entry: Take) -> None:
    table.require_phase("held")
    if entry.pot not in HELD or entry.chips > table.ledger.chips[POT + entry.pot]:
        raise Refused("short-of-chips", "{pot} does not hold that.", pot=Pot(entry.pot))
    table.ledger.move(POT + entry.pot, entry.player, entry.chips, "held")


def done(table: WhistTable, _: Done) -> None:
    table.require_phase("held")
    table.phase = "between-hands"


def ask(table: WhistTable) -> Prompt:
    phases = {"trumps": _trumps, "tricks": _tricks, "held": _held, "over": final_prompt}
    return replace(phases.get(table.phase, _deal)(table), badges=_badges(table))


def _deal(table: WhistTable) -> Prompt:
    hand, dealer = table.hand + 1, table.next_dealer()
    asked = say("Hand {hand}: {dealer} deals each player 13 cards", hand=hand, dealer=dealer)
    deal = Offer(e.Deal(), say("Dealt"))
    return deal_prompt(table, Prompt(table.phase, asked, buttons=(deal,), end_offer=END))


def _trumps(_: WhistTable) -> Prompt:
    tiles = tuple(Offer(Trump(s), say(word)) for s, word in SUITS)
    return Prompt("trumps", say("Which suit was turned up?"), tiles=tiles)


def _tricks(table: WhistTable) -> Prompt:
    taken = sum(table.took.values())
    whole = Offer(PartialEntry(Tricks), say("Count them all"), needs_form=True)
    return Prompt(
        "tricks",
        say("Trick {next} of {all}: who takes it?", next=taken + 1, all=TRICKS),
        say("Trumps are {suit}.", suit=dict(SUITS)[table.trumps]),
        seats={p: (Offer(Trick(p), player_label(p)),) for p in table.present},
        buttons=() if taken else (whole,),
    )


def _held(table: WhistTable) -> Prompt:
    full = tuple(pot for pot in HELD if table.ledger.chips[POT + pot])
    most = max((table.ledger.chips[POT + pot] for pot in full), default=0)
    blank = EntryTemplate(
        PartialEntry(Take),
        say("Take"),
        say("Tap the pot, the player, then the chips."),
        pot_choice=NameChoice("pot", full),
        player_choice=NameChoice("player", table.present),
        number_input=NumberInput("chips", 1, most),
    )
    return Prompt(
        "held",
        say("{side} win. Who held four aces, or honours?", side=NameList(winners(table))),
        buttons=(Offer(Done(), say("Nobody, go on")),),
        template=blank if full else None,
    )


def _badges(table: WhistTable) -> dict[str, tuple[Sentence, ...]]:
    partner = {p: next(q for q in table.side(p) if q != p) for p in table.seats}
    took = {p: (say_plural("{n} trick", "{n} tricks", n=n),) for p, n in table.took.items()}
    return {p: (say("with {partner}", partner=partner[p]), *took.get(p, ())) for p in table.present}


def rule_sheet(options: WhistOptions) -> tuple[RuleSection, ...]:
    side = say("Partners sit across. More than {book} tricks take the pool.", book=BOOK)
    deal = say(
        "Everybody puts {stake} into every pot and gets {n} cards.",
        stake=Chips(options.stake),
        n=TRICKS,
    )
    return RuleSection(say("Object of the game"), (side,)), RuleSection(say("The deal"), (deal,))


def new_table(setup: Setup[WhistOptions]) -> WhistTable:
    pots = (POOL, *HELD)
    ledger = open_ledger(setup, pots)
    return WhistTable(setup, setup.players, setup.players, setup.dealer, ledger, pots=pots)


def result(table: WhistTable) -> dict[str, Any]:
    state = {"phase": table.phase, "hand": table.hand, "dealer": table.dealer, **money_json(table)}
    lines = None if table.tally is None else [asdict(line) for line in table.tally]
    return {**state, "took": dict(table.took), "tally": lines}


GAME = Game(
    slug="whist",
    name=say("Little Whist"),
    tagline=say("Partners, trumps, and thirteen tricks."),
    min_players=4,
    max_players=4,
    starting_chips=50,
    defaults=WhistOptions(stake=1),
    entries=entry_handlers(
        *MONEY_HANDLERS, *SEAT_HANDLERS, deal, trump, trick, tricks, take, done, end
    ),
    phases={
        "trumps": say("trumps have not been turned up"),
        "tricks": say("the tricks are being played"),
        "held": say("the hand is not closed yet"),
    },
    new_table=new_table,
    current_prompt=ask,
    result=result,
    winners=winners,
    rule_sheet=rule_sheet,
)
