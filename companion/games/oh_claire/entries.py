"""The entries of Oh Claire! alone."""

from typing import ClassVar

from typing_extensions import override

from companion.core.entries.entry import Entry, entry_class
from companion.core.entries.keys import count_field, counts_by_player_field, player_field
from companion.core.entries.reading import check_players
from companion.core.sentences import Sentence, say
from companion.core.words import player_series


@entry_class
class TrickBid(Entry):
    """A bid of tricks."""

    do: ClassVar[str] = "bid"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Bid")
    player: str = player_field()
    tricks: int = count_field(say("How many tricks?"))

    @override
    def describe(self) -> Sentence:
        return say("{player} bids {tricks}", player=self.player, tricks=self.tricks)


@entry_class
class Tricks(Entry):
    """The tricks that everybody took."""

    do: ClassVar[str] = "tricks"
    title: ClassVar[Sentence] = say("Tricks")
    took: dict[str, int] = counts_by_player_field(say("Tricks taken"), check_players)

    @override
    def describe(self) -> Sentence:
        return say("Tricks: {took}", took=player_series(self.took))
