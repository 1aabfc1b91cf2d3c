"""The entries that games share, and the edits of a log. Each game's own are in its folder."""

from itertools import pairwise

from typing_extensions import override

from companion.core.accounts import Account, Pot
from companion.core.entries.fields import (
    Amount,
    AmountOrZero,
    AnyPlayer,
    AnyPlayerOrPot,
    CardList,
    Dealer,
    EntryJson,
    FurtherChanges,
    NewPlayer,
    NumberOfEntry,
    Player,
    PlayerOrPot,
    Players,
    PotName,
    SmallNumber,
    entry_field,
)
from companion.core.entries.parsing import quote_input
from companion.core.entries.schema import Entry, entry_class
from companion.core.errors import Refused
from companion.core.ledger import POT
from companion.core.sentences import Sentence, say
from companion.core.words import Chips, NameList


@entry_class("deal", say("Deal"), is_dealers=True)
class Deal(Entry):
    """Start the next hand, dealt by `dealer`, or by the next dealer in turn if it is None."""

    dealer: Dealer | None = entry_field(
        say("Who deals?"), none=say("The next player in turn"), default=None
    )

    @override
    def describe(self) -> Sentence:
        return say("{dealer} deals", dealer=self.dealer) if self.dealer else self.title


@entry_class("rounds", say("Agree on how many hands to play"))
class Rounds(Entry):
    """Agree on the number of all hands to play; None: as many as the players like."""

    rounds: SmallNumber | None = entry_field(
        say("How many hands in all?"), none=say("As many as you like")
    )

    @override
    def describe(self) -> Sentence:
        if self.rounds is None:
            return say("Agreed: no fixed number of hands")
        return say("Agreed number of hands: {number}", number=self.rounds)


@entry_class("misdeal", say("Misdeal"))
class Misdeal(Entry):
    """Cancel the hand in progress, as if it had not been dealt."""


@entry_class("break-off", say("Call off the hand"), say("The hand is called off"))
class BreakOff(Entry):
    """End the hand in progress without a winner."""


@entry_class("end", say("End the evening"), say("The evening ends"))
class End(Entry):
    """End the evening."""


# who sits here


@entry_class("join", say("Join"))
class Join(Entry):
    """A new player sits down, to the left of another."""

    player: NewPlayer
    left_of: AnyPlayer = entry_field(say("To whose left?"))
    chips: AmountOrZero

    @override
    def describe(self) -> Sentence:
        return say(
            "{player} joins with {chips}, to the left of {other}",
            player=self.player,
            chips=Chips(self.chips),
            other=self.left_of,
        )


@entry_class("leave", say("Leave"), say("{player} leaves"), own_field="player")
class Leave(Entry):
    """A player leaves between hands, and stays in the tally."""

    player: Player


@entry_class("return", say("Come back"), say("{player} is back"), own_field="player")
class ReturnToSeat(Entry):
    """A player who left takes the same seat again, between hands."""

    player: AnyPlayer


# chips


def _check_two(account: str, other: str, refusal: Sentence) -> None:
    """Raise Refused (`bad-entry`) with the sentence `refusal` if two accounts are one."""
    if account == other:
        raise Refused("bad-entry", "{why}", why=refusal.with_facts(player=quote_input(account)))


@entry_class(
    "borrow", say("Borrow"), say("{player} borrows {chips} from {source}"), own_field="player"
)
class Borrow(Entry):
    player: Player
    source: PlayerOrPot = entry_field(say("From whom?"), name="from")
    chips: Amount

    def __post_init__(self) -> None:
        """Raise Refused (`bad-entry`) for a loan from oneself."""
        _check_two(self.player, self.source, say("{player} must borrow from somebody else."))


@entry_class("repay", say("Repay"), say("{player} repays {chips} to {holder}"), own_field="player")
class Repay(Entry):
    """A player, who may have left, redeems IOUs that a player or a pot holds."""

    player: AnyPlayer
    holder: AnyPlayerOrPot = entry_field(say("To whom?"), name="to")
    chips: Amount

    def __post_init__(self) -> None:
        """Raise Refused (`bad-entry`) for a repayment to oneself."""
        _check_two(self.player, self.holder, say("{player} must repay somebody else."))


@entry_class("pay", say("Pay"), own_field="from")
class Pay(Entry):
    """Chips move from a player or a pot to another: a fine, a side bet, a pot that is shared."""

    source: PlayerOrPot = entry_field(say("Who pays?"), name="from")
    target: PlayerOrPot = entry_field(say("To whom?"), name="to")
    chips: Amount

    def __post_init__(self) -> None:
        """Raise Refused (`bad-entry`) for a payment to oneself."""
        _check_two(
            self.source, self.target, say("Chips must go to somebody else. Choose who gets them.")
        )

    @override
    def describe(self) -> Sentence:
        account, chips = Account(self.target), Chips(self.chips)
        if self.source.startswith(POT):
            pot = Account(self.source)
            return say("{target} gets {chips} from {pot}", target=account, chips=chips, pot=pot)
        if self.target.startswith(POT):
            player = self.source
            return say("{player} pays {chips} into {pot}", player=player, chips=chips, pot=account)
        return say("{player} pays {other} {chips}", player=self.source, other=account, chips=chips)


@entry_class("buy-in", say("Buy chips"), say("{player} buys {chips}"))
class BuyIn(Entry):
    player: Player
    chips: Amount


@entry_class("count", say("Count chips"), say("Count for {account}: {chips}"))
class Count(Entry):
    """Real chips were counted in a purse or a pot."""

    account: PlayerOrPot = entry_field(say("Which player or pot?"), name="of")
    chips: AmountOrZero


@entry_class("award", say("Award a pot"), own_field="players")
class Award(Entry):
    """Award a pot to `players`; if that is None, to the best of the hands shown."""

    pot: PotName
    players: Players | None = entry_field(
        say("Who won the pot?"), none=say("The cards decide"), default=None
    )

    def __post_init__(self) -> None:
        """Raise Refused (`bad-entry`) if a winner is named twice."""
        for place, player in enumerate(self.players or ()):
            if player in (self.players or ())[:place]:
                raise Refused(
                    "bad-entry",
                    "{player} is listed twice among the winners.",
                    player=quote_input(player),
                )

    @override
    def describe(self) -> Sentence:
        if self.players is None:
            return say("The cards decide who wins {pot}", pot=Pot(self.pot))
        if not self.players:
            return say("Nobody wins {pot}", pot=Pot(self.pot))
        return say("{pot} goes to {players}", pot=Pot(self.pot), players=NameList(self.players))


@entry_class("show", say("Show cards"), say("{player} shows {cards}"), own_field="player")
class Show(Entry):
    """A player shows cards of a hand."""

    player: Player
    cards: CardList

    @override
    def describe(self) -> Sentence:
        if not self.cards:
            return say("{player} shows no cards", player=self.player)
        return Entry.describe(self)


# edits of the log


@entry_class("undo", say("Undo"))
class Undo(Entry):
    """Undo the last entry that is active."""


@entry_class("redo", say("Redo"))
class Redo(Entry):
    """Redo the last entry undone."""


@entry_class("amend", say("Correct"), say("Entry {number} corrected"))
class Amend(Entry):
    """Replace entry `number` by `replacement`, or remove it if that is None.

    `also` lists further replacements.
    """

    number: NumberOfEntry = entry_field(name="entry")
    replacement: EntryJson = entry_field(name="with")
    also: FurtherChanges = ()

    def __post_init__(self) -> None:
        _check_order(self.number, self.also)


def _check_order(first: int, also: tuple[tuple[int, object], ...]) -> None:
    if any(low >= high for low, high in pairwise([first, *(number for number, _ in also)])):
        raise Refused("bad-entry", "The entries to change must be listed in order.")


# The replacement of an entry that is not replaced.
UNCHANGED = object()


@entry_class("insert", say("Insert"), say("Inserted before entry {number}"))
class Insert(Entry):
    """Insert a forgotten entry before entry `number`, which may be replaced, or removed (None).

    The insert's own number becomes that of the new entry. `also` lists further replacements.
    """

    number: NumberOfEntry = entry_field(name="before")
    inserted: EntryJson = entry_field(name="entry")
    replacement: EntryJson = entry_field(name="with", default=UNCHANGED)
    also: FurtherChanges = ()

    def __post_init__(self) -> None:
        _check_order(self.number, self.also)
