"""Seats and pots as screens draw them: colours, symbols, and what the last entry changed."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.circles.circle_file import AVATAR_CHOICES
from companion.core.accounts import net_chip_changes, pot_name, transfers_sentence
from companion.core.entries.fields import FieldKind
from companion.core.entries.schema import Entry, Raw
from companion.core.game import Table
from companion.core.ledger import IOU, POT
from companion.core.log.log import Log
from companion.core.log.timeline import AppliedEdit, Undoable
from companion.core.prompts import Offer, Prompt
from companion.core.sentences import EntryNumber, Sentence, say
from companion.store.people import Avatar, get_avatars
from companion.store.table_cache import LoadedTable
from companion.web.components.card_picker import TileRow, offer_rows


@dataclass(frozen=True, slots=True)
class AmountChange:
    """A change in chips or points, and the version of the table to which it led.

    The version distinguishes it from the next change of the same amount.
    """

    amount: int
    version: int


@dataclass(frozen=True, slots=True)
class LastChange:
    """The effect of the newest entry: transfers in words, what happened, and changes by account.

    With `settles` the entry settled a finding.
    """

    text: Sentence | None = None
    why: Sentence | None = None
    changes: Mapping[str, AmountChange] = field(default_factory=dict)
    settles: bool = False

    def of_all(self, accounts: Iterable[str]) -> AmountChange | None:
        """Return the sum of the changes of several accounts; None if it is 0."""
        amount_changes = [self.changes[account] for account in accounts if account in self.changes]
        amount = sum(change.amount for change in amount_changes)
        return replace(amount_changes[0], amount=amount) if amount else None


def get_last_change(log: Log, version: int) -> LastChange:
    """Return the effect of the newest entry, which led to `version` of the table."""
    if not log.raw_entries:
        return LastChange()
    do = log.raw_entries[-1]["do"]
    if do == "undo":
        return LastChange(say("Undone:"), undoable_sentence(log.next_redo))
    if isinstance(log.next_undo, AppliedEdit):
        return LastChange(_edit_sentence(log, log.next_undo))
    line = log.lines[-1]
    ledger = log.table.ledger
    sentence = _settlement_sentence(log.table, line.entry)
    why = sentence or line.entry.describe_effect(ledger.moves)
    if do == "redo":
        why = say("Redone: {entry}", entry=why)
    changes = net_chip_changes(ledger.moves) if ledger.chips else _score_changes(log)
    by_account = {who: AmountChange(n, version) for who, n in changes.items() if n}
    return LastChange(transfers_sentence(ledger.moves), why, by_account, sentence is not None)


def _edit_sentence(log: Log, edit: AppliedEdit) -> Sentence:
    about = EntryNumber(edit.about)
    if log.raw_entries[edit.number]["do"] == "insert":
        return say("An entry was inserted before entry {number}", number=about)
    return say("Entry {number} was changed", number=about)


def _settlement_sentence(table: Table, entry: Entry) -> Sentence | None:
    """Return the sentence about the finding that an entry settles; None if it settles none."""
    keys = entry.shape.keys.items()
    name = next((name for name, key in keys if key.kind is FieldKind.FINDING), None)
    if name is None:
        return None
    findings, place = table.setup.game.review.findings(table), getattr(entry, name)
    if place >= len(findings):
        return None
    return say("{entry}: {finding}", entry=entry.title, finding=findings[place].words)


def _score_changes(log: Log) -> dict[str, int]:
    """Return the points that the newest entry scored by player, in a game without chips."""
    standing = log.setup.game.current_results
    before = standing(log.table_after(len(log.lines) - 1))
    return {player: now - before.get(player, 0) for player, now in standing(log.table).items()}


def last_hand_changes(table: Table) -> tuple[tuple[str, int], ...]:
    """Return each player's result in the hand that has just ended; () during a hand."""
    before = table.before_deal
    if before is None or table.in_hand:
        return ()
    old, new = (table.setup.game.current_results(state) for state in (before, table))
    return tuple((player, new[player] - old.get(player, 0)) for player in table.hand_players)


def undoable_sentence(step: Undoable | None) -> Sentence | None:
    """Return the sentence that says what an undo or redo of `step` changes; None for None."""
    if step is None:
        return None
    if isinstance(step, AppliedEdit):
        return say("the change to entry {number}", number=EntryNumber(step.about))
    return step.entry.describe()


def assign_avatars(evening: LoadedTable) -> Mapping[str, Avatar]:
    """Return an avatar for each player; all differ, and none changes when others leave."""
    own = get_avatars(evening.evening_ref.evening) if evening.evening_ref else {}
    avatars: dict[str, Avatar] = {}
    for number, player in enumerate(evening.table.seats):
        seat = Avatar(number % AVATAR_CHOICES, number % AVATAR_CHOICES)
        avatar = own.get(player, seat)
        while avatar in avatars.values():
            avatar = avatar._replace(symbol=(avatar.symbol + 1) % AVATAR_CHOICES)
        avatars[player] = avatar
    return avatars


# The key that says of anything asked that nobody does it.
NOBODY_KEY = "n"


@dataclass(frozen=True, slots=True)
class TapButton:
    """A button: its entry as JSON, its label, and the card on it.

    With `form` it opens the sheet on which its entry is completed. `refusal` is the reason why it
    is disabled, `key` its key on a keyboard, and `description` its entry as in the log.
    """

    entry: str
    label: Sentence
    card: str = ""
    form: tuple[tuple[str, str], ...] = ()
    refusal: Sentence | None = None
    key: str | None = None
    description: Sentence | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as it is drawn; `taps` are the answers that highlight it.

    `count` are chips or points, `cards_left` the cards held, if they are counted. If it
    `has_sheet`, a tap opens the player's sheet, unless it is an answer.
    """

    number: int
    name: str
    count: int
    cards_left: int | None
    is_dealer: bool
    is_turn: bool
    ious: tuple[IOU, ...]
    owes: int
    change: AmountChange | None
    badges: tuple[Sentence, ...]
    taps: tuple[TapButton, ...]
    has_sheet: bool

    @property
    def without_answers(self) -> "SeatView":
        return replace(self, taps=(), has_sheet=False)


def tap_button(offer: Offer) -> TapButton:
    card = offer.cards[-1] if offer.cards else ""
    form = _form(offer.raw) if offer.needs_form else ()
    key = NOBODY_KEY if offer.means_nobody else None
    sentence = offer.entry.describe() if isinstance(offer.entry, Entry) else None
    return TapButton(json.dumps(offer.raw), offer.label, card, form, offer.refusal, key, sentence)


def _form(raw: Raw) -> tuple[tuple[str, str], ...]:
    """Return the name of the sheet for an entry, and its known values; "" means nobody."""
    names = ((key, "" if value is None else str(value)) for key, value in raw.items())
    return tuple(("sheet" if key == "do" else key, value) for key, value in names)


def tap_buttons(offers: Iterable[Offer]) -> tuple[TapButton, ...]:
    return tuple(tap_button(offer) for offer in offers)


def playable_rows(offers: Iterable[Offer]) -> tuple[TileRow, ...]:
    """Return the suits of the cards that the offers play, each offer at its first card."""
    return offer_rows({offer.cards[0]: json.dumps(offer.raw) for offer in offers if offer.cards})


def seat_views(table: Table, prompt: Prompt, last_change: LastChange) -> tuple[SeatView, ...]:
    game, ledger = table.setup.game, table.ledger
    counts = ledger.chips or game.current_results(table)
    is_over = table.phase == "over"
    cards_left = {} if is_over else game.review.cards_left(table)
    return tuple(
        SeatView(
            number,
            player,
            counts[player],
            cards_left.get(player),
            player == table.deals and not is_over,
            player == prompt.player,
            ledger.ious_held_by(player),
            sum(iou.chips for iou in ledger.ious if iou.issuer == player),
            last_change.changes.get(player),
            prompt.badges.get(player, ()),
            tap_buttons(prompt.seats.get(player, ())),
            table.phase == "between-hands",
        )
        for number, player in enumerate(table.present, 1)
    )


def place_seats(
    seats: Sequence[SeatView], nearest: str | None = None
) -> tuple[tuple[str, SeatView], ...]:
    """Return the seats after their places, clockwise from the left.

    With the player `nearest` the table is turned: their seat comes first, at the front.
    """
    first = [seat.name for seat in seats].index(nearest) if nearest else 0
    places = enumerate((*seats[first:], *seats[:first]), 0 if nearest else 1)
    return tuple((str(number) if number else "mine", seat) for number, seat in places)


class PotView(NamedTuple):
    """A pot as it is drawn: `faces` are the cards on it, `change` is its last change.

    `lends` is the loan that a tap makes while a player borrows. If it `has_sheet`, a
    tap opens that.
    """

    id: str
    label: str
    faces: tuple[str, ...]
    chips: int
    ious: tuple[IOU, ...]
    change: AmountChange | None
    kind: str
    lends: TapButton | None
    has_sheet: bool


def pot_view(
    table: Table,
    prompt: Prompt,
    last_change: LastChange,
    pot: str,
    kind: str = "saucer",
    faces: tuple[str, ...] = (),
) -> PotView:
    """Return a pot with its shape (`kind`) and the cards on it (`faces`)."""
    account, ledger = POT + pot, table.ledger
    ious, chips = ledger.ious_held_by(account), ledger.chips[account]
    lends = tap_button(prompt.pots[pot]) if pot in prompt.pots else None
    change, has_sheet = last_change.changes.get(account), table.phase == "between-hands"
    return PotView(pot, pot_name(pot), faces, chips, ious, change, kind, lends, has_sheet)
