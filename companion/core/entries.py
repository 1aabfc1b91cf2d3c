"""The entries of a table record: one frozen dataclass each.

How they are read from JSON, and what can be wrong with one before any rule is asked, is
declared with the words of `shapes`.
"""

from typing import ClassVar

from companion.core.errors import Refused
from companion.core.reading import (
    a_key,
    a_player,
    a_pot,
    an_account,
    as_amount,
    as_cards,
    as_each,
    as_name,
    as_number,
    as_one_card,
    as_or_none,
    as_text,
    as_texts,
    as_written,
    check_cards,
    check_hands,
    check_players,
    check_pot,
    entry,
)

# entries of every game


@entry
class Deal:
    """Start the next hand; ``piles`` overrides the count of the cards."""

    do: ClassVar[str] = "deal"
    piles: dict[str, int] | None = a_key(as_each(as_number), default=None)


@entry
class PlainDeal:
    """Start the next hand of a game without counted piles."""

    do: ClassVar[str] = "deal"


@entry
class Borrow:
    """A player borrows chips from a player or a pot."""

    do: ClassVar[str] = "borrow"
    player: str = a_player()
    source: str = an_account("from")
    chips: int = a_key(as_amount)

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) a loan from oneself."""
        if self.player == self.source:
            raise Refused("bad-entry", f"{self.player} cannot borrow from himself.")


@entry
class Repay:
    """A player redeems notes that a player or a pot holds; leavers may, too."""

    do: ClassVar[str] = "repay"
    player: str = a_key(as_text)
    target: str = a_key(as_text, key="to")
    chips: int = a_key(as_amount)

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) paying oneself."""
        if self.player == self.target:
            raise Refused("bad-entry", f"{self.player} cannot repay himself.")


@entry
class BuyIn:
    """A player brings new chips."""

    do: ClassVar[str] = "buy-in"
    player: str = a_player()
    chips: int = a_key(as_amount)


@entry
class Count:
    """Real chips were counted in a purse or a pot."""

    do: ClassVar[str] = "count"
    account: str = an_account("of")
    chips: int = a_key(as_number)


@entry
class Join:
    """A new player sits down to the left of another."""

    do: ClassVar[str] = "join"
    player: str = a_key(as_name)
    left_of: str = a_key(as_text)
    chips: int = a_key(as_number)


@entry
class Leave:
    """A player leaves between hands; he stays in the tally."""

    do: ClassVar[str] = "leave"
    player: str = a_player()


@entry
class Misdeal:
    """The hand in progress is as if it had not been dealt."""

    do: ClassVar[str] = "misdeal"


@entry
class Award:
    """The table says who won a pot; None: it is judged from what was shown."""

    do: ClassVar[str] = "award"
    pot: str = a_pot()
    players: tuple[str, ...] | None = a_key(as_texts, check_players, default=None)

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) a winner who is named twice."""
        for place, player in enumerate(self.players or ()):
            if player in (self.players or ())[:place]:
                raise Refused("bad-entry", f"{player} is named twice among the winners.")


@entry
class Show:
    """Cards that a player holds at the end of a hand."""

    do: ClassVar[str] = "show"
    player: str = a_player()
    cards: tuple[str, ...] = a_key(as_texts, check_cards)


@entry
class Undo:
    """Take back the last entry still in force."""

    do: ClassVar[str] = "undo"


@entry
class Redo:
    """Put the last entry taken back in force again."""

    do: ClassVar[str] = "redo"


@entry
class Amend:
    """Entry ``number`` becomes ``replacement``, or goes if None."""

    do: ClassVar[str] = "amend"
    number: int = a_key(as_number, key="entry")
    replacement: object = a_key(as_written, key="with")


@entry
class Insert:
    """A forgotten entry goes in before entry ``number``, which may become another with that.

    The number of the entry put in is the insert's.
    """

    do: ClassVar[str] = "insert"
    number: int = a_key(as_number, key="before")
    inserted: object = a_key(as_written, key="entry")
    replacement: object = a_key(as_written, key="with", default=None)


@entry
class End:
    """The evening is over."""

    do: ClassVar[str] = "end"


# entries of the stops family


@entry
class LastHand:
    """Announce the last hand."""

    do: ClassVar[str] = "last-hand"


@entry
class Swap:
    """The dealer takes the dummy."""

    do: ClassVar[str] = "swap"


@entry
class Bid:
    """A bid for the dummy, in chips."""

    do: ClassVar[str] = "bid"
    player: str = a_player()
    chips: int = a_key(as_number)


@entry
class Pass:
    """A player bids no more."""

    do: ClassVar[str] = "pass"
    player: str = a_player()


@entry
class Sell:
    """The auction's result alone."""

    do: ClassVar[str] = "sell"
    player: str = a_player()
    chips: int = a_key(as_amount)


@entry
class Keep:
    """No sale."""

    do: ClassVar[str] = "keep"


@entry
class Play:
    """A lead or a follow; several cards in a row by one player are one entry."""

    do: ClassVar[str] = "play"
    player: str = a_player()
    cards: tuple[str, ...] = a_key(as_cards, check_cards, also={"card": as_one_card})


@entry
class Stop:
    """Nobody can play the next card."""

    do: ClassVar[str] = "stop"


@entry
class Skip:
    """A player has the lead and no card that he may lead."""

    do: ClassVar[str] = "skip"
    player: str = a_player()


def _dump(value: object) -> str:
    if value not in ("full-house", "straight"):
        raise ValueError("full-house or straight")
    return str(value)


def _four_cards(value: object) -> tuple[str, ...]:
    cards = as_texts(value)
    if len(cards) != 4:
        raise ValueError("a list of four cards")
    return cards


@entry
class Dump:
    """Four cards put down on an opponent's card."""

    do: ClassVar[str] = "dump"
    player: str = a_player()
    cards: tuple[str, ...] = a_key(_four_cards, check_cards)
    pot: str = a_key(_dump, check_pot)


@entry
class Recount:
    """A player holds so many cards now."""

    do: ClassVar[str] = "recount"
    player: str = a_player()
    cards: int = a_key(as_number)


@entry
class ChipsOnly:
    """From here to the end of the hand cards are not recorded."""

    do: ClassVar[str] = "chips-only"


@entry
class Collect:
    """A player won a pot (chips only)."""

    do: ClassVar[str] = "collect"
    player: str = a_player()
    pot: str = a_pot()


@entry
class Out:
    """A player went out; cards left of every other player (chips only)."""

    do: ClassVar[str] = "out"
    player: str = a_player()
    left: dict[str, int] = a_key(as_each(as_number))


@entry
class Totals:
    """Every player's card total after a blocked hand."""

    do: ClassVar[str] = "totals"
    points: dict[str, int] = a_key(as_each(as_number))


@entry
class Enforce:
    """The table enforces a finding of the hand, by its place in the list."""

    do: ClassVar[str] = "enforce"
    finding: int = a_key(as_number)


@entry
class Waive:
    """The table waives a finding of the hand, by its place in the list."""

    do: ClassVar[str] = "waive"
    finding: int = a_key(as_number)


# entries of the other games


@entry
class Reveal:
    """Five cards that a player reveals; ``claim`` names the cup where more than one is possible."""

    do: ClassVar[str] = "show"
    player: str = a_player()
    cards: tuple[str, ...] = a_key(as_texts, check_cards)
    claim: str | None = a_key(as_text, key="as", default=None)


@entry
class Next:
    """The reveal is over."""

    do: ClassVar[str] = "next"


@entry
class BidTricks:
    """A bid of tricks."""

    do: ClassVar[str] = "bid"
    player: str = a_player()
    tricks: int = a_key(as_number)


@entry
class Tricks:
    """The tricks that everybody took."""

    do: ClassVar[str] = "tricks"
    took: dict[str, int] = a_key(as_each(as_number), check_players)


@entry
class Score:
    """Who went out (None: blocked), and what the others score, in points or by their cards."""

    do: ClassVar[str] = "score"
    out: str | None = a_key(as_or_none(as_text), check_players)
    points: dict[str, int] | None = a_key(as_each(as_number), check_players, default=None)
    cards: dict[str, tuple[str, ...]] | None = a_key(as_each(as_texts), check_hands, default=None)

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) a score by both points and cards, or by neither."""
        if (self.points is None) == (self.cards is None):
            raise Refused("bad-entry", "A score gives either the points or the cards.")
