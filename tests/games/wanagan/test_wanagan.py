"""Wanagan: antes, reveals, claims with wild cards, overtimes, the sweep and the final."""

import pytest

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.games.wanagan import game as wanagan
from companion.games.wanagan.game import WanaganTable
from tests.evenings import record

NOTHING = "2C 4D 8H JS KC"
NOTHING_TOO = "3C 5D 7H 10S QC"


def entry(words: str) -> dict[str, object]:
    """Read one entry: ``deal``, ``Ann: 2C 2D 5H 7S 9C as 1-pair``, ``flush to Ann Bob``, …"""
    if ": " in words:
        player, cards = words.split(": ")
        cards, _, claim = cards.partition(" as ")
        show: dict[str, object] = {"do": "show", "player": player, "cards": cards.split()}
        return show | ({"as": claim} if claim else {})
    pot, to, winners = words.partition(" to ")
    if to:
        return {
            "do": "award",
            "pot": pot,
            "players": [] if winners == "nobody" else winners.split(),
        }
    if words.startswith("judge "):
        return {"do": "award", "pot": words.removeprefix("judge ")}
    do, *rest = words.split()
    keys = {"borrow": ("player", "from", "chips"), "leave": ("player",)}.get(do, ())
    values = [int(value) if value.isdigit() else value for value in rest]
    return {"do": do, **dict(zip(keys, values, strict=True))}


def play(text: str, players: str = "Ann Bob Cal", chips: int = 100, **options: object) -> Log:
    names = players.split()
    return replay_record(
        record(
            "wanagan",
            names,
            chips=chips,
            options=options,
            log=[entry(line.strip()) for line in text.split(";") if line.strip()],
        ),
        all_games(),
    )


def table_of(
    text: str, players: str = "Ann Bob Cal", chips: int = 100, **options: object
) -> WanaganTable:
    table = play(text, players, chips, **options).table
    assert isinstance(table, WanaganTable)
    return table


def chips(text: str) -> dict[str, int]:
    held = table_of(text).ledger.chips
    return {player: held[player] for player in ("Ann", "Bob", "Cal")}


def pot(table: WanaganTable, name: str) -> int:
    return table.ledger.chips[f"pot:{name}"]


def refusal(before: str, last: str, **more: object) -> str:
    log = play(before, **more)  # type: ignore[arg-type]
    with pytest.raises(Refused) as wrong:
        log.enter(entry(last))
    return wrong.value.code


# the round


def test_everybody_antes_thirteen_chips() -> None:
    table = table_of("deal")
    assert table.phase == "hand-1"
    assert table.ledger.chips["Ann"] == 87
    assert [pot(table, cup) for cup in ("1-pair", "3-kind", "flush", "wanagan")] == [3, 3, 6, 6]


def test_a_deal_waits_for_those_who_cannot_ante() -> None:
    assert refusal("", "deal", chips=12) == "short-of-chips"


def test_after_the_last_round_nothing_is_dealt() -> None:
    swept = "deal; next; next; next; next; jackpot to Ann"
    assert refusal(swept, "deal", rounds=1) == "last-hand-played"
    assert table_of(f"{swept}; deal", rounds=2).dealer == "Ann"


def test_a_round_goes_on_through_three_overtimes_to_the_final() -> None:
    phases = [table_of("deal" + "; next" * number).phase for number in range(5)]
    assert phases == ["hand-1", "overtime-1", "overtime-2", "overtime-3", "final"]


def test_a_round_without_chips_in_cups_ends_at_next() -> None:
    first = "deal; 1-pair to Ann; flush to Bob; 4-kind to Cal; next; "
    second = "2-pair to Ann; straight to Bob; wanagan to Cal; next; "
    third = "3-kind to Ann; full-house to Bob"
    assert table_of(first + second + third).phase == "overtime-2"
    assert table_of(first + second + third + "; next").phase == "between-hands"


def test_what_is_left_in_cups_goes_to_the_jackpot() -> None:
    table = table_of("deal; 1-pair to Ann; next; next; next; next")
    assert (pot(table, "jackpot"), pot(table, "flush")) == (36, 0)


def test_a_note_in_a_cup_is_swept_too() -> None:
    table = table_of("deal; borrow Ann pot:flush 6; next; next; next; next")
    assert [(note.issuer, note.holder, note.chips) for note in table.ledger.ious] == [
        ("Ann", "pot:jackpot", 6)
    ]


def test_the_final_ends_the_round_and_what_is_odd_stays_in_the_jackpot() -> None:
    for winners, stays in (("nobody", 39), ("Ann Bob", 1)):
        table = table_of(f"deal; next; next; next; next; jackpot to {winners}")
        assert (table.phase, pot(table, "jackpot")) == ("between-hands", stays)


# awards by names


def test_odd_chips_of_a_shared_cup_go_to_the_jackpot() -> None:
    table = table_of("deal; 1-pair to Ann Bob")
    assert (table.ledger.chips["Ann"], pot(table, "jackpot")) == (88, 1)


def test_a_note_in_a_cup_goes_to_its_winner() -> None:
    loan = "deal; borrow Ann pot:flush 6; flush to"
    assert table_of(f"{loan} Ann").ledger.ious == ()
    notes = table_of(f"{loan} Bob").ledger.ious
    assert [(note.issuer, note.holder) for note in notes] == [("Ann", "Bob")]


@pytest.mark.parametrize(
    ("before", "last"),
    [
        ("deal; flush to Ann", "flush to Bob"),
        ("deal; flush to nobody", "flush to Bob"),
        ("deal; flush to Ann", "straight to Ann"),
        ("deal", "jackpot to Ann"),
        ("deal; next; next; next; next", "flush to Ann"),
        ("deal", "judge flush"),
        ("deal; next; next; next; next", "judge jackpot"),
    ],
)
def test_what_is_not_to_be_won_is_not_collected(before: str, last: str) -> None:
    assert refusal(before, last) == "nothing-to-collect"


@pytest.mark.parametrize("start", ["deal", "deal; next", "deal; next; next; next; next"])
def test_a_pot_is_not_judged_by_the_cards_before_everybody_has_shown(start: str) -> None:
    pot = "jackpot" if start.endswith("next; next") else "1-pair"
    shown = f"{start}; Ann: 9C 9D 2H 4S 6C; Bob: 8C 8S 2D 4C 7D"
    assert refusal(start, f"judge {pot}") == "nothing-to-collect"
    assert refusal(shown, f"judge {pot}") == "nothing-to-collect"
    won = chips(f"{shown}; {pot} to Bob")["Bob"] - chips(shown)["Bob"]
    assert chips(f"{shown}; Cal: {NOTHING}; judge {pot}")["Ann"] == chips(shown)["Ann"] + won


def test_parts_of_a_split_note_stand_clockwise_in_whatever_order_winners_are_named() -> None:
    for winners in ("Ann Bob", "Bob Ann"):
        table = table_of(f"deal; borrow Cal pot:flush 5; flush to {winners}")
        assert [(note.holder, note.chips) for note in table.ledger.ious] == [
            ("Ann", 2),
            ("Bob", 2),
            ("pot:jackpot", 1),
        ]


def test_a_cup_that_nobody_took_can_be_won_in_the_next_reveal() -> None:
    assert chips("deal; flush to nobody; next; flush to Ann")["Ann"] == 93


@pytest.mark.parametrize(
    ("before", "last", "code"),
    [
        ("deal", "flush to Ann Ann", "bad-entry"),
        ("deal", "flush to Zed", "unknown-player"),
        ("deal", "AS to Ann", "unknown-pot"),
        ("", "flush to Ann", "wrong-phase"),
        ("deal", "leave Ann", "wrong-phase"),
        ("deal; next; next; next; next", "next", "wrong-phase"),
    ],
)
def test_what_cannot_be_is_refused(before: str, last: str, code: str) -> None:
    assert refusal(before, last) == code


# reveals


def test_the_better_of_two_equal_categories_takes_the_cup() -> None:
    shown = f"Ann: 9C 9D 2H 4S 6C; Bob: 9H 9S 2D 4C 7D; Cal: {NOTHING}"
    assert chips(f"deal; {shown}; next") == {"Ann": 87, "Bob": 90, "Cal": 87}


def test_equal_hands_share_the_cup() -> None:
    shown = f"Ann: 9C 9D 2H 4S 6C; Bob: 9H 9S 2D 4C 6D; Cal: {NOTHING}"
    table = table_of(f"deal; {shown}; next")
    assert [table.ledger.chips[p] for p in ("Ann", "Bob")] == [88, 88]
    assert pot(table, "jackpot") == 1


def test_a_hand_stands_for_its_exact_category_alone() -> None:
    table = table_of(f"deal; Ann: 9C 9D 9H 4S 4C; Bob: {NOTHING}; Cal: {NOTHING_TOO}; next")
    assert (pot(table, "full-house"), pot(table, "3-kind"), pot(table, "1-pair")) == (0, 3, 3)


def test_the_table_may_judge_against_what_was_shown() -> None:
    shown = f"Ann: 9C 9D 2H 4S 6C; Bob: 8C 8S 2D 4C 7D; Cal: {NOTHING}"
    assert chips(f"deal; {shown}; 1-pair to Cal; next") == {"Ann": 87, "Bob": 87, "Cal": 90}


def test_who_was_awarded_a_cup_by_name_wins_no_other_by_his_cards() -> None:
    shown = f"Ann: 9C 9D 2H 4S 6C; Bob: 8C 8S 2D 4C 7D; Cal: {NOTHING}"
    assert chips(f"deal; {shown}; flush to Ann; next") == {"Ann": 93, "Bob": 90, "Cal": 87}


def test_the_ace_may_be_low_in_a_straight() -> None:
    shown = f"Ann: AC 2D 3H 4S 5C; Bob: 2C 3D 4H 5S 6C; Cal: {NOTHING_TOO}"
    assert chips(f"deal; {shown}; next")["Bob"] == 93


def test_the_even_wanagan_beats_the_odd_one() -> None:
    shown = f"Ann: AC 3D 5H 7S 9C; Bob: 2C 4D 6H 8S 10C; Cal: {NOTHING_TOO}"
    assert chips(f"deal; {shown}; next")["Bob"] == 93


def test_a_straight_flush_must_say_what_it_is_and_beats_plain_hands() -> None:
    hand = "Ann: 5C 6C 7C 8C 9C"
    assert refusal("deal", hand) == "bad-entry"
    for cup, other in (("flush", "AH KH QH 9H 7H"), ("straight", "10H JD QS KS AH")):
        shown = f"{hand} as {cup}; Bob: {other}; Cal: {NOTHING}"
        assert chips(f"deal; {shown}; next")["Ann"] == 93


def test_a_claim_that_the_cards_do_not_make_is_refused() -> None:
    assert refusal("deal", f"Ann: {NOTHING} as flush") == "bad-entry"
    assert refusal("deal", "Ann: 9C 9D 2H 4S 6C as jackpot") == "bad-entry"


def test_two_packs_are_in_use_from_six_players() -> None:
    six = "Ann Bob Cal Dee Eve Fay"
    twice = "Ann: 9C 9C 2H 4S 6C"
    assert refusal("deal", twice) == "already-played"
    assert table_of(f"deal; {twice}", players=six).revealed["Ann"].claim == "1-pair"
    assert refusal(f"deal; {twice}", "Bob: 9C 3C 2H 4S 6C", players=six) == "already-played"


@pytest.mark.parametrize(
    ("before", "last", "code"),
    [
        ("deal", "Ann: 2C 3C", "bad-count"),
        ("deal", "Ann: 2C 2C", "already-played"),
        ("deal", "Ann: JK 2C 3C 4C 5C", "unknown-card"),
        ("", f"Ann: {NOTHING}", "wrong-phase"),
        (f"deal; Ann: {NOTHING}", f"Ann: {NOTHING_TOO}", "wrong-phase"),
        (f"deal; Ann: {NOTHING}", f"Bob: {NOTHING}", "already-played"),
        (f"deal; Ann: {NOTHING}", "next", "wrong-phase"),
    ],
)
def test_a_show_that_cannot_be_is_refused(before: str, last: str, code: str) -> None:
    assert refusal(before, last) == code


def test_the_best_poker_hand_takes_the_final() -> None:
    final = "deal; next; next; next; next; "
    shown = f"Ann: AC AD KH KS 2C; Bob: 2D 3D 4H 5S AH; Cal: {NOTHING_TOO}; judge jackpot"
    assert chips(final + shown) == {"Ann": 87, "Bob": 126, "Cal": 87}


def test_cards_are_wild_in_the_third_overtime_alone() -> None:
    shown = "Ann: QS QC 9D KH 10D"
    assert table_of(f"deal; {shown}").revealed["Ann"].claim == "1-pair"
    assert refusal("deal; next; next; next", shown) == "bad-entry"
    third = table_of(f"deal; next; next; next; {shown} as 4-kind")
    assert third.revealed["Ann"].claim == "4-kind"


# what the screen asks


def test_cards_are_passed_left_then_right_then_not_at_all() -> None:
    passed = {
        number: [
            (p.player, p.target) for p in wanagan.card_passes(table_of("deal" + "; next" * number))
        ]
        for number in range(4)
    }
    assert passed == {
        0: [],
        1: [("Ann", "Bob"), ("Bob", "Cal"), ("Cal", "Ann")],
        2: [("Ann", "Cal"), ("Bob", "Ann"), ("Cal", "Bob")],
        3: [],
    }


def test_the_core_offers_open_cups_claims_and_who_is_yet_to_show() -> None:
    table = table_of("deal; 1-pair to Ann; next; 2-pair to Bob; Cal: 9C 9D 9H 4S 5C")
    assert wanagan.open_pots(table) == (
        "3-kind",
        "full-house",
        "flush",
        "straight",
        "4-kind",
        "wanagan",
    )
    assert wanagan.players_to_reveal(table) == ("Ann", "Bob")
    assert wanagan.pot_leaders(table, "3-kind") == ("Cal",)
    assert wanagan.possible_claims(table, ("5C", "6C", "7C", "8C", "9C")) == ("flush", "straight")
    assert wanagan.possible_claims(table, ("5C", "6C")) == ()
