"""The entries of Wanagan alone."""

from typing import ClassVar

from typing_extensions import override

from companion.core.entries.entry import Entry, entry
from companion.core.entries.keys import a_choice, a_player, some_cards
from companion.core.sentences import Sentence, say
from companion.core.words import Cards
from companion.games.wanagan.words import CLAIMS


@entry
class Reveal(Entry):
    """Five cards that a player reveals; ``claim`` names the cup where more than one is possible."""

    do: ClassVar[str] = "show"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Show cards")
    player: str = a_player()
    cards: tuple[str, ...] = some_cards()
    claim: str | None = a_choice(say("What does it stand for?"), CLAIMS, "as", default=None)

    @override
    def said(self) -> Sentence:
        return say("{player} shows {cards}", player=self.player, cards=Cards(self.cards))


@entry
class Next(Entry):
    """The reveal is over."""

    do: ClassVar[str] = "next"
    title: ClassVar[Sentence] = say("End the reveal")

    @override
    def said(self) -> Sentence:
        return say("On to the next reveal")
