"""Oh Claire!: bid the exact number of tricks, and cover the cups 0 to 7."""

from dataclasses import replace

from companion.core.game import Game, NamedVariant, entry_handlers
from companion.core.handlers import SEAT_HANDLERS
from companion.core.review import ReviewHooks
from companion.core.sentences import say
from companion.core.words import HANDS
from companion.games.oh_claire import game, prompts

GAME = Game(
    slug="oh-claire",
    name=say("Oh Claire!"),
    tagline=say("Eleven hands: take exactly as many tricks as you bid, and cover cups 0 to 7."),
    min_players=3,
    max_players=5,
    starting_chips=24,
    defaults=game.ClaireOptions(),
    entries=entry_handlers(
        *SEAT_HANDLERS,
        game.leave_between_hands,
        game.deal,
        game.bid,
        game.tricks,
        game.award_jackpot_and_end,
    ),
    phases={
        "bids": say("the players are bidding"),
        "tricks": say("the tricks of this hand have not been entered yet"),
    },
    new_table=game.new_table,
    current_prompt=prompts.current_prompt,
    review=ReviewHooks(mistaps=lambda _: prompts.mistaps),
    result=game.result,
    terms={"pot": "cup", "pots": "cups"},
    hand_terms=replace(HANDS, winner=say("Exact bid by")),
    order=7,
    variants=(
        NamedVariant(
            "oh-hell",
            say("Oh Hell"),
            say(
                "From one card up to ten and back down. The bids are allowed to add up to the "
                "number of tricks."
            ),
            game.OH_HELL,
            names=("Oh Well", "Up and down the river", "Blackout", "Wizard"),
        ),
    ),
    late_join_refusal=say("A latecomer would start too far behind, but can join the next game."),
    deals_first=say("The youngest player deals first."),
    current_results=game.current_results,
    winners=game.bid_makers,
    result_lines=game.rank_players,
    tie_break_sentence=prompts.jackpot_sentence,
    highlights=game.HIGHLIGHTS,
    columns={
        "result": say("Result"),
        "chips": say("Chips"),
        "cups": say("In cups"),
        "bought": say("Start + bought"),
    },
)
