"""Kids Rummy (S4): rounds are scored by the cards left in hand."""

from companion.core.called import ROUNDS
from companion.core.entries import common as e
from companion.core.feats import Feats
from companion.core.game import Game, rule, rules
from companion.core.handlers import SEATS
from companion.core.looking_back import LookingBack
from companion.core.sentences import say
from companion.games.kids_rummy.entries import Score
from companion.games.kids_rummy.game import (
    deal,
    end,
    new_table,
    ranking_by_points,
    result,
    round_winner,
    score,
)
from companion.games.kids_rummy.offers import ask, decided
from companion.games.kids_rummy.options import RummyOptions
from companion.games.kids_rummy.slips import slips

GAME = Game(
    slug="kids-rummy",
    name=say("Kids Rummy"),
    about=say("Sets only, no chips: count the cards left in hand, the fewest points win."),
    fewest=2,
    most=6,
    chips=0,
    defaults=RummyOptions(),
    entries=rules(
        *SEATS,
        rule(e.Deal, deal),
        rule(Score, score),
        rule(e.End, end),
    ),
    phases={},
    new_table=new_table,
    ask=ask,
    result=result,
    looks_back=LookingBack(slips=slips, through_all=True),
    called=ROUNDS,
    order=8,
    words=(say("sets, melds, books, lay off, add, joker, stock, discards"),),
    late=say(
        "Whoever comes late would have too few points: deal them in when the next game begins."
    ),
    standing=lambda table: dict(table.scores),
    winners=round_winner,
    unit="points",
    lines=ranking_by_points,
    why=decided,
    feats=Feats(fewer_is_better=True),
    columns={"score": say("Points")},
)
