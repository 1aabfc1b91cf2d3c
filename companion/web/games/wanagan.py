"""The screen of Wanagan: eight cups, the reveal, and the hands shown."""

from collections.abc import Mapping

from companion.core.sentences import Sentence, say
from companion.games.wanagan import game
from companion.games.wanagan.game import WanaganOptions, WanaganTable
from companion.games.wanagan.hands import CUP_WORDS, cup_claims, reveal_sentence
from companion.web.components.card_picker import CardSheet, PlayersSheet, card_grid, tapped_cards
from companion.web.components.entry_form import KEY, FormData, form_value
from companion.web.components.screen import GlossaryWord, Screen, TableView
from companion.web.components.seats_and_pots import LastChange

HINTS = {
    "between-hands": say(
        "Shuffle all the cards and deal them out. Some players may get one extra card."
    ),
    "reveal": say(
        "Lay five cards face down. Then everybody shows them at once. Each hand counts for only "
        "one cup."
    ),
    "final": say("Play without betting or wild cards. The best hand takes the jackpot."),
}
STRAIGHT = GlossaryWord(
    say("Straight"),
    say("A straight is five ranks in a row, in any suits."),
    ("5C", "6H", "7S", "8S", "9D"),
)
FLUSH = GlossaryWord(
    say("Flush"), say("A flush is five cards of one suit."), ("2H", "5H", "8H", "JH", "KH")
)
FULL_HOUSE = GlossaryWord(
    say("Full house"),
    say("A full house is three cards of one rank and two of another."),
    ("9C", "9H", "9S", "4D", "4S"),
)
FIVE_CARD_DRAW = GlossaryWord(
    say("Five-card draw"),
    say("In five-card draw, everybody gets five cards and may exchange any of them once."),
    ("AS", "AD", "KC", "7H", "2S"),
)
WORDS = {"reveal": (STRAIGHT, FLUSH, FULL_HOUSE), "final": (FIVE_CARD_DRAW,)}


def facts(_: WanaganOptions) -> Mapping[str, object]:
    return {
        "antes": game.ANTES,
        "cup_words": CUP_WORDS,
        "passed": game.CARDS_PASSED,
        "wild": game.WILD,
        "two_packs_from": game.TWO_PACKS_FROM,
    }


# What is passed before a reveal, by its phase.
PASSES = {
    "overtime-1": say("First pass {cards} cards to the left:", cards=game.CARDS_PASSED),
    "overtime-2": say("First pass {cards} cards to the right:", cards=game.CARDS_PASSED),
}

# The jackpot is drawn as the fifth pot, in the middle of the cups.
JACKPOT_INDEX = 4


class WanaganView(TableView):
    """What the templates draw; `leaders` has the players who lead in each cup so far."""

    def __init__(self, table: WanaganTable, last_change: LastChange) -> None:
        super().__init__(table, last_change)
        order = [pot for pot in table.pots if pot != game.JACKPOT]
        order.insert(JACKPOT_INDEX, game.JACKPOT)
        self.pots = [self.pot_view(pot, pot if pot == game.JACKPOT else "cup") for pot in order]
        self.passing = game.pass_circle(table)
        self.passes = PASSES.get(table.phase)
        self.wild = table.wild
        self.leaders = {pot: game.pot_leaders(table, pot) for pot in game.open_pots(table)}


HAND_SIZE = 5

# A cup that a hand may win, its name, and the hand in words.
Claim = tuple[str, Sentence, Sentence]


def reveal_sheet(table: WanaganTable, fields: FormData) -> CardSheet | None:
    """Return the pack with a player's five cards, and what they may claim once all are tapped."""
    waiting = game.players_to_reveal(table)
    player = form_value(fields, "player") or next(iter(waiting), "")
    if not table.pots_at_stake or player not in waiting:
        return None
    # The cards of other players cannot be tapped.
    revealed_cards = [card for hand in table.revealed.values() for card in hand.cards]
    rows = card_grid(fields.getlist(KEY + "cards"), table.packs, seen=revealed_cards)
    cards = tapped_cards(rows)
    return CardSheet(
        title=say("What does {player} show?", player=player),
        player=player,
        players=waiting,
        rows=rows,
        wild=table.wild,
        missing=HAND_SIZE - len(cards),
        claims=_claims(table, cards),
    )


def _claims(table: WanaganTable, cards: tuple[str, ...]) -> tuple[Claim, ...]:
    cups = game.possible_claims(table, cards)
    claims = cup_claims(cards, table.wild) if cups else {}
    return tuple((cup, CUP_WORDS[cup], reveal_sentence(cup, claims[cup])) for cup in cups)


def cup_winners_sheet(table: WanaganTable, fields: FormData) -> PlayersSheet | None:
    """Return a sheet for the winners of a cup: those of its players that are tapped."""
    pots = game.open_pots(table)
    if not pots:
        return None
    winners = game.winners_so_far(table)
    is_single = len(pots) == 1
    return PlayersSheet(
        title=say("Who shares the chips?") if is_single else say("Who shares which cup?"),
        cups=tuple((pot, CUP_WORDS[pot]) for pot in pots),
        pot=form_value(fields, "pot") or pots[0],
        players=tuple(player for player in table.present if player not in winners),
        tapped=tuple(fields.getlist(KEY + "players")),
    )


SCREEN = Screen(
    "wanagan",
    WanaganView,
    {"show": reveal_sheet, "award": cup_winners_sheet},
    rule_facts=facts,
    hints=lambda _: HINTS,
    glossary=lambda _: WORDS,
)
