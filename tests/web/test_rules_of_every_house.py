"""The rules page of any house: it names nothing that is not played, and leaves out nothing."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest
from flask import Flask

from companion.core.log.record import parse_options
from companion.core.options import option_values
from companion.games import all_games
from companion.games.stops.board import make_board
from companion.games.stops.dumps import DUMPS
from companion.web.rules import render_rules
from tests.drawn import SEED
from tests.pairs import pairwise
from tests.web.pages import Page, page_of

Options = Any
Has = Callable[[Options], bool]

# With each pot that there can be, and without.
BOARDS = (
    "AH KC QD JS",
    "AH 10H QKH 8-9-10 poker jackpot",
    "KD QS ace-2 full-house straight 6-lead loser jackpot",
    "8-9-10 straight kitty",
    "QKD kitty jackpot",
    "poker kitty",
    "6-lead loser kitty",
)


def values(game: str) -> dict[str, list[Any]]:
    """Every house rule of a game with values to try; one ante for all pots."""
    tried: dict[str, list[Any]] = {}
    for option in all_games()[game].options:
        tried[option.name] = [value for value, _ in option.choices] or [0, 1, 4]
        if option.in_turn:
            tried[option.name] = [(1,), (3, 1, 10), (10, 9)]
        elif option.empty is not None and not option.choices:
            tried[option.name] = [None, 1, 3]
        if option.is_board:
            tried[option.name] = [board.split() for board in BOARDS]
    return tried


def lawful(game: str, row: Mapping[str, Any]) -> Options:
    """House rules as a table reads them; a price has to go somewhere."""
    chosen = dict(row)
    if chosen.get("dummy_price") == "kitty" and not make_board(tuple(chosen["board"])).out:
        chosen["dummy_price"] = "dealer"
    return parse_options(chosen, all_games()[game])


def whole_page(app: Flask, game: str, options: Options) -> Page:
    with app.test_request_context():
        return page_of(render_rules(all_games()[game], options, [100]))


def words_of(app: Flask, game: str, options: Options) -> str:
    """The words of a rules page below the list of a table's own rules."""
    page = whole_page(app, game, options)
    prose = next(e.text for e in page.elements if e.get("class") == "sheet prose")
    return re.sub(r"\s+", " ", prose)


def on_board(*pots: str) -> Has:
    return lambda o: any(pot in o.board for pot in pots)


def combined(o: Options) -> bool:
    return bool(make_board(o.board).combinations)


def money(o: Options) -> bool:
    return combined(o) or bool(make_board(o.board).singles)


def leads_back(o: Options) -> bool:
    return o.next_lead != "any"


def is_blocked(o: Options) -> bool:
    return leads_back(o) and o.no_lead == "blocked"


STOPS: dict[str, Has] = {
    r"(money|boodle) card": money,
    r"combination": lambda o: combined(o) and money(o),
    r"kitty": on_board("kitty", "poker", "loser"),
    r"jackpot": on_board("jackpot"),
    r"poker": on_board("poker", "loser"),
    r"loser": on_board("loser"),
    r"special cup": on_board("ace-2", "full-house", "straight", "6-lead"),
    r"full house": on_board("full-house", "poker", "loser"),
    r"straight": on_board("straight", "poker", "loser"),
    r"four cards": on_board(*DUMPS),
    r"ace-2": on_board("ace-2"),
    r"6-lead": on_board("6-lead"),
    r"[Pp]enalty|to every other player|held back": lambda o: o.penalties,
    r"no penalties": lambda o: not o.penalties,
    r"skips": leads_back,
    r"other color": lambda o: o.next_lead == "other-colour" or "6-lead" in o.board,
    r"blocked": is_blocked,
    r"pays? (nothing |the winner .* )?for (each )?cards?": lambda o: o.per_card > 0,
    r"[Aa]nnounced?": lambda o: o.leftovers == "last-winner",
    r"as many hands as you like": lambda o: o.rounds is None,
    r"You play \d+ (hand|round)": lambda o: o.rounds is not None,
    r"Keep\.": lambda o: o.dealer_may_keep,
    r"one card of": lambda o: (
        o.money_card_bars and o.combination_bars == "part" and on_board("QKH", "QKD")(o)
    ),
    r"deal again. Name": lambda o: bool(o.first_suit),
    r"pays the price into": lambda o: o.dummy_price == "kitty",
    r"Nobody antes": lambda o: not o.ante,
}
RUMMY: dict[str, Has] = {
    r"joker(?!s?\.)|with \d+ jokers?": lambda o: o.jokers > 0,
    r"without jokers": lambda o: not o.jokers,
    r"[Tt]wo decks": lambda o: o.packs == 2,
    r"points?\b": lambda o: o.mode != "single",
    r"target": lambda o: o.mode != "single",
    r"lowest score": lambda o: o.mode == "target",
    r"drops? out": lambda o: o.mode == "elimination",
}
ROUNDS: dict[str, Has] = {
    r"as many rounds as you like": lambda o: o.rounds is None,
    r"You play \d+ round": lambda o: o.rounds is not None,
}
NAMED = {"kids-rummy": RUMMY, "wanagan": ROUNDS, "oh-claire": {}}


@pytest.mark.share(1)
@pytest.mark.parametrize("game", all_games())
def test_no_sentence_names_what_the_table_does_not_have(app: Flask, game: str) -> None:
    wrong: dict[str, str] = {}
    for row in pairwise(values(game)):
        options = lawful(game, row)
        words = words_of(app, game, options)
        for named, has in NAMED.get(game, STOPS).items():
            found = re.search(named, words)
            if found and not has(options):
                wrong[named] = (
                    f"{options}: {found and words[found.start() - 60 : found.end() + 60]}"
                )
    assert not wrong, "\n".join(map(" ".join, wrong.items()))


PROGRAM_TEXT = re.compile(
    r"[(]Sentence[(]|\w+=['\"]|\bNone\b|\bTrue\b|\bFalse\b|[{}\[\]<>]|object at"
)


@pytest.mark.share(1)
@pytest.mark.parametrize("game", all_games())
def test_no_page_shows_program_text(app: Flask, game: str) -> None:
    by_pot = {"ante": {"AH": 1, "KC": 2, "QD": 3, "JS": 4}, "board": BOARDS[0].split()}
    more = [by_pot] if all_games()[game].boards.named_boards else []
    for row in (*pairwise(values(game)), *more):
        page = whole_page(app, game, lawful(game, row))
        article = next(e.text for e in page.elements if "rules-page" in (e.get("class") or ""))
        assert not PROGRAM_TEXT.search(article), row


# In so many houses every house rule is changed.
SOME = 3

# Where a house rule makes no difference, because of others.
NO_MATTER: dict[str, Has] = {
    "dealer_extra": lambda o: not o.ante or not make_board(o.board).out,
    "money_card_bars": lambda o: not money(o),
    "combination_bars": lambda o: not o.money_card_bars or not on_board("QKH", "QKD")(o),
    "first_lead": lambda o: bool(o.first_suit) or o.lead_card == "any",
    "poker_cards": lambda o: not on_board("poker", "loser")(o),
    "target_at": lambda o: o.mode == "single",
    "ace": lambda o: o.mode == "single",
    "no_lead": lambda o: not leads_back(o),
    "combination_by": lambda o: not combined(o),
    "dummy_price": lambda o: not make_board(o.board).out,
    "target": lambda o: o.mode == "single",
}


def told_apart(app: Flask, game: str, name: str, houses: Sequence[Options]) -> bool:
    """Hold that houses with other values of a house rule read otherwise; whether any two do."""
    told = [words_of(app, game, house) for house in houses]
    apart = False
    for (one, its), (other, others) in combinations(zip(houses, told, strict=True), 2):
        differ = option_values(one) != option_values(other)
        if not (name in NO_MATTER and NO_MATTER[name](one) and NO_MATTER[name](other)):
            assert (its != others) == differ, (name, one, other)
            apart |= differ
    return apart


@pytest.mark.share(2)
@pytest.mark.parametrize("game", all_games())
def test_every_house_rule_changes_the_page_whatever_the_others(app: Flask, game: str) -> None:
    tried = values(game)
    rows, untold = [*pairwise(tried)], {name for name in tried if len(tried[name]) > 1}
    random.Random(SEED).shuffle(rows)
    for number, row in enumerate(rows):
        # in further houses, what makes no difference in these
        for name in tuple(tried if number < SOME else untold):
            houses = [lawful(game, {**row, name: value}) for value in tried[name]]
            if told_apart(app, game, name, houses):
                untold.discard(name)
    assert not untold
