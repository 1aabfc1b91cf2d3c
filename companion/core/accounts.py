"""Names of players, pots and the bank, and sentences about transfers between their accounts."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from unicodedata import category, normalize

from typing_extensions import override

from companion.core.cards import BIT
from companion.core.ledger import BANK, POT, Transfer
from companion.core.sentences import Fact, Inflectable, Localizable, Sentence, localize_in, say
from companion.core.words import (
    Chips,
    NameList,
    Series,
    card_symbols,
    localize,
    with_unit_once,
)
from companion.language import Language, current_language, pick_inflection

# The label of each pot, and its name within a sentence.
_NAMES: dict[str, tuple[Sentence, Sentence | None]] = {}
# Pots by a pattern of their names, each with its label and its name.
_PATTERNS: dict[re.Pattern[str], tuple[Sentence, Sentence]] = {}


def register_pot_name(pot: str, label: Sentence, sentence: Sentence | None = None) -> None:
    """Register what a pot of a game is called; one that is named after cards needs no words.

    `label` stands on the pot; `sentence` is the form used within a sentence, where the two differ.
    A game calls this when it is imported.
    """
    _NAMES[pot] = label, sentence


def register_pot_pattern(pattern: str, words: Sentence, sentence: Sentence) -> None:
    """Register `words`, the label, and `sentence`, the form in sentences, for similar pots.

    `pattern` is a regular expression for their names, whose named groups become facts of both.
    """
    _PATTERNS[re.compile(pattern)] = words, sentence


def _pot_words(pot: str) -> tuple[Sentence | None, Sentence | None]:
    """Return a pot's label, and its name within a sentence; None where no game registered one."""
    for pattern, (label, sentence) in _PATTERNS.items():
        if match := pattern.fullmatch(pot):
            return label.with_facts(**match.groupdict()), sentence.with_facts(**match.groupdict())
    return _NAMES.get(pot, (None, None))


class Pot(str, Inflectable):
    """A pot by its name in the record (`10♥`, `QK♦`, `8-9-10`, `kitty`), as a fact of sentences."""

    __slots__ = ()

    @override
    def inflect(self, form: str, language: Language) -> str:
        _, sentence = _pot_words(self)
        if sentence:
            return pick_inflection(sentence.localize(language), form)
        return language.inflect_pot(self.display_name(language), form)

    @override
    def starts_lowercase(self) -> bool:
        return True

    def display_name(self, language: Language) -> str:
        # a card, or a combination in one suit: QKD, 910JS
        if self in BIT or (self[-1:] in "CDHS" and "-" not in self and self[:-1].isupper()):
            return card_symbols(self, language)
        words, _ = _pot_words(self)
        return words.localize(language) if words else language.rank(self)


class PotLabel(str, Localizable):
    """A pot by its name in the record, shown as the label on the board, without an article."""

    __slots__ = ()

    @override
    def localize(self, language: Language) -> str:
        return Pot(self).display_name(language)


class Account(str, Inflectable):
    """A player by name, a pot as `pot:ID`, or the bank, as a fact of sentences."""

    __slots__ = ()

    @override
    def inflect(self, form: str, language: Language) -> str:
        if self == BANK:
            return pick_inflection(say("the bank").localize(language), form)
        name = Pot(self.removeprefix(POT)) if self.startswith(POT) else str(self)
        return localize_in(name, language, form)

    @override
    def starts_lowercase(self) -> bool:
        return self == BANK or self.startswith(POT)


def pot_name(pot: str) -> str:
    """Return the label on a pot, in the current language."""
    return Pot(pot).display_name(current_language())


def account_text(account: str) -> str:
    """Return the name of a player, a pot or the bank, in the current language."""
    pot = account.startswith(POT)
    return pot_name(account.removeprefix(POT)) if pot else localize(Account(account))


def transfer_sentence(transfer: Transfer) -> Sentence:
    """Return a sentence about one transfer, of chips (`Dee +4 from 10♥`) or of an IOU."""
    facts: dict[str, Fact] = {
        "source": Account(transfer.source),
        "target": Account(transfer.target),
    }
    if transfer.issuer is None:
        return say("{target} +{chips} from {source}", chips=transfer.chips, **facts)
    facts["chips"] = Chips(transfer.chips)
    if transfer.issuer == transfer.target:
        return say("{source} returns {target}’s IOU for {chips}", **facts)
    if transfer.issuer == transfer.source:
        return say("{target} gets an IOU from {source} for {chips}", **facts)
    return say(
        "{issuer}’s IOU for {chips} goes from {source} to {target}",
        issuer=Account(transfer.issuer),
        **facts,
    )


def payment_list(payments: Mapping[str, int]) -> NameList:
    """Return who gets how many chips: `3 chips to Ann, 2 to Cal, and 1 into the jackpot`."""
    return NameList(_payment_sentences(payments))


def chips_per_pot(chips: Mapping[str, int]) -> Series:
    """Return the chips for each pot in words: `2 chips into A♠, 4 into the kitty`."""
    return Series(_payment_sentences({POT + pot: n for pot, n in chips.items()}))


def _payment_sentences(payments: Mapping[str, int]) -> Iterator[Sentence]:
    for account, chips in with_unit_once(payments, Chips).items():
        if account.startswith(POT):
            yield say("{chips} into {pot}", chips=chips, pot=Account(account))
        else:
            yield say("{chips} to {player}", chips=chips, player=account)


# A sentence adds up more transfers than these by player.
MAX_LISTED = 5


def net_chip_changes(moves: Sequence[Transfer]) -> dict[str, int]:
    """Return by how many chips each account has changed after `moves`. IOUs do not count."""
    changes: Counter[str] = Counter()
    for move in _sum_payments(moves):
        changes[move.source] -= move.chips
        changes[move.target] += move.chips
    return changes


def transfers_sentence(moves: Sequence[Transfer]) -> Sentence | None:
    """Return one sentence about all `moves`: `Dee +4 from 10♥, +9 from the kitty`.

    If they are more than `MAX_LISTED`, it has the chips between each two accounts, or if these are
    more as well, the gain of each player and of all pots together. None if that is nothing.
    """
    listed = moves if len(moves) <= MAX_LISTED else _sum_payments(moves)
    is_short = len(listed) <= MAX_LISTED
    sentences = Series(_transfer_sentences(listed) if is_short else _gain_sentences(moves))
    return say("{moves}", moves=sentences) if sentences else None


def _sum_payments(moves: Sequence[Transfer]) -> list[Transfer]:
    """Return the chips that each account has got from each other one, without IOUs."""
    payments: Counter[tuple[str, str]] = Counter()
    for move in moves:
        if move.issuer is None:
            payments[move.source, move.target] += move.chips
    return [Transfer(*pair, chips, "paid") for pair, chips in payments.items()]


def _transfer_sentences(moves: Sequence[Transfer]) -> Iterator[Sentence]:
    before = None
    for move in moves:
        is_chips = move.issuer is None
        # a name is not repeated: "Dee +4 from 10♥, +9 from the kitty"
        if is_chips and before == move.target:
            yield say("+{chips} from {source}", chips=move.chips, source=Account(move.source))
        else:
            yield transfer_sentence(move)
        before = move.target if is_chips else None


def _gain_sentences(moves: Sequence[Transfer]) -> Iterator[Sentence]:
    gains = {account: chips for account, chips in net_chip_changes(moves).items() if chips > 0}
    for account, chips in gains.items():
        if not account.startswith(POT):
            yield say("{player} +{chips}", player=account, chips=chips)
    to_pots = sum(chips for account, chips in gains.items() if account.startswith(POT))
    if to_pots:
        yield say("{chips} into the pots", chips=Chips(to_pots))


NAME_LENGTH = 40
NAME_RULE = say("1 to {most} visible characters and no space at either end", most=NAME_LENGTH)

# Letters without a glyph.
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")

# The format characters that a name may contain: they join letters and emoji.
_JOINERS = "\u200c\u200d"


def is_name(text: str) -> bool:
    """Return whether `text` may name a player: up to 40 visible characters, no account's prefix."""
    is_valid = is_legible(text, NAME_LENGTH) and text == text.strip()
    return is_valid and not text.startswith((POT, BANK))


def is_legible(text: str, most: int) -> bool:
    """Return whether a text has 1 to `most` characters, all visible, and is more than joiners."""
    return len(text) <= most and any(map(_has_glyph, text)) and all(map(is_visible, text))


def _has_glyph(letter: str) -> bool:
    """Return whether a character can be seen by itself; accents, joiners and spaces cannot."""
    # emoji younger than Python's own table of characters have no category yet ("Cn")
    return category(letter)[0] in "LNPS" or category(letter) == "Cn"


def is_visible(letter: str) -> bool:
    """Return whether a character may be in a name: a visible one, or a joiner of visible ones."""
    if letter in _BLANK_LETTERS:
        return False
    return category(letter) not in ("Cc", "Cf", "Cs") or letter in _JOINERS


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike: upper or lower case does not matter."""
    return normalize("NFKC", name).casefold()
