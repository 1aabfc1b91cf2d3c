"""Which error code is told when several things are wrong at once, and in which words."""

import pytest

from companion.core.errors import Refused
from companion.core.log.replay import record_result
from companion.games import all_games
from tests import evenings
from tests.core.table import evening, play_case, read_cases
from tests.notation import entry

KITTY, BOODLE, LAKES = "michigan-kitty", "boodle", "great-lakes"
CLASSIC, TOURNAMENT = "michigan-rummy-classic", "michigan-rummy-tournament"
OUT = "chips-only; Ann out Bob 1 Cal 1 Dee 1"
FEW = "deal Ann 2 Bob 3 Cal 4 Dee 4 dummy 39; keep"
# Ann has withheld the 5 of hearts and still holds a card.
BARRED = (
    "deal Ann 4 Bob 5 Cal 4 Dee 9 dummy 30; keep; Ann 4H; stop; Ann 2C; stop; Ann 5H; enforce 0"
)


SEVERAL = [
    # an entry that is none, before names
    (KITTY, "", {"do": "borrow", "player": "Zed", "from": "Zed", "chips": 5}, "bad-entry"),
    (KITTY, "", {"do": "repay", "player": "Zed", "to": "Zed", "chips": 5}, "bad-entry"),
    (KITTY, "", {"do": "buy-in", "player": "Zed", "chips": 0}, "bad-entry"),
    (KITTY, "", {"do": "play", "player": "Zed"}, "bad-entry"),
    (KITTY, "", "Ann joins left of Zed with 5", "bad-entry"),
    (CLASSIC, "", "award zz Zed Zed", "bad-entry"),
    (KITTY, "", "Ann out Bob 1 Cal 1 Zed 1", "bad-entry"),
    (KITTY, "", "totals Ann 1 Bob 1 Cal 1 Zed 1", "bad-entry"),
    (KITTY, "deal", "deal Ann 13 Bob 13 Cal 13 Zed 13", "bad-entry"),
    (LAKES, "", "Zed dumps 1S 2S 3S 4S for nothing", "bad-entry"),
    (LAKES, "", "Zed dumps 1S 2S 3S for straight", "bad-entry"),
    # names before the phase: players, cards, pots
    (KITTY, "", "Zed 1C", "unknown-player"),
    (KITTY, "", "Zed collects zz", "unknown-player"),
    (KITTY, "", "Zed bids 1", "unknown-player"),
    (KITTY, "deal", "Eve joins left of Zed with 5", "unknown-player"),
    (KITTY, "", "Ann 1C", "unknown-card"),
    (KITTY, "", "Ann dumps 1S 2S 3S 4S for straight", "unknown-card"),
    (KITTY, "", "Ann collects zz", "unknown-pot"),
    (KITTY, "deal; keep; Ann 2C", "Zed 4C", "unknown-player"),
    (KITTY, "deal; keep; Ann 2C", "Bob 4X", "unknown-card"),
    (KITTY, "end", "Zed repays 1 to Ann", "unknown-player"),
    # the phase before the rest
    (KITTY, "deal; keep", "Bob bids 0", "wrong-phase"),
    (KITTY, "deal; keep", "Dee bids 0", "wrong-phase"),
    (KITTY, "deal; chips-only", "Ann holds 0", "wrong-phase"),
    (KITTY, "deal; keep", "Ann collects kitty", "wrong-phase"),
    (KITTY, "end", "Ann borrows 900 from Bob", "wrong-phase"),
    (KITTY, "end", "Ann repays 900 to Bob", "wrong-phase"),
    (KITTY, "deal; keep", "enforce 7", "wrong-phase"),
    (KITTY, "deal; keep", "Bob skips", "wrong-phase"),
    (CLASSIC, "deal", "award AH Ann", "wrong-phase"),
    (BOODLE, "Ann leaves; Bob leaves; count Cal 0; last-hand", "deal", "wrong-phase"),
    # may-not-bid before not-your-turn before bid-too-low
    (KITTY, "deal; Ann bids 5", "Dee bids 1", "may-not-bid"),
    (KITTY, "deal; Ann passes; Bob bids 5", "Ann bids 1", "may-not-bid"),
    (KITTY, "deal; Ann bids 5", "Cal bids 1", "not-your-turn"),
    # a lead: the turn, the table, the suit
    (KITTY, "deal; keep; Ann 2C; stop", "Bob 2C", "not-your-turn"),
    (KITTY, "deal; keep; Ann 2C; stop", "Ann 2C", "already-played"),
    (KITTY, "deal; keep; Ann 2C; stop", "Bob 2S", "not-your-turn"),
    # a follow: the card, then who has none left
    (KITTY, "deal; keep; Ann 2C", "Bob 2C", "not-next-card"),
    (BOODLE, f"{BARRED}; stop; Ann 3C", "Ann 5C", "not-next-card"),
    # a dump: cards on the table, cards held, what they make
    (LAKES, f"{FEW}; Ann 8S", "Bob dumps 9S 9D 8S 7C for full-house", "already-played"),
    (LAKES, f"{FEW}; Ann 8S", "Bob dumps 9S 9D 2S 7C for full-house", "no-cards-left"),
    # a deal: chips, piles, the last hand
    (KITTY, "count Ann 0", "deal Ann 1 Bob 1 Cal 1 Dee 1 dummy 1", "short-of-chips"),
    (BOODLE, f"last-hand; deal; {OUT}; count Ann 0", "deal", "short-of-chips"),
    (BOODLE, f"last-hand; deal; {OUT}", "deal Ann 1 Bob 1 Cal 1 Dee 1 dummy 1", "bad-count"),
    # chips before counts
    (KITTY, "Ann borrows 5 from Bob", "Ann repays 500 to Bob", "short-of-chips"),
    # what was seen before how much it is
    (TOURNAMENT, f"{FEW}; Ann 2C 3C", "Bob shows 2C", "already-played"),
]


@pytest.mark.parametrize(("game", "played", "what", "code"), SEVERAL)
def test_of_several_faults_the_first_is_told(
    game: str, played: str, what: object, code: str
) -> None:
    evening(game).play(played).refuses(what, code)


MISCOUNTED = """
a dealt pile
    not deal Ann 52 Bob NUMBER Cal 0 Dee 0 dummy 0 (bad-count);
    not deal Ann 50 Bob 1 Cal 1 Dee 1 dummy -1 (bad-count)
cards that are counted again
    not Ann holds NUMBER (wrong-phase); not Zed holds NUMBER (unknown-player);
    FEW; not Ann holds NUMBER (bad-count)
cards left
    FEW; chips-only; not Ann out Bob NUMBER Cal 4 Dee 4 (bad-count)
totals of a blocked hand
    FEW; chips-only; not totals Ann 9 Bob NUMBER Cal 9 Dee 9 (bad-count)
"""


@pytest.mark.parametrize("number", [-1, -5, 1_000_001, -(10**30), 10**30])
@pytest.mark.parametrize(
    "case", read_cases(MISCOUNTED, FEW="deal Ann 4 Bob 4 Cal 4 Dee 4 dummy 36")
)
def test_a_number_of_cards_or_points_that_cannot_be_is_a_bad_count(case: str, number: int) -> None:
    play_case(case.replace("NUMBER", str(number)), game=TOURNAMENT)


PAYMENTS = {
    "The kitty has 4 chips, not 5. Pay less.": ("pot:kitty", 5),
    "Ann has 92 chips, not 500. Pay less, or borrow first.": ("Ann", 500),
}


@pytest.mark.parametrize(("words", "payment"), PAYMENTS.items())
def test_only_players_are_told_to_borrow(words: str, payment: tuple[str, int]) -> None:
    source, chips = payment
    pay = {"do": "pay", "from": source, "to": "Bob", "chips": chips}
    evening().play("deal").refuses(pay, "short-of-chips", words)


@pytest.mark.parametrize(
    ("chips", "quoted"), [("five", "“five”"), ("1", "“1”"), ([1, 2], "a list of 2 items")]
)
def test_a_wrong_value_is_quoted_and_a_description_is_not(chips: object, quoted: str) -> None:
    wanted = "“chips” in the entry “buy-in” must be a whole number from 1 to 1,000,000"
    buy_in = {"do": "buy-in", "player": "Ann", "chips": chips}
    evening().refuses(buy_in, "bad-entry", f"{wanted}, not {quoted}.")


LONG = "\ud800" + "x" * 100_000 + "\0"


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"do": LONG}, "bad-entry"),
        ({"do": "deal", LONG: 1}, "bad-entry"),
        ({"do": "buy-in", "player": LONG, "chips": 1}, "unknown-player"),
        ({"do": "buy-in", "player": "Ann", "chips": LONG}, "bad-entry"),
        ({"do": "borrow", "player": LONG, "from": LONG, "chips": 1}, "bad-entry"),
        ({"do": "repay", "player": LONG, "to": LONG, "chips": 1}, "bad-entry"),
        ({"do": "repay", "player": LONG, "to": "Ann", "chips": 1}, "unknown-player"),
        ({"do": "repay", "player": "Ann", "to": f"pot:{LONG}", "chips": 1}, "unknown-pot"),
        ({"do": "join", "player": LONG, "left_of": "Ann", "chips": 1}, "bad-entry"),
        ({"do": "join", "player": "Eve", "left_of": LONG, "chips": 1}, "unknown-player"),
        ({"do": "play", "player": "Ann", "card": LONG}, "unknown-card"),
        ({"do": "dump", "player": "Ann", "cards": ["2C"] * 4, "pot": LONG}, "bad-entry"),
        ({"do": "award", "pot": "AS", "players": [LONG, LONG]}, "bad-entry"),
        ({"do": "award", "pot": LONG}, "unknown-pot"),
        ({"do": "count", "of": f"pot:{LONG}", "chips": 1}, "unknown-pot"),
    ],
)
def test_a_text_without_end_is_refused_in_a_short_sentence(what: object, code: str) -> None:
    table = evening().refuses(what, code)
    with pytest.raises(Refused) as refused:
        table.log.enter(what)
    assert len(refused.value.message) < 250
    refused.value.message.encode()


def test_a_record_is_judged_up_to_its_first_bad_entry() -> None:
    record = evenings.record("boodle", ["Ann", "Bob", "Cal"], dealer="Ann")
    log = [{"do": "deal"}, {"do": "deal"}, {"do": "fly"}]
    judged = record_result({**record, "log": log}, all_games())
    assert (judged["ok"], judged["entry"], judged["error"]) == (False, 1, "wrong-phase")
    assert set(judged) == {"ok", "entry", "error", "message"}


@pytest.mark.parametrize(
    ("game", "played", "what", "words"),
    [
        (KITTY, "deal; keep; Ann 2C", "Bob 9H", "3♣ is next, not 9♥."),
        (KITTY, "deal; keep", "Bob 2C", "Ann leads, not Bob."),
        (KITTY, "count Ann 7", "deal", "Ann must ante 8 chips but has 7"),
    ],
)
def test_a_refusal_names_the_card_and_the_player(
    game: str, played: str, what: str, words: str
) -> None:
    table = evening(game).play(played)
    with pytest.raises(Refused, match=words):
        table.log.enter(entry(what))
