"""The entries that games share, and the edits of a log. Each game's own are in its folder."""

from itertools import pairwise
from typing import ClassVar

from typing_extensions import override

from companion.core.accounts import Account, Pot
from companion.core.entries.fields import (
    account_field,
    any_account_field,
    any_player_field,
    dealer_field,
    entry_field,
    entry_number_field,
    further_changes_field,
    new_player_field,
    number_field,
    optional_count_field,
    optional_players_field,
    player_field,
    positive_number_field,
    pot_field,
)
from companion.core.entries.parsing import quote_input
from companion.core.entries.schema import Entry, entry_class
from companion.core.errors import Refused
from companion.core.ledger import POT
from companion.core.sentences import EntryNumber, Sentence, say
from companion.core.words import Chips, NameList


@entry_class
class Deal(Entry):
    """Start the next hand, dealt by `dealer` or else by the next one in turn."""

    do: ClassVar[str] = "deal"
    is_dealers: ClassVar[bool] = True
    title: ClassVar[Sentence] = say("Deal")
    dealer: str | None = dealer_field(say("Who deals?"), say("Whoever is next"), default=None)

    @override
    def describe(self) -> Sentence:
        return say("{dealer} deals", dealer=self.dealer) if self.dealer else self.title


@entry_class
class Rounds(Entry):
    """Agree on a number of hands, or on any number (None)."""

    do: ClassVar[str] = "rounds"
    title: ClassVar[Sentence] = say("Agree on how many hands to play")
    rounds: int | None = optional_count_field(say("How many in all?"), say("As many as you like"))

    @override
    def describe(self) -> Sentence:
        if self.rounds is None:
            return say("Played as long as you like")
        return say("Agreed: {number} in all", number=self.rounds)


@entry_class
class Misdeal(Entry):
    """Cancel the hand in progress, as if it had not been dealt."""

    do: ClassVar[str] = "misdeal"
    title: ClassVar[Sentence] = say("Misdeal")

    @override
    def describe(self) -> Sentence:
        return self.title


@entry_class
class BreakOff(Entry):
    """End the hand in progress without a winner."""

    do: ClassVar[str] = "break-off"
    title: ClassVar[Sentence] = say("Call off the hand")

    @override
    def describe(self) -> Sentence:
        return say("The hand is called off")


@entry_class
class End(Entry):
    """End the evening."""

    do: ClassVar[str] = "end"
    title: ClassVar[Sentence] = say("End the evening")

    @override
    def describe(self) -> Sentence:
        return say("The evening ends")


# who sits here


@entry_class
class Join(Entry):
    """A new player sits down, to the left of another."""

    do: ClassVar[str] = "join"
    title: ClassVar[Sentence] = say("Join")
    player: str = new_player_field()
    left_of: str = any_player_field(say("To whose left?"))
    chips: int = number_field()

    @override
    def describe(self) -> Sentence:
        return say(
            "{player} joins with {chips}, left of {other}",
            player=self.player,
            chips=Chips(self.chips),
            other=self.left_of,
        )


@entry_class
class Leave(Entry):
    """A player leaves between hands, and stays in the tally."""

    do: ClassVar[str] = "leave"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Leave")
    player: str = player_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} leaves", player=self.player)


@entry_class
class ReturnToSeat(Entry):
    """A player who left takes the same seat again, between hands."""

    do: ClassVar[str] = "return"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Come back")
    player: str = any_player_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} is back", player=self.player)


# chips


@entry_class
class Borrow(Entry):
    """A player borrows chips from a player or a pot."""

    do: ClassVar[str] = "borrow"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Borrow")
    player: str = player_field()
    source: str = account_field("from", say("From whom?"))
    chips: int = positive_number_field()

    def __post_init__(self) -> None:
        """Raise Refused (`bad-entry`) for a loan from oneself."""
        if self.player == self.source:
            raise Refused(
                "bad-entry",
                "{player} cannot borrow from their own purse.",
                player=quote_input(self.player),
            )

    @override
    def describe(self) -> Sentence:
        return say(
            "{player} borrows {chips} from {source}",
            player=self.player,
            chips=Chips(self.chips),
            source=Account(self.source),
        )


@entry_class
class Repay(Entry):
    """A player, who may have left, redeems IOUs that a player or a pot holds."""

    do: ClassVar[str] = "repay"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Repay")
    player: str = any_player_field()
    target: str = any_account_field("to", say("To whom?"))
    chips: int = positive_number_field()

    def __post_init__(self) -> None:
        """Raise Refused (`bad-entry`) for a repayment to oneself."""
        if self.player == self.target:
            raise Refused(
                "bad-entry",
                "{player} cannot repay an IOU to themselves.",
                player=quote_input(self.player),
            )

    @override
    def describe(self) -> Sentence:
        return say(
            "{player} repays {chips} to {holder}",
            player=self.player,
            chips=Chips(self.chips),
            holder=Account(self.target),
        )


@entry_class
class Pay(Entry):
    """Chips move from a player or a pot to another: a fine, a side bet, a pot that is shared."""

    do: ClassVar[str] = "pay"
    own_field: ClassVar[str] = "from"
    title: ClassVar[Sentence] = say("Pay")
    source: str = account_field("from", say("Who pays?"))
    target: str = account_field("to", say("To whom?"))
    chips: int = positive_number_field()

    def __post_init__(self) -> None:
        """Raise Refused (`bad-entry`) for a payment to oneself."""
        if self.source == self.target:
            raise Refused("bad-entry", "Chips go to somebody else: name who gets them.")

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


@entry_class
class BuyIn(Entry):
    """A player buys new chips."""

    do: ClassVar[str] = "buy-in"
    title: ClassVar[Sentence] = say("Buy in")
    player: str = player_field()
    chips: int = positive_number_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} buys {chips}", player=self.player, chips=Chips(self.chips))


@entry_class
class Count(Entry):
    """Real chips were counted in a purse or a pot."""

    do: ClassVar[str] = "count"
    title: ClassVar[Sentence] = say("Count chips")
    account: str = account_field("of", say("What was counted?"))
    chips: int = number_field()

    @override
    def describe(self) -> Sentence:
        return say(
            "{account} counted: {chips}", account=Account(self.account), chips=Chips(self.chips)
        )


@entry_class
class Award(Entry):
    """A pot goes to `players`, or if that is None to the best of the hands shown."""

    do: ClassVar[str] = "award"
    own_field: ClassVar[str] = "players"
    title: ClassVar[Sentence] = say("Award a pot")
    pot: str = pot_field()
    players: tuple[str, ...] | None = optional_players_field(
        say("Who won it?"), say("Judge by the cards"), default=None
    )

    def __post_init__(self) -> None:
        """Raise Refused (`bad-entry`) if a winner is named twice."""
        for place, player in enumerate(self.players or ()):
            if player in (self.players or ())[:place]:
                raise Refused(
                    "bad-entry",
                    "{player} is named twice among the winners.",
                    player=quote_input(player),
                )

    @override
    def describe(self) -> Sentence:
        if self.players is None:
            return say("Judged by the cards: {pot}", pot=Pot(self.pot))
        return say("{pot} to {players}", pot=Pot(self.pot), players=NameList(self.players))


@entry_class
class Undo(Entry):
    """Undo the last entry that is active."""

    do: ClassVar[str] = "undo"
    title: ClassVar[Sentence] = say("Undo")

    @override
    def describe(self) -> Sentence:
        return self.title


@entry_class
class Redo(Entry):
    """Redo the last entry undone."""

    do: ClassVar[str] = "redo"
    title: ClassVar[Sentence] = say("Redo")

    @override
    def describe(self) -> Sentence:
        return self.title


@entry_class
class Amend(Entry):
    """Replace entry `number` by `replacement`, or remove it if that is None.

    `also` lists further replacements.
    """

    do: ClassVar[str] = "amend"
    title: ClassVar[Sentence] = say("Correct")
    number: int = entry_number_field("entry")
    replacement: object = entry_field("with")
    also: tuple[tuple[int, object], ...] = further_changes_field("also", default=())

    def __post_init__(self) -> None:
        _check_order(self.number, self.also)

    @override
    def describe(self) -> Sentence:
        return say("Entry {number} changed", number=EntryNumber(self.number))


def _check_order(first: int, also: tuple[tuple[int, object], ...]) -> None:
    if any(low >= high for low, high in pairwise([first, *(number for number, _ in also)])):
        raise Refused("bad-entry", "The entries that change must be named in their order.")


# The replacement of an entry that is not replaced.
STAYS = object()


@entry_class
class Insert(Entry):
    """Insert a forgotten entry before entry `number`, which may be replaced, or removed (None).

    The insert's own number becomes that of the new entry. `also` lists further replacements.
    """

    do: ClassVar[str] = "insert"
    title: ClassVar[Sentence] = say("Insert")
    number: int = entry_number_field("before")
    inserted: object = entry_field("entry")
    replacement: object = entry_field("with", default=STAYS)
    also: tuple[tuple[int, object], ...] = further_changes_field("also", default=())

    def __post_init__(self) -> None:
        _check_order(self.number, self.also)

    @override
    def describe(self) -> Sentence:
        return say("Inserted before entry {number}", number=EntryNumber(self.number))
