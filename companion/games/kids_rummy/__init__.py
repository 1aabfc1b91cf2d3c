"""Kids Rummy (S4): rounds are scored by the cards left in hand."""

from companion.core.called import ROUNDS
from companion.core.entries import common as e
from companion.core.game import Game, rule, rules
from companion.core.handlers import SEATS
from companion.core.sentences import say
from companion.games.kids_rummy.entries import Score
from companion.games.kids_rummy.game import (
    deal,
    end,
    new_table,
    result,
    score,
    standings,
    winners,
)
from companion.games.kids_rummy.offers import ask, decided
from companion.games.kids_rummy.options import RummyOptions

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
    called=ROUNDS,
    order=8,
    standing=lambda table: dict(table.scores),
    winners=winners,
    unit="points",
    lines=standings,
    why=decided,
    columns={"score": say("Points")},
)
