"""Wanagan: five revealed cards for each of eight cups."""

from companion.core.game import Game, entry_handlers
from companion.core.handlers import (
    MONEY_HANDLERS,
    SEAT_HANDLERS,
    agree_rounds,
    break_off,
    end,
    ranking_words,
)
from companion.core.review import Highlights, ReviewHooks
from companion.core.sentences import say
from companion.core.words import ROUNDS
from companion.games.wanagan import game, prompts

GAME = Game(
    slug="wanagan",
    name=say("Wanagan"),
    tagline=say(
        "Everybody picks five cards for one of eight cups, and all show them at once. Up to three "
        "overtimes follow, the last with wild cards."
    ),
    min_players=3,
    max_players=10,
    starting_chips=100,
    defaults=game.WanaganOptions(),
    entries=entry_handlers(
        *MONEY_HANDLERS,
        *SEAT_HANDLERS,
        game.deal,
        agree_rounds,
        game.show,
        game.award,
        game.next_reveal,
        break_off,
        end,
    ),
    phases={
        "hand-1": say("the first showdown of the round is in progress"),
        "overtime-1": say("overtime 1 is in progress"),
        "overtime-2": say("overtime 2 is in progress"),
        "overtime-3": say("overtime 3 is in progress"),
        "final": say("the final for the jackpot is in progress"),
    },
    new_table=game.new_table,
    current_prompt=prompts.current_prompt,
    review=ReviewHooks(mistaps=lambda _: prompts.mistaps),
    result=game.result,
    terms={"pot": "cup", "pots": "cups"},
    hand_terms=ROUNDS,
    tie_break_sentence=ranking_words,
    highlights=Highlights(lambda table: table.highlights),
    order=6,
    deals_first=say("The oldest player deals first."),
)
