"""The screen of the stops family: pots as saucers, seats round them, the one question."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.cards import PACK, SUITS, face, suit_word
from companion.core.errors import Refused
from companion.core.ledger import POT, Note
from companion.core.moves import moves_line
from companion.core.offers import Ask
from companion.core.sentences import Sentence
from companion.core.shelf import apply
from companion.core.words import account_name
from companion.games.stops.entries import Enforce
from companion.games.stops.memory import Memory, remember
from companion.games.stops.offers import ask, has_penalty, may_show, onward
from companion.games.stops.state import Finding, StopsTable
from companion.games.stops.words import finding_words, judged_words
from companion.web.games.stops.board import PotFace, layout_of, pot_faces
from companion.web.parts.moved import Moved
from companion.web.parts.plates import Tap, tap, taps


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot as it is drawn."""

    id: str
    label: str
    faces: tuple[str, ...]
    chips: int
    notes: tuple[Note, ...]
    moved: int | None
    kind: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as it is drawn; ``tap`` lights it."""

    number: int
    name: str
    chips: int
    left: int | None
    dealer: bool
    turn: bool
    notes: tuple[Note, ...]
    owes: int
    moved: int | None
    badges: tuple[str, ...]
    tap: Tap | None


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding in words, and its place in the list of the hand.

    ``key`` names it for those who have noted it, ``rule`` the rule that was broken; ``will``
    says what moves if it is enforced.
    """

    place: int
    key: str
    rule: str
    text: str
    status: str
    penalty: bool
    will: str


@dataclass(frozen=True, slots=True)
class MemoryView:
    """The memory aid: the pack by suits, every rank open, out or dead, and who has none of what."""

    pack: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
    without: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that the templates of this screen draw."""

    ask: Ask
    layout: str
    kind: str
    pots: tuple[PotView, ...]
    seats: tuple[SeatView, ...]
    buttons: tuple[Tap, ...]
    passes: Tap | None
    rows: tuple[tuple[str, tuple[tuple[str, str | None], ...]], ...]
    findings: tuple[FindingView, ...]
    run: tuple[str, ...]
    next: str | None
    onward: tuple[str, ...]
    headline: tuple[str, str]
    may_show: tuple[str, ...]
    judged: tuple[Sentence, ...]
    typed: Mapping[str, Any]
    last_hand: bool


def view(table: StopsTable, moved: Moved) -> View:
    """Give what the screen draws of a table now."""
    asked, hand = ask(table), table.live
    playing = table.phase == "play"
    return View(
        ask=asked,
        layout=layout_of(table.pots),
        kind=asked.kind,
        pots=tuple(_pot(table, moved, drawn) for drawn in pot_faces(table.pots)),
        seats=_seats(table, asked, moved),
        buttons=taps(asked.buttons),
        passes=tap(asked.tiles[-1]) if table.phase == "dummy" and asked.tiles else None,
        rows=_rows(asked) if asked.kind == "lead" else (),
        findings=_findings(table),
        run=tuple(card for card, _ in hand.run) if hand and playing else (),
        next=hand.next if hand and playing else None,
        onward=onward(table) if asked.kind == "follow" else (),
        headline=_headline(table),
        may_show=may_show(table) if asked.kind in ("poker", "deal") else (),
        judged=tuple(map(judged_words, hand.judged)) if hand and hand.over else (),
        typed=_typed(asked),
        last_hand=table.is_last_hand,
    )


def memory_of(table: StopsTable) -> MemoryView:
    """Give the memory aid of the hand in progress."""
    known = remember(table.live)
    pack = tuple(
        (suit, suit_word(suit), tuple((c[:-1], _state(known, c)) for c in PACK if c[-1] == suit))
        for suit in SUITS
    )
    without = tuple((player, _by_suit(cards)) for player, cards in known.without.items() if cards)
    return MemoryView(pack, without)


def _by_suit(cards: tuple[str, ...]) -> str:
    """Write cards short: ``2 3♣, 5♦``."""
    suits = ([card for card in cards if card[-1] == suit] for suit in SUITS)
    return ", ".join(
        f"{' '.join(c[:-1] for c in suit[:-1])} {face(suit[-1])}".lstrip() for suit in suits if suit
    )


def _state(known: Memory, card: str) -> str:
    return "out" if card in known.out else "dead" if card in known.dead else "open"


def _typed(asked: Ask) -> Mapping[str, Any]:
    """Give the hidden fields of the form beside the taps.

    While the dummy can be sold, chips are a price if its buyer was tapped, else the first bid.
    """
    if asked.kind == "dummy":
        return {"do": "sale", "turn": asked.player or ""}
    return asked.blank.entry if asked.blank else {}


def _headline(table: StopsTable) -> tuple[str, str]:
    """Say who went out, with what for it, and from where."""
    hand = table.live
    if hand is None or not hand.over or hand.winner is None or table.phase == "over":
        return "", ""
    won = [move for move in hand.settlement if move.target == hand.winner and move.issuer is None]
    pots = [move for move in won if move.source.startswith(POT)]
    cards = sum(move.chips for move in won if move not in pots)
    parts = [f"{move.chips:,} from {account_name(move.source)}" for move in pots if move.chips]
    parts += [f"{cards:,} for the cards of the others"] if cards else []
    total = sum(move.chips for move in won)
    return f"{hand.winner} is out!" + (f" +{total:,}" if total else ""), " and ".join(parts)


def _rows(asked: Ask) -> tuple[tuple[str, tuple[tuple[str, str | None], ...]], ...]:
    """Give the picture of the pack: every suit that may be led, a place for every rank."""
    offered = {tile.cards[0]: tap(tile).entry for tile in asked.tiles}
    rows = (
        (suit, tuple((card, offered.get(card)) for card in PACK if card[-1] == suit))
        for suit in SUITS
    )
    return tuple((suit, cards) for suit, cards in rows if any(entry for _, entry in cards))


# pots


def _pot(table: StopsTable, moved: Moved, drawn: PotFace) -> PotView:
    account = POT + drawn.pot
    return PotView(
        drawn.pot,
        drawn.label,
        drawn.faces,
        table.ledger.chips[account],
        table.ledger.held(account) if table.ledger.notes else (),
        moved.changes.get(account),
        drawn.kind,
    )


# seats


def _seats(table: StopsTable, asked: Ask, moved: Moved) -> tuple[SeatView, ...]:
    return tuple(
        _seat(table, asked, moved, number, player) for number, player in enumerate(table.present, 1)
    )


def _seat(table: StopsTable, asked: Ask, moved: Moved, number: int, player: str) -> SeatView:
    ledger = table.ledger
    offers = asked.seats.get(player, ()) if asked.kind in ("follow", "poker") else ()
    return SeatView(
        number,
        player,
        ledger.chips[player],
        _cards_left(table, player),
        player == _dealer(table),
        player == asked.player,
        ledger.held(player) if ledger.notes else (),
        sum(note.chips for note in ledger.notes if note.issuer == player),
        moved.changes.get(player),
        _badges(table, player),
        tap(offers[0]) if offers else None,
    )


def _dealer(table: StopsTable) -> str:
    return (
        table.next_dealer() if table.phase == "between-hands" and not table.hand else table.dealer
    )


def _cards_left(table: StopsTable, player: str) -> int | None:
    hand = table.live
    if hand is None or hand.chips_only or table.phase == "over":
        return None
    return hand.left.get(player)


def _badges(table: StopsTable, player: str) -> tuple[str, ...]:
    hand = table.live
    if hand is None or table.phase == "over":
        return ()
    badges = []
    if table.phase == "dummy" and hand.high and hand.high[0] == player:
        badges.append(f"bids {hand.high[1]}")
    if table.phase == "dummy" and player in hand.passed:
        badges.append("passes")
    if hand.winner == player:
        badges.append("went out")
    if player in hand.skipped and hand.lead is not None:
        badges.append("skips")
    if player in hand.barred:
        badges.append("no more pots")
    return tuple(badges)


# findings


def _findings(table: StopsTable) -> tuple[FindingView, ...]:
    hand = table.live
    if hand is None or table.phase == "over":
        return ()
    return tuple(_finding(table, place, f) for place, f in enumerate(hand.findings))


def _finding(table: StopsTable, place: int, finding: Finding) -> FindingView:
    penalty = table.options.penalties and has_penalty(finding)
    key = f"{table.hand}:{finding.rule}:{finding.entry}:{finding.proof}"
    will = _enforced(table, place) if penalty and finding.status == "open" else ""
    said = str(finding_words(finding))
    return FindingView(place, key, finding.rule, said, finding.status, penalty, will)


def _enforced(table: StopsTable, place: int) -> str:
    """Say what would move if a finding were enforced now."""
    try:
        after = apply(table, Enforce(place), table.entry + 1)
    except Refused:
        return ""
    return moves_line(after.ledger.moves) or "no more money cards in this hand"
