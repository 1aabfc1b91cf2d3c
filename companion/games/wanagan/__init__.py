"""Wanagan (S3): five revealed cards for each of eight cups."""

from companion.core.called import ROUNDS
from companion.core.entries import common as e
from companion.core.feats import Feats
from companion.core.game import Game, rule, rules
from companion.core.handlers import MONEY, SEATS, agree_rounds, break_off, end, ranking_words
from companion.core.looking_back import LookingBack
from companion.core.sentences import say
from companion.games.wanagan.entries import Next, Reveal
from companion.games.wanagan.game import award, deal, new_table, next_reveal, result, show
from companion.games.wanagan.offers import ask
from companion.games.wanagan.options import WanaganOptions
from companion.games.wanagan.slips import slips

GAME = Game(
    slug="wanagan",
    name=say("Wanagan"),
    about=say("Pick five cards for one of eight cups, reveal together, three overtimes, one wild."),
    fewest=3,
    most=10,
    chips=100,
    defaults=WanaganOptions(),
    entries=rules(
        *MONEY,
        *SEATS,
        rule(e.Deal, deal),
        rule(e.Rounds, agree_rounds),
        rule(Reveal, show),
        rule(e.Award, award),
        rule(Next, next_reveal),
        rule(e.BreakOff, break_off),
        rule(e.End, end),
    ),
    phases={
        "hand-1": say("the first hand of the round is revealed"),
        "overtime-1": say("overtime 1 is revealed"),
        "overtime-2": say("overtime 2 is revealed"),
        "overtime-3": say("overtime 3 is revealed"),
        "final": say("the final for the jackpot is played"),
    },
    new_table=new_table,
    ask=ask,
    looks_back=LookingBack(slips=slips),
    result=result,
    called=ROUNDS,
    why=ranking_words,
    feats=Feats(lambda table: table.won),
    order=6,
    deals_first=say("The oldest deals first."),
)
