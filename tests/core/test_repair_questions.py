"""Repairs of one entry are told apart by a question about what they differ in."""

import pytest

from companion.core.accounts import Account
from companion.core.repair.candidates import forgotten_mistap, other_rules, undo_mistaps
from companion.core.repair.ranking import repair_question
from companion.core.review import Mistap
from companion.core.sentences import Fact, Sentence, say
from companion.core.words import Card
from companion.games.stops.auction import ChipBid, bid_mistaps
from tests.core.table import evening
from tests.notation import entry

PLAYS = say("Did {player} play {cards}?")


def played(player: Fact, card: str) -> Mistap:
    words = say("{player} played {cards}", player=player, cards=Card(card))
    return Mistap("wrong-seat", (), words, question_template=PLAYS)


QUESTIONS = {
    "Did Bob, Cal, or Dee play 7♦?": ["Bob 7D", "Cal 7D", "Dee 7D"],
    "Did Bob play 7♦ or 8♦?": ["Bob 7D", "Bob 8D"],
    "Which of these is true?": ["Bob 7D", "Cal 8D"],
}


@pytest.mark.parametrize(("asked", "plays"), QUESTIONS.items())
def test_players_or_cards_are_asked_about_where_only_they_differ(
    asked: str, plays: list[str]
) -> None:
    assert str(repair_question([played(*play.split()) for play in plays])) == asked


def test_a_pass_joins_the_bids_that_may_have_been_made() -> None:
    slips = [*bid_mistaps(evening().log.table, ChipBid("Ann", 5))]
    assert str(repair_question(slips[:3])) == "What did Ann say: pass, 1, or 2?"
    assert str(repair_question(slips[1:3])) == "What did Ann say: 1 or 2?"


def test_two_values_of_a_house_rule_are_quoted_each() -> None:
    others = other_rules(evening().log.setup)
    leads = [other.mistap for other in others if "next_lead" in other.keys["options"]]
    assert (
        str(repair_question(leads))
        == "What was the house rule “After a stop, lead”: “another suit” or “any suit”?"
    )


def test_sentences_without_a_question_are_put_together() -> None:
    plays = say("{player} plays {card}")
    late = [
        Mistap("late play", (), plays.with_facts(player=p, card=Card("9C"))) for p in ("Bob", "Cal")
    ]
    assert str(repair_question(late)) == "Which is it: Bob or Cal plays 9♣?"


def test_several_that_may_have_happened_first_are_quoted_each() -> None:
    said = say("{account} paid", account=Account("pot:kitty")), say("{player} passes", player="Ann")
    first = [forgotten_mistap("forgotten", sentence) for sentence in said]
    assert str(repair_question(first)) == "Did “The kitty paid” or “Ann passes” happen first?"


def test_several_that_may_have_been_undone_by_mistake_are_quoted_each() -> None:
    raws = [entry("Ann 2C"), entry("Ann 3C")]
    undone = [*undo_mistaps(evening().log.table, {}, raws)]
    asked = "Was “Ann plays 2♣” or “Ann plays 3♣” undone by mistake?"
    assert str(repair_question(undone)) == asked


@pytest.mark.parametrize(
    "words",
    [
        say("The seats of {player} and {other} were mixed up"),
        say("A trick went to {player}, not {other}"),
    ],
)
def test_no_choice_of_players_stands_beside_another_player(words: Sentence) -> None:
    pairs = [words.with_facts(player="Ann", other=other) for other in ("Bob", "Cal")]
    mistaps = [Mistap("seats", (), pair) for pair in pairs]
    assert str(repair_question(mistaps)) == "Which of these is true?"


def test_many_sentences_of_different_kinds_are_not_said_twice() -> None:
    many = [Mistap("x", (), say(words)) for words in ("pass", "Undo", "Redo", "End the evening")]
    assert str(repair_question(many)) == "Which of these is true?"
