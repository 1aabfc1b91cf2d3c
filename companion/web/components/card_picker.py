"""A picture of the pack whose cards are tapped, and the sheets that use it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.core.cards import JOKER, PACK, SUITS
from companion.core.sentences import Sentence, say
from companion.core.words import suit_name

X = TypeVar("X")


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


def draw_by_suit(draw: Callable[[str], X]) -> tuple[tuple[str, str, tuple[X, ...]], ...]:
    """Return for each suit its letter, its name, and its cards, each made by `draw`."""
    return tuple(
        (suit, suit_name(suit), tuple(draw(card) for card in PACK if card[-1] == suit))
        for suit in SUITS
    )


def offer_rows(values: Mapping[str, str]) -> tuple[TileRow, ...]:
    """Return the suits that have a card in `values`; a tap on a card sends its value."""
    rows = draw_by_suit(lambda card: CardTile(card, card in values, value=values.get(card, "")))
    return tuple(TileRow(word, tiles) for _, word, tiles in rows if any(t.free for t in tiles))


def card_grid(
    tapped: Iterable[str], packs: int = 1, jokers: int = 0, seen: Iterable[str] = ()
) -> tuple[TileRow, ...]:
    """Return the cards of all `packs` by suits, and jokers; those in `seen` cannot be tapped."""
    on, seen_cards = Counter(tapped), Counter(seen)
    suits = draw_by_suit(
        lambda card: tuple(_tile(card, n, packs, on, seen_cards) for n in range(packs))
    )
    rows = [
        TileRow(_of_pack(word, copy) if packs > 1 else word, tuple(t[copy] for t in tiles))
        for _, word, tiles in suits
        for copy in range(packs)
    ]
    if jokers:
        tiles = tuple(_tile(JOKER, copy, jokers, on, seen_cards) for copy in range(jokers))
        rows.append(TileRow(str(say("jokers")), tiles))
    return tuple(rows)


def _of_pack(suit: str, copy: int) -> str:
    return str(say("{suit}, deck {number}", suit=suit, number=copy + 1))


def _tile(card: str, copy: int, most: int, on: Counter[str], seen_cards: Counter[str]) -> CardTile:
    """Return one copy of a card: the first copies are the tapped ones, the last the seen ones."""
    return CardTile(card, copy < most - seen_cards[card], copy < on[card])


def tapped_cards(rows: Iterable[TileRow]) -> tuple[str, ...]:
    return tuple(tile.card for row in rows for tile in row.tiles if tile.tapped and tile.free)


def free_cards(rows: Iterable[TileRow]) -> tuple[str, ...]:
    return tuple(tile.card for row in rows for tile in row.tiles if tile.free)


# Without slots, as sheets that are no dataclasses set further attributes.
@dataclass(frozen=True, kw_only=True)
class SheetView:
    title: Sentence | str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSheet(SheetView):
    """A sheet about one of several players, or for the choice of one."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSheet(PlayersSheet):
    """A sheet for tapping cards of a player; `cards` is their number, if it is known."""

    player: str
    rows: tuple[TileRow, ...]
    cards: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPotSheet(PlayersSheet):
    """A sheet for the winners of a shared pot: those of `players` that are `tapped`."""

    pot: str | None
    tapped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenSheet:
    template: str
    view: SheetView
