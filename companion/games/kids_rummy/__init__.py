"""Kids Rummy (S4): rounds are scored by the cards left in hand."""

from companion.core.entries import standard as e
from companion.core.game import Game, entry_handlers, handle
from companion.core.handlers import SEAT_HANDLERS
from companion.core.review import Highlights, ReviewHooks
from companion.core.sentences import say
from companion.core.words import ROUNDS
from companion.games.kids_rummy.game import (
    RummyOptions,
    Score,
    absent_player,
    deal,
    end,
    new_table,
    ranking_by_points,
    result,
    round_winner,
    score,
    without_eliminated,
)
from companion.games.kids_rummy.prompts import current_prompt, mistaps, winning_rule_sentence

GAME = Game(
    slug="kids-rummy",
    name=say("Kids Rummy"),
    tagline=say("Sets only, no chips: count the cards left in hand, the fewest points win."),
    min_players=2,
    max_players=6,
    starting_chips=0,
    defaults=RummyOptions(),
    entries=entry_handlers(
        *SEAT_HANDLERS, handle(e.Deal, deal), handle(Score, score), handle(e.End, end)
    ),
    phases={},
    new_table=new_table,
    current_prompt=current_prompt,
    result=result,
    review=ReviewHooks(
        mistaps=mistaps,
        whole_game=True,
        without_eliminated=without_eliminated,
        absent_player=absent_player,
    ),
    sheet_words=say("A set is also called a meld or a book, and to add to one is to lay off."),
    hand_terms=ROUNDS,
    order=8,
    words=(say("sets, melds, books, lay off, add, joker, stock, discards"),),
    late_join_refusal=say(
        "Whoever comes late would have too few points: deal them in when the next game begins."
    ),
    current_results=lambda table: dict(table.scores),
    winners=round_winner,
    unit="points",
    result_lines=ranking_by_points,
    tie_break_sentence=winning_rule_sentence,
    highlights=Highlights(fewer_is_better=True),
    columns={"score": say("Points")},
)
