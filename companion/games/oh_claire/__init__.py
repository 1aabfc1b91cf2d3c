"""Oh Claire! (S3): bid the exact number of tricks, and cover the cups 0 to 7."""

from dataclasses import replace

from companion.core.called import HANDS
from companion.core.entries import common as e
from companion.core.game import Game, rule, rules
from companion.core.handlers import SEATS
from companion.core.looking_back import LookingBack
from companion.core.sentences import say
from companion.core.variants import Known
from companion.games.oh_claire.entries import TrickBid, Tricks
from companion.games.oh_claire.feats import FEATS
from companion.games.oh_claire.game import (
    bid,
    deal,
    end,
    leave_game,
    makers,
    new_table,
    result,
    standing,
    standings,
    tricks,
)
from companion.games.oh_claire.offers import ask, jackpot_words
from companion.games.oh_claire.options import OH_HELL, ClaireOptions
from companion.games.oh_claire.slips import slips

GAME = Game(
    slug="oh-claire",
    name=say("Oh Claire!"),
    about=say("Eleven hands: take exactly the tricks you bid, and cover the cups 0 to 7."),
    fewest=3,
    most=5,
    chips=24,
    defaults=ClaireOptions(),
    entries=rules(
        *SEATS,
        rule(e.Leave, leave_game),
        rule(e.Deal, deal),
        rule(TrickBid, bid),
        rule(Tricks, tricks),
        rule(e.End, end),
    ),
    phases={
        "bids": say("the bids are being made"),
        "tricks": say("the tricks of the hand are still to be entered"),
    },
    new_table=new_table,
    ask=ask,
    looks_back=LookingBack(slips=slips),
    result=result,
    called=replace(HANDS, won=say("Bid made by")),
    order=7,
    known=(
        Known(
            "oh-hell",
            say("Oh Hell"),
            say("One card up to ten and down again; the bids may add up to the tricks."),
            OH_HELL,
            names=("Oh Well", "Up and down the river", "Blackout", "Wizard"),
        ),
    ),
    late=say("Whoever comes late could not cover the cups any more: they join the next game."),
    deals_first=say("The youngest deals first."),
    standing=standing,
    winners=makers,
    lines=standings,
    why=jackpot_words,
    feats=FEATS,
    columns={
        "result": say("Result"),
        "chips": say("Chips"),
        "cups": say("In cups"),
        "bought": say("Bought"),
    },
)
