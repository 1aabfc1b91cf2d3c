"""Hands kept in chips only: which pots are won, and the cards left at the end."""

from collections.abc import Iterator
from dataclasses import replace

from companion.core.accounts import Pot
from companion.core.entries.fields import NumberByPlayer, Player, PotName, entry_field
from companion.core.entries.schema import Entry, PartialEntry, entry_class
from companion.core.errors import Refused, WrongPhase
from companion.core.handlers import check_answers
from companion.core.prompts import (
    EntryTemplate,
    JointPrompt,
    NameChoice,
    NumberInput,
    Offer,
    Prompt,
)
from companion.core.repair.candidates import NEAR_STEPS, are_neighbours
from companion.core.review import Mistap, mistap
from companion.core.sentences import say
from companion.core.words import CardCount
from companion.games.stops import hand_end
from companion.games.stops.board import is_won_in_play
from companion.games.stops.feature import Feature
from companion.games.stops.hand_end import number_changes
from companion.games.stops.play import collect_pot_chips
from companion.games.stops.state import Hand, StopsTable


@entry_class(
    "chips-only", say("Continue with chips only"), say("Only chips are tracked from here on")
)
class ChipsOnly(Entry):
    """From here to the end of the hand cards are not recorded."""


@entry_class("collect", say("Win a pot"), say("{player} wins {pot}"), own_field="player")
class Collect(Entry):
    player: Player
    pot: PotName


@entry_class("out", say("Go out"), say("{player} goes out"))
class Out(Entry):
    """A player went out; `left` is the number of cards left of each other player."""

    player: Player
    left: NumberByPlayer = entry_field(say("Cards left"))


def _require_chips_only(table: StopsTable) -> Hand:
    table.require_phase("play")
    if not table.current_hand.chips_only:
        raise WrongPhase(say("this hand is tracked card by card"))
    return table.current_hand


def collect_pot(table: StopsTable, entry: Collect) -> None:
    """Award to a player a pot that is won in play.

    Raises Refused (`wrong-phase`, `nothing-to-collect`).
    """
    hand = _require_chips_only(table)
    if not is_won_in_play(entry.pot):
        raise Refused("nothing-to-collect", "No card wins {pot}.", pot=Pot(entry.pot))
    if entry.pot in [c.pot for c in hand.pot_wins]:
        raise Refused(
            "nothing-to-collect", "{pot} has already been won in this hand.", pot=Pot(entry.pot)
        )
    if entry.player in hand.penalties.barred:
        raise Refused(
            "nothing-to-collect",
            "{player} cannot win any more pots by playing cards in this hand.",
            player=entry.player,
        )
    collect_pot_chips(table, hand, entry.player, entry.pot)


def enter_out(table: StopsTable, entry: Out) -> None:
    """End a hand kept in chips only: store who went out, and how many cards the others hold.

    Raises Refused (`bad-entry`, `wrong-phase`, `bad-count`).
    """
    missing = say("Enter how many cards {player} has left.")
    nobody_else = say("Enter the number of cards left for each of the others, and for nobody else.")
    check_answers(entry.left, table.others(entry.player), "bad-entry", missing, nobody_else)
    hand = _require_chips_only(table)
    if entry.player in hand.penalties.cannot_win:
        raise Refused("wrong-phase", "{player} can no longer win this hand.", player=entry.player)
    for player, cards in entry.left.items():
        # a player without cards would have gone out before
        if not min(1, hand.cards_left[player]) <= cards <= hand.cards_left[player]:
            raise Refused(
                "bad-count",
                "{player} cannot have {cards} left.",
                player=player,
                cards=CardCount(cards),
            )
    hand.cards_left.update(entry.left)
    hand.cards_left[entry.player] = 0
    hand_end.go_out(table, entry.player)


def switch_to_chips_only(table: StopsTable, _: ChipsOnly) -> None:
    """Stop recording cards for the rest of the hand. If the dummy is here, it is not sold.

    Raises Refused (`wrong-phase`).
    """
    if table.phase == "dummy":
        table.require_no_bids()
        table.begin_play()
    table.require_phase("play")
    hand = table.current_hand
    if hand.chips_only:
        raise WrongPhase(say("the cards of this hand are no longer tracked"))
    hand.referee.stop(hand.sizes)
    hand.chips_only = True


OUT = Offer(PartialEntry(Out), say("Somebody went out"), needs_form=True)


def chips_only_prompt(table: StopsTable) -> Prompt:
    hand = table.current_hand
    past_wins = [pot_win.pot for pot_win in hand.pot_wins]
    open_pots = tuple(pot for pot in table.pots if is_won_in_play(pot) and pot not in past_wins)
    win = EntryTemplate(
        PartialEntry(Collect),
        say("I won …"),
        say("Tap a pot, then the player who won it."),
        pot_choice=NameChoice("pot", open_pots),
        player_choice=NameChoice("player", table.present),
    )
    cards_left = say("When somebody goes out, enter how many cards you have left.")
    return Prompt(
        "chips-only",
        say("Who won what? Who went out?"),
        buttons=(OUT,),
        template=win if open_pots else None,
        joint=JointPrompt(
            PartialEntry(Out), cards_left, hand.players, NumberInput("left"), out_field="player"
        ),
    )


def collect_mistaps(table: StopsTable, entry: Collect) -> Iterator[Mistap]:
    question = say("Did {player} win {pot}?")
    for player in table.others(entry.player):
        words = say("{player} won {pot}", player=player, pot=Pot(entry.pot))
        near = are_neighbours(table, player, entry.player)
        yield mistap("winner", words, replace(entry, player=player), near=near, question=question)
    for pot in table.pots:
        if pot != entry.pot:
            words = say("{player} won {pot}", player=entry.player, pot=Pot(pot))
            yield mistap("pot", words, replace(entry, pot=pot), question=question)


def out_mistaps(table: StopsTable, entry: Out) -> Iterator[Mistap]:
    for player, cards in entry.left.items():
        left = {entry.player: cards, **entry.left}
        del left[player]
        near = player in table.present and are_neighbours(table, player, entry.player)
        words, question = say("{player} went out", player=player), say("Did {player} go out?")
        yield mistap("out", words, Out(player, left), near=near, question=question)
    words, question = say("{player} had {cards} left"), say("Did {player} have {cards} left?")
    for player, cards, left, near in number_changes(entry.left, NEAR_STEPS):
        sentence = words.with_facts(player=player, cards=CardCount(cards))
        yield mistap("number", sentence, replace(entry, left=left), near=near, question=question)


CHIPS_ONLY = Feature(
    handlers=(switch_to_chips_only, collect_pot, enter_out),
    mistaps={Collect: collect_mistaps, Out: out_mistaps},
)
