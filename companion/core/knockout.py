"""What the games have in common where a player can be eliminated and the others play on."""

from dataclasses import dataclass

from companion.core.game import H_co, Table


@dataclass(slots=True)
class KnockoutTable(Table[H_co]):
    """A table whose eliminated players (``out``) stay seated and are passed over."""

    eliminated_players: frozenset[str] = frozenset()

    @property
    def active_players(self) -> tuple[str, ...]:
        """Who is still in, in the order of the seats."""
        return tuple(player for player in self.present if player not in self.eliminated_players)

    @property
    def eliminated(self) -> frozenset[str]:
        """Who is out of the game for good."""
        return self.eliminated_players

    @property
    def players_for_deal(self) -> int:
        """How many count for a deal's fewest players: an elimination never stops a game."""
        return len({*self.present, *self.eliminated_players})

    def active_players_from(self, player: str) -> tuple[str, ...]:
        """List who is still in from the left of a seat; that seat comes last."""
        return tuple(p for p in self.clockwise(player) if p not in self.eliminated_players)

    def next_dealer(self) -> str:
        """Name who deals next; nobody who is out does."""
        if self.hand == 0 and self.dealer in self.present:
            return self.dealer
        return next(iter(self.active_players_from(self.dealer)), self.dealer)

    def list_eliminated(self) -> list[str]:
        """List who is eliminated, in the order of the seats."""
        return [player for player in self.seats if player in self.eliminated_players]
