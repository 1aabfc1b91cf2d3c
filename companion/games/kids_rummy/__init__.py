"""Kids Rummy: rounds are scored by the cards left in hand."""

from companion.core.game import Game, entry_handlers
from companion.core.handlers import SEAT_HANDLERS, end
from companion.core.review import Highlights, ReviewHooks
from companion.core.sentences import say
from companion.core.words import ROUNDS
from companion.games.kids_rummy import game, prompts

GAME = Game(
    slug="kids-rummy",
    name=say("Kids Rummy"),
    tagline=say(
        "Sets only, and no chips. Cards left in hand count as points, and the lowest score wins."
    ),
    min_players=2,
    max_players=6,
    starting_chips=0,
    defaults=game.RummyOptions(),
    entries=entry_handlers(*SEAT_HANDLERS, game.deal, game.score, end),
    phases={},
    new_table=game.new_table,
    current_prompt=prompts.current_prompt,
    result=game.result,
    review=ReviewHooks(
        mistaps=lambda _: prompts.mistaps,
        whole_game=True,
        without_eliminated=game.without_eliminated,
        absent_player=game.absent_player,
    ),
    sheet_words=say("The game is best with no more than 4 players."),
    hand_terms=ROUNDS,
    order=8,
    words=(say("sets, melds, books, lay off, add, joker, stock, discards"),),
    late_join_refusal=say("A latecomer would have too few points, but can join the next game."),
    current_results=lambda table: dict(table.scores),
    winners=game.round_winner,
    unit="points",
    result_lines=game.ranking_by_points,
    tie_break_sentence=lambda table: prompts.WINNING_RULES[table.options.mode],
    highlights=Highlights(fewer_is_better=True),
    columns={"score": say("Points")},
)
