"""The screen of the stops family: pots as saucers, seats around them, one prompt."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.core.accounts import Account, pot_name
from companion.core.cards import BIT, PACK, RANKS, SUITS, card_symbol
from companion.core.entries.schema import Entry, Raw, serialize_entry
from companion.core.errors import InvalidValue
from companion.core.game import Game
from companion.core.handlers import try_entry
from companion.core.ledger import POT, Transfer
from companion.core.sentences import Sentence, say
from companion.core.words import Chips, NameList, localize, suit_name
from companion.games.stops import hand_end
from companion.games.stops.board import (
    NAMED_POTS,
    OUT_POTS,
    combination_cards,
    is_pot,
    run_pot_name,
)
from companion.games.stops.deduction import StopsFinding
from companion.games.stops.game import current_prompt
from companion.games.stops.options import StopsOptions
from companion.games.stops.penalties import Enforce, finding_offers, penalty_sentence
from companion.games.stops.play import PlayCards
from companion.games.stops.prompts import longer_plays, possible_first_leads
from companion.games.stops.referee import RULE_NAMES, continuations, players_who_may_show, run_to
from companion.games.stops.showdown import pot_judgement_sentence
from companion.games.stops.state import MemoryAid, StopsTable, deduce_memory
from companion.language import Language, current_language
from companion.web.components.card_picker import TileRow, cards_by_suit, offer_rows
from companion.web.components.entry_form import FormData
from companion.web.components.screen import BoardSetup, TableView
from companion.web.components.seats_and_pots import (
    LastChange,
    TapButton,
    playable_rows,
    tap_buttons,
)

# Boards of nine pots are drawn as eight cups around the pot for going out.
CUP_COUNT = 9


class PotFace:
    """A pot without its chips: its name, the cards or ranks on it, and its shape.

    If `combination`, several cards win it together; if `any_suit`, they may be of any suit.
    """

    def __init__(self, pot: str, layout: str) -> None:
        runs = combination_cards(pot)
        self.pot, self.label, self.faces = pot, pot_name(pot), faces_on_pot(pot)
        self.kind = {"cups": "cup", "cards": "card"}.get(layout, "saucer")
        if pot in (*OUT_POTS, "poker"):
            self.kind = pot
        self.combination, self.any_suit = bool(runs), len(runs) > 1


def layout_of(pots: tuple[str, ...]) -> str:
    """Return the layout of pots: a ``ring`` of saucers, ``cards`` in the middle, or ``cups``."""
    if len(pots) == CUP_COUNT and any(pot in OUT_POTS for pot in pots):
        return "cups"
    return "cards" if len(pots) <= 4 and all(pot in BIT for pot in pots) else "ring"


def pot_faces(pots: tuple[str, ...]) -> tuple[PotFace, ...]:
    """Return the pots in the order in which they are drawn."""
    return _pot_faces(pots, current_language())


@lru_cache(maxsize=256)
def _pot_faces(pots: tuple[str, ...], _: Language) -> tuple[PotFace, ...]:
    layout, order = layout_of(pots), list(pots)
    if layout == "cups":
        centre = next(pot for pot in order if pot in OUT_POTS)
        order.remove(centre)
        order.insert(CUP_COUNT // 2, centre)
    return tuple(PotFace(pot, layout) for pot in order)


def faces_on_pot(pot: str) -> tuple[str, ...]:
    if pot in BIT:
        return (pot,)
    runs = combination_cards(pot)
    return tuple(pot.split("-")) if len(runs) > 1 else runs[0] if runs else ()


class FindingView:
    """A finding in words.

    `place` is its index in the hand, `key` identifies it to devices that have dismissed it. `taps`
    enforce or waive it, and `penalty_sentence` says what enforcing would do.
    """

    def __init__(self, table: StopsTable, place: int, finding: StopsFinding) -> None:
        offers = finding_offers(table, place)
        self.place, self.rule, self.status = place, finding.rule, finding.status
        self.key = f"{table.hand}:{finding.rule}:{finding.entry}:{finding.proof}"
        self.title = say("Rule: {rule}", rule=RULE_NAMES[finding.rule])
        self.text = finding.words
        self.taps = tap_buttons(offers)
        after = try_entry(table, Enforce(place)) if offers else None
        self.penalty_sentence = penalty_sentence(table, after, place) if after else None


class MemoryView:
    """The memory aid: all cards by suit as open, out or dead, and cards that players lack."""

    def __init__(self, table: StopsTable) -> None:
        memory_aid = deduce_memory(table.current_hand)
        self.pack = cards_by_suit(lambda card: (card[:-1], _state(memory_aid, card)))
        self.excluded_cards = tuple(
            (player, _by_suit(cards))
            for player, cards in memory_aid.excluded_cards.items()
            if cards
        )


class StopsView(TableView):
    def __init__(self, table: StopsTable, last_change: LastChange) -> None:
        super().__init__(table, last_change)
        prompt, hand = self.prompt, table.current_hand
        self.kind, self.layout = prompt.kind, layout_of(table.pots)
        self.pots = [self.pot_view(p.pot, p.kind, p.faces) for p in pot_faces(table.pots)]
        self.rows = playable_rows(prompt.tiles) if self.kind == "lead" else ()
        self.run = [card for card, _ in hand.current_run] if table.phase == "play" else []
        self.next_card = _next_card(table)
        is_follow = self.kind == "follow"
        self.continuations = continuations(table) if is_follow else possible_first_leads(table)[1:]
        self.headline = _headline(table)
        self.may_show = players_who_may_show(table) if self.kind in ("poker", "deal") else ()
        judged_pots = hand.end.judged_pots if hand.end.is_over else ()
        self.judgements = [*map(pot_judgement_sentence, judged_pots)]
        self.findings = _findings(table)
        self.last_hand = table.is_last_hand


def _next_card(table: StopsTable) -> str | None:
    """Return the card that is shown large: the next of the run, or the lowest that may open."""
    hand = table.current_hand
    if table.phase != "play" or hand.chips_only:
        return None
    return hand.next_card or next(iter(possible_first_leads(table)), None)


def _by_suit(cards: tuple[str, ...]) -> str:
    """Return cards in short form: ``2 3♣, 5♦``."""
    suits = ([card for card in cards if card[-1] == suit] for suit in SUITS)
    ranks = ([card[:-1] for card in suit[:-1]] + [card_symbol(suit[-1])] for suit in suits if suit)
    return current_language().rank(", ".join(map(" ".join, ranks)))


def _state(memory_aid: MemoryAid, card: str) -> str:
    if card in memory_aid.seen_cards:
        return "out"
    return "dead" if card in memory_aid.unplayable_cards else "open"


def _headline(table: StopsTable) -> tuple[Sentence, str] | None:
    """Return the sentence about the player who went out and the chips won, and their sources."""
    hand = table.current_hand
    if not hand.end.is_over or hand.end.winner is None or table.phase == "over":
        return None
    payments = (*hand.end.last_card_payments, *hand.end.payments)
    moves = [move for move in payments if move.target == hand.end.winner]
    transfers = [move for move in moves if move.issuer is None]
    total = sum(move.chips for move in transfers)
    iou_chips = sum(move.chips for move in moves if move.issuer not in (None, hand.end.winner))
    sources = _sources(transfers, iou_chips)
    if not total:
        return say("{player} went out!", player=hand.end.winner), sources
    return say("{player} went out! +{chips}", player=hand.end.winner, chips=total), sources


def _sources(transfers: Sequence[Transfer], iou_chips: int) -> str:
    """Return the winnings by source: pots, the cards of the others, and IOUs."""
    pots = [move for move in transfers if move.source.startswith(POT) and move.chips]
    left = sum(move.chips for move in pots if move.reason == hand_end.LEFT_IN_POTS)
    pots = [move for move in pots if move.reason != hand_end.LEFT_IN_POTS]
    cards = sum(move.chips for move in transfers if not move.source.startswith(POT))
    parts = [say("{chips} from {pot}", chips=m.chips, pot=Account(m.source)) for m in pots]
    parts += [say("{chips} from the remaining pots", chips=left)] if left else []
    parts += [say("{chips} for the others’ cards", chips=cards)] if cards else []
    parts += [say("{chips} in IOUs", chips=iou_chips)] if iou_chips else []
    return localize(NameList(parts))


def extend_play(raw: Raw, fields: FormData) -> Raw:
    """Return a play extended to the card chosen first (`upto`), or replaced (`instead`)."""
    instead = fields.get("instead")
    if raw.get("do") == "play" and instead:
        return {"do": "play", "player": raw.get("player"), "card": instead}
    card, last = raw.get("card"), fields.get("upto", "")
    if raw.get("do") != "play" or not isinstance(card, str) or not last:
        return raw
    cards = run_to(card, last)
    if len(cards) == 1:
        return raw
    return {"do": "play", "player": raw.get("player"), "cards": list(cards)}


def confirm_price(table: StopsTable, raw: Raw) -> Sentence | None:
    """Return the question whether a price above the bidder's chips is meant, or None."""
    player, chips = raw.get("player"), raw.get("chips")
    if raw.get("do") not in ("bid", "sell") or player not in table.present:
        return None
    chips_held = table.ledger.chips[player]
    if type(chips) is not int or chips <= chips_held:
        return None
    return say(
        "{player} has {has}. Paying {chips} would leave an IOU for {short}. Is that right?",
        player=player,
        has=Chips(chips_held),
        chips=chips,
        short=chips - chips_held,
    )


@dataclass(frozen=True, slots=True)
class NextPlays:
    """What may follow a play: `rows` of cards that extend it, and `buttons` for other offers.

    `description` says what was played.
    """

    description: Sentence
    rows: tuple[TileRow, ...]
    buttons: tuple[TapButton, ...]


def next_plays(table: StopsTable, entry: Entry) -> NextPlays | None:
    """Return the cards to which a play may be extended, and other offers to its player."""
    if not isinstance(entry, PlayCards) or table.phase != "play" or table.current_hand.chips_only:
        return None
    plays = {
        card: json.dumps(serialize_entry(play)) for card, play in longer_plays(table, entry).items()
    }
    dumps = current_prompt(table).own_offers.get(entry.player, ()) if len(entry.cards) == 1 else ()
    if not plays and not dumps:
        return None
    return NextPlays(entry.describe(), offer_rows(plays), tap_buttons(dumps))


# findings


def _findings(table: StopsTable) -> tuple[FindingView, ...]:
    if table.phase == "over":
        return ()
    findings = enumerate(table.current_hand.findings)
    return tuple(FindingView(table, place, finding) for place, finding in findings)


# The names of boards that are not called like their game.
BOARD_NAMES = {"Hearts": say("Hearts"), "Classic": say("Classic"), "Tournament": say("Tournament")}


class BoardView:
    """The pots of a board, and those that could be added: cards, named pots, combinations."""

    ranks = RANKS

    def __init__(self, pots: tuple[str, ...]) -> None:
        used_pots, names = set(pots), tuple(filter(is_pot, pots))
        self.faces = pot_faces(names)
        self.layout = layout_of(names)
        self.pack = offer_rows({card: f"pot-add:{card}" for card in PACK if card not in used_pots})
        self.named_pots = tuple(pot for pot in NAMED_POTS if pot not in used_pots)
        self.suits = tuple((suit, suit_name(suit)) for suit in SUITS)


def run_from_form(fields: FormData) -> str:
    """Return the name of the pot for the combination on the form. Raises InvalidValue."""
    try:
        return run_pot_name(*(fields.get(f"run_{part}", "") for part in ("from", "to", "suit")))
    except InvalidValue as error:
        raise InvalidValue(say("A combination needs {wanted}.", wanted=error.reason)) from None


def money_cards(game: Game) -> tuple[str, ...]:
    board = game.defaults.board if isinstance(game.defaults, StopsOptions) else ()
    return tuple(face for pot in board for face in faces_on_pot(pot) if face in BIT)


BOARD = BoardSetup(BoardView, BOARD_NAMES, run_from_form, money_cards)
