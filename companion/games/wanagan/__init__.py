"""Wanagan (S3): five revealed cards for each of eight cups."""

from companion.core import entries as e
from companion.core.game import Game, Option
from companion.core.shelf import MONEY, SEATS, end
from companion.games.stops.options import rounds
from companion.games.wanagan.game import award, deal, new_table, next_reveal, result, show
from companion.games.wanagan.offers import ask

GAME = Game(
    slug="wanagan",
    name="Wanagan",
    about="Pick five cards for one of eight cups, reveal together, three overtimes, one wild.",
    fewest=3,
    most=10,
    chips=100,
    options=(Option("rounds", rounds, "Rounds to play", empty="as many as you like"),),
    defaults={"rounds": 5},
    entries={
        **MONEY,
        **SEATS,
        "deal": (e.PlainDeal, deal),
        "show": (e.Reveal, show),
        "award": (e.Award, award),
        "next": (e.Next, next_reveal),
        "end": (e.End, end),
    },
    new_table=new_table,
    ask=ask,
    result=result,
    order=6,
)
