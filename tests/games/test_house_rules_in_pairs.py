"""Any two house rules meet in an evening: nothing is wrong, chips stay, every offer is accepted."""

import pytest

from companion.games import all_games
from tests.pairs import pairwise
from tests.soak import houses

SMALL = ("wanagan", "oh-claire", "kids-rummy")


@pytest.mark.parametrize("game", SMALL)
def test_any_two_house_rules_of_a_small_game_get_on(game: str, seed: int) -> None:
    rows = [*pairwise(houses.values(all_games()[game]))]
    figures = houses.run(game, seed, len(rows))
    assert figures.wrong == []
    met, _, whole, *_ = figures.name.rpartition(", ")[2].split()
    assert met == whole
