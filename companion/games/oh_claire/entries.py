"""The entries of Oh Claire! alone."""

from typing import ClassVar

from typing_extensions import override

from companion.core.entries.entry import Entry, entry
from companion.core.entries.keys import a_count, a_player, counts
from companion.core.entries.reading import check_players
from companion.core.sentences import Sentence, say
from companion.core.words import by_player


@entry
class TrickBid(Entry):
    """A bid of tricks."""

    do: ClassVar[str] = "bid"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Bid")
    player: str = a_player()
    tricks: int = a_count(say("How many tricks?"))

    @override
    def said(self) -> Sentence:
        return say("{player} bids {tricks}", player=self.player, tricks=self.tricks)


@entry
class Tricks(Entry):
    """The tricks that everybody took."""

    do: ClassVar[str] = "tricks"
    title: ClassVar[Sentence] = say("Tricks")
    took: dict[str, int] = counts(say("Tricks taken"), check_players)

    @override
    def said(self) -> Sentence:
        return say("Tricks: {took}", took=by_player(self.took))
