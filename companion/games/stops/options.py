"""The house rules of the family: their values, and their words for players."""

from collections.abc import Mapping
from typing import Literal

from companion.core.entries.parsing import parse_natural_number, per_player_parser
from companion.core.errors import Refused
from companion.core.options import (
    Option,
    Options,
    Ranking,
    choice_option,
    declare_option,
    number_option,
    optional_choice_option,
    optional_number_option,
    options_class,
    ranking_option,
    switch_option,
)
from companion.core.sentences import say
from companion.games.stops.board import make_board, parse_board

# The suit whose lowest card leads first, by the value of `first_leader`.
FIRST_SUITS = {"diamond": "D", "club": "C"}

YES_NO = ((True, say("yes")), (False, say("no")))

# A number of chips for all pots, or one by pot.
Ante = int | Mapping[str, int]

_parse_antes = per_player_parser(parse_natural_number)


def _parse_ante(value: object) -> Ante:
    return _parse_antes(value) if isinstance(value, dict) else parse_natural_number(value)


_ANTE: Option[Ante] = Option(say("Ante for each pot, in chips"), _parse_ante, by="board")


@options_class
class StopsOptions(Options):
    """The house rules of a table. If one has a default here, all rule sheets agree on it."""

    board: tuple[str, ...] = declare_option(Option(say("Board"), parse_board, is_board=True))
    ante: Ante = declare_option(_ANTE, default=1)
    dealer_extra: Literal["none", "all pots", "jackpot"] = choice_option(
        say("The dealer pays an extra ante into"),
        (
            ("none", say("no pot")),
            ("all pots", say("every pot")),
            ("jackpot", say("the kitty or jackpot")),
        ),
    )
    dummy_dealt: Literal["first", "last"] = choice_option(
        say("The dummy is dealt"), (("first", say("first")), ("last", say("last")))
    )
    dummy_use: Literal["swap-or-sell"] = choice_option(
        say("The dealer may exchange hands with the dummy, or sell it"),
        (("swap-or-sell", say("exchange or sell")),),
        default="swap-or-sell",
    )
    dummy_price: Literal["dealer", "kitty"] = choice_option(
        say("The price of the dummy goes to"),
        (("dealer", say("the dealer")), ("kitty", say("the kitty or jackpot"))),
        default="dealer",
    )
    dealer_may_keep: bool = switch_option(
        say("The dealer may keep their cards without selling the dummy"), YES_NO, ("yes", "no")
    )
    money_card_bars: bool = switch_option(
        say("A player with a money card may not exchange or bid"), YES_NO, ("yes", "no")
    )
    combination_bars: Literal["whole", "part"] = choice_option(
        say("A player may not exchange or bid while holding"),
        (
            ("whole", say("every card of a combination")),
            (
                "part",
                say(
                    "one card of a combination (all of its cards, if the combination counts in any "
                    "suit)"
                ),
            ),
        ),
        default="whole",
    )
    first_leader: Literal["left", "dealer", "diamond", "club"] = choice_option(
        say("The first to lead is"),
        (
            ("left", say("the player on the dealer’s left")),
            ("dealer", say("the dealer")),
            ("diamond", say("the player with the lowest ♦")),
            ("club", say("the player with the lowest ♣")),
        ),
        default="left",
    )
    first_lead: Literal["lowest-card", "lowest-of-suit"] = choice_option(
        say("The first lead of a hand"),
        (
            ("lowest-card", say("the leader’s lowest card")),
            ("lowest-of-suit", say("the leader’s lowest card in any one suit")),
        ),
    )
    next_lead: Literal["other-colour", "other-suit", "any"] = choice_option(
        say("After a stop, lead"),
        (
            ("other-colour", say("the other color")),
            ("other-suit", say("another suit")),
            ("any", say("any suit")),
        ),
    )
    lead_card: Literal["lowest", "any"] = choice_option(
        say("Within the suit, lead"),
        (("lowest", say("the lowest card")), ("any", say("any card"))),
        default="lowest",
    )
    no_lead: Literal["last-player", "blocked"] = choice_option(
        say("When nobody can lead"),
        (
            ("last-player", say("whoever played last leads the same color or suit anyway")),
            ("blocked", say("the hand is blocked")),
        ),
    )
    combination_by: Literal["one-player", "last-card"] = choice_option(
        say("A combination is won by"),
        (
            ("one-player", say("the player who plays all of its cards")),
            ("last-card", say("the player who plays its last card")),
        ),
        default="one-player",
    )
    per_card: int = number_option(say("Chips to the winner for each card left"))
    penalties: bool = switch_option(
        say("Penalties for wrong leads and cards held back"),
        ((True, say("on")), (False, say("off"))),
        ("on", "off"),
    )
    poker_cards: Literal["held", "all"] | None = optional_choice_option(
        say("Poker hands are made from"),
        (("held", say("the cards still held")), ("all", say("all cards, including those played"))),
        say("the game’s usual cards"),
        default=None,
    )
    leftovers: Literal["last-winner", "divide"] = choice_option(
        say("Chips left at the end"),
        (
            ("last-winner", say("go to the winner of the last hand")),
            ("divide", say("are divided")),
        ),
    )
    rounds: int | None = optional_number_option(
        say("Hands to play"),
        say("as many as you like"),
        say("a whole number from 1 up, or left empty"),
        default=None,
    )
    ranked_by: Ranking = ranking_option(default="result")

    def __post_init__(self) -> None:
        """Raise Refused (`bad-record`) for house rules about pots that are not on the board."""
        if not isinstance(self.ante, int) and self.ante.keys() != {*self.board}:
            raise Refused(
                "bad-record", "Enter an ante for every pot on the board, and for no other pot."
            )
        if self.dummy_price == "kitty" and not make_board(self.board).out:
            raise Refused(
                "bad-record",
                "The price of the dummy goes to a kitty or jackpot, but the board has neither. "
                "Add one, or let the price go to the dealer.",
            )

    def ante_of(self, pot: str) -> int:
        """Return the ante of each player into a pot, in chips."""
        return self.ante if isinstance(self.ante, int) else self.ante[pot]

    def counts_played(self, pot: str, *, held_only: bool) -> bool:
        """Return whether played cards count for a poker pot.

        With `held_only` they count for the pot `poker` only by the house rule `poker_cards`.
        """
        if self.poker_cards is None:
            return pot != "poker" or not held_only
        return self.poker_cards == "all"

    @property
    def first_suit(self) -> str:
        """The suit whose lowest card leads the hand; "" if the player at a certain seat leads."""
        return FIRST_SUITS.get(self.first_leader, "")
