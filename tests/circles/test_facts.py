"""What a circle remembers of a hand is what it was when the hand ended."""

from companion.circles.facts import remembered
from companion.core.log.log import Log
from companion.core.log.record import read_setup
from companion.games import games
from tests.evenings import in_chips


def test_a_misdeal_after_it_and_who_leaves_then_change_nothing_of_a_hand() -> None:
    record = in_chips(4, 1)
    log = Log(read_setup({**record, "log": []}, games()))
    log.enter_all(record["log"])
    _, hands = remembered(log)
    log.enter_all([{"do": "deal"}, {"do": "misdeal"}, {"do": "leave", "player": "Ann"}])
    assert remembered(log)[1][1]["order"] == hands[1]["order"] == ["Ann", "Bob", "Cal", "Dee"]
