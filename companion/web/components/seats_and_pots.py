"""Seats and pots as screens draw them: colours, symbols, and what the last entry changed."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.circles.circle_file import AVATAR_CHOICES
from companion.core.accounts import net_chip_changes, transfers_sentence
from companion.core.entries.fields import FieldKind
from companion.core.entries.schema import Entry, Raw, entry_fields
from companion.core.game import Table
from companion.core.ledger import IOU, POT
from companion.core.log.log import Log
from companion.core.log.timeline import AppliedEdit, Undoable
from companion.core.prompts import Offer, Prompt
from companion.core.sentences import EntryNumber, Sentence, say
from companion.store.people import Avatar, get_avatars
from companion.store.table_cache import LoadedTable


@dataclass(frozen=True, slots=True)
class AmountChange:
    """By how many chips or points something changed, and the version of the table that it gave.

    The version tells it from the next change, which may be of as many: each is shown anew.
    """

    by: int
    version: int


@dataclass(frozen=True, slots=True)
class LastChange:
    """What just happened: in words, why, and what it changed of each account, purse or pot.

    ``settles`` says whether it settled a finding.
    """

    text: Sentence | None = None
    why: Sentence | None = None
    changes: Mapping[str, AmountChange] = field(default_factory=dict)
    settles: bool = False

    def of_all(self, accounts: Iterable[str]) -> AmountChange | None:
        """Return the change of several accounts together; None: there is none."""
        amount_changes = [self.changes[account] for account in accounts if account in self.changes]
        by = sum(change.by for change in amount_changes)
        return replace(amount_changes[0], by=by) if by else None


def last_change(log: Log, version: int) -> LastChange:
    """Return what the newest entry of the log did, which gave a version of the table."""
    if not log.raw_entries:
        return LastChange()
    do = log.raw_entries[-1]["do"]
    if do == "undo":
        return LastChange(say("Taken back"), undoable_sentence(log.next_redo))
    if isinstance(log.next_undo, AppliedEdit):
        return LastChange(_edited(log, log.next_undo))
    line = log.active_entries[-1]
    ledger = log.table.ledger
    sentence = _settled(log.table, line.entry)
    why = sentence or line.entry.describe_effect(ledger.moves)
    if do == "redo":
        why = say("Restored: {entry}", entry=why)
    changes = net_chip_changes(ledger.moves) if ledger.chips else _scored(log)
    changes_by_account = {
        account: AmountChange(by, version) for account, by in changes.items() if by
    }
    return LastChange(
        transfers_sentence(ledger.moves), why, changes_by_account, sentence is not None
    )


def _edited(log: Log, edit: AppliedEdit) -> Sentence:
    about = EntryNumber(edit.about)
    if log.raw_entries[edit.number]["do"] == "insert":
        return say("An entry was inserted before entry {number}", number=about)
    return say("Entry {number} was changed", number=about)


def _settled(table: Table, entry: Entry) -> Sentence | None:
    """Name the finding that an entry settles, if it is one of that kind."""
    keys = entry_fields(type(entry)).values()
    name = next((key.name for key in keys if key.kind is FieldKind.FINDING), None)
    if name is None:
        return None
    findings, place = table.setup.game.review.findings(table), getattr(entry, name)
    if place >= len(findings):
        return None
    return say("{entry}: {finding}", entry=entry.title, finding=findings[place].words)


def _scored(log: Log) -> dict[str, int]:
    """Return what the newest entry scored by player, where a game has no chips."""
    standing = log.setup.game.current_results
    before = standing(log.table_after(len(log.active_entries) - 1))
    return {player: now - before.get(player, 0) for player, now in standing(log.table).items()}


def last_hand_changes(table: Table) -> tuple[tuple[str, int], ...]:
    """Return what the hand just ended has changed: by how many chips or points, for each player."""
    before = table.before_deal
    if before is None or table.in_hand:
        return ()
    was, now = (table.setup.game.current_results(at) for at in (before, table))
    return tuple((player, now[player] - was.get(player, 0)) for player in table.present)


def undoable_sentence(done: Undoable | None) -> Sentence | None:
    """Return what undo or redo would take back or put back; nothing if there is nothing."""
    if done is None:
        return None
    if isinstance(done, AppliedEdit):
        return say("the change to entry {number}", number=EntryNumber(done.about))
    return done.entry.describe()


def assign_avatars(evening: LoadedTable) -> Mapping[str, Avatar]:
    """Return a look for everybody at a table, unlike all others there; it stays when others go."""
    own = get_avatars(evening.evening_ref.evening) if evening.evening_ref else {}
    looks: dict[str, Avatar] = {}
    for number, player in enumerate(evening.table.seats):
        seat = Avatar(number % AVATAR_CHOICES, number % AVATAR_CHOICES)
        looks[player] = _apart(own.get(player, seat), looks.values())
    return looks


def _apart(look: Avatar, avatars: Collection[Avatar]) -> Avatar:
    """Change a symbol until nobody has the same in the same colour."""
    while look in avatars:
        look = look._replace(symbol=(look.symbol + 1) % AVATAR_CHOICES)
    return look


# The key that says of anything asked that nobody does it.
NOBODY = "n"


@dataclass(frozen=True, slots=True)
class TapButton:
    """A button: the entry that it makes, as JSON, its words, and the card that it shows.

    With ``form`` it leads to the page where its entry is finished: its sheet, and what is known.
    ``refusal`` says why it cannot be tapped; ``key`` taps it on a keyboard. ``said`` is its entry
    as the log tells it, where that lacks nothing.
    """

    entry: str
    label: Sentence
    card: str = ""
    form: tuple[tuple[str, str], ...] = ()
    refusal: Sentence | None = None
    key: str | None = None
    said: Sentence | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as it is drawn. ``taps`` light the seat.

    ``count`` are chips, or points in a game without; ``cards_left`` the cards held, where counted.
    With ``opens`` it leads to what the player may do besides playing, unless it is an answer.
    """

    number: int
    name: str
    count: int
    cards_left: int | None
    dealer: bool
    turn: bool
    ious: tuple[IOU, ...]
    owes: int
    change: AmountChange | None
    badges: tuple[Sentence, ...]
    taps: tuple[TapButton, ...]
    opens: bool


def tap_button(offer: Offer) -> TapButton:
    """Make the button of an offer."""
    card = offer.cards[-1] if offer.cards else ""
    form = _form(offer.raw) if offer.needs_form else ()
    key = NOBODY if offer.means_nobody else None
    sentence = offer.entry.describe() if isinstance(offer.entry, Entry) else None
    return TapButton(json.dumps(offer.raw), offer.label, card, form, offer.refusal, key, sentence)


def _form(raw: Raw) -> tuple[tuple[str, str], ...]:
    """Name the sheet for an entry, and the values already filled in; "" means nobody."""
    names = ((key, "" if value is None else str(value)) for key, value in raw.items())
    return tuple(("sheet" if key == "do" else key, value) for key, value in names)


def tap_buttons(offers: Iterable[Offer]) -> tuple[TapButton, ...]:
    """Make the buttons of offers."""
    return tuple(tap_button(offer) for offer in offers)


def seat_views(
    table: Table, prompt: Prompt, last_change: LastChange, left: Mapping[str, int] | None = None
) -> tuple[SeatView, ...]:
    """Lay the seats of all at the table; ``left`` are the cards that they hold."""
    ledger = table.ledger
    counts = ledger.chips or table.setup.game.current_results(table)
    return tuple(
        SeatView(
            number,
            player,
            counts[player],
            left.get(player) if left else None,
            player == table.deals,
            player == prompt.player,
            ledger.ious_held_by(player),
            sum(note.chips for note in ledger.ious if note.issuer == player),
            last_change.changes.get(player),
            prompt.badges.get(player, ()),
            tap_buttons(prompt.seats.get(player, ())),
            table.phase == "between-hands",
        )
        for number, player in enumerate(table.present, 1)
    )


def place_seats(
    seats: Iterable[SeatView], *, mine: bool = False
) -> tuple[tuple[str, SeatView], ...]:
    """Return seats their places clockwise from the left; with ``mine`` the first is the nearest."""
    numbered = enumerate(seats, 0 if mine else 1)
    return tuple((str(number) if number else "mine", seat) for number, seat in numbered)


class PotView(NamedTuple):
    """A pot as it is drawn: ``faces`` are the cards that lie in it, ``change`` what just came.

    ``lends`` is the loan that is made by a tap on it, where chips are asked for; with ``opens`` it
    leads to its own sheet.
    """

    id: str
    label: str
    faces: tuple[str, ...]
    chips: int
    ious: tuple[IOU, ...]
    change: AmountChange | None
    kind: str
    lends: TapButton | None
    opens: bool


def pot_view(
    table: Table,
    prompt: Prompt,
    last_change: LastChange,
    pot: str,
    label: str,
    kind: str = "saucer",
    faces: tuple[str, ...] = (),
) -> PotView:
    """Draw a pot under a label, in one of the shapes that pots have."""
    account, ledger = POT + pot, table.ledger
    notes, chips = ledger.ious_held_by(account), ledger.chips[account]
    lends = tap_button(prompt.pots[pot]) if pot in prompt.pots else None
    opens = table.phase == "between-hands"
    return PotView(
        pot, label, faces, chips, notes, last_change.changes.get(account), kind, lends, opens
    )
