"""What holds for any log: chips are conserved, edits restore, replay agrees, nothing crashes."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import apply_entry
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.core.log.replay import load_stored_log as open_stored
from companion.core.log.replay import record_result
from companion.games import all_games
from tests import evenings
from tests.evenings import recorded
from tests.simulated.dealer import dealt

# Every error code of the record, as its contract lists them.
CODES = {
    "bad-record", "bad-entry", "unknown-player", "unknown-card", "unknown-pot", "wrong-phase",
    "not-your-turn", "bid-too-low", "may-not-bid", "not-next-card", "already-played", "wrong-suit",
    "no-cards-left", "bad-dump", "short-of-chips", "nothing-to-collect", "bad-count",
    "bids-equal-tricks", "no-such-finding", "already-settled", "nothing-to-undo",
    "nothing-to-redo", "amend-breaks", "last-hand-played",
}  # fmt: skip


@cache
def agreed(slug: str) -> list[dict[str, Any]]:
    """The agreed records of a game that are accepted."""
    return [*recorded(slug), *recorded(slug, "edit")]


def simulated(seed: int) -> dict[str, Any]:
    return dealt(seed, 2, cheat=(seed % 3) * 0.1).record


# Evenings of every game to start from.
RECORDS = st.one_of(
    st.integers(0, 10_000).map(simulated),
    st.sampled_from([record for slug in all_games() for record in agreed(slug)]),
)

PLAYERS = st.sampled_from(["Ann", "Bob", "Cal", "Dee", "Eve", "Zed"])
CHIPS = st.integers(0, 12)
CARDS = st.sampled_from(["2C", "7D", "10H", "QC", "KD", "AS", "AH"])
POTS = st.sampled_from(["kitty", "jackpot", "AS", "poker", "8-9-10", "flush"])
ACCOUNTS = st.one_of(PLAYERS, POTS.map("pot:{}".format))


def doing(do: str, **keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"do": st.just(do), **keys})


SMALL = st.one_of(
    st.sampled_from(["deal", "keep", "swap", "stop", "misdeal", "last-hand", "next"]).map(
        lambda do: {"do": do}
    ),
    doing("borrow", **{"player": PLAYERS, "from": ACCOUNTS, "chips": CHIPS}),
    doing("repay", player=PLAYERS, to=ACCOUNTS, chips=CHIPS),
    doing("buy-in", player=PLAYERS, chips=CHIPS),
    doing("join", player=PLAYERS, left_of=PLAYERS, chips=CHIPS),
    doing("leave", player=PLAYERS),
    doing("play", player=PLAYERS, card=CARDS),
    doing("skip", player=PLAYERS),
    doing("pass", player=PLAYERS),
    doing("bid", player=PLAYERS, chips=CHIPS),
    doing("recount", player=PLAYERS, cards=CHIPS),
    doing("show", player=PLAYERS, cards=st.lists(CARDS, max_size=5)),
    doing("award", pot=POTS, players=st.lists(PLAYERS, max_size=3)),
    doing("award", pot=POTS),
    doing("enforce", finding=st.integers(0, 3)),
    doing("waive", finding=st.integers(0, 3)),
    doing("collect", player=PLAYERS, pot=POTS),
    doing("count", of=ACCOUNTS, chips=CHIPS),
)
NUMBERS = st.integers(0, 80)
NEW = st.one_of(st.none(), SMALL)
ALSO = st.lists(
    st.fixed_dictionaries({"entry": NUMBERS, "with": NEW}),
    min_size=1,
    max_size=3,
    unique_by=lambda change: change["entry"],
).map(lambda changes: sorted(changes, key=lambda change: change["entry"]))
EDIT = st.one_of(
    st.just({"do": "undo"}),
    st.just({"do": "redo"}),
    doing("amend", entry=NUMBERS, **{"with": NEW}),
    doing("amend", entry=st.integers(0, 40), also=ALSO, **{"with": NEW}),
    doing("insert", before=NUMBERS, entry=SMALL),
    doing("insert", before=NUMBERS, entry=SMALL, **{"with": NEW}),
)
# Entries to put in at some places, in hundredths of the evening.
STIR = st.lists(st.tuples(st.integers(0, 100), st.one_of(SMALL, EDIT)), max_size=25)


def stirred(record: dict[str, Any], extra: list[tuple[int, dict[str, Any]]]) -> list[Any]:
    """The entries of a record with others among them; many will be refused."""
    log = list(record["log"])
    for place, entry in sorted(extra, key=lambda row: row[0], reverse=True):
        log.insert(place * len(log) // 100, entry)
    return log


def opened(record: dict[str, Any]) -> Log:
    return Log(parse_setup({**record, "log": []}, all_games()))


def entered(log: Log, raw: object) -> bool:
    """Make an entry, and say whether it was accepted."""
    try:
        log.enter(raw)
    except Refused as refused:
        told = refused
    else:
        return True
    assert told.code in CODES - {"bad-record"}
    assert told.entry == len(log.raw_entries)
    return False


def played(record: dict[str, Any], extra: list[tuple[int, dict[str, Any]]]) -> Log:
    log = opened(record)
    for raw in stirred(record, extra):
        entered(log, raw)
    return log


def held(one: object) -> dict[str, Any]:
    """All that an object holds in its slots, by name."""
    kinds = type(one).__mro__
    return {name: getattr(one, name) for kind in kinds for name in getattr(kind, "__slots__", ())}


def state(table: Table) -> dict[str, Any]:
    """All that is known of a table, hidden parts too."""
    told = {"result": json.loads(json.dumps(table.setup.game.result(table)))}
    for name, value in held(table).items():
        if name not in ("setup", "ledger", "current_hand", "before_deal", "board", "cards"):
            told[name] = value
    live = getattr(table, "current_hand", None)
    hidden = {**held(live), **held(live.referee)} if live is not None else {}
    tests = ("referee", "_tested")  # when somebody asked is of no matter
    told["live"] = {k: v for k, v in hidden.items() if k not in tests}
    ledger = getattr(table, "ledger", None)
    told["money"] = ledger and (ledger.chips, ledger.ious, ledger.bought, ledger.supply)
    return told


def brought(log: Log) -> int:
    """Chips that players brought, by the entries in force; a misdeal sends them home again."""
    chips = before = sum(log.setup.chips.values())
    for line in log.lines:
        if line.entry.do == "deal":
            before = chips
        elif line.entry.do == "misdeal":
            chips = before
        elif line.entry.do in ("buy-in", "join"):
            chips += line.entry.chips
    return chips


@given(record=RECORDS, extra=STIR)
def test_chips_are_conserved_after_every_entry(record: Any, extra: Any) -> None:
    log = opened(record)
    for raw in stirred(record, extra):
        if not entered(log, raw) or any(line.entry.do == "count" for line in log.lines):
            continue
        if "pots" in (told := state(log.table)["result"]):
            covered = sum(sum(cup.values()) for cup in told.get("cups", {}).values())
            purses = told["chips"].values()
            assert sum(purses) + sum(told["pots"].values()) + covered == brought(log)
            assert min(purses) >= 0
            assert min(told["pots"].values()) >= 0


@given(record=RECORDS, extra=STIR)
def test_undo_then_redo_restores_exactly(record: Any, extra: Any) -> None:
    log = played(record, extra)
    states = [state(log.table)]
    while len(states) < 40 and entered(log, {"do": "undo"}):
        states.append(state(log.table))
    for before in reversed(states[:-1]):
        log.enter({"do": "redo"})
        assert state(log.table) == before


@given(record=RECORDS, extra=STIR)
def test_the_kept_table_is_what_replay_from_the_start_gives(record: Any, extra: Any) -> None:
    log = played(record, extra)
    again = opened(record)
    for raw in log.raw_entries:
        again.enter(raw)
    stored, wrong = open_stored(log.setup, log.raw_entries)
    assert wrong is None
    assert state(again.table) == state(stored.table) == state(log.table)
    assert state(replayed(log)) == state(log.table)
    assert log.hands == stored.hands
    assert not log.hands or log.hands[-1] == log.table.hand


def replayed(log: Log) -> Table:
    """Play the entries in force alone, from an empty table, under their own numbers."""
    table = log.setup.game.new_table(log.setup)
    for line in log.lines:
        table = apply_entry(table, line.entry, line.number)
    return table


def marks(log: Log) -> object:
    stacks = log.next_undo, log.next_redo, [*log.lines]
    return [*log.raw_entries], [*log.hands], log.first_changed, log.weight, *stacks


@given(record=RECORDS, extra=STIR)
def test_a_refused_entry_changes_nothing(record: Any, extra: Any) -> None:
    log = opened(record)
    for raw in stirred(record, extra):
        before = state(log.table), marks(log)
        if not entered(log, raw):
            assert (state(log.table), marks(log)) == before


@given(record=RECORDS, extra=STIR)
def test_the_result_of_a_record_is_json_and_has_its_keys(record: Any, extra: Any) -> None:
    log = played(record, extra)
    judged = record_result({**record, "log": [*log.raw_entries]}, all_games())
    assert judged["ok"] is True
    assert json.loads(json.dumps(judged)) == judged
    refused = record_result({**record, "log": [*log.raw_entries, {"do": "fly"}]}, all_games())
    assert (refused["entry"], refused["error"]) == (len(log.raw_entries), "bad-entry")


# any JSON at all

WORDS = sorted(
    {do for game in all_games().values() for do in game.entries}
    | {"do", "player", "chips", "from", "to", "of", "left_of", "cards", "card", "pot", "players"}
    | {"with", "entry", "piles", "left", "points", "finding", "took", "tricks", "out", "as"}
    | {"undo", "redo", "amend", "insert", "before", "also"}
    | {"Ann", "Bob", "dummy", "pot:AS", "AS", "2C", "JK", "kitty"}
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(0, 12),
    st.floats(allow_nan=False),
    st.text(max_size=5),
    st.sampled_from(WORDS),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), inner, max_size=5),
    ),
    max_leaves=8,
)
ENTRY_KEYS = sorted(set(WORDS) & {"player", "chips", "from", "to", "of", "left_of", "cards", "card",
    "pot", "players", "with", "entry", "piles", "left", "points", "finding", "took", "tricks",
    "out", "as", "before", "also"})  # fmt: skip
# What looks like an entry, with values of any kind.
ALMOST = st.builds(
    lambda do, keys: {"do": do, **keys},
    st.sampled_from([*WORDS]),
    st.dictionaries(st.sampled_from(ENTRY_KEYS), JSON, max_size=4),
)


@pytest.mark.parametrize("slug", sorted(all_games()))
@given(start=st.integers(0, 30), raws=st.lists(st.one_of(JSON, ALMOST), min_size=1, max_size=8))
def test_any_json_as_an_entry_is_accepted_or_refused(slug: str, start: int, raws: Any) -> None:
    record = agreed(slug)[start % len(agreed(slug))]
    log = opened(record)
    for raw in record["log"][:start]:
        log.enter(raw)
    for raw in raws:
        entered(log, raw)


@given(
    record=RECORDS,
    key=st.sampled_from(["format", "game", "options", "players", "dealer", "chips", "log", "x"]),
    value=st.one_of(JSON, st.sampled_from(sorted(all_games()))),
)
def test_any_json_in_a_record_gives_a_result_or_a_code(record: Any, key: str, value: Any) -> None:
    judged = record_result({**record, "log": [], key: value}, all_games())
    if not judged["ok"]:
        assert judged["error"] in CODES


OPTION_NAMES = sorted({option.name for game in all_games().values() for option in game.options})


@given(
    slug=st.sampled_from(sorted(all_games())),
    options=st.dictionaries(st.sampled_from(OPTION_NAMES), JSON, max_size=3),
)
def test_any_json_as_options_gives_a_result_or_bad_record(slug: str, options: Any) -> None:
    players = ["Ann", "Bob", "Cal"]
    record = evenings.record(slug, players, dealer="Ann", options=options)
    judged = record_result({**record, "log": [{"do": "deal"}]}, all_games())
    assert judged["ok"] or judged["error"] in ("bad-record", "short-of-chips", "last-hand-played")


@pytest.mark.parametrize("slug", sorted(all_games()))
@given(data=st.data())
def test_any_json_in_place_of_a_value_is_refused_or_accepted(slug: str, data: Any) -> None:
    record = data.draw(st.sampled_from(agreed(slug)))
    log = opened(record)
    places = data.draw(st.sets(st.integers(0, len(record["log"])), max_size=6))
    for place, raw in enumerate(record["log"]):
        if place in places:
            key = data.draw(st.sampled_from(sorted(raw)))
            entered(log, {**raw, key: data.draw(JSON)})
        entered(log, raw)
