"""The entries of Kids Rummy alone."""

from collections.abc import Mapping
from typing import ClassVar

from typing_extensions import override

from companion.core.entries.entry import Entry, entry_class
from companion.core.entries.keys import (
    cards_by_player_field,
    counts_by_player_field,
    optional_player_field,
)
from companion.core.entries.reading import check_players
from companion.core.errors import Refused
from companion.core.sentences import Fact, Sentence, say
from companion.core.words import Cards, player_series


@entry_class
class Score(Entry):
    """Who went out (None: blocked), and what the others score, in points or by their cards."""

    do: ClassVar[str] = "score"
    title: ClassVar[Sentence] = say("Score a round")
    out: str | None = optional_player_field(say("Who went out?"), say("Nobody"))
    points: dict[str, int] | None = counts_by_player_field(
        say("Points"), check_players, default=None
    )
    cards: dict[str, tuple[str, ...]] | None = cards_by_player_field(
        say("Which cards?"), default=None
    )

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) a score by both points and cards, or by neither."""
        if (self.points is None) == (self.cards is None):
            raise Refused("bad-entry", "A score gives either the points or the cards.")

    @property
    def _scored(self) -> Mapping[str, Fact]:
        return self.points or {player: Cards(held) for player, held in (self.cards or {}).items()}

    @override
    def describe(self) -> Sentence:
        scored = player_series(self._scored)
        if self.out is None:
            return say("Nobody goes out; {scored}", scored=scored)
        return say("{player} goes out; {scored}", player=self.out, scored=scored)
