"""How cards, players and numbers are worded in a sentence."""

from collections.abc import Iterable, Mapping

from typing_extensions import override

from companion.core.cards import BIT, JOKER, RANKS, face
from companion.core.sentences import Fact, Inflected, Worded, is_small, say, say_n, word
from companion.language import Language, pick_form, spoken


def faces(cards: str, language: Language) -> str:
    """Write cards of a suit: ``10♥``, ``QK♦``."""
    return language.isolated(language.rank(cards[:-1]) + face(cards[-2:])[-1])


class Card(str, Worded):
    """A card: ``10♥``, or ``joker``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return say("joker").worded(language) if self == JOKER else faces(self, language)

    @override
    def opens_small(self) -> bool:
        return self == JOKER


class Cards(tuple[str, ...], Worded):
    """Cards one after another: ``9♥ 10♥``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return " ".join(Card(card).worded(language) for card in self)


class SuitSign(str, Worded):
    """A suit by its symbol: ``♣``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return face(f"2{self}")[1:]


class Chips(int, Worded):
    """So many chips: ``1 chip``, ``4 chips``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return say_n("{n} chip", "{n} chips", n=int(self)).worded(language)


class CardCount(int, Worded):
    """So many cards: ``1 card``, ``4 cards``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return say_n("{n} card", "{n} cards", n=int(self)).worded(language)


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


class Rank(int, Worded):
    """A rank, from 0 for the two to 12 for the ace: ``king``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return _RANKS[self][0].worded(language)


class Ranks(int, Worded):
    """Cards of a rank: ``kings``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return pick_form(_RANKS[self][1].worded(language), "")

    @override
    def formed(self, form: str, language: Language) -> str:
        words = _RANKS[self][1].worded(language)
        return pick_form(words, form) if " | " in words else language.formed(words, form)


_SUITS = {"C": say("clubs"), "D": say("diamonds"), "H": say("hearts"), "S": say("spades")}


class Suit(str, Worded):
    """A suit by its letter: ``hearts``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return _SUITS[self].worded(language)


class Spoken(str, Worded):
    """A card as people say it: ``10 of hearts``; a rank alone is of any suit."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        if self == JOKER:
            return say("joker").worded(language)
        suit = self[-1:] if self in BIT else ""
        rank = self.removesuffix(suit)
        named = rank if rank.isdigit() else Rank(RANKS.index(rank))
        if not suit:
            return say("{rank} of any suit", rank=named).worded(language)
        return say("{rank} of {suit}", rank=named, suit=Suit(suit)).worded(language)


class NameList(tuple[Fact, ...], Inflected):
    """All of them: ``Ann, Bob and Cal``; none: ``nobody``."""

    __slots__ = ()

    @override
    def formed(self, form: str, language: Language) -> str:
        parts = [word(part, language, form) for part in self or (say("nobody"),)]
        return language.listed(parts, "standard")

    @override
    def opens_small(self) -> bool:
        return not self or is_small(self[0])


class OneOf(tuple[Fact, ...], Inflected):
    """One of them: ``flush or straight``."""

    __slots__ = ()

    @override
    def formed(self, form: str, language: Language) -> str:
        return language.listed([word(part, language, form) for part in self], "or")


class Series(tuple[Fact, ...], Worded):
    """One after another: ``Ann 3, Bob 4``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return language.listed([word(part, language) for part in self], "unit")

    @override
    def opens_small(self) -> bool:
        return bool(self) and is_small(self[0])


class Clauses(tuple[Fact, ...], Worded):
    """Sentences one after another: ``Bob pays Ann and Cal 1 each; Bob cannot win this hand``."""

    __slots__ = ()

    @override
    def worded(self, language: Language) -> str:
        return "; ".join(word(part, language) for part in self)

    @override
    def opens_small(self) -> bool:
        return bool(self) and is_small(self[0])


def by_player(values: Mapping[str, Fact]) -> Series:
    """Tell what everybody has: ``Ann 3, Bob 4``."""
    return Series(say("{player} {value}", player=p, value=value) for p, value in values.items())


def told(fact: Fact) -> str:
    """Say a fact in the language that is spoken."""
    return word(fact, spoken())


def suit_name(suit: str) -> str:
    """Name a suit: ``hearts`` for ``H``."""
    return told(Suit(suit))


def card_name(card: str) -> str:
    """Say a card: ``10 of hearts``."""
    return told(Spoken(card))


def listed(names: Iterable[str]) -> str:
    """Join names in the language that is spoken."""
    return told(NameList(names))


def typed_card(card: str) -> str:
    """Write a card as one types it in the language that is spoken: ``BH`` for the jack."""
    return card if card == JOKER else spoken().rank(card[:-1]) + card[-1:]


def card_typed(text: str) -> str:
    """Give the card that somebody typed, with the letters of the language or of records."""
    text = text.upper()
    records = {letters.upper(): record for record, letters in spoken().letters.items()}
    return text if text == JOKER else records.get(text[:-1], text[:-1]) + text[-1:]


def numeral(number: int) -> str:
    """Write a number with its thousands apart: ``1,234``, ``−5``."""
    return spoken().number(number).replace("-", "−")


def signed(number: int) -> str:
    """Write a gain or a loss: ``+4``, ``−1,234``, ``0``."""
    written = f"+{numeral(number)}" if number > 0 else numeral(number)
    return spoken().isolated(written) if number else written
