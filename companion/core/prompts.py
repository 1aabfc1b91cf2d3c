"""What may happen next at a table. The core offers, the screen asks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.core.entries.schema import Entry, PartialEntry, Raw, serialize_entry
from companion.core.sentences import Sentence


@dataclass(frozen=True)
class Offer:
    """One tap: the entry that it makes, and its words. ``cards`` are those it would play.

    With ``needs_form`` the entry still lacks something and is finished on a page of its own.
    ``refusal`` says why it cannot be had, where it is shown all the same. ``own_label`` is how the
    player whose entry it is says it: ``I play 8♣``. ``means_nobody`` marks the answer that nobody
    does what is asked.
    """

    entry: Entry | PartialEntry
    label: Sentence
    cards: tuple[str, ...] = ()
    needs_form: bool = False
    refusal: Sentence | None = None
    own_label: Sentence | None = None
    means_nobody: bool = False

    @cached_property
    def raw(self) -> Raw:
        """The entry as it is written, or what is known of it."""
        return serialize_entry(self.entry)


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """A player, or with ``several`` the players, to be chosen for a key of an entry."""

    key: str
    names: tuple[str, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class PotChoice:
    """A pot to be chosen for a key of an entry."""

    key: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberInput:
    """A whole number to be given for a key of an entry; ``most`` None: no end."""

    key: str
    least: int = 1
    most: int | None = None


@dataclass(frozen=True)
class EntryTemplate:
    """An entry whose values are tapped one after another where they lie; the last one enters it.

    ``label`` says what happens, ``hint`` what to tap.
    """

    entry: PartialEntry
    label: Sentence
    missing: tuple[PlayerChoice | PotChoice | NumberInput, ...]
    hint: Sentence | None = None

    @cached_property
    def raw(self) -> Raw:
        """What is known of the entry, as it is written."""
        return serialize_entry(self.entry)

    @property
    def player_choice(self) -> PlayerChoice | None:
        """The players to choose from."""
        return next((part for part in self.missing if isinstance(part, PlayerChoice)), None)

    @property
    def pot_choice(self) -> PotChoice | None:
        """The pots to choose from."""
        return next((part for part in self.missing if isinstance(part, PotChoice)), None)

    @property
    def number_input(self) -> NumberInput | None:
        """Which number is to be given."""
        return next((part for part in self.missing if isinstance(part, NumberInput)), None)


@dataclass(frozen=True)
class JointPrompt:
    """An entry to which several players give their part, each on a device of their own.

    ``entry`` is what is known of it, ``label`` asks a player. Each tells a ``number``, a multiple
    of ``step``, by player under its key; or, where there is a key for ``cards``, what it is counted
    from by ``card_value``, of so many ``packs`` with ``jokers``. ``out_field`` is the key that
    names the one who went out and tells nothing else (none: everybody tells).
    """

    entry: PartialEntry
    label: Sentence
    players: tuple[str, ...]
    number: NumberInput
    step: int = 1
    out_field: str = ""
    cards: str = ""
    card_value: Callable[[Iterable[str]], int] | None = None
    packs: int = 1
    jokers: int = 0

    @property
    def do(self) -> str:
        """What the record calls the entry."""
        return self.entry.kind.do


@dataclass(frozen=True, slots=True)
class Prompt:
    """The one question of the moment, and all answers that can be.

    ``kind`` names the moment. ``seats`` are answers by player, ``pots`` by pot, ``tiles`` those
    that are cards or numbers, ``buttons`` the rest; ``template`` is an entry to be put together
    from taps. ``hint`` says what helps, or why the usual answer is refused; ``player`` is whose
    turn it is, ``short_player`` who cannot pay the ante, ``badges`` are what is to be seen at each
    seat. ``end_offer`` ends the evening: apart from all else, and where there is nothing else the
    usual answer; ``again`` goes on all the same where all that was agreed on is played. On a device
    of one's own a player is offered ``own_offers`` besides the answers, ``own_template`` stands for
    ``template``, and ``joint`` is an entry to which players give their parts.
    """

    kind: str
    question: Sentence
    hint: Sentence | None = None
    seats: Mapping[str, tuple[Offer, ...]] = field(default_factory=dict)
    pots: Mapping[str, Offer] = field(default_factory=dict)
    tiles: tuple[Offer, ...] = ()
    buttons: tuple[Offer, ...] = ()
    template: EntryTemplate | None = None
    player: str | None = None
    short_player: str | None = None
    badges: Mapping[str, tuple[Sentence, ...]] = field(default_factory=dict)
    own_offers: Mapping[str, tuple[Offer, ...]] = field(default_factory=dict)
    own_template: EntryTemplate | None = None
    joint: JointPrompt | None = None
    end_offer: Offer | None = None
    again: Offer | None = None

    @property
    def only_ends(self) -> bool:
        """Return whether all that can be is to end the evening."""
        return self.end_offer is not None and not (self.buttons or self.seats)
