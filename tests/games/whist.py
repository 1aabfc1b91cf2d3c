"""Little Whist, a game in one file: partners, trumps, thirteen tricks, and three pots.

Nothing else of the program knows of it; what it offers is all that a screen needs.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar

from companion.core.accounts import Pot, name_pots
from companion.core.antes import ANTE, take_antes
from companion.core.asking.common import END, named, next_deal, over
from companion.core.entries import common as e
from companion.core.entries.entry import Entry, entry
from companion.core.entries.keys import a_choice, a_player, a_pot, an_amount, counts
from companion.core.entries.reading import check_players
from companion.core.entries.writing import Begun
from companion.core.errors import Refused
from companion.core.game import Game, Section, Setup, Table, rule, rules
from companion.core.handlers import MONEY, SEATS, begin_hand, end, money, open_ledger
from companion.core.ledger import POT, Transfer
from companion.core.offers import Ask, Blank, HowMany, Offer, Which, Who
from companion.core.options import Options, count_of, options
from companion.core.sentences import Sentence, say, say_n
from companion.core.words import Chips, NameList, by_player

TRICKS = 13
BOOK = 6
"""So many tricks count nothing; each one above is an odd trick."""

POOL, HELD = "pool", ("aces", "honours")
SUITS = (("C", "clubs"), ("D", "diamonds"), ("H", "hearts"), ("S", "spades"))

name_pots({"aces": say("four aces"), "honours": say("honours")})


@options
class WhistOptions(Options):
    """The house rules of a table."""

    stake: int = count_of(say("Chips into each pot"))


@entry
class Trump(Entry):
    """The suit of the card that was turned up."""

    do: ClassVar[str] = "trump"
    title: ClassVar[Sentence] = say("Turn up trumps")
    suit: str = a_choice(say("Which suit?"), tuple((s, say(word)) for s, word in SUITS))

    def said(self) -> Sentence:
        return say("Trumps are {suit}", suit=say(dict(SUITS)[self.suit]))


@entry
class Trick(Entry):
    """A trick, and who took it."""

    do: ClassVar[str] = "trick"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Take a trick")
    player: str = a_player()

    def said(self) -> Sentence:
        return say("{player} takes a trick", player=self.player)


@entry
class Tricks(Entry):
    """All tricks of a hand at once, by player."""

    do: ClassVar[str] = "tricks"
    title: ClassVar[Sentence] = say("Count the tricks")
    took: dict[str, int] = counts(say("Tricks taken"), check_players)

    def said(self) -> Sentence:
        return say("Tricks: {took}", took=by_player(self.took))


@entry
class Take(Entry):
    """Chips that a player takes from a pot for the cards held."""

    do: ClassVar[str] = "take"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Take chips for cards held")
    pot: str = a_pot()
    player: str = a_player()
    chips: int = an_amount()

    def said(self) -> Sentence:
        return say(
            "{player} takes {chips} from {pot}",
            player=self.player,
            chips=Chips(self.chips),
            pot=Pot(self.pot),
        )


@entry
class Done(Entry):
    """Nobody held anything more."""

    do: ClassVar[str] = "done"
    title: ClassVar[Sentence] = say("Close the hand")

    def said(self) -> Sentence:
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
    table.need("trumps")
    table.phase, table.trumps = "tricks", entry.suit


def trick(table: WhistTable, entry: Trick) -> None:
    table.need("tricks")
    table.took = {**table.took, entry.player: table.took.get(entry.player, 0) + 1}
    if sum(table.took.values()) == TRICKS:
        _settle(table)


def tricks(table: WhistTable, entry: Tricks) -> None:
    table.need("tricks")
    if table.took or sum(entry.took.values()) != TRICKS:
        raise Refused("bad-count", "The tricks must add up to {n}.", n=TRICKS)
    table.took = entry.took
    _settle(table)


def _settle(table: WhistTable) -> None:
    won = winners(table)
    table.ledger.win(POT + POOL, won, POOL, POT + POOL)
    odd = sum(table.took.get(player, 0) for player in won) - BOOK
    for payer, winner in zip((p for p in table.seats if p not in won), won, strict=True):
        table.ledger.move(payer, winner, min(odd, table.ledger.chips[payer]), "odd tricks")
    table.phase = "held"


def take(table: WhistTable, entry: Take) -> None:
    table.need("held")
    if entry.pot not in HELD or entry.chips > table.ledger.chips[POT + entry.pot]:
        raise Refused("short-of-chips", "{pot} does not hold that.", pot=Pot(entry.pot))
    table.ledger.move(POT + entry.pot, entry.player, entry.chips, "held")


def done(table: WhistTable, _: Done) -> None:
    table.need("held")
    table.phase = "between-hands"


def ask(table: WhistTable) -> Ask:
    phases = {"trumps": _trumps, "tricks": _tricks, "held": _held, "over": over}
    return replace(phases.get(table.phase, _deal)(table), badges=_badges(table))


def _deal(table: WhistTable) -> Ask:
    hand, dealer = table.hand + 1, table.next_dealer()
    asked = say("Hand {hand}: {dealer} deals 13 cards each", hand=hand, dealer=dealer)
    deal = Offer(e.Deal(), say("Dealt"))
    return next_deal(table, Ask(table.phase, asked, buttons=(deal,), ends=END))


def _trumps(_: WhistTable) -> Ask:
    tiles = tuple(Offer(Trump(s), say(word)) for s, word in SUITS)
    return Ask("trumps", say("Which suit was turned up?"), tiles=tiles)


def _tricks(table: WhistTable) -> Ask:
    taken = sum(table.took.values())
    whole = Offer(Begun(Tricks), say("Count them all"), form=True)
    return Ask(
        "tricks",
        say("Trick {next} of {all}: who takes it?", next=taken + 1, all=TRICKS),
        say("Trumps are {suit}.", suit=dict(SUITS)[table.trumps]),
        seats={p: (Offer(Trick(p), named(p)),) for p in table.present},
        buttons=() if taken else (whole,),
    )


def _held(table: WhistTable) -> Ask:
    full = tuple(pot for pot in HELD if table.ledger.chips[POT + pot])
    most = max((table.ledger.chips[POT + pot] for pot in full), default=0)
    opens = (Which("pot", full), Who("player", table.present), HowMany("chips", 1, most))
    blank = Blank(Begun(Take), say("Take"), opens, say("Tap the pot, the player, then the chips."))
    return Ask(
        "held",
        say("{side} win. Who held four aces, or honours?", side=NameList(winners(table))),
        buttons=(Offer(Done(), say("Nobody, go on")),),
        blank=blank if full else None,
    )


def _badges(table: WhistTable) -> dict[str, tuple[Sentence, ...]]:
    partner = {p: next(q for q in table.side(p) if q != p) for p in table.seats}
    took = {p: (say_n("{n} trick", "{n} tricks", n=n),) for p, n in table.took.items()}
    return {p: (say("with {partner}", partner=partner[p]), *took.get(p, ())) for p in table.present}


def rule_sheet(options: WhistOptions) -> tuple[Section, ...]:
    side = say("Partners sit across. More than {book} tricks take the pool.", book=BOOK)
    deal = say(
        "Everybody puts {stake} into every pot and gets {n} cards.",
        stake=Chips(options.stake),
        n=TRICKS,
    )
    return Section(say("What it is about"), (side,)), Section(say("The deal"), (deal,))


def new_table(setup: Setup[WhistOptions]) -> WhistTable:
    pots = (POOL, *HELD)
    ledger = open_ledger(setup, pots)
    return WhistTable(setup, setup.players, setup.players, setup.dealer, ledger, pots=pots)


def result(table: WhistTable) -> dict[str, Any]:
    state = {"phase": table.phase, "hand": table.hand, "dealer": table.dealer, **money(table)}
    lines = None if table.tally is None else [asdict(line) for line in table.tally]
    return {**state, "took": dict(table.took), "tally": lines}


GAME = Game(
    slug="whist",
    name=say("Little Whist"),
    about=say("Partners, trumps, and thirteen tricks."),
    fewest=4,
    most=4,
    chips=50,
    defaults=WhistOptions(stake=1),
    entries=rules(
        *MONEY,
        *SEATS,
        rule(e.Deal, deal),
        rule(Trump, trump),
        rule(Trick, trick),
        rule(Tricks, tricks),
        rule(Take, take),
        rule(Done, done),
        rule(e.End, end),
    ),
    phases={
        "trumps": say("trumps have not been turned up"),
        "tricks": say("the tricks are being played"),
        "held": say("the hand is not closed yet"),
    },
    new_table=new_table,
    ask=ask,
    result=result,
    winners=winners,
    rule_sheet=rule_sheet,
)
