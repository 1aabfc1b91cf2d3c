"""Cards, players and numbers as facts of sentences, and a game's words for a hand or a round."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, TypeVar

from typing_extensions import override

from companion.core.cards import BIT, JOKER, RANKS, card_symbol
from companion.core.sentences import (
    Fact,
    Inflectable,
    Localizable,
    Sentence,
    localize_in,
    say,
    say_plural,
    starts_lowercase,
)
from companion.language import Language, current_language, pick_inflection

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class HandTerms:
    """A game's words for its hands, which may be called rounds."""

    hand: Sentence
    # with the fact `hand`, its number
    numbered: Sentence
    in_progress: Sentence
    before_first: Sentence
    last: Sentence
    every: Sentence
    per_hand: Sentence
    # with the fact `n`, the number of all hands
    all_played: Sentence
    # with the fact `n`, the number of hands played, or of the hand in progress
    tally_so_far: Sentence
    tally_in_hand: Sentence
    final_tally: Sentence
    # with the facts `hand`, `account` and `chips`
    with_count: Sentence
    # by the unit of the results
    chart_titles: Mapping[str, Sentence]
    # the title of the column of winners
    winner: Sentence
    # the phrases of the app in which the game says *round* for *hand*
    round_phrases: tuple[str, ...] = ()


HANDS = HandTerms(
    hand=say("Hand"),
    numbered=say("Hand {hand}"),
    in_progress=say("hand {hand}"),
    before_first=say("Before the first hand"),
    last=say("last hand"),
    every=say("all hands"),
    per_hand=say("Hand by hand"),
    all_played=say_plural("The last hand has been played.", "All {n} hands have been played.", n=0),
    tally_so_far=say_plural("running tally after {n} hand", "running tally after {n} hands", n=0),
    tally_in_hand=say("running tally during hand {n}"),
    final_tally=say_plural("final tally after {n} hand", "final tally after {n} hands", n=0),
    with_count=say("Correction in hand {hand}: {account} {chips}"),
    chart_titles={
        "chips": say("Result after each hand, in chips"),
        "points": say("Result after each hand, in points"),
    },
    winner=say("Won by"),
)

ROUNDS = HandTerms(
    hand=say("Round"),
    numbered=say("Round {hand}"),
    in_progress=say("round {hand}"),
    before_first=say("Before the first round"),
    last=say("last round"),
    every=say("all rounds"),
    per_hand=say("Round by round"),
    all_played=say_plural(
        "The last round has been played.", "All {n} rounds have been played.", n=0
    ),
    tally_so_far=say_plural("running tally after {n} round", "running tally after {n} rounds", n=0),
    tally_in_hand=say("running tally during round {n}"),
    final_tally=say_plural("final tally after {n} round", "final tally after {n} rounds", n=0),
    with_count=say("Correction in round {hand}: {account} {chips}"),
    chart_titles={
        "chips": say("Result after each round, in chips"),
        "points": say("Result after each round, in points"),
    },
    winner=HANDS.winner,
    # A hand of cards is no round: these phrases mean what is dealt once.
    round_phrases=(
        *("how many hands", "number of hands", "hands in all", "hands to play"),
        *("more hand", "fewer hand", "as many hands", "between hands, you may"),
        *("you play {n} hand", "you play {n} hands"),
        *("last hand", "next hand", "after this hand", "during a hand", "hands played so far"),
        *("no hand is", "no hand to", "the hand is being played", "the hand goes on"),
        *("the hand is called off", "call off the hand", "deal the hand again"),
        *("wins this hand", "this hand will count", "in one hand"),
        *("quickest hand", "costliest hand"),
    ),
)


def card_symbols(cards: str, language: Language) -> str:
    """Return cards of one suit, with its symbol once: `10♥` for `10H`, `QK♦` for `QKD`."""
    return language.isolate_direction(language.rank(cards[:-1]) + card_symbol(cards[-2:])[-1])


class Card(str, Localizable):
    """A card, shown with its symbol: `10♥`, or `joker`."""

    __slots__ = ()

    @override
    def localize(self, language: Language) -> str:
        return say("joker").localize(language) if self == JOKER else card_symbols(self, language)

    @override
    def starts_lowercase(self) -> bool:
        return self == JOKER


class Cards(tuple[str, ...], Localizable):
    """Cards in a row: `9♥ 10♥`."""

    __slots__ = ()

    @override
    def localize(self, language: Language) -> str:
        return " ".join(Card(card).localize(language) for card in self)


class SuitSymbol(str, Localizable):
    """A suit by its letter, shown as its symbol: `♣`."""

    __slots__ = ()

    @override
    def localize(self, language: Language) -> str:
        return card_symbol(f"2{self}")[1:]


class Quantity(int, Localizable):
    """A number with its unit."""

    __slots__ = ()
    words: ClassVar[Sentence]

    @override
    def localize(self, language: Language) -> str:
        return self.words.with_facts(n=int(self)).localize(language)


class Chips(Quantity):
    """A number of chips: `1 chip`, `4 chips`."""

    __slots__ = ()
    words = say_plural("{n} chip", "{n} chips", n=0)


class Points(Quantity):
    """A number of points: `1 point`, `4 points`."""

    __slots__ = ()
    words = say_plural("{n} point", "{n} points", n=0)


class CardCount(Quantity):
    """A number of cards: `1 card`, `4 cards`."""

    __slots__ = ()
    words = say_plural("{n} card", "{n} cards", n=0)


_RANKS = (
    (say("two"), say("twos")),
    (say("three"), say("threes")),
    (say("four"), say("fours")),
    (say("five"), say("fives")),
    (say("six"), say("sixes")),
    (say("seven"), say("sevens")),
    (say("eight"), say("eights")),
    (say("nine"), say("nines")),
    (say("ten"), say("tens")),
    (say("jack"), say("jacks")),
    (say("queen"), say("queens")),
    (say("king"), say("kings")),
    (say("ace"), say("aces")),
)


class Rank(int, Localizable):
    """A rank, from 0 for the two to 12 for the ace, in words: `king`."""

    __slots__ = ()
    words: ClassVar = tuple(one for one, _ in _RANKS)

    @override
    def localize(self, language: Language) -> str:
        return pick_inflection(self.words[self].localize(language), "")

    @override
    def inflect(self, form: str, language: Language) -> str:
        words = self.words[self].localize(language)
        return pick_inflection(words, form) if " | " in words else language.inflect(words, form)


class Ranks(Rank):
    """A rank, from 0 for the two to 12 for the ace, in the plural: `kings`."""

    __slots__ = ()
    words: ClassVar = tuple(several for _, several in _RANKS)


_SUITS = {"C": say("clubs"), "D": say("diamonds"), "H": say("hearts"), "S": say("spades")}


class Suit(str, Localizable):
    """A suit by its letter, in words: `hearts`."""

    __slots__ = ()

    @override
    def localize(self, language: Language) -> str:
        return _SUITS[self].localize(language)


class NameList(tuple[Fact, ...], Inflectable):
    """All of these in a sentence: `Ann, Bob and Cal`; `nobody` if it is empty."""

    __slots__ = ()

    @override
    def inflect(self, form: str, language: Language) -> str:
        parts = [localize_in(part, language, form) for part in self or (say("nobody"),)]
        return language.join_list(parts, "standard")

    @override
    def starts_lowercase(self) -> bool:
        return not self or starts_lowercase(self[0])


class OneOf(tuple[Fact, ...], Inflectable):
    """One of these in a sentence: `flush or straight`."""

    __slots__ = ()

    @override
    def inflect(self, form: str, language: Language) -> str:
        return language.join_list([localize_in(part, language, form) for part in self], "or")


class Series(tuple[Fact, ...], Localizable):
    """Items in a row: `Ann 3, Bob 4`."""

    __slots__ = ()

    @override
    def localize(self, language: Language) -> str:
        return language.join_list([localize_in(part, language) for part in self], "unit")

    @override
    def starts_lowercase(self) -> bool:
        return bool(self) and starts_lowercase(self[0])


class Clauses(Series):
    """Clauses in a row: `Bob pays Ann and Cal 1 chip each; Bob cannot win this hand`."""

    __slots__ = ()

    @override
    def localize(self, language: Language) -> str:
        return language.join_clauses(localize_in(part, language) for part in self)


class Sentences(Series):
    """Sentences in a row: `Entry 3 removed. Entry 5 changed to: Bob passes`."""

    __slots__ = ()

    @override
    def localize(self, language: Language) -> str:
        return ". ".join(localize_in(part, language) for part in self)


def player_series(values: Mapping[str, Fact]) -> Series:
    """Return each player with a value: `Ann 3, Bob 4`."""
    return Series(say("{player} {value}", player=p, value=value) for p, value in values.items())


def with_unit_once(numbers: Mapping[K, int], unit: type[Quantity]) -> dict[K, Fact]:
    """Return numbers for one sentence, of which only the first names the unit: `3 chips`, `2`."""
    first = next(iter(numbers), None)
    return {key: unit(number) if key == first else number for key, number in numbers.items()}


def localize(fact: Fact) -> str:
    """Return a fact in the current language."""
    return localize_in(fact, current_language())


def suit_name(suit: str) -> str:
    """Return the name of a suit: `hearts` for `H`."""
    return localize(Suit(suit))


def card_text(card: str) -> str:
    """Return a card in words: `10 of hearts`; a rank without a suit: `10 of any suit`."""
    if card == JOKER:
        return localize(say("joker"))
    suit = card[-1:] if card in BIT else ""
    rank = card.removesuffix(suit)
    name = rank if rank.isdigit() else Rank(RANKS.index(rank))
    if not suit:
        return localize(say("{rank} of any suit", rank=name))
    return localize(say("{rank} of {suit}", rank=name, suit=Suit(suit)))


def join_list(names: Iterable[str]) -> str:
    return localize(NameList(names))


def format_card_input(card: str) -> str:
    """Return a card as it is typed in the current language: the German `BH` for `JH`."""
    return card if card == JOKER else current_language().rank(card[:-1]) + card[-1:]


def parse_card_input(text: str) -> str:
    """Return the typed card, with ranks in the current language or as in the record."""
    text = text.upper()
    records = {letters.upper(): record for record, letters in current_language().letters.items()}
    return text if text == JOKER else records.get(text[:-1], text[:-1]) + text[-1:]


def format_number(number: int) -> str:
    """Return a number with separators for thousands: `1,234`, `−5`."""
    return current_language().number(number).replace("-", "−")


def format_signed(number: int) -> str:
    """Return a gain or a loss with its sign: `+4`, `−1,234`, `0`."""
    text = f"+{format_number(number)}" if number > 0 else format_number(number)
    return current_language().isolate_direction(text) if number else text


def format_decimal(number: Decimal, *, signed: bool) -> str:
    """Return a number with one decimal place: `0.3`; with `signed`, a gain as `+0.3`."""
    text = current_language().decimal(number).replace("-", "−")
    return current_language().isolate_direction(f"+{text}" if signed and number > 0 else text)
