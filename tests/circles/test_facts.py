"""What a circle remembers of a hand is what it was when the hand ended."""

from companion.circles.facts import facts_from_log
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.games import all_games
from tests.evenings import in_chips


def test_a_misdeal_after_it_and_who_leaves_then_change_nothing_of_a_hand() -> None:
    record = in_chips(4, 1)
    log = Log(parse_setup({**record, "log": []}, all_games()))
    log.enter_all(record["log"])
    _, hands = facts_from_log(log)
    log.enter_all([{"do": "deal"}, {"do": "misdeal"}, {"do": "leave", "player": "Ann"}])
    assert facts_from_log(log)[1][1]["order"] == hands[1]["order"] == ["Ann", "Bob", "Cal", "Dee"]
