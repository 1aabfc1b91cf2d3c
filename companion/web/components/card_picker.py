"""A picture of the pack whose cards are tapped, and the sheets that use it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.core.cards import JOKER, PACK, SUITS
from companion.core.sentences import Sentence, say
from companion.core.words import suit_name

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CardTile:
    """A card in the picture of the pack; if it is neither free nor `tapped`, its place is empty.

    `value` is the answer that a tap on it sends.
    """

    card: str
    free: bool
    tapped: bool = False
    value: str = ""


@dataclass(frozen=True, slots=True)
class TileRow:
    """A row of tiles in the card picker: a suit of one pack, or the jokers."""

    label: str
    tiles: tuple[CardTile, ...]


def cards_by_suit(build: Callable[[str], T]) -> tuple[tuple[str, str, tuple[T, ...]], ...]:
    """Return for each suit its letter, its name, and its cards, each made by `build`."""
    return tuple(
        (suit, suit_name(suit), tuple(build(card) for card in PACK if card[-1] == suit))
        for suit in SUITS
    )


def offer_rows(values: Mapping[str, str]) -> tuple[TileRow, ...]:
    """Return the suits that have a card in `values`; a tap on a card sends its value."""
    rows = cards_by_suit(lambda card: CardTile(card, card in values, value=values.get(card, "")))
    return tuple(TileRow(word, tiles) for _, word, tiles in rows if any(t.free for t in tiles))


def card_grid(
    tapped: Iterable[str], packs: int = 1, jokers: int = 0, seen: Iterable[str] = ()
) -> tuple[TileRow, ...]:
    """Return the cards of all `packs` by suits, and jokers; those in `seen` cannot be tapped."""
    tapped_counts, seen_counts = Counter(tapped), Counter(seen)

    def tiles_of(card: str, copies: int) -> tuple[CardTile, ...]:
        # The first copies are the tapped ones, the last the seen ones.
        last = copies - seen_counts[card]
        return tuple(CardTile(card, n < last, n < tapped_counts[card]) for n in range(copies))

    suits = cards_by_suit(lambda card: tiles_of(card, packs))
    rows = [
        TileRow(_deck_label(word, copy) if packs > 1 else word, tuple(t[copy] for t in tiles))
        for _, word, tiles in suits
        for copy in range(packs)
    ]
    if jokers:
        rows.append(TileRow(str(say("jokers")), tiles_of(JOKER, jokers)))
    return tuple(rows)


def _deck_label(suit: str, copy: int) -> str:
    return str(say("{suit}, deck {number}", suit=suit, number=copy + 1))


def tapped_cards(rows: Iterable[TileRow]) -> tuple[str, ...]:
    return tuple(tile.card for row in rows for tile in row.tiles if tile.tapped and tile.free)


def free_cards(rows: Iterable[TileRow]) -> tuple[str, ...]:
    return tuple(tile.card for row in rows for tile in row.tiles if tile.free)


class SheetView:
    """What a sheet draws: its `title`, and `values` by their names in its `template`."""

    template = ""

    def __init__(self, *, title: Sentence | str, **values: object) -> None:
        self.title = title
        vars(self).update(values)


class PlayersSheet(SheetView):
    """A sheet for the choice of some of `players`."""

    def __init__(self, *, players: tuple[str, ...], **values: Any) -> None:
        super().__init__(**values)
        self.players = players


class CardSheet(PlayersSheet):
    """A sheet for tapping cards of `player`, one of `players`; `cards` is how many, if known."""

    cards: int | None = None

    def __init__(self, *, player: str, rows: tuple[TileRow, ...], **values: Any) -> None:
        super().__init__(**values)
        self.player, self.rows = player, rows
