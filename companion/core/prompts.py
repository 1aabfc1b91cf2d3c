"""Prompts: what a table is asked next, and the offers, which are the possible answers."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.core.entries.parsing import quote_input
from companion.core.entries.schema import Entry, PartialEntry, Raw, serialize_entry
from companion.core.errors import Refused
from companion.core.sentences import Sentence, say
from companion.core.words import NameList


@dataclass(frozen=True)
class Offer:
    """One possible answer to a prompt: an entry, and the label of its button."""

    entry: Entry | PartialEntry
    label: Sentence
    # the cards that it plays
    cards: tuple[str, ...] = ()
    # the entry still lacks values, which a page of its own asks for
    needs_form: bool = False
    # why it is not possible, as a whole sentence, where it is shown all the same
    refusal: Sentence | None = None
    # the label on the player's own device: “I play 8♣”
    own_label: Sentence | None = None
    # the answer that nobody does what is asked
    means_nobody: bool = False

    @cached_property
    def raw(self) -> Raw:
        return serialize_entry(self.entry)


@dataclass(frozen=True, slots=True)
class NameChoice:
    """The entry field `key`, whose value is one of `names`, or with `several` a list of them."""

    key: str
    names: tuple[str, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class NumberInput:
    """A field of an entry, named `key`, for a whole number up to `maximum` (None: no limit)."""

    key: str
    minimum: int = 1
    maximum: int | None = None


@dataclass(frozen=True)
class EntryTemplate:
    """An entry whose `missing` values are tapped one after another on the table.

    The last tap enters it. `label` is the name of the action, and `hint` says what to tap.
    """

    entry: PartialEntry
    label: Sentence
    hint: Sentence | None = None
    # what is missing, in the order of the taps
    pot_choice: NameChoice | None = None
    player_choice: NameChoice | None = None
    number_input: NumberInput | None = None

    @cached_property
    def raw(self) -> Raw:
        return serialize_entry(self.entry)

    @property
    def missing(self) -> list[NameChoice | NumberInput]:
        parts = self.pot_choice, self.player_choice, self.number_input
        return [part for part in parts if part]


@dataclass(frozen=True)
class JointPrompt:
    """An entry that several players answer together, each on their own device."""

    # the entry without the answers, and the question to each player
    entry: PartialEntry
    label: Sentence
    players: tuple[str, ...]
    # each player's answer, a multiple of `step`, stored by player
    number: NumberInput
    step: int = 1
    # the field for the player who went out and answers nothing else ("": everybody answers)
    out_field: str = ""
    # the field for cards, from which `card_value` can count the number instead ("": none)
    cards: str = ""
    card_value: Callable[[Iterable[str]], int] | None = None
    packs: int = 1
    jokers: int = 0

    @property
    def do(self) -> str:
        return self.entry.kind.do

    def takes(self, number: int) -> bool:
        """Return whether a player may answer with this number."""
        least, most = self.number.minimum, self.number.maximum
        return least <= number and (most is None or number <= most) and number % self.step == 0

    def is_partial_answer(self, raw: Raw, player: str) -> bool:
        """Return whether the entry `raw` is an answer of `player` alone."""
        if raw.get("do") != self.do or player not in self.players:
            return False
        values = [value for key, value in raw.items() if key != "do"]
        return all(
            {*value} <= {player} if isinstance(value, dict) else value == player for value in values
        )

    def check_partial_answer(self, raw: Raw, player: str, pack: Collection[str]) -> None:
        """Raise Refused (`bad-count`, `unknown-card`) if `raw` is no possible answer of `player`.

        `pack` are the cards of the table.
        """
        values = {key: value for key, value in raw.items() if key != "do"}
        number = _of(values.get(self.number.key), player)
        cards = _of(values.get(self.cards), player) if self.cards else None
        if self.out_field and values == {self.out_field: player}:
            return
        if len(values) == 1 and cards and isinstance(cards, list):
            for card in cards:
                if not isinstance(card, str) or card not in pack:
                    card_text = quote_input(card)
                    raise Refused("unknown-card", "There is no card {card}.", card=card_text)
        elif len(values) != 1 or type(number) is not int:
            raise Refused("bad-count", "Enter exactly one number for {player}.", player=player)
        elif not self.takes(number):
            raise Refused(
                "bad-count", "{number} is not possible for {player}.", player=player, number=number
            )

    def combine_answers(self, parts: Mapping[str, Raw]) -> Raw | None:
        """Return the entry that the answers `parts`, by player, add up to; None if one is missing.

        Raises Refused (`bad-count`) if nobody, or more than one player, would have gone out.
        """
        if any(player not in parts for player in self.players):
            return None
        raw = dict(serialize_entry(self.entry))
        for player in self.players:
            for key, value in parts[player].items():
                # a field by player is merged; any other one names who went out
                raw[key] = {**raw.get(key, {}), **value} if isinstance(value, dict) else value
        field = self.out_field
        out = [player for player in self.players if field and field in parts[player]]
        if len(out) > 1:
            raise Refused(
                "bad-count", "Only one player can go out, not {players}.", players=NameList(out)
            )
        if field and field not in raw:
            raise Refused(
                "bad-count", "Answer this first: {question}", question=say("Who went out?")
            )
        return raw


def _of(values: object, player: str) -> object:
    return values.get(player) if isinstance(values, dict) else None


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question that the table is asked now, with all possible answers."""

    # what the screen calls the moment
    kind: str
    question: Sentence
    # what helps to answer, or why the usual answer is refused
    hint: Sentence | None = None
    # answers by player, by pot, as cards or numbers, and all others
    seats: Mapping[str, tuple[Offer, ...]] = field(default_factory=dict)
    pots: Mapping[str, Offer] = field(default_factory=dict)
    tiles: tuple[Offer, ...] = ()
    buttons: tuple[Offer, ...] = ()
    # an entry to put together by taps on the table
    template: EntryTemplate | None = None
    # whose turn it is, and who cannot pay the ante
    player: str | None = None
    short_player: str | None = None
    # labels at the seats
    badges: Mapping[str, tuple[Sentence, ...]] = field(default_factory=dict)
    # further offers on a player's own device
    own_offers: Mapping[str, tuple[Offer, ...]] = field(default_factory=dict)
    # an entry that players answer together
    joint: JointPrompt | None = None
    # ends the evening; shown apart from the rest, unless nothing else is possible
    end_offer: Offer | None = None
    # plays on although all agreed hands have been played
    again: Offer | None = None

    @property
    def only_ends(self) -> bool:
        return self.end_offer is not None and not (self.buttons or self.seats)
