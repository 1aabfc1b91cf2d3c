"""The entries of Wanagan alone."""

from typing import ClassVar

from typing_extensions import override

from companion.core.entries.entry import Entry, entry_class
from companion.core.entries.keys import cards_field, choice_field, player_field
from companion.core.sentences import Sentence, say
from companion.core.words import Cards
from companion.games.wanagan.words import CLAIMS


@entry_class
class Reveal(Entry):
    """Five cards that a player reveals; ``claim`` names the cup where more than one is possible."""

    do: ClassVar[str] = "show"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Show cards")
    player: str = player_field()
    cards: tuple[str, ...] = cards_field()
    claim: str | None = choice_field(say("What does it stand for?"), CLAIMS, "as", default=None)

    @override
    def describe(self) -> Sentence:
        return say("{player} shows {cards}", player=self.player, cards=Cards(self.cards))


@entry_class
class Next(Entry):
    """The reveal is over."""

    do: ClassVar[str] = "next"
    title: ClassVar[Sentence] = say("End the reveal")

    @override
    def describe(self) -> Sentence:
        return say("On to the next reveal")
